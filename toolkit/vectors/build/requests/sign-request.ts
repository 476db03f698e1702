// Requests to headers: every method, body, key and clock that a client meets. Query and path have a file of their own.
import { unhex } from '../../../signing/keys/der.js';
import { PrivateKey } from '../../../signing/keys/private-key.js';
import { createSigner, signRequest } from '../../../signing/sign.js';
import type { VectorKey } from '../../model.js';
import type { SignRequestInput } from '../../operations.js';
import type { FileDraft, GroupDraft } from '../draft.js';
import { DIGITS_KEY, MAIN_KEY, SECOND_KEY } from '../keys.js';
import { search } from '../seeded.js';
import { CONFIGURATION, getRequest, NOW_MS, ORDER_BODY, postRequest, STREAMS, TRADING } from './requests.js';
import { SIGN_BODIES, type SignDraft, tests } from './sign-bodies.js';

const dataOf = (key: VectorKey, input: SignRequestInput): string =>
  signRequest(createSigner(new PrivateKey(unhex(key.seed))), { ...input, body: unhex(input.body) }).data;

/** The first read whose SVC-DATA is of this kind. */
const readWith = (accept: (data: string) => boolean): SignRequestInput =>
  getRequest(search(`${TRADING}/operations/op-*`, (path) => accept(dataOf(MAIN_KEY, getRequest(path)))));

const reads: readonly SignDraft[] = [
  ...tests(['Plain', 'EmptyBody', 'EmptyIdempotencyKey'], {
    'get-limits: a read without query: the plainest request': getRequest(`${CONFIGURATION}/limits`),
  }),
  ...tests(['Plain'], {
    'get-account: account configuration': getRequest(`${CONFIGURATION}/account`),
    'get-instruments: the list of instruments': getRequest(`${CONFIGURATION}/instruments`),
  }),
  ...tests(['Plain', 'PathExact'], {
    'get-conditions: conditions of an instrument: a path with capitals': getRequest(
      `${CONFIGURATION}/instruments/EURUSD/conditions`,
    ),
  }),
  ...tests(['Plain'], {
    'get-operation: status of an operation': getRequest(`${TRADING}/operations/0f8fad5b-d9cb-469f-a165-70867728950e`),
  }),
  ...tests(['NonAscii', 'PathExact'], {
    'get-non-ascii: a path with letters beyond ASCII, sent plain': getRequest(
      `${CONFIGURATION}/instruments/Öl/conditions`,
    ),
    'get-non-ascii-query: a query with letters beyond Latin-1, sent plain': getRequest(
      `${CONFIGURATION}/instruments?name=Łódź€`,
    ),
  }),
  ...tests(['Handshake', 'EmptyBody'], {
    'handshake-events: handshake of the events stream: a signed GET of exactly this path': getRequest(
      `${STREAMS}/events`,
    ),
    'handshake-ticks: handshake of the ticks stream': getRequest(`${STREAMS}/ticks`),
  }),
  ...tests(['DataEncoding'], {
    'data-length-0: SVC-DATA whose length is a multiple of 4: no encoder pads it': readWith(
      (data) => data.length % 4 === 0,
    ),
    'data-length-2: SVC-DATA that other encoders pad with two characters': readWith((data) => data.length % 4 === 2),
    'data-length-3: SVC-DATA that other encoders pad with one character': readWith((data) => data.length % 4 === 3),
    'data-with-underscore: SVC-DATA with "_", which the standard alphabet writes as "/"': getRequest(
      search(`${CONFIGURATION}/limits?n=*&q=??`, (path) => dataOf(MAIN_KEY, getRequest(path)).includes('_')),
    ),
    // Three of these in a row make one mark of the alphabet wherever they stand, so that twelve make three at least.
    'data-with-more-marks: SVC-DATA with several "_" and "-"': getRequest(
      `${CONFIGURATION}/limits?q=????????????&n=~~~~~~~~~~~~`,
    ),
    'data-with-marks-again: SVC-DATA with several "-" and "_", in the other order': getRequest(
      `${CONFIGURATION}/account?n=~~~~~~~~~~~~~&q=?????????????`,
    ),
    'data-with-hyphen: SVC-DATA with "-", which the standard alphabet writes as "+"': getRequest(
      search(`${CONFIGURATION}/limits?n=*&q=~~>`, (path) => dataOf(MAIN_KEY, getRequest(path)).includes('-')),
    ),
  }),
];

