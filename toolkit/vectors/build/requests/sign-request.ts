// Requests to headers: every method, body, key and clock that a client meets. Query and path have a file of their own.
import { unhex } from '../../../signing/keys/der.js';
import { PrivateKey } from '../../../signing/keys/private-key.js';
import { createSigner, signRequest } from '../../../signing/sign.js';
import type { VectorKey } from '../../model.js';
import type { SignRequestInput } from '../../operations.js';
import type { FileDraft, GroupDraft } from '../draft.js';
import { DIGITS_KEY, MAIN_KEY, SECOND_KEY } from '../keys.js';
import { search } from '../seeded.js';
import { ACCOUNT, CONFIGURATION, getRequest, NOW_MS, ORDER_BODY, postRequest, STREAMS, TRADING } from './requests.js';
import { SIGN_BODIES, type SignDraft, test } from './sign-bodies.js';

const dataOf = (key: VectorKey, input: SignRequestInput): string =>
  signRequest(createSigner(new PrivateKey(unhex(key.seed))), { ...input, body: unhex(input.body) }).data;

/** A read whose SVC-DATA has a length of `rest` more than a multiple of 4 (0, 2, 3), or shows a character. */
const readWith = (accept: (data: string) => boolean): SignRequestInput =>
  getRequest(search(`${TRADING}/operations/op-*`, (path) => accept(dataOf(MAIN_KEY, getRequest(path)))));

const reads: readonly SignDraft[] = [
  test(
    'get-limits',
    'a read without query: the plainest request',
    ['Plain', 'EmptyBody', 'EmptyIdempotencyKey'],
    getRequest(`${CONFIGURATION}/limits`),
  ),
  test('get-account', 'account configuration', ['Plain'], getRequest(`${CONFIGURATION}/account`)),
  test('get-instruments', 'the list of instruments', ['Plain'], getRequest(`${CONFIGURATION}/instruments`)),
  test(
    'get-conditions',
    'conditions of an instrument: a path with capitals',
    ['Plain', 'PathExact'],
    getRequest(`${CONFIGURATION}/instruments/EURUSD/conditions`),
  ),
  test(
    'get-operation',
    'status of an operation',
    ['Plain'],
    getRequest(`${TRADING}/operations/0f8fad5b-d9cb-469f-a165-70867728950e`),
  ),
  test(
    'handshake-events',
    'handshake of the events stream: a signed GET of exactly this path',
    ['Handshake', 'EmptyBody'],
    getRequest(`${STREAMS}/events`),
  ),
  test('handshake-ticks', 'handshake of the ticks stream', ['Handshake', 'EmptyBody'], getRequest(`${STREAMS}/ticks`)),
  test(
    'data-length-0',
    'SVC-DATA whose length is a multiple of 4: no encoder pads it',
    ['DataEncoding'],
    readWith((data) => data.length % 4 === 0),
  ),
  test(
    'data-length-2',
    'SVC-DATA that other encoders pad with two characters',
    ['DataEncoding'],
    readWith((data) => data.length % 4 === 2),
  ),
  test(
    'data-length-3',
    'SVC-DATA that other encoders pad with one character',
    ['DataEncoding'],
    readWith((data) => data.length % 4 === 3),
  ),
  test(
    'data-with-underscore',
    'SVC-DATA with "_", which the standard alphabet writes as "/"',
    ['DataEncoding'],
    getRequest(search(`${CONFIGURATION}/limits?n=*&q=??`, (path) => dataOf(MAIN_KEY, getRequest(path)).includes('_'))),
  ),
  test(
    'data-with-hyphen',
    'SVC-DATA with "-", which the standard alphabet writes as "+"',
    ['DataEncoding'],
    getRequest(search(`${CONFIGURATION}/limits?n=*&q=~~>`, (path) => dataOf(MAIN_KEY, getRequest(path)).includes('-'))),
  ),
];

