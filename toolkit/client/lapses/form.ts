// Lapses of signing and form (interface 1, rule 6; 4.1; 4.5; 5; 8).
import { createHash } from 'node:crypto';
import type { JsonValue } from '../../payload/json.js';
import { HEADER } from '../../signing/headers.js';
import { HONEST } from '../conduct/conduct.js';
import { type Lapse, lapses } from './lapse.js';

const onQuery =
  (change: (query: string) => string) =>
  (path: string): string => {
    const mark = path.indexOf('?');
    return mark < 0 ? path : `${path.slice(0, mark)}?${change(path.slice(mark + 1))}`;
  };

const resorted = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length === 0) return bytes;
  const members = Object.entries(JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, JsonValue>);
  return Buffer.from(JSON.stringify(Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1))), null, 1));
};

/** A figure as a floating-point number that has been calculated with. */
function floated(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string'
    ? String(Number.parseFloat((Number(value) * 1.1 - Number(value) * 0.1).toPrecision(17)))
    : value;
}

function exponential(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' ? Number(value).toExponential() : value;
}

function numeric(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' ? Number(value) : value;
}

let shortKeys = 0;
const SESSION_START = Date.now();

export const FORM_LAPSES: readonly Lapse[] = lapses({
  're-encodes-query': [
    'lets the HTTP library encode the query once more after signing',
    ['auth.client-query-untouched', 'auth.client-path'],
    { sentPath: onQuery((query) => query.replaceAll('%', '%25')) },
  ],
  'doubles-parameter': [
    'adds the first parameter again',
    'auth.client-no-duplicate-parameters',
    { path: onQuery((query) => `${query}&${query.split('&')[0]}`) },
  ],
  'hashes-reserialised': [
    'hashes the body as it would serialise it again, not as it is sent',
    'auth.client-body-hash',
    { stages: { hashedBytes: resorted } },
  ],
  'unsigned-handshake': [
    'opens its streams without signing',
    ['auth.client-signs-handshakes', 'auth.client-headers'],
    { handshakeHeaders: () => [] },
  ],
  'query-in-handshake': [
    'adds a query to the path of the stream, and signs it',
    'auth.client-handshake-path',
    { path: (path, { kind }) => (kind === 'handshake' ? `${path}?client=1` : path) },
  ],
  'key-in-handshake': [
    'makes an idempotency key for the handshake',
    ['auth.client-signs-handshakes', 'auth.client-read-idempotency-key-empty'],
    { keyOfRead: (kind) => (kind === 'handshake' ? 'handshake-key' : '') },
  ],
  'signs-handshakes-without-key-header': [
    'leaves the empty SVC-IDEMPOTENCY-KEY out of the handshake, as libraries do with empty headers',
    ['auth.client-signs-handshakes', 'auth.client-read-idempotency-key-empty'],
    { handshakeHeaders: (headers) => headers.filter(([, value]) => value !== '') },
  ],
  'tells-handshakes-seconds': [
    'tells the time of handshakes in seconds in its header',
    ['auth.client-signs-handshakes', 'auth.client-timestamp-matches'],
    {
      handshakeHeaders: (headers) =>
        headers.map(([name, value]) => [name, name === HEADER.timestamp ? value.slice(0, -3) : value]),
    },
  ],
  'blank-key-in-handshake': [
    'fills the empty key of the handshake',
    ['auth.client-signs-handshakes', 'auth.client-read-idempotency-key-empty'],
    { keyOfRead: (kind) => (kind === 'handshake' ? '-----' : '') },
  ],
  'caches-signature': [
    'keeps the headers of a read and sends them again for the next',
    'auth.client-fresh-signature',
    { reusesHeaders: ({ kind }) => kind === 'read' },
  ],
  'timestamp-per-session': [
    'takes the time once, when the session begins',
    'auth.client-fresh-signature',
    { timestampMs: (_now, begunMs) => begunMs },
  ],
  'replays-signature': [
    'sends a call again with the headers of the first time',
    'auth.client-fresh-signature',
    { reusesHeaders: ({ kind, attempt }) => kind === 'call' && attempt > 1 },
    'poller',
  ],
  'reuses-handshake': [
    'comes back with the handshake that it opened the stream with',
    'auth.client-fresh-signature',
    { reusesHeaders: ({ kind }) => kind === 'handshake' },
  ],
  'sends-empty-object': [
    'sends an empty JSON object with every read',
    ['auth.client-get-without-body', 'auth.client-empty-body-hash'],
    { readBody: '{}' },
  ],
  'key-on-get': [
    'makes an idempotency key for reads too',
    'auth.client-read-idempotency-key-empty',
    { keyOfRead: (kind) => (kind === 'read' ? 'read-key-1' : '') },
  ],
  'text-plain': [
    'sends calls with the content type of plain text',
    'auth.client-content-type',
    { contentType: 'text/plain' },
  ],
  'form-body': [
    'sends calls as a form',
    ['orders.client-json-body', 'auth.client-body-hash'],
    {
      body: (text) =>
        new URLSearchParams(
          Object.entries(JSON.parse(text || '{}') as object).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]),
        ).toString(),
    },
  ],
  'price-as-number': [
    'sends prices as JSON numbers',
    'numbers.client-price-strings',
    {
      params: ({ price, stopLossPrice, takeProfitPrice, ...rest }) => ({
        ...rest,
        ...given({
          price: numeric(price),
          stopLossPrice: numeric(stopLossPrice),
          takeProfitPrice: numeric(takeProfitPrice),
        }),
      }),
    },
  ],
  'volume-as-number': [
    'sends volumes as JSON numbers',
    'numbers.client-volume-strings',
    { params: ({ volume, ...rest }) => ({ ...rest, ...given({ volume: numeric(volume) }) }) },
  ],
  'figures-as-numbers': [
    'sends volumes and prices as JSON numbers, so that none of its orders is taken',
    ['numbers.client-volume-strings', 'numbers.client-price-strings'],
    {
      params: ({ volume, price, ...rest }) => ({
        ...rest,
        ...given({ volume: numeric(volume), price: numeric(price) }),
      }),
    },
  ],
  'float-volume': [
    'calculates with volumes in binary floating point',
    'numbers.client-sends-exact',
    { params: ({ volume, ...rest }) => ({ ...rest, ...given({ volume: floated(volume) }) }) },
  ],
  'float-price': [
    'calculates with prices in binary floating point',
    'numbers.client-sends-exact',
    { params: ({ price, ...rest }) => ({ ...rest, ...given({ price: floated(price) }) }) },
  ],
  'exponent-form': [
    'writes volumes with an exponent',
    ['numbers.client-volume-strings', 'numbers.client-sends-exact'],
    { params: ({ volume, ...rest }) => ({ ...rest, ...given({ volume: exponential(volume) }) }) },
  ],
  'uuid-in-braces': [
    'writes keys as UUIDs in braces',
    'idempotency.client-key-alphabet',
    { key: (ordinal, body) => `{${HONEST.key(ordinal, body)}}` },
  ],
  'short-counter': [
    'counts its keys from 1',
    'idempotency.client-key-length',
    {
      key: () => {
        shortKeys += 1;
        return String(shortKeys % 10_000);
      },
    },
  ],
  'over-long': [
    'makes keys of 200 characters',
    'idempotency.client-key-length',
    { key: (ordinal, body) => HONEST.key(ordinal, body).padEnd(200, '0') },
  ],
  'key-with-colon': [
    'puts a colon into its keys',
    'idempotency.client-key-alphabet',
    { key: (ordinal, body) => `order:${HONEST.key(ordinal, body)}` },
  ],
  'key-with-instrument': [
    'puts the name of the instrument before its keys, as it is',
    'idempotency.client-key-alphabet',
    { key: (ordinal, body) => `${/[A-Z0-9]+\/[A-Z]+/.exec(body)?.[0] ?? 'order'}-${HONEST.key(ordinal, body)}` },
  ],
  'keys-by-the-millisecond': [
    'makes its keys of the time in milliseconds, which two orders may have in common',
    'idempotency.client-key-per-intent',
    { key: () => `order-${Date.now()}` },
  ],
  'counts-keys-anew': [
    'counts its keys and begins anew with every session',
    'idempotency.client-key-per-intent',
    { key: () => `order-${Math.floor((Date.now() - SESSION_START) / 3_600_000)}` },
  ],
  'keys-by-the-second': [
    'makes its keys of the time in seconds',
    'idempotency.client-key-per-intent',
    { key: () => `order-${Math.floor(Date.now() / 1000)}` },
  ],
  'keys-by-the-day': [
    'makes its keys of the day and the number of its characters',
    'idempotency.client-key-per-intent',
    { key: (_ordinal, body) => `${new Date().toISOString().slice(0, 10)}-${body.length}` },
  ],
  'key-from-body': [
    'makes the key of the contents of the call',
    'idempotency.client-key-per-intent',
    { key: (_ordinal, body) => createHash('sha256').update(body).digest('hex') },
  ],
  'sends-seed-header': [
    'sends its private key along, for debugging',
    'auth.client-keeps-secrets',
    { furtherHeaders: (seed) => [['X-Debug-Key', Buffer.from(seed).toString('hex')]] },
  ],
  'sends-seed-in-agent': [
    'lets its private key slip into its name, in base64url',
    'auth.client-keeps-secrets',
    { furtherHeaders: (seed) => [['User-Agent', `bot/1.0 (${Buffer.from(seed).toString('base64url')})`]] },
  ],
  'path-of-first-account': [
    'keeps the path of the account that it first knew',
    'auth.client-own-account',
    { account: (_own, first) => first },
  ],
  'market-to-orders': ['places market orders', 'orders.client-market-elsewhere', { requestForOpening: 'placeOrder' }],
  'follows-redirects': [
    'follows redirects, with its signature, wherever they lead',
    'auth.client-own-service',
    { followsRedirects: () => true },
  ],
  'follows-redirects-of-orders': [
    'follows the redirect of an order with all that it sent, and of nothing else',
    'auth.client-own-service',
    { followsRedirects: (kind) => kind === 'call' },
  ],
  'path-without-version': [
    'leaves the version out of its paths',
    'versioning.client-paths-v1',
    { path: (path) => path.replace('/v1/', '/') },
  ],
});

function given(members: Readonly<Record<string, JsonValue | undefined>>): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