const at = (timestampMs: number): SignRequestInput => getRequest(`${CONFIGURATION}/limits`, { timestampMs });
const keyed = (idempotencyKey: string): SignRequestInput => postRequest(ORDER_BODY, { idempotencyKey });

const rest: readonly SignDraft[] = [
  ...tests(['Method', 'EmptyBody'], {
    'delete: DELETE with key and without body': postRequest('', { method: 'DELETE', path: `${TRADING}/orders/4711` }),
  }),
  ...tests(['Method', 'ExactBody'], {
    'delete-with-body: DELETE with a body, which is hashed like any other': postRequest('{"reason":"cancel"}', {
      method: 'DELETE',
      path: `${TRADING}/orders/4711`,
    }),
  }),
  ...tests(['Method'], {
    'put: PUT': postRequest('{"price":"1.07300"}', { method: 'PUT', path: `${TRADING}/orders/4711` }),
    'patch: PATCH': postRequest('{"price":"1.07300"}', { method: 'PATCH', path: `${TRADING}/orders/4711` }),
  }),
  ...tests(['IdempotencyKeyGrammar'], {
    'key-of-5: the shortest idempotency key': keyed('aB3-5'),
    'key-of-128: the longest idempotency key': keyed('k'.repeat(127).concat('9')),
    'key-of-marks: a key of the four marks': keyed('._-~._-~'),
    'key-uuid: a UUID as key': keyed('7c9e6679-7425-40de-944b-e07fc1f90ae7'),
    'key-of-digits: a key of digits, which stays text': keyed('000123'),
    'key-like-null: a key that spells null': keyed('null-null'),
  }),
  ...tests(['TimestampForm'], {
    'clock-round: a timestamp that ends in zeros': at(1714564800000),
    'clock-odd: a timestamp with every digit': at(1987654321098),
    'clock-beyond-32-bits: a timestamp far beyond 32 bits, in 2262': at(9223372036854),
    'clock-early: a timestamp of 2001, one digit from a shorter one': at(1000000000000),
  }),
  ...tests(['Clock'], {
    'clock-next-millisecond: the same read one millisecond later has another signature': at(NOW_MS + 1),
  }),
];

const main: GroupDraft<'sign-request'> = {
  type: 'sign-request',
  comment: 'requests of the main key',
  context: { key: MAIN_KEY },
  tests: [...reads, ...SIGN_BODIES, ...rest],
};

const group = (key: VectorKey, comment: string, name: string): GroupDraft<'sign-request'> => ({
  type: 'sign-request',
  comment,
  context: { key },
  tests: tests(['KeyChoice'], {
    [`${name}-get: a read`]: getRequest(`${CONFIGURATION}/limits`, { apiKey: key.apiKey }),
    [`${name}-post: an order`]: postRequest(ORDER_BODY, { apiKey: key.apiKey }),
  }),
});

const ofKey = (apiKey: string): SignRequestInput => getRequest(`${CONFIGURATION}/limits`, { apiKey });

const apiKeys: GroupDraft<'sign-request'> = {
  type: 'sign-request',
  comment: 'identifiers of API keys that need care: the format is left open, so nothing may be assumed',
  context: { key: SECOND_KEY },
  tests: tests(['KeyChoice'], {
    'api-key-uuid: a UUID': ofKey('123e4567-e89b-12d3-a456-426614174000'),
    'api-key-capitals: letters of both cases': ofKey('AKxYz0AbCdEf'),
    'api-key-marks: characters of base64': ofKey('pk+live/0a=='),
    'api-key-quote: a character that JSON escapes': ofKey('pk"quoted\\key'),
    'api-key-long: 200 characters': ofKey('k'.repeat(200)),
    'api-key-short: one character': ofKey('k'),
  }),
};

export const SIGN_REQUEST: FileDraft = {
  name: 'sign-request',
  algorithm: 'SVC-REQUEST',
  header: [
    'Make the six headers of a request. SVC-DATA is judged by decoding it and comparing its members, SVC-SIGN by verifying it',
    'over the bytes of SVC-DATA; "expected" shows one correct answer with all its stages.',
  ],
  groups: [
    main,
    group(SECOND_KEY, 'requests of the second key', 'second-key'),
    group(DIGITS_KEY, 'requests of a key whose identifier is digits', 'digits-key'),
    apiKeys,
  ],
};
