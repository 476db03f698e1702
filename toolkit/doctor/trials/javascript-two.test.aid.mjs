// Wrong signers of JavaScript programmers, the second set: interface 5 read, the doctor not. One JSON document a signer, on standard
// output.
import * as C from 'node:crypto';
import qs from 'node:querystring';
import util from 'node:util';
import zlib from 'node:zlib';

const SEED = Buffer.from('4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718', 'hex');
const keyOf = (seed) =>
  C.createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
const K = keyOf(SEED);
const PUB = C.createPublicKey(K).export({ format: 'jwk' }).x;
const NOW = 1714564800123;
const KEY = 'tk_live_8842';
const GET = [
  'GET',
  '/v1/configuration/accounts/1000042/instruments?q=a%2Bb&name=J%C3%BCrgen&from=2024-05-01T00:00:00Z&empty=',
  '',
];
const POST = [
  'POST',
  '/v1/trading/accounts/1000042/orders',
  '{"type":"stop","volume":"1.0","price":"0.9","note":"ünïcode/slash","n":1.0,"e":1e2,"big":12345678901234567890}',
];
const sha = (b) => C.createHash('sha256').update(b).digest();
const u = (b) => Buffer.from(b).toString('base64url');
const ed = (seed) => (m) => C.sign(null, m, keyOf(seed));
function req([m, t, b], o) {
  const idem = o.idem ?? (m === 'GET' ? '' : 'cl-0000-17');
  const ts = o.ts ?? NOW;
  let p = {
    api_key: KEY,
    idempotency_key: idem,
    timestamp: ts,
    sign_version: 1,
    method: (o.method ?? ((x) => x))(m),
    path: (o.path ?? ((x) => x))(t),
    body_hash: (o.bh ?? ((x) => u(sha(x))))(b),
  };
  p = (o.payload ?? ((x) => x))(p);
  const raw = Buffer.from((o.ser ?? JSON.stringify)(p));
  const data = (o.data ?? u)(raw);
  const c = { m, t, b, p, raw, data, ts, idem };
  const sig = (o.sign ?? ed(SEED))((o.msg ?? ((c) => c.raw))(c), c);
  const sigt = (o.sig ?? u)(sig, c);
  let h = [
    ['SVC-API-KEY', o.hkey ?? KEY],
    ['SVC-IDEMPOTENCY-KEY', String(o.hidem ?? idem)],
    ['SVC-TIMESTAMP', String(o.hts ?? ts)],
    ['SVC-SIGN-VERSION', o.hver ?? '1'],
    ['SVC-DATA', data],
    ['SVC-SIGN', sigt],
  ];
  h = (o.headers ?? ((x) => x))(h);
  const [sm, st, sb] = (o.sent ?? ((...a) => a))(m, t, b);
  return { method: sm, target: st, headers: h, body: Buffer.from(sb).toString('hex') };
}
function slip(id, truth, o = {}, rs = [GET, POST], now = NOW + 400) {
  process.stdout.write(
    `${JSON.stringify({ id, truth, key: KEY, public: Buffer.from(PUB, 'base64url').toString('hex'), now, requests: rs.map((r) => req(r, o)) })}\n`,
  );
}
const G = [GET],
  P = [POST];
