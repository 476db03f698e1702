// Faults of the other members of the signed payload: spelling, types, method, body hash (interface 5.2, 5.3, rule 3).
import { EMPTY_BODY_HASH } from '../../../signing/payload.js';
import { alsoOn, alsoWhere, always, amended, readAs } from '../algebra/edits.js';
import { type Change, type Fault, orders, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const payloadAnySpelling = violating('5.2', ['auth.payload-any-spelling']);
const payloadTimestampInteger = violating('5.2', [
  'auth.payload-timestamp-integer',
  'auth.payload-sign-version-integer',
]);
const bodyBytesProtected = violating('5.2', ['auth.body-bytes-protected']);
const bodyHashUnpadded = violating('5.2', ['auth.body-hash-unpadded', 'auth.body-hash-standard-alphabet-refused']);
const bodyHashMatches = violating('5.2', ['auth.body-hash-matches']);

/** What a member is that is not asked for. */
export function absent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Bodies of more than so many bytes may have any hash. */
function uncheckedBeyond(bytes: number): Change {
  return sharing(
    () => new Set<string>(),
    (large) => ({
      bodyHashOf: amended((hash, body) => {
        if (body.length > bytes) large.add(hash);
        return hash;
      }),
      acceptsBodyHash: alsoWhere((_signed, actual) => large.has(actual)),
    }),
  );
}

function compact(body: Uint8Array): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString())));
  } catch {
    return body;
  }
}

