// What correct implementations decide differently: asked for and reported, never judged. Disputed points of Ed25519, and what the
// interface leaves open about requests.
import { Point } from '@noble/ed25519';
import type { JsonObject } from '../../payload/json.js';
import { expandSeed, hashToScalar, join, toLittleEndian as le, ORDER, PRIME } from '../../signing/ed25519/curve.js';
import { HEADER } from '../../signing/headers.js';
import { hex, unhex } from '../../signing/keys/der.js';
import type { SigningStages } from '../../signing/signing-stages.js';
import type { Observation, ObservationFile } from '../model.js';
import type { SignRequestInput } from '../operations.js';
import { WRONG_SIGNERS } from '../wrong-signers.js';
import { GENERATOR_VERSION } from './assemble.js';
import { MAIN_KEY } from './keys.js';
import { deliver } from './requests/deliver.js';
import { CONFIGURATION, getRequest, NOW_MS, REGISTRY, TRADING, toHex } from './requests/requests.js';

const GET = getRequest(`${CONFIGURATION}/limits`);

const request = (
  id: string,
  comment: string,
  input: SignRequestInput,
  change: Parameters<typeof deliver>[1] = {},
): Observation => ({
  tcId: `observation/${id}`,
  operation: 'verify-request',
  comment,
  input: deliver(input, change) as unknown as JsonObject, // every input is plain JSON
});

const signer = (id: string): Partial<SigningStages> => {
  const wrong = WRONG_SIGNERS.find((one) => one.id === id);
  if (wrong === undefined) throw new RangeError(`expected the id of a wrong signer, got ${id}`);
  return wrong.change;
};

const text = (
  write: (fields: Readonly<Record<string, unknown>>) => string,
): { readonly stages: Partial<SigningStages> } => ({
  stages: { payloadText: (_, fields) => write(fields) },
});

const DISPUTED = Buffer.from('disputed');

const signature = (id: string, comment: string, publicKey: Uint8Array, bytes: Uint8Array): Observation => ({
  tcId: `observation/${id}`,
  operation: 'verify-signature',
  comment,
  input: { publicKey: hex(publicKey), message: hex(DISPUTED), signature: hex(bytes) },
});

const nonce = 987654321987654321987654321n;
const r = Point.BASE.multiply(nonce).toBytes();
/** A point of order 8 (RFC 8032 does not exclude it; many libraries do). */
const ORDER_8 = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', true);
const mixedKey = Point.fromHex(MAIN_KEY.publicKey).add(ORDER_8).toBytes();
const underMixedKey = join(
  r,
  le((nonce + hashToScalar(r, mixedKey, DISPUTED) * expandSeed(unhex(MAIN_KEY.seed)).scalar) % ORDER),
);

export const OBSERVATIONS: ObservationFile = {
  schema: 'schemas/observations.schema.json',
  generatorVersion: GENERATOR_VERSION,
  header: [
    'Cases on which correct implementations differ, or which the interface leaves open. Ask and write down what is answered;',
    'no answer is right or wrong.',
  ],
  registry: REGISTRY,
  clock: { nowMs: NOW_MS, windowMs: 5000 },
  observations: [
    signature('key-neutral', 'the neutral point as public key', le(1n), join(r, le(nonce))),
    signature('key-order-2', 'a public key of order 2', le(2n ** 255n - 20n), join(r, le(nonce))),
    signature('key-order-8', 'a public key of order 8', ORDER_8.toBytes(), join(r, le(nonce))),
    signature(
      'r-neutral',
      'the neutral point as R, S of zero, a public key of order 8',
      ORDER_8.toBytes(),
      join(le(1n), le(0n)),
    ),
    signature('all-neutral', 'the neutral point as R and as public key, S of zero', le(1n), join(le(1n), le(0n))),
    signature(
      'key-mixed-order',
      'a public key with a part of order 8: only the equation with cofactor holds',
      mixedKey,
      underMixedKey,
    ),
    signature(
      'key-y-of-p-plus-1',
      'a second spelling of the neutral point as public key',
      le(PRIME + 1n),
      join(r, le(nonce)),
    ),
    signature(
      'key-negative-zero',
      'the neutral point with the sign of an x that is 0 as public key',
      le(1n + 2n ** 255n),
      join(r, le(nonce)),
    ),
    request('timestamp-as-text', 'timestamp as text in the payload', GET, {
      stages: signer('writes-timestamp-as-text'),
    }),
    request('version-as-text', 'sign_version as text in the payload', GET, {
      stages: signer('writes-version-as-text'),
    }),
    request(
      'timestamp-with-point',
      'timestamp with a fraction of zero in the payload',
      GET,
      text((fields) => JSON.stringify(fields).replace(/("timestamp":\d+)/, '$1.0')),
    ),
    request(
      'timestamp-with-exponent',
      'timestamp with an exponent in the payload',
      GET,
      text((fields) => JSON.stringify(fields).replace(/"timestamp":\d+/, '"timestamp":1.714564800123e12')),
    ),
    request('null-idempotency-key', 'idempotency_key of null', GET, { stages: signer('writes-null-idempotency-key') }),
    request('key-on-get', 'an idempotency key on a read', GET, { stages: signer('keys-every-request') }),
    request('body-on-get', 'a read with a body, correctly signed', { ...GET, body: toHex('{}') }),
    request(
      'extra-member',
      'an additional member in the payload',
      GET,
      text((fields) => JSON.stringify({ ...fields, nonce: 'n-1' })),
    ),
    request(
      'member-twice',
      'a member twice with the same value',
      GET,
      text((fields) => JSON.stringify(fields).replace('{', '{"sign_version":1,')),
    ),
    request(
      'member-twice-different',
      'a member twice with different values, the right one last',
      GET,
      text((fields) => JSON.stringify(fields).replace('{', '{"path":"/v1/other",')),
    ),
    request('payload-byte-order-mark', 'a byte order mark before the payload', GET, {
      stages: signer('starts-with-byte-order-mark'),
    }),
    request('payload-utf-16', 'a payload in UTF-16', GET, { stages: signer('encodes-payload-in-utf-16') }),
    request(
      'data-stray-bits',
      'SVC-DATA with stray bits in its last character',
      getRequest(`${TRADING}/operations/op-12`),
      { stages: signer('leaves-stray-bits-in-data') },
    ),
    request('signature-stray-bits', 'SVC-SIGN with stray bits in its last character', GET, {
      stages: signer('leaves-stray-bits-in-signature'),
    }),
    request('header-twice', 'SVC-SIGN twice with the same value', GET, { stages: signer('sends-signature-twice') }),
    request('timestamp-leading-zero', 'SVC-TIMESTAMP with a zero at the start', GET, {
      tamper: (given) => ({
        ...given,
        headers: given.headers.map(([name, value]) => [name, name === HEADER.timestamp ? `0${value}` : value]),
      }),
    }),
    request('window-edge-behind', 'a timestamp exactly as old as the window is wide', {
      ...GET,
      timestampMs: NOW_MS - 5000,
    }),
    request('window-edge-ahead', 'a timestamp exactly as far ahead as the window is wide', {
      ...GET,
      timestampMs: NOW_MS + 5000,
    }),
    request(
      'parameter-in-two-spellings',
      'a parameter twice, once with its name percent-encoded',
      getRequest(`${TRADING}/deals?limit=1&%6Cimit=2`),
    ),
    request(
      'parameter-in-two-cases',
      'two parameters that differ in the case of their names',
      getRequest(`${TRADING}/deals?limit=1&LIMIT=2`),
    ),
  ],
};
