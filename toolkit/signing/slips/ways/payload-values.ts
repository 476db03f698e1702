// Slips in the values of the payload (interface 5.2) that are as wrong in the header beside it: keys, versions, hashes. Signed correctly
// each time, so that the value alone is wrong.
import { HEADER } from '../../headers.js';
import type { StageInput } from '../../signing-stages.js';
import { base64url, inBoth, inPayload } from './changes.js';
import { clients, damage, type Way, way } from './way.js';

/** Of a mutating request alone. */
const inKey = (change: (key: string) => string): Way['change'] =>
  inBoth('idempotency_key', HEADER.idempotencyKey, ({ idempotencyKey }) =>
    idempotencyKey === '' ? '' : change(idempotencyKey),
  );

const inApiKey = (change: (input: StageInput) => string): Way['change'] => inBoth('api_key', HEADER.apiKey, change);
const version = (number: number): Way['change'] => inBoth('sign_version', HEADER.signVersion, () => number);

export const PAYLOAD_VALUE_WAYS: readonly Way[] = [
  way(
    'body-hash-of-nothing',
    { hashedBytes: () => new Uint8Array() },
    'hashes-nothing: hashes a stream that was already consumed: nothing',
    [
      'payload-body-hash-of-nothing: payload with the body_hash of an empty body',
      'auth.body-hash-matches',
      { on: ['mutating'] },
    ],
  ),
  damage(
    'body-hash-mismatch',
    inPayload('body_hash', () => ' '),
    [
      'payload-body-hash-blank-on-read: payload of a read with a blank body_hash',
      'auth.empty-body-hash-required',
      { on: ['read', 'handshake'] },
    ],
  ),
  way('timestamp-text', inPayload('timestamp', String), 'writes-timestamp-as-text: writes timestamp as text', [
    'payload-timestamp-quoted: payload with timestamp as text',
    'auth.payload-timestamp-integer',
    { level: 'should' },
  ]),
  way('sign-version-text', inPayload('sign_version', String), 'writes-version-as-text: writes sign_version as text', [
    'payload-sign-version-quoted: payload with sign_version as text',
    'auth.payload-sign-version-integer',
    { level: 'should' },
  ]),
  way('sign-version-unsupported', version(2), 'sends-version-2: sends version 2', [
    'sign-version-two: signature version 2 in header and payload',
    'auth.sign-version-other-refused',
  ]),
  ...clients({
    'sign-version-unsupported': { 'sends-version-0: sends version 0, the default of its integer type': version(0) },
  }),
  // By a key that is known but for its end: what is looked up by its beginning alone finds it.
  damage(
    'api-key-unknown',
    inApiKey(({ apiKey }) => `${apiKey}-unknown`),
    ['api-key-unknown: an unknown API key in header and payload', 'auth.unknown-key-code'],
  ),
  ...clients({
    'api-key-unknown': {
      'sends-unknown-api-key: sends an identifier of another environment': inApiKey(() => 'key-of-production'),
    },
    'api-key-mismatch': {
      'signs-previous-api-key: signs the identifier of the key before the last rotation': inPayload(
        'api_key',
        () => 'key-of-last-year',
      ),
    },
    'api-key-white-space': {
      'keeps-line-end-of-api-key: signs the identifier with the line end of the file it was read from': inPayload(
        'api_key',
        (old) => `${String(old)}\n`,
      ),
    },
    'api-key-quoted': {
      'quotes-api-key: keeps the quotation marks of a configuration value': inApiKey(({ apiKey }) => `"${apiKey}"`),
    },
    'api-key-is-public-key': {
      'sends-public-key: sends the public key instead of its identifier': inApiKey(({ signer }) =>
        base64url(signer.publicKey),
      ),
    },
    'api-key-case': {
      'upper-cases-api-key: sends the identifier in upper case': inApiKey(({ apiKey }) => apiKey.toUpperCase()),
    },
    'idempotency-key-null': {
      'writes-null-idempotency-key: writes null for idempotency_key when there is none': inPayload(
        'idempotency_key',
        (old) => (old === '' ? null : old),
      ),
    },
    'idempotency-key-on-get': {
      'keys-every-request: makes an idempotency key for a GET too': inBoth(
        'idempotency_key',
        HEADER.idempotencyKey,
        ({ method, idempotencyKey }) => (method === 'GET' ? 'a3f1c2d4-0001' : idempotencyKey),
      ),
    },
    'idempotency-key-missing': { 'keys-no-request: sends no idempotency key with a mutating request': inKey(() => '') },
    'idempotency-key-too-short': {
      'cuts-idempotency-key: cuts the idempotency key to 4 characters': inKey((key) => key.slice(0, 4)),
    },
    'idempotency-key-too-long': {
      'stretches-idempotency-key: fills the idempotency key up to 129 characters': inKey((key) => key.padEnd(129, '0')),
    },
    'idempotency-key-characters': {
      'braces-idempotency-key: writes the idempotency key between braces, as some UUID types do': inKey(
        (key) => `{${key}}`,
      ),
    },
  }),
];