const rest: readonly SignDraft[] = [
  test(
    'delete',
    'DELETE with key and without body',
    ['Method', 'EmptyBody'],
    postRequest('', { method: 'DELETE', path: `${TRADING}/orders/4711` }),
  ),
  test(
    'delete-with-body',
    'DELETE with a body, which is hashed like any other',
    ['Method', 'ExactBody'],
    postRequest('{"reason":"cancel"}', { method: 'DELETE', path: `${TRADING}/orders/4711` }),
  ),
  test('put', 'PUT', ['Method'], postRequest('{"price":"1.07300"}', { method: 'PUT', path: `${TRADING}/orders/4711` })),
  test(
    'patch',
    'PATCH',
    ['Method'],
    postRequest('{"price":"1.07300"}', { method: 'PATCH', path: `${TRADING}/orders/4711` }),
  ),
  test(
    'key-of-5',
    'the shortest idempotency key',
    ['IdempotencyKeyGrammar'],
    postRequest(ORDER_BODY, { idempotencyKey: 'aB3-5' }),
  ),
  test(
    'key-of-128',
    'the longest idempotency key',
    ['IdempotencyKeyGrammar'],
    postRequest(ORDER_BODY, { idempotencyKey: 'k'.repeat(127).concat('9') }),
  ),
  test(
    'key-of-marks',
    'a key of the four marks',
    ['IdempotencyKeyGrammar'],
    postRequest(ORDER_BODY, { idempotencyKey: '._-~._-~' }),
  ),
  test(
    'key-uuid',
    'a UUID as key',
    ['IdempotencyKeyGrammar'],
    postRequest(ORDER_BODY, { idempotencyKey: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }),
  ),
  test(
    'key-of-digits',
    'a key of digits, which stays text',
    ['IdempotencyKeyGrammar'],
    postRequest(ORDER_BODY, { idempotencyKey: '000123' }),
  ),
  test(
    'key-like-null',
    'a key that spells null',
    ['IdempotencyKeyGrammar'],
    postRequest(ORDER_BODY, { idempotencyKey: 'null-null' }),
  ),
  test(
    'clock-round',
    'a timestamp that ends in zeros',
    ['TimestampForm'],
    getRequest(`${CONFIGURATION}/limits`, { timestampMs: 1714564800000 }),
  ),
  test(
    'clock-odd',
    'a timestamp with every digit',
    ['TimestampForm'],
    getRequest(`${CONFIGURATION}/limits`, { timestampMs: 1987654321098 }),
  ),
  test(
    'clock-beyond-32-bits',
    'a timestamp far beyond 32 bits, in 2262',
    ['TimestampForm'],
    getRequest(`${CONFIGURATION}/limits`, { timestampMs: 9223372036854 }),
  ),
  test(
    'clock-early',
    'a timestamp of 2001, one digit from a shorter one',
    ['TimestampForm'],
    getRequest(`${CONFIGURATION}/limits`, { timestampMs: 1000000000000 }),
  ),
  test(
    'clock-next-millisecond',
    'the same read one millisecond later has another signature',
    ['Clock'],
    getRequest(`${CONFIGURATION}/limits`, { timestampMs: NOW_MS + 1 }),
  ),
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
  tests: [
    test(`${name}-get`, 'a read', ['KeyChoice'], getRequest(`${CONFIGURATION}/limits`, { apiKey: key.apiKey })),
    test(`${name}-post`, 'an order', ['KeyChoice'], postRequest(ORDER_BODY, { apiKey: key.apiKey })),
  ],
});

const apiKeys: GroupDraft<'sign-request'> = {
  type: 'sign-request',
  comment: 'identifiers of API keys that need care: the format is left open, so nothing may be assumed',
  context: { key: SECOND_KEY },
  tests: [
    ['api-key-uuid', 'a UUID', '123e4567-e89b-12d3-a456-426614174000'],
    ['api-key-capitals', 'letters of both cases', 'AKxYz0AbCdEf'],
    ['api-key-marks', 'characters of base64', 'pk+live/0a=='],
    ['api-key-quote', 'a character that JSON escapes', 'pk"quoted\\key'],
    ['api-key-long', '200 characters', 'k'.repeat(200)],
    ['api-key-short', 'one character', 'k'],
  ].map(([id = '', comment = '', apiKey = '']) =>
    test(id, comment, ['KeyChoice'], getRequest(`/v1/configuration/accounts/${ACCOUNT}/limits`, { apiKey })),
  ),
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
