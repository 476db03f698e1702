// Correct requests in every form that a verifier must accept: the twins of what it must refuse.

import { COMPRESSED } from '../compressed.js';
import { DIGITS_KEY, SECOND_KEY } from '../keys.js';
import { seededBytes } from '../seeded.js';
import { accepted, onHeaders, type VerifyDraft, writing } from './deliver.js';
import { CONFIGURATION, getRequest, NOW_MS, ORDER_BODY, postRequest, STREAMS, TRADING } from './requests.js';

const GET = getRequest(`${CONFIGURATION}/limits`);
const POST = postRequest();

const entries = (fields: Readonly<Record<string, unknown>>): [string, unknown][] => Object.entries(fields);

export const ACCEPTED: readonly VerifyDraft[] = [
  ...accepted(['Plain', 'EmptyIdempotencyKey'], { 'get: a correct read': [GET] }),
  ...accepted(['Plain'], { 'post: a correct order': [POST] }),
  ...accepted(['Handshake'], { 'handshake: a correct handshake': [getRequest(`${STREAMS}/events`)] }),
  ...accepted(['KeyChoice'], {
    'second-key: a request of the second key': [{ ...POST, apiKey: SECOND_KEY.apiKey }, { key: SECOND_KEY }],
    'digits-key: a request of a key whose identifier is digits': [
      { ...GET, apiKey: DIGITS_KEY.apiKey },
      { key: DIGITS_KEY },
    ],
  }),
  ...accepted(['KeyRegistry'], {
    'expiring-key: a key that expires tomorrow': [{ ...POST, apiKey: 'key-expiring-04be' }, { key: SECOND_KEY }],
    'soon-expiring-key: a key that expires in a second': [
      { ...POST, apiKey: 'key-soon-expiring-d70f' },
      { key: SECOND_KEY },
    ],
  }),
  ...accepted(['Access'], {
    'read-only-get: a read by a key that may read alone': [
      { ...GET, apiKey: 'key-readonly-c6d1' },
      { key: SECOND_KEY },
    ],
    'trade-only-post: an order by a key that may trade alone': [
      { ...POST, apiKey: 'key-tradeonly-83e4' },
      { key: SECOND_KEY },
    ],
    'source-ipv6: the other permitted source address': [GET, { source: '2001:db8::10' }],
    'second-account: the other permitted account': [getRequest('/v1/configuration/accounts/1000043/limits')],
  }),
  ...accepted(['Clock'], {
    'skew-behind: a clock that is 4 seconds behind, inside the window': [{ ...GET, timestampMs: NOW_MS - 4000 }],
    'skew-ahead: a clock that is 4 seconds ahead, inside the window': [{ ...GET, timestampMs: NOW_MS + 4000 }],
    'skew-ahead-post: an order of a clock that is a second ahead': [{ ...POST, timestampMs: NOW_MS + 1000 }],
  }),
  ...accepted(['IdempotencyKeyGrammar'], {
    'key-of-5: the shortest idempotency key': [{ ...POST, idempotencyKey: 'aB3-5' }],
    'key-of-128: the longest idempotency key': [{ ...POST, idempotencyKey: 'k'.repeat(128) }],
    'key-of-128-mixed: the longest idempotency key, of letters, digits and marks': [
      { ...POST, idempotencyKey: 'aZ09.~_-'.repeat(16) },
    ],
    'key-of-100: an idempotency key of a hundred characters': [{ ...POST, idempotencyKey: 'order-2024'.repeat(10) }],
    'key-of-marks: a key of the four marks': [{ ...POST, idempotencyKey: '._-~.' }],
    'key-of-uuid: a UUID as idempotency key': [{ ...POST, idempotencyKey: '0b7e4f5a-3c1d-4e2f-9a6b-8c7d6e5f4a3b' }],
    'key-of-dots: a key of words with dots between them': [{ ...POST, idempotencyKey: 'desk.7.order' }],
    'key-of-underscores: a key of words with underscores between them': [{ ...POST, idempotencyKey: 'desk_7_order' }],
    'key-of-tildes: a key of words with tildes between them': [{ ...POST, idempotencyKey: 'desk~7~order' }],
    'key-of-words: a key of words with marks between them': [{ ...POST, idempotencyKey: 'desk_7.order~2024-05' }],
  }),
  ...accepted(['BinaryBody'], {
    'body-binary: a body that is no text': [postRequest(seededBytes('verify-body', 50))],
  }),
  ...accepted(['ExactBody'], {
    'body-pretty: an indented body': [postRequest(JSON.stringify(JSON.parse(ORDER_BODY), undefined, 2))],
  }),
  ...accepted(['Method'], {
    'delete: DELETE without a body': [postRequest('', { method: 'DELETE', path: `${TRADING}/orders/4711` })],
  }),
  ...accepted(['NonAscii'], {
    'get-non-ascii: a target with letters beyond ASCII, plain in the payload': [
      getRequest(`${CONFIGURATION}/instruments?name=Zürich€`),
    ],
    'get-non-ascii-escaped: the same target, in \\u escapes in the payload': [
      getRequest(`${CONFIGURATION}/instruments?name=Zürich€🪙`),
      writing((fields) =>
        JSON.stringify(fields).replace(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
      ),
    ],
    'get-decomposed: a target with a decomposed letter': [getRequest(`${CONFIGURATION}/instruments?name=Zu\u0308rich`)],
  }),
  ...accepted(['CompressedBody'], {
    'body-gzip: a body that is compressed by gzip, and hashed so': [postRequest(COMPRESSED.gzip)],
  }),
  ...accepted(['FreeForm'], {
    'payload-all-escaped: a payload with every letter of its values as \\u escape': [
      GET,
      writing((fields) =>
        JSON.stringify(fields).replace(/(?<=:")[^"]+(?=")/g, (value) =>
          Array.from(value, (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`).join(''),
        ),
      ),
    ],
    'payload-pretty: a payload with indentation': [POST, writing((fields) => JSON.stringify(fields, undefined, 2))],
    'payload-spaced: a payload with blanks': [
      POST,
      writing(
        (fields) =>
          `{ ${entries(fields)
            .map(([name, value]) => `"${name}" : ${JSON.stringify(value)}`)
            .join(' , ')} }`,
      ),
    ],
    'payload-sorted: a payload with sorted members': [
      POST,
      writing((fields) => JSON.stringify(Object.fromEntries(entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))))),
    ],
    'payload-reversed: a payload with its members in reverse order': [
      POST,
      writing((fields) => JSON.stringify(Object.fromEntries(entries(fields).toReversed()))),
    ],
    'payload-escaped-slashes: a payload with \\/ for slashes': [
      POST,
      writing((fields) => JSON.stringify(fields).replaceAll('/', '\\/')),
    ],
    'payload-escaped-letters: a payload with \\u escapes': [
      POST,
      writing((fields) => JSON.stringify(fields).replace('POST', '\\u0050OS\\u0054')),
    ],
    'payload-surrounded: white space around the payload': [
      POST,
      writing((fields) => `\n ${JSON.stringify(fields)}\r\n`),
    ],
    'headers-small: header names in small letters, as HTTP/2 has them': [
      GET,
      onHeaders((headers) => headers.map(([name, value]) => [name.toLowerCase(), value])),
    ],
    'headers-mixed: header names in mixed case': [
      GET,
      onHeaders((headers) =>
        headers.map(([name, value]) => [name.replace(/\B[A-Z]/g, (letter) => letter.toLowerCase()), value]),
      ),
    ],
    'headers-reversed: the headers in reverse order': [GET, onHeaders((headers) => headers.toReversed())],
    'headers-among-others: other headers before and after': [
      GET,
      onHeaders((headers) => [['Host', 'api.example.test'], ...headers, ['Accept', '*/*']]),
    ],
  }),
];
