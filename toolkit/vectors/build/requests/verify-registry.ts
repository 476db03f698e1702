// Correctly signed requests that the registry, the access rules or the clock must refuse (interface 5.3, rules 8 to 10).

import { SECOND_KEY } from '../keys.js';
import { refused, type VerifyDraft } from './deliver.js';
import { CONFIGURATION, getRequest, NOW_MS, postRequest, TRADING } from './requests.js';

const GET = getRequest(`${CONFIGURATION}/limits`);
const POST = postRequest();

const HOUR_MS = 3_600_000;

export const REFUSED_BY_REGISTRY: readonly VerifyDraft[] = [
  refused('unknown-key', 'a key that is not registered', ['KeyRegistry'], 'api-key-unknown', {
    ...GET,
    apiKey: 'key-nobody-0000',
  }),
  refused(
    'expired-key',
    'a key that expired yesterday',
    ['KeyRegistry'],
    'api-key-expired',
    { ...GET, apiKey: 'key-expired-91ac' },
    { key: SECOND_KEY },
  ),
  refused(
    'expired-key-post',
    'an order by a key that expired yesterday',
    ['KeyRegistry'],
    'api-key-expired',
    { ...POST, apiKey: 'key-expired-91ac' },
    { key: SECOND_KEY },
  ),
  refused(
    'signed-by-second-key',
    'a request of the main key that the second key signed',
    ['KeyRegistry', 'SignatureForgery'],
    'signed-other-key',
    GET,
    { key: SECOND_KEY },
  ),
  refused(
    'signed-by-main-key',
    'a request of the second key that the main key signed',
    ['KeyRegistry', 'SignatureForgery'],
    'signed-other-key',
    { ...GET, apiKey: SECOND_KEY.apiKey },
  ),
  refused(
    'foreign-account',
    'an account that the key may not use',
    ['Access'],
    'account-not-permitted',
    getRequest('/v1/configuration/accounts/2000001/limits'),
  ),
  refused(
    'foreign-account-post',
    'an order on an account that the key may not use',
    ['Access'],
    'account-not-permitted',
    postRequest(undefined, { path: '/v1/trading/accounts/2000001/orders' }),
  ),
  refused(
    'foreign-account-handshake',
    'a stream of an account that the key may not use',
    ['Access', 'Handshake'],
    'account-not-permitted',
    getRequest('/v1/server-events/accounts/2000001/ws/events'),
  ),
  refused('foreign-source', 'a source address that is not permitted', ['Access'], 'source-not-permitted', GET, {
    source: '198.51.100.7',
  }),
  refused(
    'foreign-source-ipv6',
    'another source address that is not permitted',
    ['Access'],
    'source-not-permitted',
    POST,
    { source: '2001:db8::11' },
  ),
  refused(
    'read-only-post',
    'an order by a key that may read alone',
    ['Access'],
    'scope-not-permitted',
    { ...POST, apiKey: 'key-readonly-c6d1' },
    { key: SECOND_KEY },
  ),
  refused(
    'read-only-delete',
    'a deletion by a key that may read alone',
    ['Access'],
    'scope-not-permitted',
    postRequest('', { method: 'DELETE', path: `${TRADING}/orders/4711`, apiKey: 'key-readonly-c6d1' }),
    { key: SECOND_KEY },
  ),
  refused('stale-by-10-seconds', 'a request that is twice the window old', ['Clock'], 'timestamp-stale', {
    ...GET,
    timestampMs: NOW_MS - 10_000,
  }),
  refused('stale-by-a-day', 'a captured request, replayed a day later', ['Clock'], 'timestamp-stale', {
    ...POST,
    timestampMs: NOW_MS - 24 * HOUR_MS,
  }),
  refused('future-by-10-seconds', 'a request from twice the window ahead', ['Clock'], 'timestamp-future', {
    ...GET,
    timestampMs: NOW_MS + 10_000,
  }),
  refused('future-by-a-day', 'a request from tomorrow', ['Clock'], 'timestamp-future', {
    ...POST,
    timestampMs: NOW_MS + 24 * HOUR_MS,
  }),
  refused('timestamp-zero', 'the start of Unix time', ['Clock', 'TimestampForm'], 'timestamp-stale', {
    ...GET,
    timestampMs: 0,
  }),
];
