// Correct requests in every form that a verifier must accept: the twins of what it must refuse.

import { DIGITS_KEY, SECOND_KEY } from '../keys.js';
import { seededBytes } from '../seeded.js';
import { accepted, onHeaders, type VerifyDraft, writing } from './deliver.js';
import { CONFIGURATION, getRequest, NOW_MS, ORDER_BODY, postRequest, STREAMS, TRADING } from './requests.js';

const GET = getRequest(`${CONFIGURATION}/limits`);
const POST = postRequest();

const entries = (fields: Readonly<Record<string, unknown>>): [string, unknown][] => Object.entries(fields);

export const ACCEPTED: readonly VerifyDraft[] = [
  accepted('get', 'a correct read', ['Plain', 'EmptyIdempotencyKey'], GET),
  accepted('post', 'a correct order', ['Plain'], POST),
  accepted('handshake', 'a correct handshake', ['Handshake'], getRequest(`${STREAMS}/events`)),
  accepted(
    'second-key',
    'a request of the second key',
    ['KeyChoice'],
    { ...POST, apiKey: SECOND_KEY.apiKey },
    { key: SECOND_KEY },
  ),
  accepted(
    'digits-key',
    'a request of a key whose identifier is digits',
    ['KeyChoice'],
    { ...GET, apiKey: DIGITS_KEY.apiKey },
    { key: DIGITS_KEY },
  ),
  accepted(
    'expiring-key',
    'a key that expires tomorrow',
    ['KeyRegistry'],
    { ...POST, apiKey: 'key-expiring-04be' },
    { key: SECOND_KEY },
  ),
  accepted(
    'read-only-get',
    'a read by a key that may read alone',
    ['Access'],
    { ...GET, apiKey: 'key-readonly-c6d1' },
    { key: SECOND_KEY },
  ),
  accepted('source-ipv6', 'the other permitted source address', ['Access'], GET, { source: '2001:db8::10' }),
  accepted(
    'second-account',
    'the other permitted account',
    ['Access'],
    getRequest('/v1/configuration/accounts/1000043/limits'),
  ),
  accepted('skew-behind', 'a clock that is 4 seconds behind, inside the window', ['Clock'], {
    ...GET,
    timestampMs: NOW_MS - 4000,
  }),
  accepted('skew-ahead', 'a clock that is 4 seconds ahead, inside the window', ['Clock'], {
    ...GET,
    timestampMs: NOW_MS + 4000,
  }),
  accepted('key-of-5', 'the shortest idempotency key', ['IdempotencyKeyGrammar'], { ...POST, idempotencyKey: 'aB3-5' }),
  accepted('key-of-128', 'the longest idempotency key', ['IdempotencyKeyGrammar'], {
    ...POST,
    idempotencyKey: 'k'.repeat(128),
  }),
  accepted('key-of-marks', 'a key of the four marks', ['IdempotencyKeyGrammar'], { ...POST, idempotencyKey: '._-~.' }),
  accepted('body-binary', 'a body that is no text', ['BinaryBody'], postRequest(seededBytes('verify-body', 50))),
  accepted(
    'body-pretty',
    'an indented body',
    ['ExactBody'],
    postRequest(JSON.stringify(JSON.parse(ORDER_BODY), undefined, 2)),
  ),
  accepted(
    'delete',
    'DELETE without a body',
    ['Method'],
    postRequest('', { method: 'DELETE', path: `${TRADING}/orders/4711` }),
  ),
  accepted(
    'payload-pretty',
    'a payload with indentation',
    ['FreeForm'],
    POST,
    writing((fields) => JSON.stringify(fields, undefined, 2)),
  ),
  accepted(
    'payload-spaced',
    'a payload with blanks',
    ['FreeForm'],
    POST,
    writing(
      (fields) =>
        `{ ${entries(fields)
          .map(([name, value]) => `"${name}" : ${JSON.stringify(value)}`)
          .join(' , ')} }`,
    ),
  ),
  accepted(
    'payload-sorted',
    'a payload with sorted members',
    ['FreeForm'],
    POST,
    writing((fields) => JSON.stringify(Object.fromEntries(entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))))),
  ),
  accepted(
    'payload-reversed',
    'a payload with its members in reverse order',
    ['FreeForm'],
    POST,
    writing((fields) => JSON.stringify(Object.fromEntries(entries(fields).toReversed()))),
  ),
  accepted(
    'payload-escaped-slashes',
    'a payload with \\/ for slashes',
    ['FreeForm'],
    POST,
    writing((fields) => JSON.stringify(fields).replaceAll('/', '\\/')),
  ),
  accepted(
    'payload-escaped-letters',
    'a payload with \\u escapes',
    ['FreeForm'],
    POST,
    writing((fields) => JSON.stringify(fields).replace('POST', '\\u0050OS\\u0054')),
  ),
  accepted(
    'payload-surrounded',
    'white space around the payload',
    ['FreeForm'],
    POST,
    writing((fields) => `\n ${JSON.stringify(fields)}\r\n`),
  ),
  accepted(
    'headers-small',
    'header names in small letters, as HTTP/2 has them',
    ['FreeForm'],
    GET,
    onHeaders((headers) => headers.map(([name, value]) => [name.toLowerCase(), value])),
  ),
  accepted(
    'headers-mixed',
    'header names in mixed case',
    ['FreeForm'],
    GET,
    onHeaders((headers) =>
      headers.map(([name, value]) => [name.replace(/\B[A-Z]/g, (letter) => letter.toLowerCase()), value]),
    ),
  ),
  accepted(
    'headers-reversed',
    'the headers in reverse order',
    ['FreeForm'],
    GET,
    onHeaders((headers) => headers.toReversed()),
  ),
  accepted(
    'headers-among-others',
    'other headers before and after',
    ['FreeForm'],
    GET,
    onHeaders((headers) => [['Host', 'api.example.test'], ...headers, ['Accept', '*/*']]),
  ),
];
