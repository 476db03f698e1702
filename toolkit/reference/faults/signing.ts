// Faults of the signature, its encodings and the signed payload (interface 5.2, 5.3, rules 1 to 5).
import type { RequestContext } from '../rules/context.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

const lenient = (text: string): Uint8Array => Buffer.from(text, 'base64url');

const isOrder = ({ operation }: RequestContext): boolean => operation === 'placeOrder';
const isLimits = ({ operation }: RequestContext): boolean => operation === 'limits';

/** A member of the payload that is not asked for: absent, null and empty pass. */
function memberOptional(name: string, rule: 'acceptsMethod' | 'acceptsPath' | 'acceptsBodyHash'): Fault['change'] {
  const absent = (value: unknown): boolean => value === undefined || value === null || value === '';
  return together(
    changing(
      'acceptsFieldType',
      (honest) => (field, value, context) => (field === name && absent(value)) || honest(field, value, context),
    ),
    changing(rule, (honest) => (signed, actual, context) => absent(signed) || honest(signed, actual, context)),
    changing(
      'acceptsHandshakePath',
      (honest) => (signed, actual, context) => (name === 'path' && absent(signed)) || honest(signed, actual, context),
    ),
  );
}

/** A member of the payload whose value, and type, does not matter. */
function unchecked(name: string, rule: 'acceptsMethod' | 'acceptsPath' | 'acceptsBodyHash'): Fault['change'] {
  return together(
    changing(rule, () => () => true),
    changing(
      'acceptsFieldType',
      (honest) => (field, value, context) => field === name || honest(field, value, context),
    ),
  );
}

