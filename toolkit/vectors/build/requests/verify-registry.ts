// Correctly signed requests that the registry, the access rules or the clock must refuse (interface 5.3, rules 8 to 10).

import { SECOND_KEY } from '../keys.js';
import { refused, type VerifyDraft } from './deliver.js';
import { CONFIGURATION, getRequest, NOW_MS, postRequest, STREAMS, TRADING } from './requests.js';

const GET = getRequest(`${CONFIGURATION}/limits`);
const POST = postRequest();

const HOUR_MS = 3_600_000;

export const REFUSED_BY_REGISTRY: readonly VerifyDraft[] = [
  ...refused(['KeyRegistry'], 'api-key-unknown', {
    'unknown-key: a key that is not registered': [{ ...GET, apiKey: 'key-nobody-0000' }],
  }),
  ...refused(['KeyRegistry'], 'api-key-expired', {
    'expired-key: a key that expired yesterday': [{ ...GET, apiKey: 'key-expired-91ac' }, { key: SECOND_KEY }],
    'expired-key-post: an order by a key that expired yesterday': [
      { ...POST, apiKey: 'key-expired-91ac' },
      { key: SECOND_KEY },
    ],
  }),
  ...refused(['KeyRegistry', 'SignatureForgery'], 'signed-other-key', {
    'signed-by-second-key: a request of the main key that the second key signed': [GET, { key: SECOND_KEY }],
    'signed-by-main-key: a request of the second key that the main key signed': [{ ...GET, apiKey: SECOND_KEY.apiKey }],
  }),
  ...refused(['Access'], 'account-not-permitted', {
    'foreign-account: an account that the key may not use': [getRequest('/v1/configuration/accounts/2000001/limits')],
    'foreign-account-post: an order on an account that the key may not use': [
      postRequest(undefined, { path: '/v1/trading/accounts/2000001/orders' }),
    ],
  }),
  ...refused(['Access'], 'account-not-permitted', {
    'account-prefix: an account whose identifier a permitted one begins with': [
      getRequest('/v1/configuration/accounts/100004/limits'),
    ],
    'account-longer: an account whose identifier begins with a permitted one': [
      getRequest('/v1/configuration/accounts/10000421/limits'),
    ],
    'account-longer-post: an order on an account that begins with a permitted one': [
      postRequest(undefined, { path: '/v1/trading/accounts/1000042-2/orders' }),
    ],
    'account-suffix: an account whose identifier ends with a permitted one': [
      getRequest('/v1/configuration/accounts/91000042/limits'),
    ],
    'account-same-double: an account that is the same double as a permitted one': [
      getRequest('/v1/configuration/accounts/9007199254740992/limits'),
    ],
    'account-same-double-post: an order on an account that is the same double as a permitted one': [
      postRequest(undefined, { path: '/v1/trading/accounts/9007199254740992/orders' }),
    ],
    'account-in-query: a foreign account, with a permitted one in the query': [
      getRequest('/v1/configuration/accounts/2000001/limits?account=1000042&path=/accounts/1000042/'),
    ],
  }),
  ...refused(['Access'], 'source-not-permitted', {
    'source-prefix: a source address that a permitted one begins with': [GET, { source: '192.0.2.1' }],
    'source-longer: a source address that begins with a permitted one': [GET, { source: '192.0.2.100' }],
    'source-neighbour: a source address of the same network': [POST, { source: '192.0.2.11' }],
    'source-ipv6-longer: a source address of IPv6 that begins with a permitted one': [
      POST,
      { source: '2001:db8::100' },
    ],
  }),
  ...refused(['Access'], 'scope-not-permitted', {
    'read-only-put: a replacement by a key that may read alone': [
      postRequest(undefined, { method: 'PUT', path: `${TRADING}/orders/4711`, apiKey: 'key-readonly-c6d1' }),
      { key: SECOND_KEY },
    ],
  }),
  ...refused(['KeyRegistry'], 'api-key-expired', {
    'expired-key-handshake: a handshake by a key that expired yesterday': [
      { ...getRequest(`${STREAMS}/events`), apiKey: 'key-expired-91ac' },
      { key: SECOND_KEY },
    ],
    'just-expired-key: a key that expired a second ago': [
      { ...GET, apiKey: 'key-just-expired-5be2' },
      { key: SECOND_KEY },
    ],
    'just-expired-key-post: an order by a key that expired a second ago': [
      { ...POST, apiKey: 'key-just-expired-5be2' },
      { key: SECOND_KEY },
    ],
    'expired-since-signing: a key that has expired since the read was signed': [
      { ...GET, apiKey: 'key-just-expired-5be2', timestampMs: NOW_MS - 3000 },
      { key: SECOND_KEY },
    ],
    'expired-since-signing-post: a key that has expired since the order was signed': [
      { ...POST, apiKey: 'key-just-expired-5be2', timestampMs: NOW_MS - 4000 },
      { key: SECOND_KEY },
    ],
  }),
  ...refused(['KeyRegistry'], 'api-key-unknown', {
    'key-prefix: an identifier that a registered one begins with': [{ ...GET, apiKey: 'key-main' }],
    'key-shorter: an identifier that a registered one begins with, on an order': [{ ...POST, apiKey: 'key-main-7f3' }],
    'key-longer: an identifier that begins with a registered one': [{ ...POST, apiKey: 'key-main-7f3a-2' }],
    'key-capitals: a registered identifier in capitals, in both places': [{ ...POST, apiKey: 'KEY-MAIN-7F3A' }],
    'unknown-key-handshake: a handshake by a key that is not registered': [
      { ...getRequest(`${STREAMS}/events`), apiKey: 'key-nobody-0000' },
    ],
  }),
  ...refused(['Access', 'Handshake'], 'account-not-permitted', {
    'foreign-account-handshake: a stream of an account that the key may not use': [
      getRequest('/v1/server-events/accounts/2000001/ws/events'),
    ],
  }),
  ...refused(['Access'], 'source-not-permitted', {
    'foreign-source: a source address that is not permitted': [GET, { source: '198.51.100.7' }],
    'foreign-source-ipv6: another source address that is not permitted': [POST, { source: '2001:db8::11' }],
  }),
  ...refused(['Access'], 'scope-not-permitted', {
    'read-only-post: an order by a key that may read alone': [
      { ...POST, apiKey: 'key-readonly-c6d1' },
      { key: SECOND_KEY },
    ],
    'read-only-delete: a deletion by a key that may read alone': [
      postRequest('', { method: 'DELETE', path: `${TRADING}/orders/4711`, apiKey: 'key-readonly-c6d1' }),
      { key: SECOND_KEY },
    ],
  }),
  ...refused(['Access'], 'scope-not-permitted', {
    'trade-only-get: a read by a key that may trade alone': [
      { ...GET, apiKey: 'key-tradeonly-83e4' },
      { key: SECOND_KEY },
    ],
    'trade-only-handshake: a handshake by a key that may trade alone': [
      { ...getRequest(`${STREAMS}/events`), apiKey: 'key-tradeonly-83e4' },
      { key: SECOND_KEY },
    ],
  }),
  ...refused(['Clock'], 'timestamp-stale', {
    'stale-by-a-millisecond: a read that is a millisecond older than the window': [
      { ...GET, timestampMs: NOW_MS - 5001 },
    ],
    'stale-within-the-second: an order that is less than a second older than the window': [
      { ...POST, timestampMs: NOW_MS - 5999 },
    ],
    'stale-by-10-seconds: a request that is twice the window old': [{ ...GET, timestampMs: NOW_MS - 10_000 }],
    'stale-by-a-day: a captured request, replayed a day later': [{ ...POST, timestampMs: NOW_MS - 24 * HOUR_MS }],
  }),
  ...refused(['Clock'], 'timestamp-future', {
    'future-by-a-millisecond: a read from a millisecond beyond the window': [{ ...GET, timestampMs: NOW_MS + 5001 }],
    'future-within-the-second: an order from less than a second beyond the window': [
      { ...POST, timestampMs: NOW_MS + 5999 },
    ],
    'future-by-10-seconds: a request from twice the window ahead': [{ ...GET, timestampMs: NOW_MS + 10_000 }],
    'future-by-a-day: a request from tomorrow': [{ ...POST, timestampMs: NOW_MS + 24 * HOUR_MS }],
  }),
  ...refused(['Clock', 'TimestampForm'], 'timestamp-seconds', {
    'seconds-order: an order whose timestamp is in seconds': [{ ...POST, timestampMs: Math.floor(NOW_MS / 1000) }],
  }),
  ...refused(['Clock', 'TimestampForm'], 'timestamp-stale', {
    'timestamp-zero: the start of Unix time': [{ ...GET, timestampMs: 0 }],
  }),
];
