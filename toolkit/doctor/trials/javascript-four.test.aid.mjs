// Wrong signers of JavaScript programmers, fourth set: interface 5 read, the doctor not. One JSON document a signer, on standard output.
import { createHash, createHmac, createPrivateKey, sign as edSign, generateKeyPairSync } from 'node:crypto';

const SEED = Buffer.from('4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718', 'hex');
const keyOf = (seed) =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
const APIKEY = 'tk_7Qm2xV9LrBs4',
  TS = 1764199200123,
  IDEM = 'ord-5f0c2a9e-77b1-4d0e';
const sha = (b) => createHash('sha256').update(b).digest();
const u = (b) => Buffer.from(b).toString('base64url');
const ORDER = {
  type: 'limit',
  side: 'buy',
  instrument: 'EURUSD',
  volume: '0.10',
  price: '1.05000',
  take_profit_price: '1.06500',
};
const ORDERU = {
  type: 'stop',
  side: 'sell',
  instrument: 'BTC/USD',
  volume: '1.0',
  price: '64250.50',
  comment: 'Größe <5 €> & „fest“ 👍',
};
const HIST = '/v1/trading/accounts/1000042/history/orders';
const SCEN = {
  get: ['GET', '/v1/configuration/accounts/1000042/limits', ''],
  getq: ['GET', `${HIST}?to=2026-11-26T23%3A59%3A59%2B00%3A00&from=2026-11-01T00%3A00%3A00%2B00%3A00&limit=50`, ''],
  gets: ['GET', `${HIST}?comment=two%20words&limit=50`, ''],
  geta: ['GET', `${HIST}?note=it%27s%20(ok)!*&limit=5`, ''],
  geto: ['GET', `${HIST}?instruments=EURUSD%2CGBPUSD&limit=50`, ''],
  getu: ['GET', '/v1/configuration/accounts/1000042/instruments/%C3%96L/conditions', ''],
  getp: ['GET', '/v1/configuration/accounts/1000042/instruments/BTC%2FUSD/conditions', ''],
  post: ['POST', '/v1/trading/accounts/1000042/orders', JSON.stringify(ORDER)],
  postu: ['POST', '/v1/trading/accounts/1000042/orders', JSON.stringify(ORDERU)],
  ws: ['GET', '/v1/server-events/accounts/1000042/ws/events', ''],
};
const S = [];
const slip = (id, truth, scen, hooks) => S.push({ id, truth, scen, hooks });
function ctx(scen) {
  const [method, target, body] = SCEN[scen];
  return {
    scen,
    method,
    target,
    body: Buffer.from(body),
    apiKey: APIKEY,
    ts: TS,
    idem: method === 'GET' ? '' : IDEM,
    seed: SEED,
    key: keyOf(SEED),
  };
}
function sign(c, s) {
  s.pre?.(c);
  const path = s.path ? s.path(c.target, c) : c.target;
  const bh = s.bh ? s.bh(c.body, c) : u(sha(c.body));
  let f = {
    api_key: c.apiKey,
    idempotency_key: c.idem,
    timestamp: c.ts,
    sign_version: 1,
    method: c.method,
    path,
    body_hash: bh,
  };
  f = s.fields?.(f, c) ?? f;
  c.f = f;
  const payload = Buffer.from(s.ser ? s.ser(f, c) : JSON.stringify(f));
  c.data = s.data ? s.data(payload, c) : u(payload);
  const msg = s.msg ? s.msg(payload, c) : payload;
  const raw = s.sig ? s.sig(Buffer.from(msg), c) : edSign(null, Buffer.from(msg), c.key);
  const sg = s.enc ? s.enc(raw, c) : u(raw);
  const h = [
    ['SVC-API-KEY', c.apiKey],
    ['SVC-IDEMPOTENCY-KEY', c.idem],
    ['SVC-TIMESTAMP', String(c.ts)],
    ['SVC-SIGN-VERSION', '1'],
    ['SVC-DATA', c.data],
    ['SVC-SIGN', sg],
  ];
  return s.headers?.(h, c) ?? h;
}
function request(c, s) {
  const h = sign(c, s);
  const headers = [['host', 'trade.example.com']];
  if (c.scen === 'ws')
    headers.push(
      ['Upgrade', 'websocket'],
      ['Connection', 'Upgrade'],
      ['Sec-WebSocket-Version', '13'],
      ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
    );
  else headers.push(['accept', '*/*'], ['user-agent', 'node']);
  headers.push(...h.map(([k, x]) => [k.toLowerCase(), x]));
  if (c.method !== 'GET') headers.push(['content-type', 'application/json']);
  const r = { method: c.method, target: c.target, headers, body: c.body };
  s.wire?.(r, c);
  r.body = Buffer.from(r.body);
  if (r.method !== 'GET') r.headers.push(['content-length', String(r.body.length)]);
  return r;
}
const set = (k, f) => (h, c) => h.map(([n, x]) => [n, n === k ? f(x, c) : x]);
const mem = (k, f) => (o, c) => ({ ...o, [k]: f(o[k], c) });
// the signed bytes
slip('sign-string-obj', 'It signs the text [object Object].', 'get', { msg: () => String({}) });
slip('data-string-obj', 'The payload is the text [object Object].', 'get', { ser: () => String({}) });
slip('sign-undefined', 'It signs the text undefined.', 'get', { msg: () => 'undefined' });
slip('sign-promise', 'It signs [object Promise], an await is missing.', 'get', { msg: () => '[object Promise]' });
slip('sign-bytes-text', 'It signs Uint8Array.toString(): the byte values with commas.', 'get', {
  msg: (p) => new Uint8Array(p).toString(),
});
slip('sign-buffer-json', 'It signs the JSON of a Buffer.', 'get', { msg: (p) => JSON.stringify(p) });
slip('data-buffer-json', 'SVC-DATA is base64url of the JSON of a Buffer.', 'get', {
  data: (p) => u(JSON.stringify(p)),
});
slip('sign-2space', 'It signs JSON.stringify(payload, null, 2), SVC-DATA is compact.', 'get', {
  msg: (_p, c) => JSON.stringify(c.f, null, 2),
});
slip('sign-tab', 'It signs JSON indented with tabs, SVC-DATA is compact.', 'get', {
  msg: (_p, c) => JSON.stringify(c.f, null, '\t'),
});
slip(
  'sign-reparsed',
  'It signs JSON.stringify of the payload with integer-like order... that is with the members in alphabetical order.',
  'get',
  { msg: (_p, c) => JSON.stringify(Object.fromEntries(Object.entries(c.f).sort())) },
);
slip(
  'sign-no-replacer',
  'It signs the payload with only some members (replacer list): body_hash and path are missing.',
  'get',
  { msg: (_p, c) => JSON.stringify(c.f, ['api_key', 'idempotency_key', 'timestamp', 'sign_version', 'method']) },
);
slip(
  'sign-utf8-mangled',
  'The payload was made a binary string (latin1) before signing: non-ASCII letters are single bytes.',
  'get',
  {
    pre: (c) => {
      c.target = '/v1/configuration/accounts/1000042/instruments/ÖL/conditions';
    },
    msg: (p) => Buffer.from(p.toString('utf8'), 'latin1'),
  },
);
slip('sign-unicode-esc', 'It signs JSON with \\u escapes while SVC-DATA has UTF-8.', 'get', {
  pre: (c) => {
    c.target = '/v1/configuration/accounts/1000042/instruments/ÖL/conditions';
  },
  msg: (p) => p.toString().replace(/[^ -~]/g, (x) => `\\u${x.charCodeAt(0).toString(16).padStart(4, '0')}`),
});
slip('sign-hash-then-b64url', 'It signs the base64url SHA-256 of the payload.', 'get', { msg: (p) => u(sha(p)) });
slip('sign-method-path-ts', 'It signs method, path, timestamp and body_hash joined by line feeds.', 'get', {
  msg: (_p, c) => [c.method, c.target, c.ts, c.f.body_hash].join('\n'),
});
slip('sign-dot', 'It signs timestamp, a dot and the body (as webhooks do).', 'post', {
  msg: (_p, c) => `${c.ts}.${c.body}`,
});
slip('sign-data-hash', 'It signs the SHA-256 of the text of SVC-DATA.', 'get', { msg: (_p, c) => sha(c.data) });
slip('sign-double-stringified', 'It signs JSON.stringify(JSON.stringify(payload)).', 'get', {
  msg: (p) => JSON.stringify(p.toString()),
});
slip('sign-url-data', 'It signs encodeURIComponent of the JSON.', 'get', {
  msg: (p) => encodeURIComponent(p.toString()),
});
slip('sign-std-data', 'It signs btoa(payload), the standard base64.', 'get', { msg: (p) => p.toString('base64') });
slip('sign-trimmed', 'SVC-DATA holds indented JSON with a line feed at the end, signed is the trimmed text.', 'get', {
  ser: (f) => `${JSON.stringify(f, null, 2)}\n`,
  msg: (p) => p.toString().trim(),
});
slip('sign-crlf-lf', 'SVC-DATA holds the indented JSON with CR LF, signed with LF.', 'get', {
  ser: (f) => JSON.stringify(f, null, 2).replace(/\n/g, '\r\n'),
  msg: (p) => p.toString().replace(/\r\n/g, '\n'),
});
slip('sign-html-amp', 'It signs the JSON with & escaped as \\u0026, SVC-DATA has it plain.', 'getq', {
  msg: (p) => p.toString().replace(/&/g, '\\u0026'),
});
slip('sign-slash-esc', 'It signs the JSON with \\/ , SVC-DATA has plain slashes.', 'get', {
  msg: (p) => p.toString().replace(/\//g, '\\/'),
});
slip('sign-num-vs-string-all', 'It signs the JSON with all values as text.', 'get', {
  msg: (_p, c) => JSON.stringify(Object.fromEntries(Object.entries(c.f).map(([k, x]) => [k, String(x)]))),
});
slip('sign-camel', 'It signs the object with camelCase names; an interceptor snake-cases SVC-DATA.', 'get', {
  msg: (_p, c) =>
    JSON.stringify({
      apiKey: c.f.api_key,
      idempotencyKey: c.f.idempotency_key,
      timestamp: c.f.timestamp,
      signVersion: 1,
      method: c.f.method,
      path: c.f.path,
      bodyHash: c.f.body_hash,
    }),
});
// keys
slip('key-utf8-hex', 'The seed is Buffer.from(hexText): the first 32 characters of the hexadecimal text.', 'get', {
  sig: (m, c) => edSign(null, m, keyOf(Buffer.from(c.seed.toString('hex')).subarray(0, 32))),
});
slip('key-new-each-start', 'A fresh key pair is made at each start.', 'get', {
  sig: (m) => edSign(null, m, generateKeyPairSync('ed25519').privateKey),
});
slip('key-last32', "tweetnacl's secretKey of 64 bytes: the last 32 (the public key) are taken as the seed.", 'get', {
  sig: (m, _c) => edSign(null, m, keyOf(Buffer.from(PUB, 'hex'))),
});
slip('hmac-sha256', "It makes crypto.createHmac('sha256') in base64url.", 'get', {
  sig: (m, c) => createHmac('sha256', c.seed).update(m).digest(),
});
slip('hmac-hex', "It makes createHmac('sha512').digest('hex').", 'get', {
  sig: (m, c) => createHmac('sha512', c.seed).update(m).digest(),
  enc: (r) => r.toString('hex'),
});
slip('rsa-pss', "It signs with ECDSA P-256 in IEEE form (64 bytes), WebCrypto's default.", 'get', {
  sig: (m) => edSign('sha256', m, { key: EC, dsaEncoding: 'ieee-p1363' }),
});
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const PUB = (await import('node:crypto'))
  .createPublicKey(keyOf(SEED))
  .export({ format: 'der', type: 'spki' })
  .subarray(-32)
  .toString('hex');
// encodings
slip('sig-array', 'SVC-SIGN is the text of a Uint8Array: numbers with commas.', 'get', {
  enc: (r) => new Uint8Array(r).toString(),
});
slip('sig-obj', 'SVC-SIGN is [object ArrayBuffer].', 'get', { enc: () => '[object ArrayBuffer]' });
slip('sig-json-obj', 'SVC-SIGN is base64url of JSON.stringify(Uint8Array): {"0":12,...}.', 'get', {
  enc: (r) => u(JSON.stringify(new Uint8Array(r))),
});
slip(
  'sig-binary-str',
  "SVC-SIGN is base64url of the binary string as UTF-8 (Buffer.from(sig.toString('binary'))).",
  'get',
  { enc: (r) => u(Buffer.from(r.toString('latin1'), 'utf8')) },
);
slip('sig-tostring', 'SVC-SIGN is base64url of sig.toString(): bytes replaced by U+FFFD.', 'get', {
  enc: (r) => u(r.toString()),
});
slip('sig-ascii', "SVC-SIGN is base64url of sig.toString('ascii'): the high bit is lost.", 'get', {
  enc: (r) => u(Buffer.from(r.toString('ascii'), 'latin1')),
});
slip('sig-uriencoded', 'SVC-SIGN is encodeURIComponent(btoa(...)).', 'get', {
  enc: (r) => encodeURIComponent(r.toString('base64')),
});
slip('sig-hexb64', 'SVC-SIGN is btoa(hex).', 'get', { enc: (r) => Buffer.from(r.toString('hex')).toString('base64') });
slip('sig-padstrip1', "Only one = is stripped from the padding: replace('=', '').", 'get', {
  enc: (r) => r.toString('base64').replaceAll('+', '-').replaceAll('/', '_').replace('=', ''),
});
slip('sig-first-only', "replace('+', '-') replaces only the first + and the first /.", 'get', {
  pre: (c) => {
    for (;;) {
      const p = JSON.stringify({
        api_key: c.apiKey,
        idempotency_key: c.idem,
        timestamp: c.ts,
        sign_version: 1,
        method: c.method,
        path: c.target,
        body_hash: u(sha(c.body)),
      });
      const t = edSign(null, Buffer.from(p), c.key).toString('base64');
      if ((t.match(/\+/g) ?? []).length > 1 && (t.match(/\//g) ?? []).length > 1) return;
      c.ts++;
    }
  },
  enc: (r) => r.toString('base64').replace('+', '-').replace('/', '_').replace(/=+$/, ''),
});
slip('data-uri', 'SVC-DATA is btoa(encodeURIComponent(JSON)).', 'get', {
  data: (p) => u(encodeURIComponent(p.toString())),
});
slip(
  'data-unescape',
  'SVC-DATA is base64url of the UTF-8 encoded twice (unescape(encodeURIComponent()) and UTF-8 again).',
  'get',
  {
    pre: (c) => {
      c.target = '/v1/configuration/accounts/1000042/instruments/ÖL/conditions';
    },
    data: (p) => u(Buffer.from(p.toString('latin1'), 'utf8')),
  },
);
slip('data-latin1', 'SVC-DATA is btoa(JSON): Latin-1 bytes, the signature is over UTF-8.', 'get', {
  pre: (c) => {
    c.target = '/v1/configuration/accounts/1000042/instruments/ÖL/conditions';
  },
  data: (p) => u(Buffer.from(p.toString(), 'latin1')),
});
slip('data-undefined', 'SVC-DATA is the text undefined.', 'get', { data: () => 'undefined' });
slip('sig-undefined', 'SVC-SIGN is the text undefined.', 'get', { enc: () => 'undefined' });
slip('sig-null', 'SVC-SIGN is the text null.', 'get', { enc: () => 'null' });
slip('sig-promise', 'SVC-SIGN is [object Promise].', 'get', { enc: () => '[object Promise]' });
slip('data-promise', 'SVC-DATA is [object Promise].', 'get', { data: () => '[object Promise]' });
// body hash
const B = (id, truth, f, scen = 'post') => slip(`bh-${id}`, truth, scen, { bh: f });
B('obj', 'body_hash is the hash of [object Object].', () => u(sha('[object Object]')));
B(
  'undefined-get',
  'body_hash of a GET is the hash of the text undefined.',
  (b) => u(sha(b.length ? b : 'undefined')),
  'get',
);
B('null-get', 'body_hash of a GET is the hash of JSON.stringify(null).', (b) => u(sha(b.length ? b : 'null')), 'get');
B(
  'emptyobj-get',
  "body_hash of a GET is the hash of JSON.stringify({}), axios' data.",
  (b) => u(sha(b.length ? b : '{}')),
  'get',
);
B(
  'undef-member-get',
  'body_hash is undefined for a GET, so the member is missing.',
  (b) => (b.length ? u(sha(b)) : undefined),
  'get',
);
B('string-null', 'body_hash of a GET is the text null.', (b) => (b.length ? u(sha(b)) : 'null'), 'get');
B('hexstr', "body_hash is digest('hex').", (b) => createHash('sha256').update(b).digest('hex'), 'get');
B('binary', "body_hash is digest('binary') put into JSON.", (b) => sha(b).toString('latin1'), 'get');
B(
  'latin1-update',
  "The hash is over update(body, 'latin1'), not UTF-8.",
  (b) => u(createHash('sha256').update(b.toString(), 'latin1').digest()),
  'postu',
);
B('utf16', 'The hash is over the UTF-16LE of the body.', (b) => u(sha(Buffer.from(b.toString(), 'utf16le'))), 'postu');
B('pretty', 'The hash is over JSON.stringify(body, null, 2), compact is sent.', (b) =>
  u(sha(JSON.stringify(JSON.parse(b), null, 2))),
);
B('array-digest', "body_hash is the array of the digest's bytes.", (b) => [...sha(b)], 'get');
B('sort', 'The hash is over the body with sorted members (json-stable-stringify).', (b) =>
  u(sha(JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(b)).sort())))),
);
B('json-twice', 'The hash is over JSON.stringify of the already serialised body.', (b) =>
  u(sha(JSON.stringify(b.toString()))),
);
B('urlparams', 'The hash is over new URLSearchParams(body), JSON is sent.', (b) =>
  u(sha(new URLSearchParams(JSON.parse(b)).toString())),
);
B('numbers', "The hash is over the body with parseFloat'ed decimals, texts are sent.", (b) =>
  u(
    sha(
      JSON.stringify(
        Object.fromEntries(
          Object.entries(JSON.parse(b)).map(([k, x]) => [k, Number.isNaN(Number(x)) ? x : parseFloat(x)]),
        ),
      ),
    ),
  ),
);
B('buffer-text', 'The hash is over Buffer\'s JSON {"type":"Buffer"...}.', (b) => u(sha(JSON.stringify(b))));
B(
  'lone',
  'The hash is over the escaped body (emoji as \\ud83d\\udc4d), UTF-8 is sent.',
  (b) => u(sha(b.toString().replace(/[^ -~]/g, (x) => `\\u${x.charCodeAt(0).toString(16).padStart(4, '0')}`))),
  'postu',
);
B('query', 'The hash is over the body of the previous order (a stale variable).', () =>
  u(sha(JSON.stringify({ ...ORDER, price: '1.04000' }))),
);
// sent body differs
const W = (id, truth, scen, f) => slip(`sent-${id}`, truth, scen, { wire: f });
W('obj', 'The body is sent as [object Object] (fetch with an object).', 'post', (r) => {
  r.body = '[object Object]';
});
W('twice', 'axios serialises the text again: the body is a JSON string.', 'post', (r) => {
  r.body = JSON.stringify(r.body.toString());
});
W('form', 'The body is sent as a form.', 'post', (r) => {
  r.body = new URLSearchParams(JSON.parse(r.body)).toString();
});
W('numbers', 'superagent... the sent body has numbers, the hashed one texts.', 'post', (r) => {
  r.body = JSON.stringify(
    Object.fromEntries(
      Object.entries(JSON.parse(r.body)).map(([k, x]) => [k, Number.isNaN(Number(x)) ? x : Number(x)]),
    ),
  );
});
W('pretty', 'The body is sent indented (a debugging proxy).', 'post', (r) => {
  r.body = JSON.stringify(JSON.parse(r.body), null, 4);
});
W('undefined-member', 'A member was undefined when hashed and null when sent.', 'post', (r) => {
  r.body = JSON.stringify({ ...JSON.parse(r.body), stop_loss_price: null });
});
W('empty-object-get', 'axios sends {} with the GET, the empty body is signed.', 'get', (r) => {
  r.body = '{}';
});
W('ascii', 'The sent body has non-ASCII letters replaced by ? (latin1 write).', 'postu', (r) => {
  r.body = Buffer.from(r.body.toString().replace(/[\u0100-\uffff]/g, '?'), 'latin1');
});
W('bom', 'The sent body begins with a byte order mark.', 'post', (r) => {
  r.body = `\ufeff${r.body}`;
});
W('case-member', 'The sent body has camelCase members, snake_case is hashed.', 'post', (r) => {
  r.body = r.body.toString().replace('take_profit_price', 'takeProfitPrice');
});
W('date', 'The sent body has an additional member sentAt.', 'post', (r) => {
  r.body = JSON.stringify({ ...JSON.parse(r.body), sentAt: new Date(TS).toISOString() });
});
// path and URL
const Pp = (id, truth, scen, f) => slip(`path-${id}`, truth, scen, { path: f });
Pp('pathname', 'path is URL.pathname: the query is missing.', 'getq', (t) => new URL(`http://x${t}`).pathname);
Pp('href', 'path is URL.href.', 'getq', (t) => new URL(`https://trade.example.com${t}`).href);
Pp(
  'usp',
  'path was built with URLSearchParams: spaces are +, %20 is sent.',
  'gets',
  (t) => `${t.split('?')[0]}?${new URLSearchParams(t.split('?')[1])}`,
);
Pp(
  'usp-chars',
  "URLSearchParams encodes ' ( ) ! which are sent plain.",
  'geta',
  (t) => `${t.split('?')[0]}?${new URLSearchParams(t.split('?')[1])}`,
);
Pp('decodeuri', 'path is decodeURIComponent of the sent one.', 'getp', decodeURIComponent);
Pp('encodeuri', 'path is encodeURI of the already encoded: %252F.', 'getp', encodeURI);
Pp('encodecomp', 'path is encodeURIComponent of the whole path.', 'get', encodeURIComponent);
Pp('comma', 'axios sends the comma as %2C, signed is the plain comma.', 'geto', (t) => t.replace('%2C', ','));
Pp('undefined-param', 'path holds cursor=undefined, which is not sent.', 'getq', (t) => `${t}&cursor=undefined`);
Pp('object-query', 'The query in path is [object Object].', 'getq', (t) => `${t.split('?')[0]}?[object Object]`);
Pp(
  'query-json',
  'The query in path is JSON of the parameters.',
  'getq',
  (t) => `${t.split('?')[0]}?${JSON.stringify(Object.fromEntries(new URLSearchParams(t.split('?')[1])))}`,
);
Pp('express-url', "path is Express' req.url within a mounted router: /v1/configuration is missing.", 'get', (t) =>
  t.replace('/v1/configuration', ''),
);
Pp('route', 'path is the route /:accountId.', 'get', (t) => t.replace('1000042', ':accountId'));
Pp('undefined-account', 'path holds undefined in place of the account.', 'get', (t) =>
  t.replace('1000042', 'undefined'),
);
Pp('template-literal', 'path holds the name in its braces: quotes instead of backticks.', 'get', (t) =>
  t.replace('1000042', '$' + '{accountId}'),
);
Pp('hash', 'path has the fragment of location.href.', 'get', (t) => `${t}#/orders`);
Pp('lowercase-enc', 'path has %c3%96, sent is %C3%96.', 'getu', (t) => t.replace('%C3%96', '%c3%96'));
Pp('ws-href', 'path of the handshake is ws.url.', 'ws', (t) => `wss://trade.example.com${t}`);
Pp('ws-noevents', 'path of the handshake stops at /ws.', 'ws', (t) => t.replace('/events', ''));
Pp('nfd', 'path is decoded and in NFD.', 'getu', (t) => decodeURIComponent(t).normalize('NFD'));
const Wp = (id, truth, scen, f) => slip(`wire-${id}`, truth, scen, { wire: f });
Wp(
  'axios-params',
  'axios appends params after the interceptor signed: the query is not in path.',
  'getq',
  (_r, _c) => {},
);
S.at(-1).hooks.path = (t) => t.split('?')[0];
Wp('axios-colon', "axios' serialiser writes : plain and spaces as +.", 'getq', (r) => {
  r.target = r.target.replaceAll('%3A', ':');
});
Wp('fetch-norm', 'fetch normalises /../ in the URL which was signed raw.', 'get', (r) => {
  r.target = r.target.replace('/x/../', '/');
});
S.at(-1).hooks.pre = (c) => {
  c.target = c.target.replace('/accounts/', '/x/../accounts/');
};
Wp('base-join', 'new URL() drops the base path /api that was signed.', 'get', (r) => {
  r.target = r.target.replace('/api', '');
});
S.at(-1).hooks.pre = (c) => {
  c.target = `/api${c.target}`;
};
Wp('head-drop-empty', 'undici... an empty header value is left out: no svc-idempotency-key.', 'get', (r) => {
  r.headers = r.headers.filter(([, x]) => x !== '');
});
Wp('forbidden', 'The header svc-sign was removed by CORS preflight settings.', 'get', (r) => {
  r.headers = r.headers.filter(([k]) => k !== 'svc-sign');
});
Wp('retry-ts', 'A retry renewed SVC-TIMESTAMP only, not the signature.', 'get', (r) => {
  for (const h of r.headers) if (h[0] === 'svc-timestamp') h[1] = String(TS + 1200);
});
Wp('retry-idem', 'A retry made a new idempotency key in the header only.', 'post', (r) => {
  for (const h of r.headers) if (h[0] === 'svc-idempotency-key') h[1] = 'ord-77777777-77b1-4d0e';
});
Wp('encode-pipe', 'fetch encodes | as %7C after signing.', 'get', (r) => {
  r.target = r.target.replace('|', '%7C');
});
S.at(-1).hooks.pre = (c) => {
  c.target = `${HIST}?ids=a|b`;
};
Wp('encode-umlaut', 'fetch percent-encodes the path, signed raw.', 'get', (r) => {
  r.target = encodeURI(r.target);
});
S.at(-1).hooks.pre = (c) => {
  c.target = '/v1/configuration/accounts/1000042/instruments/ÖL/conditions';
};
Wp('encode-space', 'The space was signed raw and sent as %20.', 'get', (r) => {
  r.target = r.target.replace(' ', '%20');
});
S.at(-1).hooks.pre = (c) => {
  c.target = '/v1/configuration/accounts/1000042/instruments/UK OIL/conditions';
};
// fields
const F = (id, truth, k, f, scen = 'get') => slip(`f-${id}`, truth, scen, { fields: mem(k, f) });
F('ts-undefined', 'timestamp is undefined, so missing.', 'timestamp', () => undefined);
F('ts-nan', 'timestamp is NaN, which JSON writes as null.', 'timestamp', () => NaN);
F('ts-date', 'timestamp is a Date, which JSON writes as ISO text.', 'timestamp', (x) => new Date(x), 'get');
F('ts-fixed', 'timestamp is toFixed(0), a text.', 'timestamp', (x) => x.toFixed(0));
F(
  'ts-perf',
  'timestamp has a fraction, performance.timeOrigin + performance.now().',
  'timestamp',
  (x) => x + 0.25,
  'get',
);
F('idem-undefined', 'idempotency_key is undefined for a GET, so missing.', 'idempotency_key', (x) => x || undefined);
F('idem-null', 'idempotency_key is null for a GET.', 'idempotency_key', (x) => x || null);
F('idem-false', 'idempotency_key is false for a GET.', 'idempotency_key', (x) => x || false);
F('ver-string', "sign_version is '1'.", 'sign_version', () => '1');
F('method-lower', "method is axios' config.method, lower-case.", 'method', (x) => x.toLowerCase());
F('method-undefined', 'method is undefined, so missing.', 'method', () => undefined);
F('path-undefined', 'path is undefined, so missing.', 'path', () => undefined);
F('key-undefined', 'api_key is undefined, so missing (process.env).', 'api_key', () => undefined);
F('key-object', 'api_key is an object {id: ...}.', 'api_key', (x) => ({ id: x }));
F('method-array', 'method is a list of one.', 'method', (x) => [x]);
F(
  'path-url',
  'path is a URL object, which JSON writes as the whole URL.',
  'path',
  (x) => new URL(`https://trade.example.com${x}`),
);
F('bh-buffer', 'body_hash is a Buffer, which JSON writes as an object.', 'body_hash', (_x, c) => sha(c.body));
slip('f-all-strings', 'All members are texts.', 'get', {
  fields: (f) => Object.fromEntries(Object.entries(f).map(([k, x]) => [k, String(x)])),
});
slip('f-map', 'The payload is {}: JSON.stringify(new Map()).', 'get', {
  ser: (f) => JSON.stringify(new Map(Object.entries(f))),
});
slip('f-entries', 'The payload is a list of pairs.', 'get', { ser: (f) => JSON.stringify(Object.entries(f)) });
slip('f-js-literal', 'The payload is a JavaScript literal without quotes around names (util.inspect).', 'get', {
  ser: (f) =>
    `{ ${Object.entries(f)
      .map(([k, x]) => `${k}: ${typeof x === 'string' ? `'${x}'` : x}`)
      .join(', ')} }`,
});
slip('f-bigint-n', 'timestamp is written as a BigInt literal with n.', 'get', {
  ser: (f) => JSON.stringify(f).replace(`:${f.timestamp},`, `:${f.timestamp}n,`),
});
slip('h-undefined-idem', 'SVC-IDEMPOTENCY-KEY is the text undefined on a GET.', 'get', {
  headers: set('SVC-IDEMPOTENCY-KEY', () => 'undefined'),
});
slip('h-null-idem', 'SVC-IDEMPOTENCY-KEY is the text null on a GET; idempotency_key is empty.', 'get', {
  headers: set('SVC-IDEMPOTENCY-KEY', () => 'null'),
});
slip('h-key-undefined', 'SVC-API-KEY is the text undefined.', 'get', {
  headers: set('SVC-API-KEY', () => 'undefined'),
});
slip('h-ts-nan', 'SVC-TIMESTAMP is NaN.', 'get', { headers: set('SVC-TIMESTAMP', () => 'NaN') });
slip('h-ts-date', "SVC-TIMESTAMP is a Date's text.", 'get', {
  headers: set('SVC-TIMESTAMP', (_x, c) => new Date(c.ts).toString()),
});
slip('h-ts-now2', 'SVC-TIMESTAMP is Date.now() called again: one ms later.', 'get', {
  headers: set('SVC-TIMESTAMP', (x) => String(Number(x) + 1)),
});
slip('h-ts-locale', 'SVC-TIMESTAMP is toLocaleString(), with dots.', 'get', {
  headers: set('SVC-TIMESTAMP', (x) => Number(x).toLocaleString('de-DE')),
});
slip('h-sign-obj', "The headers' values were JSON-encoded: every one is in quotes.", 'get', {
  headers: (h) => h.map(([k, x]) => [k, JSON.stringify(x)]),
});
for (const { id, truth, scen, hooks } of S) {
  const { method, target, headers, body } = request(ctx(scen), hooks);
  const kept = headers.filter(([name]) => !['host', 'content-type', 'content-length'].includes(name));
  const requests = [{ method, target, headers: kept, body: body.toString('hex') }];
  process.stdout.write(`${JSON.stringify({ id, truth, key: APIKEY, public: PUB, now: TS + 900, requests })}\n`);
}
