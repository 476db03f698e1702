// Wrong signers as people write them in JavaScript: each entry is a signer with one mistake and a line that says which.
import { createHash, createHmac, createPrivateKey, createPublicKey, sign as edSign } from 'node:crypto';
import qs from 'node:querystring';
import { createInterface } from 'node:readline';
import { inspect } from 'node:util';
import { brotliCompressSync } from 'node:zlib';

let SEED = Buffer.from('4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718', 'hex');
let NOW = 1714564800123;
let KEY_ID = 'key-desk-1';
const HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const keyOf = (seed) => createPrivateKey({ key: Buffer.concat([HEAD, seed]), format: 'der', type: 'pkcs8' });
const req = (method, base, params, obj, idem = '') => ({
  method,
  base,
  params,
  obj,
  idem,
  target: base + (params ? `?${params}` : ''),
  body: Buffer.from(obj ? JSON.stringify(obj, null, 2) : ''),
});
const REQUESTS = [
  req('GET', '/v1/configuration/accounts/2000/account'),
  req(
    'POST',
    '/v1/trading/accounts/2000/orders',
    undefined,
    {
      instrument: 'GBPUSD',
      type: 'stop',
      volume: '1.50',
      price: '1.2500',
      stop_loss_price: '1.2400',
      note: 'naïve café 😀',
    },
    'a1b2c3d4-0001',
  ),
  req(
    'GET',
    '/v1/trading/accounts/2000/history',
    "name=O'Neil%20%28x%29&cursor=eyJhIjoxfQ%3D%3D&from=2024-05-01T00%3A00%3A00%2B00%3A00",
  ),
];
const b64u = (b) => Buffer.from(b).toString('base64url');
const std = (b) => Buffer.from(b).toString('base64');
const sha = (b, a = 'sha256') => createHash(a).update(b).digest();

const RIGHT = {
  seed: () => SEED,
  sentBody: (_s, r) => r.body,
  sentTarget: (_s, r) => r.target,
  hashed: (s, r) => s.sentBody(r),
  digest: (_s, b) => b64u(sha(b)),
  bodyHash: (s, r) => s.digest(s.hashed(r)),
  path: (s, r) => s.sentTarget(r),
  ts: () => NOW,
  tsHeader: (s, r) => String(s.ts(r)),
  tsMember: (s, r) => s.ts(r),
  method: (_s, r) => r.method,
  idem: (_s, r) => r.idem,
  idemHeader: (s, r) => s.idem(r),
  idemMember: (s, r) => s.idem(r),
  version: () => 1,
  versionHeader: () => '1',
  keyHeader: () => KEY_ID,
  keyMember: () => KEY_ID,
  members: (s, r) => ({
    api_key: s.keyMember(r),
    idempotency_key: s.idemMember(r),
    timestamp: s.tsMember(r),
    sign_version: s.version(r),
    method: s.method(r),
    path: s.path(r),
    body_hash: s.bodyHash(r),
  }),
  payload: (s, r) => Buffer.from(JSON.stringify(s.members(r))),
  sentPayload: (s, r) => s.payload(r),
  data: (s, r) => b64u(s.sentPayload(r)),
  message: (s, r) => s.payload(r),
  sign: (s, m) => edSign(null, m, keyOf(s.seed())),
  sig: (s, r) => b64u(s.sign(s.message(r))),
  headers: (s, r) => [
    ['SVC-API-KEY', s.keyHeader(r)],
    ['SVC-IDEMPOTENCY-KEY', s.idemHeader(r)],
    ['SVC-TIMESTAMP', s.tsHeader(r)],
    ['SVC-SIGN-VERSION', s.versionHeader(r)],
    ['SVC-DATA', s.data(r)],
    ['SVC-SIGN', s.sig(r)],
  ],
};
const signer = (over) => {
  const s = {};
  for (const [k, f] of Object.entries({ ...RIGHT, ...over })) s[k] = (...a) => f(s, ...a);
  return s;
};
const CASES = [];
const mistake = (id, truth, over) => CASES.push([id, truth, signer(over)]);
const renamed = (f) => ({ headers: (s, r) => RIGHT.headers(s, r).map(([n, v]) => [f(n), v]) });

