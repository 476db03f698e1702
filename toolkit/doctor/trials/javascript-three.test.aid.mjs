// Wrong signers of JavaScript programmers, third set: interface 5 read, the doctor not. One JSON document a signer, on standard output.
import crypto from 'node:crypto';
import qsm from 'node:querystring';
import util from 'node:util';
import zlib from 'node:zlib';

const u = (b) => Buffer.from(b).toString('base64url'),
  sha = (b) => crypto.createHash('sha256').update(b).digest();
const pk8 = (seed) =>
  crypto.createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
const raw = (seed, m) => crypto.sign(null, Buffer.from(m), pk8(seed));
const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const other = crypto.generateKeyPairSync('ed25519').privateKey;
let last;
const B = (g) => Buffer.from(g.body, 'hex');
const P = (f) => (p, g, k) => ({ ...p, ...f(p, g, k) });
const H = (f) => (h, g, k) => ({ ...h, ...f(h, g, k) });
const path = (f) => P((p) => ({ path: f(p.path) }));
const url = (p) => new URL(`https://api.example.com${p}`);
const both = (name, header, f) => ({
  member: P((p, g, k) => ({ [name]: f(p[name], g, k) })),
  headers: H((_h, g, k) => ({
    [header]: String(
      f(g[{ timestamp: 'timestampMs', api_key: 'apiKey', idempotency_key: 'idempotencyKey' }[name]] ?? 1, g, k),
    ),
  })),
});
const SL = {
  pathname: { member: path((p) => url(p).pathname) },
  href: { member: path((p) => `https://api.example.com${p}`) },
  searchparams: {
    member: path((p) => {
      const x = url(p);
      return x.pathname + (x.search ? `?${x.searchParams}` : '');
    }),
  },
  encodeuri: { member: path((p) => encodeURI(p)) },
  encodewhole: { member: path((p) => encodeURIComponent(p)) },
  decodeuri: { member: path((p) => decodeURIComponent(p)) },
  'axios-relative': { member: path((p) => p.replace(/^\/v1\/(trading|configuration|server-events)/, '')) },
  'empty-question': { member: path((p) => `${p}?`) },
  'qs-nodes': {
    member: path((p) => {
      const [a, q] = p.split('?');
      return q ? `${a}?${qsm.stringify(qsm.parse(q))}` : a;
    }),
  },
  'hash-stringified-twice': { body: (b) => (b.length ? JSON.stringify(b.toString()) : b) },
  'hash-undefined': { body: (b) => (b.length ? b : 'undefined') },
  'hash-object': { body: (b) => (b.length ? '[object Object]' : b) },
  'hash-emptystring-json': { body: (b) => (b.length ? b : '""') },
  'hash-pretty': { body: (b) => (b.length ? JSON.stringify(JSON.parse(b), null, 2) : b) },
  'hash-sortedkeys': {
    body: (b) => {
      if (!b.length) return b;
      const o = JSON.parse(b);
      return JSON.stringify(
        Object.fromEntries(
          Object.keys(o)
            .sort()
            .map((k) => [k, o[k]]),
        ),
      );
    },
  },
  'hash-numbers': {
    body: (b) =>
      b.length
        ? JSON.stringify(JSON.parse(b), (_k, v) =>
            typeof v === 'string' && v !== '' && !Number.isNaN(Number(v)) ? Number(v) : v,
          )
        : b,
  },
  'hash-hexb64url': { hash: (b) => u(sha(b).toString('hex')) },
  'hash-std': { hash: (b) => sha(b).toString('base64') },
  'hash-binary': { hash: (b) => sha(b).toString('latin1') },
  'hash-withdata': { body: (b, g) => Buffer.concat([b, Buffer.from(g.idempotencyKey)]) },
  'hash-json-array': { hash: (b) => [...sha(b)] },
  'hash-bufferjson': { hash: (b) => JSON.stringify(sha(b)) },
  'hash-formed': { body: (b) => (b.length ? qsm.stringify(JSON.parse(b)) : b) },
  'hash-latin1': { body: (b) => Buffer.from(b.toString(), 'latin1') },
  'hash-body-b64': { body: (b) => b.toString('base64') },
  'hash-double': { hash: (b) => u(sha(sha(b))) },
  'hash-sha1': { hash: (b) => crypto.createHash('sha1').update(b).digest('base64url') },
  'replace-first': { sig: (s) => s.toString('base64').replace('+', '-').replace('/', '_').replace(/=+$/, '') },
  'one-equals': { sig: (s) => s.toString('base64').replace(/\+/g, '-').replace(/\//g, '_').replace('=', '') },
  'no-slash': { sig: (s) => s.toString('base64').replace(/\+/g, '').replace(/\//g, '').replace(/=/g, '') },
  'swap-alphabet': { sig: (s) => s.toString('base64').replace(/\+/g, '_').replace(/\//g, '-').replace(/=/g, '') },
  'btoa-latin1': { data: (b) => Buffer.from(b.toString(), 'latin1').toString('base64url') },
  'utf8-sig': { sig: (s) => u(Buffer.from(s.toString('utf8'))) },
  'encodeuri-sig': { sig: (s) => encodeURIComponent(s.toString('base64')) },
  'sig-array': { sig: (s) => [...s].join(',') },
  'sig-json': { sig: (s) => JSON.stringify([...s]) },
  'sig-0x': { sig: (s) => `0x${s.toString('hex')}` },
  'data-json': { data: (b) => b.toString() },
  'data-encodeuri': { data: (b) => encodeURIComponent(b.toString()) },
  'data-twice': { data: (b) => u(u(b)) },
  'data-hex': { data: (b) => b.toString('hex') },
  'data-inspect': { dump: (p) => util.inspect(p, { breakLength: Infinity }) },
  'data-gzip': { dump: (p) => zlib.gzipSync(JSON.stringify(p)) },
  'data-stringtwice': { dump: (p) => JSON.stringify(JSON.stringify(p)) },
  'sign-text': { message: (_r, d) => d },
  'sign-textpad': { message: (r) => r.toString('base64') },
  'sign-hashraw': { message: (r) => sha(r) },
  'sign-hashhex': { message: (r) => sha(r).toString('hex') },
  'sign-hash64': { message: (r) => sha(r).toString('base64') },
  'sign-body': { message: (_r, _d, g) => B(g) },
  'sign-bodyhash': { message: (_r, _d, g) => sha(B(g)) },
  'sign-empty': { message: () => '' },
  'sign-twice-updated': { message: (r) => Buffer.concat([r, r]) },
  'sign-utf16': { message: (r) => Buffer.from(r.toString(), 'utf16le') },
  'sign-databody': { message: (_r, d, g) => d + B(g) },
  'sign-dotted': { message: (_r, d, g) => `${g.timestampMs}.${d}` },
  'sign-lines': { message: (_r, _d, g) => [g.method, g.path, g.timestampMs, u(sha(B(g)))].join('\n') },
  'sign-headerlist': {
    message: (_r, d, g) => `svc-api-key: ${g.apiKey}\nsvc-timestamp: ${g.timestampMs}\nsvc-data: ${d}`,
  },
  'sign-keytime': { message: (_r, _d, g) => `${g.apiKey}${g.timestampMs}` },
  'sign-pretty': { message: (_r, _d, _g, p) => JSON.stringify(p, null, 2) },
  'sign-noversion': {
    message: (_r, _d, _g, p) => {
      const { sign_version, ...x } = p;
      return JSON.stringify(x);
    },
  },
  'sign-newline': { message: (r) => `${r}\n` },
  'hmac-secret': { sign: (_k, m) => crypto.createHmac('sha256', 'the-api-secret').update(m).digest() },
  'hmac-seed': { sign: (k, m) => crypto.createHmac('sha512', Buffer.from(k.seed, 'hex')).update(m).digest() },
  rsa: { sign: (_k, m) => crypto.sign('sha256', Buffer.from(m), rsa) },
  otherkey: { sign: (_k, m) => crypto.sign(null, Buffer.from(m), other) },
  'seed-utf8': { sign: (k, m) => raw(Buffer.from(k.seed).subarray(0, 32), m) },
  'seed-b64text': {
    sign: (k, m) => raw(Buffer.from(Buffer.from(k.seed, 'hex').toString('base64')).subarray(0, 32), m),
  },
  'der-head': {
    sign: (k, m) => raw(Buffer.from(`302e020100300506032b657004220420${k.seed}`, 'hex').subarray(0, 32), m),
  },
  'pub-seed': { sign: (k, m) => raw(Buffer.from(k.publicKey, 'hex'), m) },
  'sha-seed': { sign: (k, m) => raw(sha(Buffer.from(k.seed, 'hex')), m) },
  'sig-half': { sig: (s) => u(s.subarray(0, 32)) },
  'sig-swapped': { sig: (s) => u(Buffer.concat([s.subarray(32), s.subarray(0, 32)])) },
  'sig-reversed': { sig: (s) => u(Buffer.from(s).reverse()) },
  'sig-twice64': { sig: (s) => u(u(s)) },
  'bigint-n': { member: P((p) => ({ timestamp: `${p.timestamp}n` })) },
  perfnow: both('timestamp', 'SVC-TIMESTAMP', () => 81734.293),
  micro: both('timestamp', 'SVC-TIMESTAMP', (t) => t * 1000),
  halfms: { member: P((p) => ({ timestamp: p.timestamp + 0.5 })) },
  'string-time': { member: P((p) => ({ timestamp: String(p.timestamp) })) },
  'undefined-idem': { headers: H((_h, g) => ({ 'SVC-IDEMPOTENCY-KEY': g.idempotencyKey || 'undefined' })) },
  'get-key': both('idempotency_key', 'SVC-IDEMPOTENCY-KEY', (v, _g) => v || 'req-000001'),
  'post-nokey': both('idempotency_key', 'SVC-IDEMPOTENCY-KEY', () => ''),
  'key-braces': both('idempotency_key', 'SVC-IDEMPOTENCY-KEY', (v) => (v ? `{${v}}` : v)),
  'key-urn': both('idempotency_key', 'SVC-IDEMPOTENCY-KEY', (v) => (v ? `urn:uuid:${v}` : v)),
  'key-short': both('idempotency_key', 'SVC-IDEMPOTENCY-KEY', (v) => (v ? '17' : v)),
  'key-long': both('idempotency_key', 'SVC-IDEMPOTENCY-KEY', (v) => (v ? v.repeat(12) : v)),
  'key-missing-member': {
    member: (p) => {
      const { idempotency_key, ...x } = p;
      return idempotency_key ? p : x;
    },
  },
  nomethod: {
    member: (p) => {
      const { method, ...x } = p;
      return x;
    },
  },
  'method-get': { member: P(() => ({ method: 'GET' })) },
  'ver-true': { member: P(() => ({ sign_version: true })) },
  'ver-float': { dump: (p) => JSON.stringify(p).replace('"sign_version":1', '"sign_version":1.0') },
  'ver-two': both('sign_version', 'SVC-SIGN-VERSION', () => 2),
  'ver-date': both('sign_version', 'SVC-SIGN-VERSION', () => 20251126),
  'apikey-lower': { member: P((p) => ({ api_key: p.api_key.toUpperCase() })) },
  bearer: { headers: H((h) => ({ 'SVC-API-KEY': `Bearer ${h['SVC-API-KEY']}` })) },
  'private-header': both('api_key', 'SVC-API-KEY', (_v, _g, k) => k.seed),
  'swapped-headers': { headers: H((h) => ({ 'SVC-DATA': h['SVC-SIGN'], 'SVC-SIGN': h['SVC-DATA'] })) },
  'data-is-hash': { headers: H((h, _g) => ({ 'SVC-DATA': u(sha(Buffer.from(h['SVC-DATA'], 'base64url'))) })) },
  'x-names': { headers: (h) => Object.fromEntries(Object.entries(h).map(([a, b]) => [`X-${a}`, b])) },
  'body-in-data': { dump: (p, g) => (B(g).length ? B(g) : JSON.stringify(p)) },
  reuse: { replay: true },
};
function run(g, key, IDS) {
  if (IDS.includes('reuse') && last) return { ...last, 'SVC-TIMESTAMP': String(g.timestampMs) };
  const s = Object.assign(
    {},
    ...IDS.map((i) => {
      if (!SL[i]) throw new Error(`no ${i}`);
      return SL[i];
    }),
  );
  const body = Buffer.from((s.body ?? ((b) => b))(B(g), g));
  let p = {
    api_key: g.apiKey,
    idempotency_key: g.idempotencyKey,
    timestamp: g.timestampMs,
    sign_version: 1,
    method: g.method,
    path: g.path,
    body_hash: (s.hash ?? ((b) => u(sha(b))))(body, g),
  };
  for (const i of IDS) if (SL[i].member) p = SL[i].member(p, g, key);
  const r = Buffer.from((s.dump ?? JSON.stringify)(p, g)),
    d = (s.data ?? u)(r, g);
  let h = {
    'SVC-API-KEY': g.apiKey,
    'SVC-IDEMPOTENCY-KEY': g.idempotencyKey,
    'SVC-TIMESTAMP': String(g.timestampMs),
    'SVC-SIGN-VERSION': '1',
    'SVC-DATA': d,
    'SVC-SIGN': (s.sig ?? u)(
      (s.sign ?? ((k, m) => raw(Buffer.from(k.seed, 'hex'), m)))(key, (s.message ?? ((x) => x))(r, d, g, p)),
    ),
  };
  for (const i of IDS) if (SL[i].headers) h = SL[i].headers(h, g, key);
  last ??= h;
  return h;
}

const SEED = '4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718',
  NOW = 1714564800123;
const A = '/v1/configuration/accounts/1000042',
  PATH = '/v1/trading/accounts/1000042/orders';
const order = { type: 'limit', side: 'buy', instrument: 'EURUSD', volume: '0.10', price: '1.08550' };
const compact = JSON.stringify(order),
  pretty = JSON.stringify({ ...order, comment: 'Grüße é' }, null, 2);
const get = ['GET', `${A}/limits`, ''],
  posts = ['0.10', '0.11', '0.12', '0.13'].map((volume) => ['POST', PATH, JSON.stringify({ ...order, volume })]);
const REQUESTS = {
  get: [get],
  get2: [get, get],
  getx: [get, get, get, get],
  getq: [['GET', `${A}/instruments?symbols=EURUSD&limit=50&after=a%2Fb%20c&active=1`, '']],
  getc: [['GET', `${A}/instruments?since=12:30`, '']],
  getu: [['GET', `${A}/instruments/Größe/conditions`, '']],
  post: [['POST', PATH, pretty]],
  postc: [['POST', PATH, compact]],
  posth: posts,
  postx: posts,
};
// Id, the request that it signs, and the truth, which was written down first.
const SLIPS = [
  ['pathname', 'getq', 'path without the query'],
  ['href', 'get', 'path signed as a whole URL'],
  ['searchparams', 'getq', 'query parsed and re-encoded (%20 to +)'],
  ['encodeuri', 'getq', 'path percent-encoded twice'],
  ['encodewhole', 'get', 'path escaped whole (encodeURIComponent)'],
  ['decodeuri', 'getq', 'path decoded'],
  ['axios-relative', 'get', 'path without its base (/v1/configuration)'],
  ['empty-question', 'get', 'empty ? at the end'],
  ['qs-nodes', 'getc', 'query parsed and re-encoded'],
  ['hash-stringified-twice', 'postc', 'body stringified twice'],
  ['hash-undefined', 'get', 'hash of undefined'],
  ['hash-object', 'postc', 'hash of [object Object]'],
  ['hash-emptystring-json', 'get', 'hash of "" (two quotes)'],
  ['hash-pretty', 'postc', 'hash of the pretty-printed body'],
  ['hash-sortedkeys', 'postc', 'hash of body with sorted members'],
  ['hash-numbers', 'postc', 'hash of body with decimals as numbers'],
  ['hash-hexb64url', 'postc', 'body hash base64 of hex'],
  ['hash-std', 'posth', 'body hash standard base64 with padding'],
  ['hash-binary', 'postc', 'body hash as raw bytes (binary string)'],
  ['hash-withdata', 'postc', 'hash of body and idempotency key'],
  ['hash-json-array', 'get', 'body_hash as list of numbers'],
  ['hash-bufferjson', 'get', 'body_hash is JSON of a Buffer'],
  ['hash-formed', 'postc', 'hash of the form-encoded body'],
  ['hash-latin1', 'post', 'hash of body in Latin-1'],
  ['hash-body-b64', 'postc', 'hash of the base64 of the body'],
  ['hash-double', 'postc', 'double SHA-256'],
  ['hash-sha1', 'postc', 'SHA-1 body hash'],
  ['replace-first', 'getx', 'only the first + and / replaced (standard alphabet left)'],
  ['one-equals', 'get', 'one = left'],
  ['no-slash', 'getx', '+ and / deleted from the signature'],
  ['swap-alphabet', 'getx', '- and _ exchanged'],
  ['btoa-latin1', 'getu', 'SVC-DATA Latin-1, signed UTF-8'],
  ['utf8-sig', 'get', 'signature went through UTF-8 text (replacement characters)'],
  ['encodeuri-sig', 'get', 'signature percent-encoded (standard base64)'],
  ['sig-array', 'get', 'signature as list of numbers'],
  ['sig-json', 'get', 'signature as JSON list of numbers'],
  ['sig-0x', 'get', 'signature 0x hex'],
  ['data-json', 'get', 'SVC-DATA raw JSON'],
  ['data-encodeuri', 'get', 'SVC-DATA percent-encoded JSON'],
  ['data-twice', 'get', 'SVC-DATA base64 twice'],
  ['data-hex', 'get', 'SVC-DATA hex'],
  ['data-inspect', 'get', 'SVC-DATA is util.inspect text, no JSON'],
  ['data-gzip', 'get', 'SVC-DATA gzip'],
  ['data-stringtwice', 'get', 'payload JSON twice (a JSON string)'],
  ['sign-text', 'get', 'signs base64url text'],
  ['sign-textpad', 'get', 'signs base64 text (standard, padded)'],
  ['sign-hashraw', 'get', 'signs SHA-256 of payload'],
  ['sign-hashhex', 'get', 'signs hex of SHA-256 of payload'],
  ['sign-hash64', 'get', 'signs base64 of SHA-256 of payload'],
  ['sign-body', 'postc', 'signs the body'],
  ['sign-bodyhash', 'postc', "signs the body's SHA-256"],
  ['sign-empty', 'get', 'signs empty message'],
  ['sign-twice-updated', 'get', 'signs the payload twice in a row'],
  ['sign-utf16', 'get', 'signs UTF-16'],
  ['sign-databody', 'postc', 'signs data text + body'],
  ['sign-dotted', 'get', 'signs timestamp.data'],
  ['sign-lines', 'get', 'signs method, path, timestamp, hash in lines'],
  ['sign-headerlist', 'get', 'signs list of headers'],
  ['sign-keytime', 'get', 'signs api key + timestamp'],
  ['sign-pretty', 'get', 'signs pretty-printed payload (serialised again)'],
  ['sign-noversion', 'get', 'signs the payload without sign_version'],
  ['sign-newline', 'get', 'signs payload plus newline'],
  ['hmac-secret', 'get', 'HMAC-SHA256 (32 bytes)'],
  ['hmac-seed', 'get', 'HMAC-SHA512 with the seed: 64 bytes, unknown'],
  ['rsa', 'get', 'RSA signature (256 bytes)'],
  ['otherkey', 'get', 'another key'],
  ['seed-utf8', 'get', 'private key misread: hexadecimal text as seed'],
  ['seed-b64text', 'get', 'private key misread: base64 text as seed'],
  ['der-head', 'get', 'private key misread: first 32 bytes of the DER'],
  ['pub-seed', 'get', 'private key misread: public key as seed'],
  ['sha-seed', 'get', 'private key misread: hashed seed'],
  ['sig-half', 'get', 'signature cut to 32 bytes'],
  ['sig-swapped', 'get', 'halves of the signature swapped'],
  ['sig-reversed', 'get', 'signature reversed'],
  ['sig-twice64', 'get', 'signature base64 twice'],
  ['bigint-n', 'get', 'timestamp with n (BigInt)'],
  ['perfnow', 'get', 'timestamp from performance.now (too small, fraction)'],
  ['micro', 'get', 'timestamp microseconds'],
  ['halfms', 'get', 'timestamp with fraction in the payload'],
  ['string-time', 'get', 'timestamp string'],
  ['undefined-idem', 'get', 'header idempotency key undefined'],
  ['get-key', 'get', 'idempotency key on a GET'],
  ['post-nokey', 'postc', 'empty idempotency key on a POST'],
  ['key-braces', 'postc', 'idempotency key in braces (character not allowed)'],
  ['key-urn', 'postc', 'idempotency key with colon (character)'],
  ['key-short', 'postc', 'idempotency key too short'],
  ['key-long', 'postc', 'idempotency key too long'],
  ['key-missing-member', 'get', 'idempotency_key member missing on GET'],
  ['nomethod', 'get', 'member method missing'],
  ['method-get', 'postc', 'method GET signed for POST'],
  ['ver-true', 'get', 'sign_version true'],
  ['ver-float', 'get', 'sign_version 1.0'],
  ['ver-two', 'get', 'sign_version 2'],
  ['ver-date', 'get', 'sign_version 20251126'],
  ['apikey-lower', 'get', 'api_key differs in letter case'],
  ['bearer', 'get', 'header API key with Bearer prefix'],
  ['private-header', 'get', 'private key sent as API key'],
  ['swapped-headers', 'get', 'SVC-DATA and SVC-SIGN exchanged'],
  ['data-is-hash', 'get', 'SVC-DATA is the hash of the payload'],
  ['x-names', 'get', 'headers named X-SVC-'],
  ['body-in-data', 'postc', 'SVC-DATA holds the body'],
  ['reuse', 'get2', 'data and signature of an earlier request reused'],
  ['micro+sign-text', 'get', 'microseconds; signs text'],
  ['href+sign-hashhex', 'get', 'whole URL; signs hex of hash'],
  ['searchparams+sig-0x', 'getq', 'query re-encoded; sig 0x hex'],
  ['hash-pretty+der-head', 'postc', 'pretty body hash; DER head'],
  ['swap-alphabet+hash-std', 'postx', 'alphabet exchanged; hash standard'],
];
const publicKey = crypto
  .createPublicKey(pk8(Buffer.from(SEED, 'hex')))
  .export({ format: 'der', type: 'spki' })
  .subarray(-32)
  .toString('hex');
for (const [id, request, truth] of SLIPS) {
  last = undefined;
  const requests = REQUESTS[request].map(([method, path, body], at) => {
    const g = {
      apiKey: 'tk_live_8842',
      idempotencyKey: method === 'POST' ? 'js-order-000017' : '',
      timestampMs: NOW + at * 11,
      method,
      path,
      body: Buffer.from(body).toString('hex'),
    };
    return {
      method,
      target: path,
      headers: Object.entries(run(g, { seed: SEED, publicKey }, id.split('+'))),
      body: g.body,
    };
  });
  const line = { id, truth, key: 'tk_live_8842', public: publicKey, now: NOW + 250, requests };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
