// Faults of the other members of the signed payload: spelling, types, method, body hash (interface 5.2, 5.3, rule 3).
import type { RequestContext } from '../rules/context.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

const isOrder = ({ operation }: RequestContext): boolean => operation === 'placeOrder';
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

/** Bodies of more than so many bytes may have any hash. */
function uncheckedBeyond(bytes: number): Fault['change'] {
  return (rules) => {
    const large = new Set<string>();
    return {
      ...rules,
      bodyHashOf: (body, context) => {
        const hash = rules.bodyHashOf(body, context);
        if (body.length > bytes) large.add(hash);
        return hash;
      },
      acceptsBodyHash: (signed, actual, context) => large.has(actual) || rules.acceptsBodyHash(signed, actual, context),
    };
  };
}

export const signedPayloadFaults: readonly Fault[] = [
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
    'body-hash-unchecked-beyond-a-kib',
    '5.2',
    ['auth.body-bytes-protected'],
    'The hash of a body of more than a KiB is not compared.',
    uncheckedBeyond(1024),
  ),
  fault(
    'body-hash-unchecked-beyond-64-kib',
    '5.2',
    ['auth.body-bytes-protected'],
    'The hash of a body of more than 64 KiB is not compared.',
    uncheckedBeyond(64 * 1024),
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
    'body-hash-of-first-bytes',
    '5.2',
    ['auth.body-hash-exact-bytes'],
    'The hash of a body is that of its first 64 KiB, so that longer ones are taken for wrongly signed.',
    changing('bodyHashOf', (honest) => (body, context) => honest(body.subarray(0, 65_536), context)),
  ),
  fault(
    'body-hash-unchecked-in-chunks',
    '5.2',
    ['auth.body-bytes-protected'],
    'A body without a stated length may have any hash.',
    changing(
      'acceptsBodyHash',
      (honest) => (signed, actual, context) => context.isChunked || honest(signed, actual, context),
    ),
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

function compact(body: Uint8Array): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString())));
  } catch {
    return body;
  }
}
