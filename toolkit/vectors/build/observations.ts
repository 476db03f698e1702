// What correct implementations decide differently: asked for and reported, never judged. Disputed points of Ed25519, and what the
// interface leaves open about requests. What of that binds the sender is said by the one table of slips (`signing/slips/`).
import { Point } from '@noble/ed25519';
import type { JsonObject } from '../../payload/json.js';
import { expandSeed, hashToScalar, join, toLittleEndian as le, ORDER, PRIME } from '../../signing/ed25519/curve.js';
import { HEADER } from '../../signing/headers.js';
import { hex, unhex } from '../../signing/keys/der.js';
import { namedRows } from '../../signing/slips/named.js';
import { SLIPS, type SlipId } from '../../signing/slips/slips.js';
import { firstBroken } from '../../signing/stage-result.js';
import { inspectRequest } from '../../signing/verify-request.js';
import { misspelt } from '../judge.js';
import type { Observation, ObservationFile } from '../model.js';
import { receivedRequest, registryContext } from '../native.js';
import type { OperationInputs, VerifyRequestInput } from '../operations.js';
import { WRONG_SIGNERS } from '../wrong-signers.js';
import { GENERATOR_VERSION } from './assemble.js';
import type { Table } from './draft.js';
import { DIGITS_KEY, MAIN_KEY, SECOND_KEY } from './keys.js';
import { changed, type Delivered, type Delivery, deliver, onHeaders, replaced, writing } from './requests/deliver.js';
import {
  CONFIGURATION,
  getRequest,
  NOW_MS,
  postRequest,
  REGISTRY,
  STREAMS,
  TRADING,
  toHex,
  VERIFYING,
  WINDOW_MS,
} from './requests/requests.js';

const ZERO_FIRST = '/v1/configuration/accounts/01000042/limits';
const GET = getRequest(`${CONFIGURATION}/limits`);
const POST = postRequest();

/** The slip is named where a value is read in two ways, by the first or the last of two, or by who ignores a body. */
type Asked = readonly [...Delivered, cause?: SlipId];

const requests = (table: Table<Asked>): readonly Observation[] =>
  namedRows(table).map(([id, comment, [input, delivery, cause]]) => {
    const request = deliver(input, delivery);
    return {
      tcId: `observation/${id}`,
      operation: 'verify-request',
      comment,
      input: request as unknown as JsonObject, // every input is plain JSON
      ...(cause === undefined ? adviceOn(request) : { advised: { valid: false }, cause }),
    };
  });

/** The moment of an expiry, and what is one account, are open where they are told by a hair. */
const BY_A_HAIR: readonly SlipId[] = ['api-key-expired', 'account-not-permitted'];

/** What the sender of this did wrong, by the one table of slips; a stated slip is no matter of observation. */
function adviceOn(request: VerifyRequestInput): Pick<Observation, 'advised' | 'cause'> {
  const stages = inspectRequest(receivedRequest(request), registryContext(VERIFYING, request));
  const cause = (firstBroken(stages) ?? misspelt(request.headers))?.cause;
  if (cause === undefined) return {};
  if (BY_A_HAIR.includes(cause)) return {};
  if (!SLIPS[cause].isOpen) throw new Error(`expected what is left open, got ${cause}`);
  return { advised: { valid: false }, cause };
}

/** What the page of the vectors states of a matter that the interface leaves open. */
const statedBy = (stated: string, valid: boolean, observations: readonly Observation[]): readonly Observation[] =>
  observations.map((one) => ({ ...one, advised: { valid }, stated }));

type Text = 'check-timestamp' | 'check-constraint';
const texts = <O extends Text>(of: O, table: Table<OperationInputs[O]>, cause?: SlipId): readonly Observation[] =>
  namedRows(table).map(([id, comment, input]) => ({
    tcId: `observation/${id}`,
    operation: of,
    comment,
    input: input as unknown as JsonObject, // as above
    ...(cause === undefined ? {} : { advised: { valid: false }, cause }),
  }));

/** What a wrong signer sends. */
const by = (id: string): Delivery => {
  const wrong = WRONG_SIGNERS.find((one) => one.id === id);
  if (wrong === undefined) throw new RangeError(`expected the id of a wrong signer, got ${id}`);
  return { stages: wrong.change };
};

/** The replacement character as a byte that a lenient decoder reads as one. */
const withRawByte = (text: string): Uint8Array =>
  Buffer.from(Buffer.from(text).toString('latin1').replace('\xef\xbf\xbd', '\xff'), 'latin1');

const DISPUTED = Buffer.from('disputed');