export const signingFaults: readonly Fault[] = [
  fault(
    'signature-unchecked',
    '5.3',
    ['auth.signature-verified', 'auth.foreign-key-refused', 'auth.invalid-signature-code'],
    'Signatures are never looked at.',
    together(
      changing('acceptsSignature', () => () => true),
      changing('decodeSignature', (honest) => (text, context) => honest(text, context) ?? new Uint8Array()),
    ),
  ),
  fault(
    'signature-unchecked-with-query',
    '5.3',
    ['auth.query-signed'],
    'A request with a query string is neither compared with the signed path nor verified.',
    together(
      changing('acceptsSignature', (honest) => (trial, context) => context.hasQuery || honest(trial, context)),
      changing(
        'acceptsPath',
        (honest) => (signed, target, context) => context.hasQuery || honest(signed, target, context),
      ),
    ),
  ),
  fault(
    'signature-last-bit-ignored',
    '5.1',
    ['auth.signature-verified'],
    'One bit of the last byte of a signature does not count.',
    changing(
      'acceptsSignature',
      (honest) => (trial, context) =>
        honest(trial, context) || honest({ ...trial, signature: withLastBitFlipped(trial.signature) }, context),
    ),
  ),
  fault(
    'signature-by-any-known-key',
    '5',
    ['auth.foreign-key-refused'],
    'A signature by any registered key is accepted for every key.',
    changing('acceptsSignature', () => (trial) => trial.verifyWithAnyKey(trial.signature, trial.payload)),
  ),
  fault(
    'signature-over-text-accepted',
    '5.3',
    ['auth.signature-over-text-refused'],
    'A signature over the base64url text of SVC-DATA is accepted beside the right one.',
    changing(
      'acceptsSignature',
      (honest) => (trial, context) =>
        honest(trial, context) ||
        [trial.data, padded(trial.data)].some((text) => trial.verify(trial.signature, Buffer.from(text))),
    ),
  ),
  fault(
    'signature-attached-accepted',
    '5.1',
    ['auth.signature-verified'],
    'Bytes behind the 64 of a signature are ignored.',
    changing(
      'acceptsSignature',
      (honest) => (trial, context) => honest({ ...trial, signature: trial.signature.subarray(0, 64) }, context),
    ),
  ),
  fault(
    'signature-decoded-leniently',
    '5.3',
    ['auth.signature-unpadded', 'auth.signature-standard-alphabet-refused'],
    'SVC-SIGN is decoded by a lenient library: padding and the standard alphabet pass.',
    changing('decodeSignature', () => lenient),
  ),
  fault(
    'signature-standard-alphabet-only-on-limits',
    '5.1',
    ['auth.signature-url-alphabet'],
    'The limits call decodes SVC-SIGN in the standard alphabet, so that - and _ break it.',
    changing(
      'decodeSignature',
      (honest) => (text, context) => (isLimits(context) && /[-_]/.test(text) ? undefined : honest(text, context)),
    ),
  ),
  fault(
    'data-decoded-leniently',
    '5.3',
    ['auth.data-unpadded', 'auth.data-standard-alphabet-refused', 'auth.data-is-json-object'],
    'SVC-DATA is decoded by a lenient library: padding and the standard alphabet pass.',
    changing('decodeData', () => lenient),
  ),
  fault(
    'data-standard-alphabet-only',
    '5.1',
    ['auth.data-url-alphabet'],
    'SVC-DATA is decoded in the standard alphabet, so that - and _ break it.',
    changing('decodeData', (honest) => (text, context) => (/[-_]/.test(text) ? undefined : honest(text, context))),
  ),
  fault(
    'data-hex-accepted',
    '5.1',
    ['auth.data-is-json-object', 'auth.encoding-code'],
    'SVC-DATA in hexadecimal is accepted too.',
    changing(
      'decodeData',
      (honest) => (text, context) =>
        /^(?:[0-9a-f]{2})+$/.test(text) ? Buffer.from(text, 'hex') : honest(text, context),
    ),
  ),
  fault(
    'payload-spelling-fixed',
    '5.2',
    ['auth.payload-any-spelling'],
    'The payload must be the compact JSON that the server itself would write.',
    changing('readPayload', (honest) => (bytes, context) => {
      const value = honest(bytes, context);
      return value !== undefined && JSON.stringify(value) === Buffer.from(bytes).toString() ? value : undefined;
    }),
  ),
  fault(
    'payload-order-fixed',
    '5.2',
    ['auth.payload-any-spelling'],
    'The payload must begin with api_key.',
    changing('readPayload', (honest) => (bytes, context) => {
      const value = honest(bytes, context);
      return value !== undefined && Object.keys(value)[0] === 'api_key' ? value : undefined;
    }),
  ),
  fault(
    'payload-numbers-as-text-accepted',
    '5.2',
    ['auth.payload-timestamp-integer', 'auth.payload-sign-version-integer'],
    'timestamp and sign_version may be text inside the payload.',
    together(
      changing(
        'acceptsFieldType',
        (honest) => (name, value, context) =>
          ((name === 'timestamp' || name === 'sign_version') && typeof value === 'string' && value !== '') ||
          honest(name, value, context),
      ),
      changing('supportsSignVersion', (honest) => (signed, context) => honest(Number(signed), context)),
    ),
  ),
  fault(
    'timestamp-fraction-accepted',
    '5.2',
    ['auth.payload-timestamp-integer'],
    'The signed timestamp may be a number with a fraction.',
    changing(
      'acceptsFieldType',
      (honest) => (name, value, context) =>
        (name === 'timestamp' && typeof value === 'number') || honest(name, value, context),
    ),
  ),
  fault(
    'method-unchecked',
    '5.2',
    ['auth.method-matches', 'auth.method-uppercase'],
    'The signed method is not compared with that of the request.',
    unchecked('method', 'acceptsMethod'),
  ),
  fault(
    'method-case-ignored',
    '5.2',
    ['auth.method-uppercase'],
    'A method signed in lower case is accepted.',
    changing(
      'acceptsMethod',
      (honest) => (signed, method, context) =>
        honest(typeof signed === 'string' ? signed.toUpperCase() : signed, method, context),
    ),
  ),
  fault(
    'method-optional',
    '5.2',
    ['auth.payload-method-required'],
    'A payload without a method is accepted.',
    memberOptional('method', 'acceptsMethod'),
  ),
  fault(
    'path-unchecked',
    '5.2',
    ['auth.path-matches', 'auth.query-signed', 'auth.payload-code', 'auth.path-account-protected'],
    'The signed path is not compared with the request.',
    unchecked('path', 'acceptsPath'),
  ),
  fault(
    'path-optional',
    '5.2',
    ['auth.payload-path-required'],
    'A payload without a path is accepted.',
    memberOptional('path', 'acceptsPath'),
  ),
  fault(
    'path-account-unprotected',
    '5.2',
    ['auth.path-account-protected'],
    "A signature for one account's path is valid on the same path of another account.",
    changing('acceptsPath', (honest) => (signed, target, context) => {
      const blind = (path: unknown): string => String(path).replace(/accounts\/[^/]+/, 'accounts/*');
      return blind(signed) === blind(target) || honest(signed, target, context);
    }),
  ),
  fault(
    'path-compared-decoded',
    '5.2',
    ['auth.path-matches', 'auth.query-signed'],
    'Signed path and request are compared after percent-decoding.',
    changing(
      'acceptsPath',
      (honest) => (signed, target, context) =>
        decoded(String(signed)) === decoded(target) || honest(signed, target, context),
    ),
  ),
  fault(
    'path-slash-ignored',
    '5.2',
    ['auth.path-matches'],
    'A slash at the end of the signed path does not count.',
    changing(
      'acceptsPath',
      (honest) => (signed, target, context) =>
        String(signed).replace(/\/$/, '') === target || honest(signed, target, context),
    ),
  ),
  fault(
    'query-unsigned',
    '5.3',
    ['auth.query-signed'],
    'Only the path before the question mark is compared with the signed one.',
    changing(
      'acceptsPath',
      (honest) => (signed, target, context) =>
        String(signed).split('?')[0] === target.split('?')[0] || honest(signed, target, context),
    ),
  ),
  fault(
    'query-compared-sorted',
    '5.3',
    ['auth.query-signed'],
    'The order of query parameters does not count.',
    changing(
      'acceptsPath',
      (honest) => (signed, target, context) =>
        sortedQuery(String(signed)) === sortedQuery(target) || honest(signed, target, context),
    ),
  ),
  fault(
    'query-normalised-before-verifying',
    '5.3',
    ['auth.query-as-sent'],
    'The query is parsed and written anew before it is compared, so that unusual escapes break the signature.',
    changing('acceptsPath', (honest) => (signed, target, context) => {
      const [path = '', query] = target.split('?');
      return honest(signed, query === undefined ? path : `${path}?${new URLSearchParams(query)}`, context);
    }),
  ),
  fault(
    'query-hex-case-ignored',
    '5.3',
    ['auth.query-signed'],
    'Percent escapes are compared without regard to the case of their digits.',
    changing('acceptsPath', (honest) => (signed, target, context) => {
      const upper = (text: string): string => text.replaceAll(/%[0-9a-f]{2}/gi, (digits) => digits.toUpperCase());
      return upper(String(signed)) === upper(target) || honest(signed, target, context);
    }),
  ),
  fault(
    'duplicate-query-accepted',
    '5.3',
    ['auth.duplicate-query-refused'],
    'Repeated query parameters are accepted; the first counts.',
    changing('acceptsQuery', () => () => true),
  ),
  fault(
    'duplicate-query-equal-values-accepted',
    '5.3',
    ['auth.duplicate-query-refused'],
    'A repeated query parameter is accepted when its values are equal.',
    changing('acceptsQuery', (honest) => (query, context) => honest([...new Set(query.split('&'))].join('&'), context)),
  ),
  fault(
    'duplicate-query-escaped-name-accepted',
    '5.3',
    ['auth.duplicate-query-refused'],
    'Names of query parameters are compared before they are decoded.',
    changing('acceptsQuery', (honest) => (query, context) => honest(query.replaceAll('%', '%25'), context)),
  ),
  fault(
    'handshake-path-unchecked',
    '4.5',
    ['auth.handshake-path-exact', 'auth.payload-path-required', 'ticks.path-signed'],
    'The signed path of a handshake is not compared.',
    together(
      changing('acceptsHandshakePath', () => () => true),
      changing(
        'acceptsFieldType',
        (honest) => (name, value, context) => (context.isHandshake && name === 'path') || honest(name, value, context),
      ),
    ),
  ),
  fault(
    'handshake-path-slash-ignored',
    '4.5',
    ['auth.handshake-path-exact'],
    "A slash at the end of a handshake's signed path does not count.",
    changing(
      'acceptsHandshakePath',
      (honest) => (signed, target, context) =>
        String(signed).replace(/\/$/, '') === target || honest(signed, target, context),
    ),
  ),
  fault(
    'handshake-path-by-its-end',
    '4.5',
    ['auth.handshake-path-exact'],
    "Of a handshake's signed path only the end counts, so that a full URL passes.",
    changing('acceptsHandshakePath', () => (signed, target) => String(signed).endsWith(target)),
  ),
  fault(
    'handshake-path-case-ignored',
    '4.5',
    ['auth.handshake-path-exact'],
    "The case of a handshake's signed path does not count.",
    changing('acceptsHandshakePath', () => (signed, target) => String(signed).toLowerCase() === target.toLowerCase()),
  ),
  fault(
    'handshake-path-of-another-account',
    '4.5',
    ['auth.handshake-path-exact'],
    'A handshake signed for one account opens the stream of another.',
    changing('acceptsHandshakePath', (honest) => (signed, target, context) => {
      const blind = (path: unknown): string => String(path).replace(/accounts\/[^/]+/, 'accounts/*');
      return blind(signed) === blind(target) || honest(signed, target, context);
    }),
  ),
  fault(
    'body-hash-unchecked',
    '5.2',
    ['auth.body-hash-matches', 'auth.body-bytes-protected', 'auth.body-hash-code', 'auth.body-hash-sha256'],
    'The signed hash is not compared with the body.',
    unchecked('body_hash', 'acceptsBodyHash'),
  ),
  fault(
    'body-hash-unchecked-on-reads',
    '5.3',
    ['auth.empty-body-hash-required', 'auth.body-hash-matches'],
    'Requests without a body may sign any hash.',
    changing(
      'acceptsBodyHash',
      (honest) => (signed, actual, context) => !context.isMutating || honest(signed, actual, context),
    ),
  ),
  fault(
    'body-hash-optional',
    '5.2',
    ['auth.payload-body-hash-required'],
    'A payload without a body hash is accepted.',
    memberOptional('body_hash', 'acceptsBodyHash'),
  ),
  fault(
    'body-hash-of-reserialised-json',
    '5.2',
    ['auth.body-hash-exact-bytes', 'auth.body-bytes-protected'],
    'The hash is taken over the JSON as the server would write it, not over the bytes that came.',
    changing('bodyHashOf', (honest) => (body, context) => honest(compact(body), context)),
  ),
  fault(
    'body-hash-of-trimmed-body',
    '5.2',
    ['auth.body-bytes-protected'],
    'White space around the body does not count for its hash, neither way.',
    changing(
      'bodyHashOf',
      (honest) => (body, context) => honest(Buffer.from(Buffer.from(body).toString().trim()), context),
    ),
  ),
  fault(
    'body-hash-decoded-leniently',
    '5.2',
    ['auth.body-hash-unpadded', 'auth.body-hash-standard-alphabet-refused'],
    'The signed hash is compared after lenient decoding, so that padding and the standard alphabet pass.',
    changing(
      'acceptsBodyHash',
      (honest) => (signed, actual, context) =>
        (typeof signed === 'string' &&
          signed.length <= 44 &&
          Buffer.from(signed, 'base64url').toString('base64url') === actual) ||
        honest(signed, actual, context),
    ),
  ),
  fault(
    'body-hash-standard-alphabet-only',
    '5.2',
    ['auth.body-hash-url-alphabet'],
    'The hash of a body is compared in the standard alphabet, so that - and _ break it.',
    changing(
      'acceptsBodyHash',
      (honest) => (signed, actual, context) =>
        honest(signed, isOrder(context) ? actual.replaceAll('-', '+').replaceAll('_', '/') : actual, context),
    ),
  ),
  fault(
    'body-hash-hex-accepted',
    '5.2',
    ['auth.body-hash-matches'],
    'A body hash in hexadecimal is accepted too.',
    changing(
      'acceptsBodyHash',
      (honest) => (signed, actual, context) =>
        honest(signed, actual, context) || signed === Buffer.from(actual, 'base64url').toString('hex'),
    ),
  ),
  fault(
    'body-hash-by-its-beginning',
    '5.2',
    ['auth.body-hash-matches'],
    'Only the first 42 characters of the body hash are compared.',
    changing(
      'acceptsBodyHash',
      (honest) => (signed, actual, context) =>
        (typeof signed === 'string' && signed.length === 43 && signed.startsWith(actual.slice(0, 42))) ||
        honest(signed, actual, context),
    ),
  ),
];

function withLastBitFlipped(signature: Uint8Array): Uint8Array {
  const flipped = Uint8Array.from(signature);
  flipped[63] = (flipped[63] ?? 0) ^ 1;
  return flipped;
}

function padded(text: string): string {
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function sortedQuery(path: string): string {
  const [before = '', query = ''] = path.split('?');
  return `${before}?${query.split('&').sort().join('&')}`;
}

function compact(body: Uint8Array): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString())));
  } catch {
    return body;
  }
}