export const signedPayloadFaults: readonly Fault[] = [
  payloadAnySpelling('payload-spelling-fixed', {
    summary: 'The payload must be the compact JSON that the server itself would write.',
    readPayload: amended((value, bytes) =>
      value !== undefined && JSON.stringify(value) === Buffer.from(bytes).toString() ? value : undefined,
    ),
  }),
  payloadAnySpelling('payload-order-fixed', {
    summary: 'The payload must begin with api_key.',
    readPayload: amended((value) => (value !== undefined && Object.keys(value)[0] === 'api_key' ? value : undefined)),
  }),
  payloadTimestampInteger('payload-numbers-as-text-accepted', {
    summary: 'timestamp and sign_version may be text inside the payload.',
    acceptsFieldType: alsoWhere(
      (name, value) => (name === 'timestamp' || name === 'sign_version') && typeof value === 'string' && value !== '',
    ),
    supportsSignVersion: readAs((signed) => Number(signed)),
  }),
  violating('5.2', ['auth.payload-timestamp-integer'])('timestamp-fraction-accepted', {
    summary: 'The signed timestamp may be a number with a fraction.',
    acceptsFieldType: alsoWhere((name, value) => name === 'timestamp' && typeof value === 'number'),
  }),
  violating('5.2', ['auth.method-matches', 'auth.method-uppercase'])('method-unchecked', {
    summary: 'The signed method is not compared with that of the request.',
    acceptsMethod: always(true),
    acceptsFieldType: alsoWhere((name) => name === 'method'),
  }),
  violating('5.2', ['auth.method-uppercase'])('method-case-ignored', {
    summary: 'A method signed in lower case is accepted.',
    acceptsMethod: readAs((signed) => (typeof signed === 'string' ? signed.toUpperCase() : signed)),
  }),
  violating('5.2', ['auth.payload-method-required'])('method-optional', {
    summary: 'A payload without a method is accepted.',
    acceptsMethod: alsoWhere(absent),
    acceptsFieldType: alsoWhere((name, value) => name === 'method' && absent(value)),
  }),
  violating('5.2', [
    'auth.body-hash-matches',
    'auth.body-bytes-protected',
    'auth.body-hash-code',
    'auth.body-hash-sha256',
  ])('body-hash-unchecked', {
    summary: 'The signed hash is not compared with the body.',
    acceptsBodyHash: always(true),
    acceptsFieldType: alsoWhere((name) => name === 'body_hash'),
  }),
  violating('5.3', ['auth.empty-body-hash-required', 'auth.body-hash-matches'])('body-hash-unchecked-on-reads', {
    summary: 'Requests without a body may sign any hash.',
    acceptsBodyHash: alsoOn(({ isMutating }) => !isMutating),
  }),
  bodyBytesProtected('body-hash-unchecked-beyond-a-kib', {
    summary: 'The hash of a body of more than a KiB is not compared.',
    change: uncheckedBeyond(1024),
  }),
  bodyBytesProtected('body-hash-unchecked-beyond-64-kib', {
    summary: 'The hash of a body of more than 64 KiB is not compared.',
    change: uncheckedBeyond(64 * 1024),
  }),
  violating('5.2', ['auth.payload-body-hash-required'])('body-hash-optional', {
    summary: 'A payload without a body hash is accepted.',
    acceptsBodyHash: alsoWhere(absent),
    acceptsFieldType: alsoWhere((name, value) => name === 'body_hash' && absent(value)),
  }),
  violating('5.2', ['auth.body-hash-exact-bytes', 'auth.body-bytes-protected'])('body-hash-of-reserialised-json', {
    summary: 'The hash is taken over the JSON as the server would write it, not over the bytes that came.',
    bodyHashOf: readAs(compact),
  }),
  violating('5.2', ['auth.body-hash-exact-bytes'])('body-hash-of-first-bytes', {
    summary: 'The hash of a body is that of its first 64 KiB, so that longer ones are taken for wrongly signed.',
    bodyHashOf: readAs((body) => body.subarray(0, 65_536)),
  }),
  bodyBytesProtected('body-hash-unchecked-in-chunks', {
    summary: 'A body without a stated length may have any hash.',
    acceptsBodyHash: alsoOn(({ isChunked }) => isChunked),
  }),
  bodyBytesProtected('body-hash-of-trimmed-body', {
    summary: 'White space around the body does not count for its hash, neither way.',
    bodyHashOf: readAs((body) => Buffer.from(Buffer.from(body).toString().trim())),
  }),
  bodyHashUnpadded('body-hash-decoded-leniently', {
    summary: 'The signed hash is compared after lenient decoding, so that padding and the standard alphabet pass.',
    acceptsBodyHash: alsoWhere(
      (signed, actual) =>
        typeof signed === 'string' &&
        signed.length <= 44 &&
        Buffer.from(signed, 'base64url').toString('base64url') === actual,
    ),
  }),
  violating('5.2', ['auth.body-hash-url-alphabet'])('body-hash-standard-alphabet-only', {
    summary: 'The hash of a body is compared in the standard alphabet, so that - and _ break it.',
    acceptsBodyHash: (honest) => (signed, actual, context) =>
      honest(signed, orders(context) ? actual.replaceAll('-', '+').replaceAll('_', '/') : actual, context),
  }),
  bodyHashMatches('body-hash-of-nothing-accepted-on-mutations', {
    summary: 'The hash of no body passes for the body of any mutating request.',
    acceptsBodyHash: alsoWhere((signed, _actual, { isMutating }) => isMutating && signed === EMPTY_BODY_HASH),
  }),
  bodyHashMatches('body-hash-of-an-earlier-body-accepted', {
    summary: 'The hash of any body that the account has sent before passes for every other one.',
    acceptsBodyHash: (honest) => {
      const seen = new Set<string>();
      return (signed, actual, context) => {
        const name = `${context.accountId} ${String(signed)}`;
        const matches = honest(signed, actual, context);
        if (matches && context.isMutating) seen.add(name);
        return matches || (context.isMutating && seen.has(name));
      };
    },
  }),
  bodyHashMatches('body-hash-hex-accepted', {
    summary: 'A body hash in hexadecimal is accepted too.',
    acceptsBodyHash: alsoWhere((signed, actual) => signed === Buffer.from(actual, 'base64url').toString('hex')),
  }),
  bodyHashMatches('body-hash-by-its-beginning', {
    summary: 'Only the first 42 characters of the body hash are compared.',
    // The last character holds bits that lenient decoders ignore.
    level: 'should',
    acceptsBodyHash: alsoWhere(
      (signed, actual) => typeof signed === 'string' && signed.length === 43 && signed.startsWith(actual.slice(0, 42)),
    ),
  }),
];