// serialisation
mistake('object-object', 'SVC-DATA is String(object): [object Object]', {
  payload: (s, r) => Buffer.from(String(s.members(r))),
});
mistake('inspect-object', 'SVC-DATA is util.inspect(), single quotes and no quotes on names', {
  payload: (s, r) => Buffer.from(inspect(s.members(r))),
});
mistake('sign-pretty', 'signs JSON.stringify(p, null, 2), sends the compact text', {
  message: (s, r) => Buffer.from(JSON.stringify(s.members(r), null, 2)),
});
mistake('sign-stable-stringify', 'signs a stable (sorted) stringify, sends the plain one', {
  message: (s, r) => {
    const m = s.members(r);
    return Buffer.from(
      JSON.stringify(
        Object.fromEntries(
          Object.keys(m)
            .sort()
            .map((k) => [k, m[k]]),
        ),
      ),
    );
  },
});
mistake('double-stringify', 'JSON.stringify twice: payload is a JSON string', {
  payload: (s, r) => Buffer.from(JSON.stringify(JSON.stringify(s.members(r)))),
});
mistake('undefined-dropped', 'JSON.stringify drops undefined: idempotency_key missing on GET', {
  idemMember: (_s, r) => r.idem || undefined,
});
mistake('undefined-header', 'String(undefined) as idempotency header on GET', {
  idemHeader: (_s, r) => String(r.idem || undefined),
});
mistake('null-member', 'idempotency_key null on GET', { idemMember: (_s, r) => r.idem || null });
mistake('timestamp-string', 'timestamp String(Date.now()) in the payload', { tsMember: () => String(NOW) });
mistake('timestamp-bigint', 'BigInt timestamp stringified with an n', {
  ts: () => NOW,
  tsMember: () => `${NOW}n`,
  tsHeader: () => `${NOW}n`,
});
mistake('timestamp-perf', 'performance.timeOrigin + performance.now(): fractions of milliseconds in both', {
  ts: () => NOW + 0.25,
});
mistake('timestamp-date-json', 'a Date object in the payload: ISO text with Z', { tsMember: () => new Date(NOW) });
mistake('timestamp-date-string', 'String(new Date()) in header and payload', { ts: () => new Date(NOW).toString() });
mistake('timestamp-getseconds', 'new Date().getMilliseconds()', { ts: () => 123 });
mistake('timestamp-floor-div', 'Math.floor(Date.now()/1000)', { ts: () => Math.floor(NOW / 1000) });
mistake('timestamp-seconds-x1000-member', 'payload rounds to seconds (…000), header is exact', {
  tsMember: () => Math.floor(NOW / 1000) * 1000,
});
mistake('timestamp-int32', 'Date.now() | 0', { ts: () => NOW | 0 });
mistake('timestamp-base36', 'Date.now().toString(36)', { ts: () => NOW.toString(36) });
mistake('timestamp-nan', 'Date.parse of a bad text: NaN, null in JSON', { ts: () => NaN });
mistake('timestamp-stale-module', 'const ts = Date.now() at module load, a day ago', { ts: () => NOW - 86400000 });
mistake('timestamp-future-zone', 'local time taken for UTC: three hours ahead', { ts: () => NOW + 3 * 3600000 });
mistake('version-string', 'sign_version "1"', { version: () => '1' });
mistake('version-missing', 'sign_version left out of the payload', { version: () => undefined });
mistake('payload-array', 'payload is Object.values()', {
  payload: (s, r) => Buffer.from(JSON.stringify(Object.values(s.members(r)))),
});
mistake('payload-entries', 'payload is JSON.stringify(new Map()), {}', {
  payload: (s, r) => Buffer.from(JSON.stringify(new Map(Object.entries(s.members(r))))),
});
mistake('payload-querystring', 'payload is new URLSearchParams(members)', {
  payload: (s, r) => Buffer.from(new URLSearchParams(s.members(r)).toString()),
});
mistake('payload-wrapped', 'payload wrapped: {data:{…}}', {
  payload: (s, r) => Buffer.from(JSON.stringify({ data: s.members(r) })),
});
mistake('payload-buffer-json', 'JSON.stringify of a Buffer: {"type":"Buffer"…}', {
  sentPayload: (s, r) => Buffer.from(JSON.stringify(s.payload(r))),
});
mistake('payload-body-in', 'payload holds the body as an extra member and signs without it', {
  sentPayload: (s, r) => Buffer.from(JSON.stringify({ ...s.members(r), body: r.body.toString() })),
});
mistake('bodyhash-camel', 'member named bodyHash', {
  members: (s, r) => {
    const { body_hash, ...m } = RIGHT.members(s, r);
    return { ...m, bodyHash: body_hash };
  },
});
// encodings
mistake('data-btoa', 'btoa: standard base64 with padding', { data: (s, r) => btoa(s.payload(r).toString('latin1')) });
mistake('sig-plus-only', 'replaces + and forgets /, signature', {
  sig: (s, r) =>
    std(s.sign(s.payload(r)))
      .replaceAll('+', '-')
      .replace(/=+$/, ''),
});
mistake('data-swapped-alphabet', "'+' to '_' and '/' to '-': the two swapped, signature", {
  sig: (s, r) =>
    std(s.sign(s.payload(r)))
      .replace(/\+/g, '_')
      .replace(/\//g, '-')
      .replace(/=+$/, ''),
});
mistake('data-uriencoded', 'encodeURIComponent of standard base64', {
  data: (s, r) => encodeURIComponent(std(s.payload(r))),
});
mistake('sig-binary-string', "signature toString('utf8') before base64url: replacement characters", {
  sig: (s, r) => b64u(Buffer.from(s.sign(s.payload(r)).toString('utf8'))),
});
mistake('sig-latin1-utf8', "signature toString('binary') encoded as UTF-8 again", {
  sig: (s, r) => b64u(Buffer.from(s.sign(s.payload(r)).toString('latin1'), 'utf8')),
});
mistake('sig-uint8array-string', 'String(Uint8Array): comma separated numbers in SVC-SIGN', {
  sig: (s, r) => String(new Uint8Array(s.sign(s.payload(r)))),
});
mistake('sig-comma-b64', 'btoa(String(Uint8Array)): base64 of the numbers', {
  sig: (s, r) => b64u(String(new Uint8Array(s.sign(s.payload(r))))),
});
mistake('sig-json-buffer', 'JSON of the signature buffer', { sig: (s, r) => JSON.stringify(s.sign(s.payload(r))) });
mistake('sig-arraybuffer', 'SVC-SIGN is [object ArrayBuffer]', { sig: () => '[object ArrayBuffer]' });
mistake('sig-promise', 'SVC-SIGN is [object Promise], await forgotten', { sig: () => '[object Promise]' });
mistake('sig-hex-upper', 'signature as upper-case hex', {
  sig: (s, r) => s.sign(s.payload(r)).toString('hex').toUpperCase(),
});
mistake('sig-std', 'signature in standard base64', { sig: (s, r) => std(s.sign(s.payload(r))) });
mistake('data-double-b64', 'SVC-DATA base64url twice', { data: (s, r) => b64u(b64u(s.payload(r))) });
mistake('data-utf16le', "payload written as 'utf16le'", {
  payload: (s, r) => Buffer.from(RIGHT.payload(s, r).toString(), 'utf16le'),
});
mistake('data-brotli', 'SVC-DATA brotli-compressed', { data: (s, r) => b64u(brotliCompressSync(s.payload(r))) });
mistake('data-hex', 'SVC-DATA in hex', { data: (s, r) => s.payload(r).toString('hex') });
mistake('data-quotes', 'SVC-DATA with JSON quotes around', { data: (s, r) => JSON.stringify(RIGHT.data(s, r)) });
mistake('data-jwt', 'SVC-DATA is header.payload of a JWT', {
  data: (s, r) => `${b64u('{"alg":"EdDSA"}')}.${b64u(s.payload(r))}`,
});
mistake('sig-jws', 'SVC-SIGN is a whole JWS compact text', {
  sig: (s, r) => {
    const m = `${b64u('{"alg":"EdDSA","typ":"JWT"}')}.${b64u(s.payload(r))}`;
    return `${m}.${b64u(s.sign(Buffer.from(m)))}`;
  },
});
// body
mistake('hash-restringify', 'hashes JSON.stringify(body), sends the pretty text', {
  hashed: (_s, r) => (r.obj ? Buffer.from(JSON.stringify(r.obj)) : r.body),
});
mistake('hash-hex', "digest('hex')", { digest: (_s, b) => sha(b).toString('hex') });
mistake('hash-base64', "digest('base64')", { digest: (_s, b) => std(sha(b)) });
mistake('hash-of-hex-b64', 'base64url of the hex text', { digest: (_s, b) => b64u(sha(b).toString('hex')) });
mistake('hash-sha1', 'sha1', { digest: (_s, b) => b64u(sha(b, 'sha1')) });
mistake('hash-sha3', 'sha3-256', { digest: (_s, b) => b64u(sha(b, 'sha3-256')) });
mistake('hash-object', 'hashes String(body): [object Object]', {
  hashed: (_s, r) => (r.obj ? Buffer.from(String(r.obj)) : r.body),
});
mistake('hash-latin1', "update(body, 'latin1')", { hashed: (_s, r) => Buffer.from(r.body.toString(), 'latin1') });
mistake('hash-undefined-get', "hashes 'undefined' on GET", {
  hashed: (_s, r) => (r.obj ? r.body : Buffer.from('undefined')),
});
mistake('hash-quotes-get', 'hashes JSON.stringify(""), two quotes, on GET', {
  hashed: (_s, r) => (r.obj ? r.body : Buffer.from('""')),
});
mistake('hash-double-stringify', 'hashes JSON.stringify(bodyText), sends bodyText', {
  hashed: (_s, r) => (r.obj ? Buffer.from(JSON.stringify(r.body.toString())) : r.body),
});
mistake('hash-empty-member', 'no body_hash where there is no body', {
  bodyHash: (s, r) => (r.obj ? s.digest(r.body) : undefined),
});
mistake('hash-b64-body', 'hashes the base64 of the body', { hashed: (_s, r) => Buffer.from(std(r.body)) });
mistake('hash-hmac-seed', 'HMAC of the body with the private key', {
  digest: (_s, b) => b64u(createHmac('sha256', SEED).update(b).digest()),
});
mistake('hash-truncated-length', 'hashes only body.length characters of the bytes (multi-byte cut off)', {
  hashed: (_s, r) => r.body.subarray(0, r.body.toString().length),
});
mistake('hash-crlf', 'hashes the body with CRLF line ends, sends LF', {
  hashed: (_s, r) => Buffer.from(r.body.toString().replace(/\n/g, '\r\n')),
});
mistake('hash-numbers', 'hashes the body with the decimal strings turned to numbers', {
  hashed: (_s, r) =>
    r.obj
      ? Buffer.from(JSON.stringify({ ...r.obj, volume: 1.5, price: 1.25, stop_loss_price: 1.24 }, null, 2))
      : r.body,
});
mistake('sent-object', 'fetch body is an object: [object Object] is sent, JSON is hashed', {
  sentBody: (_s, r) => (r.obj ? Buffer.from('[object Object]') : r.body),
  hashed: (_s, r) => r.body,
});
// path
mistake('path-pathname', 'signs new URL().pathname', { path: (_s, r) => r.base });
mistake('path-href', 'signs url.href', { path: (_s, r) => `https://api.example.com${r.target}` });
mistake('path-host', 'signs host + path', { path: (_s, r) => `api.example.com${r.target}` });
mistake('path-usp', 'signs URLSearchParams.toString(): re-encoded', {
  path: (_s, r) => r.base + (r.params ? `?${new URLSearchParams(r.params)}` : ''),
});
mistake('path-qs', 'signs querystring.stringify(parse())', {
  path: (_s, r) => r.base + (r.params ? `?${qs.stringify(qs.parse(r.params))}` : ''),
});
mistake('path-encodeuri', 'signs encodeURI(target): escapes escaped again', { path: (_s, r) => encodeURI(r.target) });
mistake('path-encode-component', 'signs encodeURIComponent(target)', { path: (_s, r) => encodeURIComponent(r.target) });
mistake('path-decoded', 'signs decodeURIComponent(target)', { path: (_s, r) => decodeURIComponent(r.target) });
mistake('path-usp-no-mark', 'joins path and query without ?', { path: (_s, r) => r.base + (r.params ?? '') });
mistake('path-req-path-express', 'signs req.path under a router: /account only', {
  path: (_s, r) => r.target.replace(/^.*\/accounts\/2000/, ''),
});
mistake('path-double-slash', 'base url ends in /: signs //v1', { path: (_s, r) => `/${r.target}` });
mistake('path-fragment', 'signs with #', { path: (_s, r) => `${r.target}#` });
mistake('path-cachebust', 'an interceptor appends _=timestamp to the URL after signing', {
  sentTarget: (_s, r) => `${r.target}${r.params ? '&' : '?'}_=${NOW}`,
  path: (_s, r) => r.target,
});
mistake('path-undefined', 'template without value: accounts/undefined signed', {
  path: (_s, r) => r.target.replace('2000', 'undefined'),
});
mistake('path-object-params', 'signs ?[object Object]', {
  path: (_s, r) => r.base + (r.params ? '?[object Object]' : ''),
});
mistake('method-lower', 'axios config.method: lower case', { method: (_s, r) => r.method.toLowerCase() });
mistake('method-undefined', 'fetch without method: member left out on GET', {
  method: (_s, r) => (r.method === 'GET' ? undefined : r.method),
});
// key, message
mistake('sign-data-text', 'signs the SVC-DATA text', { message: (s, r) => Buffer.from(s.data(r)) });
mistake('sign-prehash', "createHash('sha256') first", { message: (s, r) => sha(s.payload(r)) });
mistake('sign-hex-text', 'signs the hex text of the payload', {
  message: (s, r) => Buffer.from(s.payload(r).toString('hex')),
});
mistake('sign-keccak-like-sha512hex', 'signs the sha512 hex text', {
  message: (s, r) => Buffer.from(sha(s.payload(r), 'sha512').toString('hex')),
});
mistake('sign-canonical-lines', 'signs method\\npath\\ntimestamp\\nbodyhash', {
  message: (s, r) => Buffer.from([r.method, r.target, NOW, s.bodyHash(r)].join('\n')),
});
mistake('sign-query', 'signs the query string only', { message: (_s, r) => Buffer.from(r.params ?? '') });
mistake('sign-timestamp-data', 'signs timestamp + "." + data', {
  message: (s, r) => Buffer.from(`${NOW}.${s.data(r)}`),
});
mistake('sign-object-string', 'signs "[object Object]"', { message: () => Buffer.from('[object Object]') });
mistake('sign-empty', 'signs nothing', { message: () => Buffer.alloc(0) });
mistake('seed-utf8-hex', 'seed: Buffer.from(hex) without "hex", cut to 32', {
  seed: () => Buffer.from(SEED.toString('hex')).subarray(0, 32),
});
mistake('seed-base64-of-hex', 'hex text read as base64, first 32 bytes', {
  seed: () => Buffer.from(SEED.toString('hex'), 'base64').subarray(0, 32),
});
mistake('seed-zero', 'empty environment: seed of zeros', { seed: () => Buffer.alloc(32) });
mistake('seed-reversed', 'seed reversed', { seed: () => Buffer.from(SEED).reverse() });
mistake('seed-sha512-half', 'first half of SHA-512 of the seed as seed', {
  seed: () => sha(SEED, 'sha512').subarray(0, 32),
});
mistake('hmac', 'createHmac sha256 base64url', {
  sign: (_s, m) => createHmac('sha256', SEED.toString('hex')).update(m).digest(),
});
mistake('sig-reuse', 'signature of the previous request is sent (cached)', {
  message: (s, r) => Buffer.from(JSON.stringify({ ...s.members(r), timestamp: NOW - 5000 })),
});
mistake('sig-secret-key', 'sends the private key (seed hex) in SVC-SIGN', { sig: () => SEED.toString('hex') });
mistake('sig-public-key', 'sends the public key in SVC-SIGN', {
  sig: () => createPublicKey(keyOf(SEED)).export({ format: 'jwk' }).x,
});
// headers
mistake(
  'headers-svcless',
  'headers without SVC-',
  renamed((n) => n.replace('SVC-', '')),
);
mistake(
  'headers-typo',
  'SVC-SIGNVERSION',
  renamed((n) => n.replace('SIGN-VERSION', 'SIGNVERSION')),
);
mistake(
  'headers-time',
  'SVC-TIME in place of SVC-TIMESTAMP',
  renamed((n) => n.replace('TIMESTAMP', 'TIME')),
);
mistake(
  'headers-apikey',
  'X-API-KEY in place of SVC-API-KEY',
  renamed((n) => n.replace('SVC-API-KEY', 'X-API-KEY')),
);
mistake('headers-undefined-key', 'API key "undefined" in header and payload', {
  keyHeader: () => 'undefined',
  keyMember: () => undefined,
});
mistake('headers-twice', 'interceptor sets SVC-SIGN twice, comma-joined', {
  sig: (s, r) => `${RIGHT.sig(s, r)}, ${RIGHT.sig(s, r)}`,
});
mistake(
  'headers-all-in-authorization',
  'signature sent in Authorization only',
  renamed((n) => n.replace('SVC-SIGN', 'Authorization').replace('Authorization-VERSION', 'SVC-SIGN-VERSION')),
);
mistake('headers-no-version', 'no SVC-SIGN-VERSION', {
  headers: (s, r) => RIGHT.headers(s, r).filter(([n]) => n !== 'SVC-SIGN-VERSION'),
});
mistake('headers-public-key-as-id', 'the public key in place of the identifier', {
  keyHeader: () => createPublicKey(keyOf(SEED)).export({ format: 'jwk' }).x,
  keyMember: () => createPublicKey(keyOf(SEED)).export({ format: 'jwk' }).x,
});
mistake('headers-locale-ts', 'toLocaleString: commas in the timestamp header', {
  tsHeader: () => NOW.toLocaleString('en-US'),
});
mistake('headers-exponent-ts', 'timestamp header in exponent notation', { tsHeader: () => NOW.toExponential() });
mistake('idem-short', 'idempotency key "1" from a counter', { idem: (_s, r) => r.idem && '1' });
mistake('idem-braces', 'idempotency key in braces {uuid}', {
  idem: (_s, r) => r.idem && '{0b9d7e0e-1111-4222-8333-444455556666}',
});
mistake('idem-iso', 'idempotency key is an ISO time with colons', {
  idem: (_s, r) => r.idem && '2024-05-01T12:00:00Z',
});
mistake('idem-number', 'idempotency_key a JSON number', {
  idemHeader: (_s, r) => r.idem && '1234567',
  idemMember: (_s, r) => (r.idem ? 1234567 : ''),
});

// alphabets, containers and headers of other protocols
const rotated = (by) => ({
  headers: (s, r) => {
    const all = RIGHT.headers(s, r);
    return all.map(([n], at) => [n, all[(at + by + all.length) % all.length][1]]);
  },
});
mistake('data-token-encode', 'SVC-DATA ends with the count of its padding, as UrlTokenEncode of ASP.NET writes', {
  data: (s, r) => b64u(s.payload(r)) + ((4 - (b64u(s.payload(r)).length % 4)) % 4),
});
mistake('data-small-letters', 'SVC-DATA was lower-cased', { data: (s, r) => b64u(s.payload(r)).toLowerCase() });
mistake('headers-rotated', 'every header has the value of the next one', rotated(1));
mistake('headers-rotated-back', 'every header has the value of the one before', rotated(-1));
mistake('signature-in-authorization', 'the signature is sent in Authorization', {
  headers: (s, r) =>
    RIGHT.headers(s, r).map(([n, v]) => (n === 'SVC-SIGN' ? ['Authorization', `Signature ${v}`] : [n, v])),
});
mistake('values-with-names', 'the values begin with the names of their headers', {
  headers: (s, r) => RIGHT.headers(s, r).map(([n, v]) => [n, `${n}: ${v}`]),
});
mistake('signature-of-promise', 'SVC-SIGN encodes [object Promise]', { sig: () => b64u('[object Promise]') });
mistake('signature-is-sha-1', 'SVC-SIGN is a SHA-1', { sig: (s, r) => b64u(sha(s.message(r), 'sha1')) });
mistake('signature-dotted-alphabet', 'SVC-SIGN has . and _ for + and /', {
  sig: (s, r) =>
    std(s.sign(s.message(r)))
      .replace(/=/g, '')
      .replaceAll('+', '.')
      .replaceAll('/', '_'),
});
mistake('method-path-exchanged', 'method and path are in the place of one another', {
  method: (_s, r) => r.target,
  path: (_s, r) => r.method,
});
mistake('method-of-enumeration', 'method is what an enumeration prints', {
  method: (_s, r) => `HttpMethod.${r.method}`,
});
mistake('timestamp-header-rounded', 'SVC-TIMESTAMP is printed with an exponent', {
  tsHeader: (s, r) => s.ts(r).toExponential(6),
});
mistake('payload-percent-encoded-signed', 'signs the percent-encoded payload', {
  message: (s, r) => Buffer.from(encodeURIComponent(s.payload(r).toString())),
});
mistake('signs-robinhood', 'signs key, seconds, path, method and body as clients of Robinhood Crypto do', {
  message: (s, r) => Buffer.from(`${KEY_ID}${Math.floor(s.ts(r) / 1000)}${r.target}${r.method}${r.body}`),
});
mistake('hash-of-prefix', 'hashes the first 32 bytes of the body', { hashed: (s, r) => s.sentBody(r).subarray(0, 32) });
mistake('hash-of-values', 'hashes the values of the body joined', {
  hashed: (_s, r) => Buffer.from(r.obj ? Object.values(r.obj).join('') : ''),
});

const PUBLIC = Buffer.from(createPublicKey(keyOf(SEED)).export({ format: 'jwk' }).x, 'base64url').toString('hex');
if (process.argv[2] === 'adapter') {
  const s = CASES.find(([id]) => id === process.argv[3])[2];
  for await (const line of createInterface({ input: process.stdin })) {
    const m = JSON.parse(line);
    if (m.cmd === 'start')
      process.stdout.write(
        `${JSON.stringify({ implementation: process.argv[3], language: 'JavaScript', capabilities: ['sign-request'] })}\n`,
      );
    else if (m.cmd === 'run') {
      const i = m.input,
        [base, params] = [
          i.path.split('?')[0],
          i.path.includes('?') ? i.path.slice(i.path.indexOf('?') + 1) : undefined,
        ];
      [NOW, KEY_ID, SEED] = [i.timestampMs, i.apiKey, Buffer.from(m.key.seed, 'hex')];
      try {
        const r = {
          ...req(i.method, base, params, undefined, i.idempotencyKey),
          target: i.path,
          body: Buffer.from(i.body, 'hex'),
        };
        if (r.body.length) r.obj = JSON.parse(r.body.toString());
        process.stdout.write(`${JSON.stringify({ seq: m.seq, result: { headers: s.headers(r) } })}\n`);
      } catch (e) {
        process.stdout.write(`${JSON.stringify({ seq: m.seq, errored: { context: String(e) } })}\n`);
      }
    } else break;
  }
} else
  for (const [id, truth, s] of CASES)
    process.stdout.write(
      `${JSON.stringify({
        id,
        truth,
        key: KEY_ID,
        public: PUBLIC,
        now: NOW + 400,
        requests: REQUESTS.map((r) => ({
          method: r.method,
          target: s.sentTarget(r),
          headers: s.headers(r).map(([n, v]) => [n, String(v)]),
          body: s.sentBody(r).toString('hex'),
        })),
      })}\n`,
    );