const bh = (f) => ({ bh: (b) => u(sha(f(b))) });
const re = (f) => (t) => {
  const [a, b] = t.split('?');
  return b === undefined ? a : `${a}?${f(b)}`;
};
// path
slip('path-usp', 'URLSearchParams.toString of the query', { path: re((q) => new URLSearchParams(q).toString()) }, G);
slip('path-encodeuri', 'encodeURI of the encoded path: % becomes %25', { path: encodeURI }, G);
slip('path-decodeuri', 'decodeURI of the path', { path: decodeURI }, G);
slip('path-decodecomp', 'decodeURIComponent of the path', { path: decodeURIComponent }, G);
slip('path-qs-stringify', 'querystring.stringify(parse)', { path: re((q) => qs.stringify(qs.parse(q))) }, G);
slip(
  'path-drop-empty',
  'empty parameter left out',
  {
    path: re((q) =>
      q
        .split('&')
        .filter((x) => !x.endsWith('='))
        .join('&'),
    ),
  },
  G,
);
slip('path-empty-noeq', 'empty parameter without its =', { path: re((q) => q.replace('empty=', 'empty')) }, G);
slip('path-jsonquery', 'query as JSON', { path: re((q) => JSON.stringify(qs.parse(q))) }, G);
slip('path-objobj', 'query printed as [object Object]', { path: re(() => '[object Object]') }, G);
slip('path-undefined-base', '"undefined" before the path', { path: (t) => `undefined${t}` });
slip('path-lowercase', 'whole path lower-cased', { path: (t) => t.toLowerCase() }, G);
slip('path-amp-html', '& as &amp;', { path: (t) => t.replaceAll('&', '&amp;') }, G);
slip('path-semicolon', 'query joined with ;', { path: (t) => t.replaceAll('&', ';') }, G);
slip('path-latin1', '%FC for ü (Latin-1 escape)', { path: (t) => t.replace('%C3%BC', '%FC') }, G);
slip(
  'path-u-escape',
  'escape(): %u00FC... here %FC plus',
  {
    path: re((q) =>
      q
        .split('&')
        .map((x) =>
          x
            .split('=')
            .map((y) => escape(decodeURIComponent(y)))
            .join('='),
        )
        .join('&'),
    ),
  },
  G,
);
slip('path-base-join', 'base path of another service in front', { path: (t) => `/trading-api${t}` });
slip('path-double-v1', '/v1 twice', { path: (t) => `/v1${t}` });
slip('path-double-slash', 'base url with slash: // at the start of the signed path', { path: (t) => `/${t}` });
slip('path-href', 'new URL().href with port', { path: (t) => `https://api.example.com:443${t}` });
slip('path-hash', 'fragment appended', { path: (t) => `${t}#top` });
slip(
  'path-question',
  'a bare ? at the end of a path without query',
  { path: (t) => (t.includes('?') ? t : `${t}?`) },
  P,
);
slip('path-ts-added', 'signed path has timestamp parameter that is not sent', {
  path: (t) => `${t + (t.includes('?') ? '&' : '?')}timestamp=${NOW}`,
});
slip('path-prev', 'path of the previous call signed', { path: () => '/v1/configuration/accounts/1000042/limits' });
slip('path-array', 'path segments as an array', {
  payload: (p) => ({ ...p, path: p.path.split('?')[0].split('/').slice(1) }),
});
slip('path-null', 'path is null', { payload: (p) => ({ ...p, path: null }) });
// transport normalising
slip('t-url-dots', 'client resolved ./ in the path after signing', { path: (t) => t.replace('/v1/', '/v1/./') });
slip('t-plus', 'client turned %2B into +', { sent: (m, t, b) => [m, t.replace('%2B', '+'), b] }, G);
slip('t-colon', 'client encoded : as %3A', { sent: (m, t, b) => [m, t.replaceAll(':', '%3A'), b] }, G);
slip('t-method-override', 'POST with method override signed PATCH', { method: () => 'PATCH' }, P);
slip(
  't-brotli',
  'body compressed with brotli on the way',
  { sent: (m, t, b) => [m, t, zlib.brotliCompressSync(b)] },
  P,
);
slip(
  't-axios-quote',
  'axios: JSON string stringified again when sent',
  { sent: (m, t, b) => [m, t, JSON.stringify(b)] },
  P,
);
slip('t-form', 'client sends the object as form', { sent: (m, t, b) => [m, t, qs.stringify(JSON.parse(b))] }, P);
slip(
  't-extra-member',
  'interceptor adds a member to the body after signing',
  { sent: (m, t, b) => [m, t, `${b.slice(0, -1)},"source":"web"}`] },
  P,
);
slip('t-head', 'HEAD sent with a signature for GET', { sent: (_m, t, b) => ['HEAD', t, b] }, G);
// body hash
slip(
  'bh-parsed',
  'hashed JSON.stringify(JSON.parse(body)): numbers change',
  bh((b) => JSON.stringify(JSON.parse(b))),
  P,
);
slip(
  'bh-indent2',
  'hashed with indent 2',
  bh((b) => (b === '' ? '' : JSON.stringify(JSON.parse(b), null, 2))),
  P,
);
slip(
  'bh-inspect',
  'hashed util.inspect',
  bh((b) => (b === '' ? '' : util.inspect(JSON.parse(b)))),
  P,
);
slip(
  'bh-objobj',
  'hashed "[object Object]"',
  bh((b) => (b === '' ? '' : String(JSON.parse(b)))),
  P,
);
slip(
  'bh-undefined',
  'GET hashed "undefined"',
  bh((b) => b || 'undefined'),
  G,
);
slip(
  'bh-empty-str-json',
  'GET hashed JSON.stringify("") = two quotes',
  bh((b) => b || '""'),
  G,
);
slip(
  'bh-binary',
  'hash of the latin1 ("binary") bytes',
  bh((b) => Buffer.from(b, 'binary')),
  P,
);
slip(
  'bh-utf16',
  'hash of UTF-16LE bytes',
  bh((b) => Buffer.from(b, 'utf16le')),
  P,
);
slip(
  'bh-bufjson',
  'hash of JSON of a Buffer: {"type":"Buffer","data":[...]}',
  bh((b) => JSON.stringify(Buffer.from(b))),
  P,
);
slip(
  'bh-slash',
  'hash with / escaped as \\/',
  bh((b) => b.replaceAll('/', '\\/')),
  P,
);
slip('bh-binarystring', 'digest printed as "binary" string, UTF-8 encoded then base64url', {
  bh: (b) => u(Buffer.from(sha(b).toString('latin1'), 'utf8')),
});
slip('bh-utf8mangled', 'digest decoded as UTF-8 with replacement characters, then base64url', {
  bh: (b) => u(Buffer.from(sha(b).toString('utf8'))),
});
slip('bh-b64-of-hex', 'base64url of the hex text', { bh: (b) => u(sha(b).toString('hex')) });
slip('bh-trunc16', 'first 16 bytes of the digest', { bh: (b) => u(sha(b).subarray(0, 16)) });
slip('bh-sha1', 'SHA-1', { bh: (b) => u(C.createHash('sha1').update(b).digest()) });
slip('bh-sha384', 'SHA-384 hex', { bh: (b) => C.createHash('sha384').update(b).digest('hex') });
slip('bh-sha3', 'SHA3-256 base64', { bh: (b) => C.createHash('sha3-256').update(b).digest('base64') });
slip('bh-rmd', 'RIPEMD-160', { bh: (b) => u(C.createHash('ripemd160').update(b).digest()) });
slip(
  'bh-deflateraw',
  'hash of raw deflate',
  bh((b) => (b === '' ? '' : zlib.deflateRawSync(b))),
  P,
);
slip(
  'bh-brotli',
  'hash of brotli',
  bh((b) => (b === '' ? '' : zlib.brotliCompressSync(b))),
  P,
);
slip(
  'bh-null-get',
  'body_hash null on GET',
  { payload: (p) => ({ ...p, body_hash: p.method === 'GET' ? null : p.body_hash }) },
  G,
);
slip('bh-removed', 'body_hash undefined: left out by JSON.stringify', {
  payload: (p) => ({ ...p, body_hash: undefined }),
});
slip('bh-bufobj', 'digest as a Buffer object in JSON', { bh: (b) => sha(b) });
slip('bh-arraybuffer', 'digest is [object ArrayBuffer]', { bh: () => '[object ArrayBuffer]' });
slip('bh-promise', 'digest not awaited: [object Promise]', { bh: () => '[object Promise]' });
slip('bh-promise-obj', 'digest not awaited, in JSON {}', { bh: () => ({}) });
slip('bh-commas', 'Uint8Array printed: numbers with commas', { bh: (b) => String(new Uint8Array(sha(b))) });
slip(
  'bh-fetch-time',
  'hash of the body with its timestamp member from another moment',
  bh((b) => b.replace('"1.0"', '"1.1"')),
  P,
);
// data/sign encodings
slip('data-btoa', 'btoa: standard alphabet with padding', { data: (r) => r.toString('base64') });
slip('data-uri', 'data: URI', { data: (r) => `data:application/json;base64,${r.toString('base64')}` });
slip('data-json', 'plain JSON in SVC-DATA', { data: (r) => r.toString('latin1') });
slip('data-uricomp', 'encodeURIComponent(JSON)', { data: (r) => encodeURIComponent(r.toString()) });
slip('data-hex', 'hex', { data: (r) => r.toString('hex') });
slip('data-twice', 'base64url twice', { data: (r) => u(u(r)) });
slip('data-gzip', 'gzip then base64url', { data: (r) => u(zlib.gzipSync(r)) });
slip('data-other-alphabet', 'alphabet with . and _ instead of - and _', {
  data: (r) => u(r).replaceAll('-', '.'),
  path: (t) => `${t}>>>???~~~`,
});
slip('data-strip-symbols', 'characters + and / removed', { sig: (b) => b.toString('base64').replace(/[+/=]/g, '') });
slip('data-tilde-pad', 'padding as . or ~', { data: (r) => `${u(r)}~` });
slip('sign-hex', 'signature in hex', { sig: (b) => b.toString('hex') });
slip('sign-0x', '0x hex', { sig: (b) => `0x${b.toString('hex')}` });
slip('sign-latin1utf8', 'binary string as UTF-8 then base64url', {
  sig: (b) => u(Buffer.from(b.toString('latin1'), 'utf8')),
});
slip('sign-arr', 'numbers with commas', { sig: (b) => String(new Uint8Array(b)) });
slip('sign-json', '{"signature":"..."}', { sig: (b) => JSON.stringify({ signature: u(b) }) });
slip('sign-b64ofhex', 'base64 of hex', { sig: (b) => u(b.toString('hex')) });
slip('sign-upper', 'text upper-cased by a middleware', { sig: (b) => u(b).toUpperCase() });
slip('sign-plus-space', '+ became a blank (form decoding) in standard base64', {
  sig: (b) => b.toString('base64').replaceAll('+', ' '),
});
slip('sign-half', 'only R: 32 bytes', { sig: (b) => u(b.subarray(0, 32)) });
slip('sign-reversed', 'signature bytes reversed', { sig: (b) => u(Buffer.from(b).reverse()) });
slip('sign-SR', 'S before R', { sig: (b) => u(Buffer.concat([b.subarray(32), b.subarray(0, 32)])) });
slip('sign-object', '[object Object]', { sig: () => '[object Object]' });
slip('sign-promise', '[object Promise]', { sig: () => '[object Promise]' });
slip('sign-undefined', 'undefined', { sig: () => 'undefined' });
slip('sign-empty', 'empty', { sig: () => '' });
slip('sign-zero', '64 zero bytes', { sig: () => u(Buffer.alloc(64)) });
slip('sign-is-hash', 'SHA-512 digest instead of a signature', {
  sign: (m) => C.createHash('sha512').update(m).digest(),
});
slip('sign-sha512-seeded', 'SHA-512 of seed and payload (secret prefix)', {
  sign: (m) => C.createHash('sha512').update(SEED).update(m).digest(),
});
slip('sign-is-data', 'SVC-SIGN holds SVC-DATA again', { sig: (_b, c) => c.data });
slip('sign-rsa', 'RSA 2048 PKCS#1', {
  sign: (m) => C.createHash('sha512').update(m).digest(),
  sig: (b) => u(Buffer.concat([b, b, b, b])),
});
// message
slip('msg-other-stringify', 'signs a second JSON.stringify in another order', {
  msg: (c) => Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(c.p).reverse()))),
});
slip('msg-pretty', 'signs indented JSON', { msg: (c) => Buffer.from(JSON.stringify(c.p, null, 2)) });
slip('msg-space-dumps', 'signs with a blank after : and ,', {
  msg: (c) => Buffer.from(JSON.stringify(c.p).replaceAll('":', '": ').replaceAll(',"', ', "')),
});
slip('msg-newline', 'signs payload and newline', { msg: (c) => Buffer.concat([c.raw, Buffer.from('\n')]) });
slip('msg-jsonstring', 'signs JSON.stringify of the JSON text', {
  msg: (c) => Buffer.from(JSON.stringify(c.raw.toString())),
});
slip('msg-b64std', 'signs the standard base64 text', { msg: (c) => Buffer.from(c.raw.toString('base64')) });
slip('msg-objobj', 'signs "[object Object]"', { msg: () => Buffer.from('[object Object]') });
slip('msg-body', 'signs the body', { msg: (c) => Buffer.from(c.b) });
slip('msg-bodyhash', 'signs the body_hash text', { msg: (c) => Buffer.from(c.p.body_hash) });
slip('msg-empty', 'signs nothing', { msg: () => Buffer.alloc(0) });
slip('msg-sha256hex', 'signs the hex of the SHA-256', { msg: (c) => Buffer.from(sha(c.raw).toString('hex')) });
slip('msg-utf16', 'signs UTF-16LE', { msg: (c) => Buffer.from(c.raw.toString(), 'utf16le') });
slip('msg-numbers', 'signs "123,34,..." the bytes printed', { msg: (c) => Buffer.from(String(new Uint8Array(c.raw))) });
slip('msg-method-path-ts', 'METHOD\\nPATH\\nTS\\nHASH', {
  msg: (c) => Buffer.from([c.m, c.t, c.ts, c.p.body_hash].join('\n')),
});
slip('msg-without-version', 'signs payload without sign_version', {
  msg: (c) => {
    const { sign_version, ...r } = c.p;
    return Buffer.from(JSON.stringify(r));
  },
});
slip('msg-string-ts', 'signs payload with timestamp as text', {
  msg: (c) => Buffer.from(JSON.stringify({ ...c.p, timestamp: String(c.ts) })),
});
slip('msg-escape-slash', 'signs with \\/ , sends /', {
  msg: (c) => Buffer.from(JSON.stringify(c.p).replaceAll('/', '\\/')),
});
slip(
  'msg-query-sorted',
  'signs a payload with sorted query, sends another',
  { msg: (c) => Buffer.from(JSON.stringify({ ...c.p, path: re((q) => q.split('&').sort().join('&'))(c.t) })) },
  G,
);
slip(
  'msg-path-only',
  'signs a payload whose path lacks the query',
  { msg: (c) => Buffer.from(JSON.stringify({ ...c.p, path: c.t.split('?')[0] })) },
  G,
);
slip('msg-new-ts', 'signs with Date.now() taken 12 ms later', {
  msg: (c) => Buffer.from(JSON.stringify({ ...c.p, timestamp: NOW + 12 })),
});
slip('msg-seconds', 'signed payload has seconds', {
  msg: (c) => Buffer.from(JSON.stringify({ ...c.p, timestamp: Math.floor(NOW / 1000) })),
});
slip('msg-lower-method', 'signed payload has lower-case method', {
  msg: (c) => Buffer.from(JSON.stringify({ ...c.p, method: c.m.toLowerCase() })),
});
slip(
  'msg-empty-hash',
  'signed payload has the empty body hash',
  { msg: (c) => Buffer.from(JSON.stringify({ ...c.p, body_hash: u(sha('')) })) },
  P,
);
slip(
  'msg-other-idem',
  'signed payload has another idempotency key (new uuid)',
  { msg: (c) => Buffer.from(JSON.stringify({ ...c.p, idempotency_key: 'cl-0000-18' })) },
  P,
);
slip('msg-body-whole', 'signed payload has the body instead of its hash', {
  msg: (c) => Buffer.from(JSON.stringify({ ...c.p, body_hash: undefined, body: c.b })),
});
// payload values
slip('p-ts-bigint-n', 'timestamp 1714564800123n', { ser: (p) => JSON.stringify(p).replace(String(NOW), `${NOW}n`) });
slip('p-ts-date', 'new Date() in JSON: ISO text', { payload: (p) => ({ ...p, timestamp: new Date(NOW) }), hts: NOW });
slip('p-ts-perf', 'performance.now() added: fraction', { ts: NOW + 0.4375 });
slip('p-ver-str', 'sign_version "1"', { payload: (p) => ({ ...p, sign_version: '1' }) });
slip('p-ver-float', 'sign_version 1.0', {
  ser: (p) => JSON.stringify(p).replace('"sign_version":1', '"sign_version":1.0'),
});
slip('p-ver-2', 'version 2 in both', { payload: (p) => ({ ...p, sign_version: 2 }), hver: '2' });
slip('p-nonce', 'member nonce for idempotency_key', {
  payload: ({ idempotency_key, ...p }) => ({ ...p, nonce: idempotency_key }),
});
slip('p-camel', 'camelCase members', {
  payload: (p) =>
    Object.fromEntries(Object.entries(p).map(([k, v]) => [k.replace(/_./g, (x) => x[1].toUpperCase()), v])),
});
slip('p-json-in-json', 'JSON text of the JSON text', { ser: (p) => JSON.stringify(JSON.stringify(p)) });
slip('p-trailing-comma', 'trailing comma (hand-made JSON)', { ser: (p) => JSON.stringify(p).replace(/}$/, ',}') });
slip('p-unquoted', 'JavaScript object literal, names without quotes', {
  ser: (p) => util.inspect(p, { breakLength: Infinity }),
});
slip('p-newline-raw', 'raw line break inside a text (hand-made JSON)', {
  ser: (p) => JSON.stringify(p).replace('/accounts', '/acc\nounts'),
});
slip('p-js-map', 'Map: {} as payload', { ser: () => '{}' });
slip('p-array1', 'payload in an array', { ser: (p) => JSON.stringify([p]) });
slip('p-jwt-claims', 'JWT claims iss, iat, exp', {
  payload: (p) => ({
    iss: KEY,
    iat: Math.floor(NOW / 1000),
    exp: Math.floor(NOW / 1000) + 60,
    method: p.method,
    path: p.path,
    bodyHash: p.body_hash,
  }),
});
slip('p-key-mismatch', 'api_key of the test account in the payload', {
  payload: (p) => ({ ...p, api_key: 'tk_test_8842' }),
});
slip('p-key-in-header-wrong', 'other key in the header', { hkey: 'tk_test_8842' });
slip('p-key-name', 'the name of the key instead of its identifier', {
  payload: (p) => ({ ...p, api_key: 'My trading key' }),
  hkey: 'My trading key',
});
slip('p-idem-empty-post', 'empty key on POST', { idem: '' }, P);
slip('p-idem-null-text', '"null" as key on GET', { idem: 'null' }, G);
slip('p-idem-number', 'idempotency_key is a number', { idem: 1714564800123 }, P);
slip('p-idem-unicode', 'ü in the key', { idem: 'auftrag-für-42' }, P);
slip('p-idem-long', '130 characters', { idem: 'x'.repeat(130) }, P);
slip('p-idem-case', 'header key upper-cased', { hidem: 'CL-0000-17' }, P);
slip('k-pubpriv', 'seed and public (64 bytes) taken with the public half as seed', {
  sign: ed(Buffer.from(PUB, 'base64url')),
});
slip('k-pass-pad', 'seed text padded with zeros to 32', {
  sign: ed(Buffer.concat([SEED.subarray(0, 16), Buffer.alloc(16)])),
});
slip('k-hexcut', 'hex seed text cut to 32 characters', { sign: ed(Buffer.from(SEED.toString('hex').slice(0, 32))) });
slip('k-sha256', 'seed hashed with SHA-256', { sign: ed(sha(SEED)) });
slip('k-sha256hex', 'hex text of the seed hashed with SHA-256', { sign: ed(sha(SEED.toString('hex'))) });
slip('k-reversed', 'reversed seed', { sign: ed(Buffer.from(SEED).reverse()) });
slip('k-b64text-hash', 'base64 text of the seed hashed', { sign: ed(sha(SEED.toString('base64'))) });
slip('k-zero', 'a key of zeros (env variable missing)', { sign: ed(Buffer.alloc(32)) });
slip('k-undefined', 'seed = sha256("undefined")', { sign: ed(sha('undefined')) });
slip('k-utf8', 'seed through a UTF-8 text: replacement characters, first 32 bytes', {
  sign: ed(Buffer.from(SEED.toString('utf8')).subarray(0, 32)),
});
slip('k-latin-hex', 'hex seed decoded as base64, first 32 bytes', {
  sign: ed(Buffer.from(SEED.toString('hex'), 'base64').subarray(0, 32)),
});
slip('k-apikey', 'the API key text padded as seed', {
  sign: ed(Buffer.concat([Buffer.from(KEY), Buffer.alloc(32)]).subarray(0, 32)),
});
slip('k-x25519', 'clamped X25519 scalar as seed', {
  sign: (m) => {
    const s = C.createHash('sha512').update(SEED).digest().subarray(0, 32);
    s[0] &= 248;
    s[31] &= 127;
    s[31] |= 64;
    return ed(s)(m);
  },
});
slip(
  'pair-usp-indent',
  'query re-encoded and signed indented',
  { path: re((q) => new URLSearchParams(q).toString()), msg: (c) => Buffer.from(JSON.stringify(c.p, null, 2)) },
  G,
);
slip('pair-hexhash-hexsign', 'body hash and signature in hex', {
  bh: (b) => sha(b).toString('hex'),
  sig: (b) => b.toString('hex'),
});
slip('pair-sec-fullurl', 'seconds and full URL', {
  ts: Math.floor(NOW / 1000),
  path: (t) => `https://api.example.com${t}`,
});
slip('pair-camel-b64text', 'camelCase and base64url text signed', {
  payload: (p) =>
    Object.fromEntries(Object.entries(p).map(([k, v]) => [k.replace(/_./g, (x) => x[1].toUpperCase()), v])),
  msg: (c) => Buffer.from(c.data),
});
slip('pair-sha512hash-revkey', 'SHA-512 as body hash, reversed seed', {
  bh: (b) => u(C.createHash('sha512').update(b).digest()),
  sign: ed(Buffer.from(SEED).reverse()),
});