const signatures = (table: Table<readonly [publicKey: Uint8Array, signature: Uint8Array]>): readonly Observation[] =>
  namedRows(table).map(([id, comment, [publicKey, signature]]) => ({
    tcId: `observation/${id}`,
    operation: 'verify-signature',
    comment,
    input: { publicKey: hex(publicKey), message: hex(DISPUTED), signature: hex(signature) },
  }));

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
    'no answer is wrong. Where the interface binds the sender, "advised" is the answer of a strict receiver and "cause" the slip;',
    'where README.md states what the interface leaves open, "stated" says what, and "advised" is the answer that follows from it.',
  ],
  registry: REGISTRY,
  clock: { nowMs: NOW_MS, windowMs: WINDOW_MS },
  observations: [
    ...signatures({
      'key-neutral: the neutral point as public key': [le(1n), join(r, le(nonce))],
      'key-order-2: a public key of order 2': [le(2n ** 255n - 20n), join(r, le(nonce))],
      'key-order-8: a public key of order 8': [ORDER_8.toBytes(), join(r, le(nonce))],
      'r-neutral: the neutral point as R, S of zero, a public key of order 8': [
        ORDER_8.toBytes(),
        join(le(1n), le(0n)),
      ],
      'all-neutral: the neutral point as R and as public key, S of zero': [le(1n), join(le(1n), le(0n))],
      'key-mixed-order: a public key with a part of order 8: only the equation with cofactor holds': [
        mixedKey,
        underMixedKey,
      ],
      'key-y-of-p-plus-1: a second spelling of the neutral point as public key': [le(PRIME + 1n), join(r, le(nonce))],
      'key-negative-zero: the neutral point with the sign of an x that is 0 as public key': [
        le(1n + 2n ** 255n),
        join(r, le(nonce)),
      ],
    }),
    ...requests({
      'timestamp-as-text: timestamp as text in the payload': [GET, by('writes-timestamp-as-text')],
      'version-as-text: sign_version as text in the payload': [GET, by('writes-version-as-text')],
      'timestamp-with-point: timestamp with a fraction of zero in the payload': [
        GET,
        writing((fields) => JSON.stringify(fields).replace(/("timestamp":\d+)/, '$1.0')),
      ],
      'timestamp-with-exponent: timestamp with an exponent in the payload': [
        GET,
        writing((fields) => JSON.stringify(fields).replace(/"timestamp":\d+/, '"timestamp":1.714564800123e12')),
      ],
      'null-idempotency-key: idempotency_key of null': [GET, by('writes-null-idempotency-key')],
      'timestamp-header-with-point: SVC-TIMESTAMP with a fraction of zero': [
        GET,
        replaced(HEADER.timestamp, `${NOW_MS}.0`),
      ],
      'timestamp-header-with-exponent: SVC-TIMESTAMP with an exponent': [
        GET,
        replaced(HEADER.timestamp, '1.714564800123E12'),
      ],
      'version-with-point: sign_version with a fraction of zero in the payload': [
        GET,
        writing((fields) => JSON.stringify(fields).replace('"sign_version":1', '"sign_version":1.0')),
      ],
      'api-key-as-number: an identifier of digits as a number in the payload': [
        { ...GET, apiKey: DIGITS_KEY.apiKey },
        { key: DIGITS_KEY, ...by('writes-numeric-api-key') },
      ],
      'key-on-get: an idempotency key on a read': [GET, by('keys-every-request')],
      'body-on-get: a read with a body, correctly signed': [{ ...GET, body: toHex('{}') }],
      'extra-member: an additional member in the payload': [
        GET,
        writing((fields) => JSON.stringify({ ...fields, nonce: 'n-1' })),
      ],
      'member-twice: a member twice with the same value': [
        GET,
        writing((fields) => JSON.stringify(fields).replace('{', '{"sign_version":1,')),
      ],
      'member-twice-different: a member twice with different values, the right one last': [
        GET,
        writing((fields) => JSON.stringify(fields).replace('{', '{"path":"/v1/other",')),
      ],
      'member-twice-right-first: a member twice with different values, the right one first': [
        GET,
        writing((fields) => JSON.stringify({ ...fields, path: '/v1/other' }).replace('{', `{"path":"${GET.path}",`)),
        'payload-member-duplicate',
      ],
      'payload-trailing-text: text after the payload object': [GET, writing((fields) => `${JSON.stringify(fields)}x`)],
      'payload-two-objects: two payload objects in a row': [
        GET,
        writing((fields) => JSON.stringify(fields) + JSON.stringify(fields)),
      ],
      'payload-invalid-utf-8: a byte that is no UTF-8 where the target has a replacement character': [
        getRequest(`${CONFIGURATION}/instruments?name=\ufffd`),
        { stages: { payloadBytes: (text) => withRawByte(text) } },
      ],
      'payload-in-latin-1: a payload in Latin-1, with a letter beyond ASCII in its path': [
        getRequest(`${CONFIGURATION}/instruments?name=Zürich`),
        { stages: { payloadBytes: (text) => Buffer.from(text, 'latin1') } },
      ],
      'get-with-unsigned-body: a read with a body that was not signed': [
        GET,
        changed(() => ({ body: toHex('{}') })),
        'body-hash-of-nothing',
      ],
      'head-without-key: HEAD with an empty idempotency key': [{ ...GET, method: 'HEAD' }],
      'handshake-query: a handshake with a query that is signed and sent': [getRequest(`${STREAMS}/events?since=1`)],
      'handshake-query-unsigned: a handshake sent with a query, of which the bare path is signed': [
        getRequest(`${STREAMS}/events`),
        changed((request) => ({ path: `${request.path}?since=1` })),
      ],
      'payload-byte-order-mark: a byte order mark before the payload': [GET, by('starts-with-byte-order-mark')],
      'payload-utf-16: a payload in UTF-16': [GET, by('encodes-payload-in-utf-16')],
      'data-stray-bits: SVC-DATA with stray bits in its last character': [
        getRequest(`${TRADING}/operations/op-123`),
        by('leaves-stray-bits-in-data'),
      ],
      'signature-stray-bits: SVC-SIGN with stray bits in its last character': [
        GET,
        by('leaves-stray-bits-in-signature'),
      ],
      'header-twice: SVC-SIGN twice with the same value': [GET, by('sends-signature-twice')],
      'header-twice-right-first: SVC-IDEMPOTENCY-KEY twice, the signed value first': [
        POST,
        onHeaders((headers) => [...headers, [HEADER.idempotencyKey, 'order-2024-05-01-000124']]),
      ],
      'header-twice-right-last: SVC-IDEMPOTENCY-KEY twice, the signed value last': [
        POST,
        onHeaders((headers) => [[HEADER.idempotencyKey, 'order-2024-05-01-000124'], ...headers]),
      ],
      'timestamp-leading-zero: SVC-TIMESTAMP with a zero at the start': [GET, replaced(HEADER.timestamp, `0${NOW_MS}`)],
      'parameter-in-two-spellings: a parameter twice, once with its name percent-encoded': [
        getRequest(`${TRADING}/deals?limit=1&%6Cimit=2`),
      ],
      'parameter-in-two-cases: two parameters that differ in the case of their names': [
        getRequest(`${TRADING}/deals?limit=1&LIMIT=2`),
      ],
    }),
    ...statedBy(
      'both ends of the window belong to it',
      true,
      requests({
        'window-edge-behind: a timestamp exactly as old as the window is wide': [
          { ...GET, timestampMs: NOW_MS - WINDOW_MS },
        ],
        'window-edge-ahead: a timestamp exactly as far ahead as the window is wide': [
          { ...GET, timestampMs: NOW_MS + WINDOW_MS },
        ],
      }),
    ),
    ...statedBy(
      'a key has expired from expiresAtMs on',
      false,
      requests({
        'key-at-its-expiry: a key at the very moment of its expiry': [
          { ...GET, apiKey: 'key-expiring-now-e2b6' },
          { key: SECOND_KEY },
        ],
      }),
    ),
    ...statedBy(
      'accounts are compared as whole texts',
      false,
      requests({ 'account-leading-zero: a permitted account with a zero before it': [getRequest(ZERO_FIRST)] }),
    ),
    ...texts(
      'check-timestamp',
      { 'check-timestamp-leading-zero: a timestamp with a zero at the start': { text: `0${NOW_MS}` } },
      'timestamp-leading-zero',
    ),
    ...texts('check-constraint', {
      'zeros-beyond: zeros beyond the permitted digits: "at most" may count them or not': {
        value: '1.0725000',
        digits: 5,
      },
      'step-from-minimum: a volume that is on the step from zero and not from the minimum': {
        value: '0.10',
        min: '0.05',
        step: '0.1',
      },
      'step-from-zero: a volume that is on the step from the minimum and not from zero': {
        value: '0.15',
        min: '0.05',
        step: '0.1',
      },
    }),
    ...statedBy(
      'a value that is no decimal of the grammar breaks every constraint',
      false,
      texts('check-constraint', {
        'value-with-exponent: a volume with an exponent': { value: '1e0', min: '0.01', max: '50', step: '0.01' },
        'value-with-exponent-and-digits: a price with an exponent': { value: '1e3', digits: 2 },
        'value-with-plus: a volume with a plus sign': { value: '+1', min: '0.01', max: '50' },
        'value-with-leading-zero: a volume with a zero before it': { value: '01', min: '0.01', max: '50' },
        'value-with-bare-point: a volume without a digit before the point': { value: '.5', min: '0.01', max: '50' },
        'value-with-blank: a volume with a blank before it': { value: ' 1', min: '0.01', max: '50' },
      }),
    ),
  ],
};
