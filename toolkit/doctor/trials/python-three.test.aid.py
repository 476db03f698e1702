# Wrong signers of Python programmers, third set: interface 5 read, the doctor not. One JSON document a signer, on standard output.
import base64, hashlib, json, sys, hmac, uuid, zlib, gzip, pickle, urllib.parse, struct, binascii
from collections import OrderedDict
from cryptography.hazmat.primitives.asymmetric import ed25519, ec, rsa, padding, ed448
from cryptography.hazmat.primitives import hashes, serialization as ser
u = lambda b: base64.urlsafe_b64encode(b).rstrip(b'=').decode()
sha = lambda b: hashlib.sha256(b).digest()
EK = ec.generate_private_key(ec.SECP256R1()); K1 = ec.generate_private_key(ec.SECP256K1())
EMPTY = sha(b'')
def raw(seed, msg): return ed25519.Ed25519PrivateKey.from_private_bytes(seed).sign(msg)
class S:  # each stage of a small client; the slips replace stages
    body_seen = staticmethod(lambda b, g: b)
    hash = staticmethod(lambda b, g: u(sha(b)))
    member = staticmethod(lambda p, g, k: p)
    dump = staticmethod(lambda p: json.dumps(p).encode())
    data = staticmethod(u)
    message = staticmethod(lambda raw_, data, g, p: raw_)
    sign = staticmethod(lambda k, m: raw(bytes.fromhex(k['seed']), m))
    sig = staticmethod(u)
    headers = staticmethod(lambda h, g, k: h)
def upd(**kw): return lambda p, g, k: (p.update({a: (b(p, g, k) if callable(b) else b) for a, b in kw.items()}), p)[1]
def hd(**kw): return lambda h, g, k: (h.update({a.replace('_', '-'): (b(h, g, k) if callable(b) else b) for a, b in kw.items()}), h)[1]
def jb(g, **kw):
    b = bytes.fromhex(g['body'])
    return json.dumps(json.loads(b), **kw).encode() if b else b
def reparse(**kw): return lambda b, g: json.dumps(json.loads(b), **kw).encode() if b else b
path = lambda f: upd(path=lambda p, g, k: f(g['path']))
def qs(p, f):
    a, q, b = p.partition('?'); return a + q + f(b) if q else a
def stretch(k, m):  # hex seed text cut at 32
    return raw(k['seed'].encode()[:32], m)
def prehash(kind): return lambda r, d, g, p: getattr(hashlib, kind)(r).digest()
def camel(s): a, *r = s.split('_'); return a + ''.join(x.title() for x in r)
SL = {
 'nospace-hash': dict(body_seen=reparse(separators=(',', ':'))),
 'ascii-hash': dict(body_seen=reparse(ensure_ascii=True, separators=(',', ':'))),
 'params-unsigned': dict(member=path(lambda p: p.split('?')[0])),
 'floattime': dict(member=upd(timestamp=lambda p, g, k: g['timestampMs'] / 1000)),
 'utcnow-local': dict(member=upd(timestamp=lambda p, g, k: g['timestampMs'] - 7200000), headers=hd(SVC_TIMESTAMP=lambda h, g, k: str(g['timestampMs'] - 7200000))),
 'strbytes-sign': dict(sig=lambda s: str(base64.urlsafe_b64encode(s))),
 'urlsafe-pad-sign': dict(sig=lambda s: base64.urlsafe_b64encode(s).decode()),
 'std-data': dict(data=lambda b: base64.b64encode(b).decode().rstrip('=')),
 'cut-one': dict(data=lambda b: base64.urlsafe_b64encode(b).decode()[:-1]),
 'hash-none': dict(body_seen=lambda b, g: b or b'None'),
 'hash-null': dict(body_seen=lambda b, g: b or b'null'),
 'hash-of-query': dict(body_seen=lambda b, g: b or urllib.parse.urlsplit(g['path']).query.encode()),
 'hash-pathbody': dict(body_seen=lambda b, g: g['path'].encode() + b),
 'digest-prefix': dict(hash=lambda b, g: 'SHA-256=' + base64.b64encode(sha(b)).decode()),
 'hash-upperhex': dict(hash=lambda b, g: sha(b).hex().upper()),
 'hash-sha512': dict(hash=lambda b, g: u(hashlib.sha512(b).digest())),
 'hash-hmac': dict(hash=lambda b, g: u(hmac.new(b'secret', b, 'sha256').digest())),
 'hash-drained': dict(hash=lambda b, g: u(EMPTY)),
 'hash-strip': dict(body_seen=lambda b, g: b.strip()),
 'hash-crlf': dict(body_seen=lambda b, g: b.replace(b'\n', b'\r\n')),
 'idem-none': dict(member=upd(idempotency_key=None), headers=hd(SVC_IDEMPOTENCY_KEY='None')),
 'idem-two': dict(headers=hd(SVC_IDEMPOTENCY_KEY=lambda h, g, k: str(uuid.uuid4()))),
 'idem-dropped': dict(headers=lambda h, g, k: {a: b for a, b in h.items() if a != 'SVC-IDEMPOTENCY-KEY'}),
 'template': dict(member=path(lambda p: p.replace('1000042', '{account_id}'))),
 'unquoted': dict(member=path(urllib.parse.unquote)),
 'quoted-twice': dict(member=path(lambda p: urllib.parse.quote(p, safe='/?&='))),
 'parse-qsl': dict(member=path(lambda p: qs(p, lambda q: urllib.parse.urlencode(urllib.parse.parse_qsl(q, keep_blank_values=True))))),
 'sorted-query': dict(member=path(lambda p: qs(p, lambda q: '&'.join(sorted(q.split('&')))))),
 'hex-seed-text': dict(sign=stretch),
 'passphrase': dict(sign=lambda k, m: raw(sha(k['seed'].encode()), m)),
 'prehash-text': dict(message=lambda r, d, g, p: (str(g['timestampMs']) + g['method'] + g['path'] + bytes.fromhex(g['body']).decode()).encode()),
 'resign-compact': dict(message=lambda r, d, g, p: json.dumps(p, separators=(',', ':')).encode()),
 'resign-sorted': dict(message=lambda r, d, g, p: json.dumps(p, sort_keys=True).encode()),
 'fresh-time': dict(message=lambda r, d, g, p: json.dumps({**p, 'timestamp': p['timestamp'] + 3}).encode()),
 'sign-before-hash': dict(message=lambda r, d, g, p: json.dumps({a: b for a, b in p.items() if a != 'body_hash'}).encode()),
 'joined-values': dict(message=lambda r, d, g, p: '\n'.join(str(v) for v in p.values()).encode()),
 'form-string': dict(message=lambda r, d, g, p: urllib.parse.urlencode(p).encode()),
 'jwt': dict(data=lambda b: u(b'{"alg":"EdDSA","typ":"JWT"}') + '.' + u(b), message=lambda r, d, g, p: d.encode()),
 'detached-jws-sig': dict(message=lambda r, d, g, p: (u(b'{"alg":"EdDSA"}') + '.' + d).encode()),
 'signed-message': dict(sign=lambda k, m: raw(bytes.fromhex(k['seed']), m) + m),
 'nacl-encoder': dict(sig=lambda s: u(base64.b64encode(s))),
 'sig-hexb64': dict(sig=lambda s: u(s.hex().encode())),
 'ecdsa': dict(sign=lambda k, m: EK.sign(m, ec.ECDSA(hashes.SHA256()))),
 'secp256k1': dict(sign=lambda k, m: K1.sign(m, ec.ECDSA(hashes.SHA256()))),
 'sign-sha3': dict(message=prehash('sha3_256')),
 'sign-sha512hex': dict(message=lambda r, d, g, p: hashlib.sha512(r).hexdigest().encode()),
 'camel': dict(member=lambda p, g, k: {camel(a): b for a, b in p.items()}),
 'nested': dict(member=lambda p, g, k: {'data': p}),
 'values-list': dict(member=lambda p, g, k: list(p.values())),
 'strings': dict(member=upd(timestamp=lambda p, g, k: str(p['timestamp']), sign_version='1')),
 'v-prefix': dict(headers=hd(SVC_SIGN_VERSION='v1')),
 'header-names': dict(headers=lambda h, g, k: {a.replace('SVC-SIGN', 'SVC-SIGNATURE') if a == 'SVC-SIGN' else a: b for a, b in h.items()}),
 'quoted-env': dict(member=upd(api_key=lambda p, g, k: f'"{p["api_key"]}"'), headers=hd(SVC_API_KEY=lambda h, g, k: f'"{g["apiKey"]}"')),
 'key-newline': dict(member=upd(api_key=lambda p, g, k: p['api_key'] + '\n')),
 'pubkey-as-id': dict(member=upd(api_key=lambda p, g, k: u(bytes.fromhex(k['publicKey']))), headers=hd(SVC_API_KEY=lambda h, g, k: u(bytes.fromhex(k['publicKey'])))),
 'b85': dict(sig=lambda s: base64.b85encode(s).decode()),
 'encodebytes': dict(data=lambda b: base64.encodebytes(b).decode().replace('\n', '')),
 'monotonic': dict(member=upd(timestamp=23381417), headers=hd(SVC_TIMESTAMP='23381417')),
 'ns': dict(member=upd(timestamp=lambda p, g, k: p['timestamp'] * 10**6 + 512), headers=hd(SVC_TIMESTAMP=lambda h, g, k: str(g['timestampMs'] * 10**6 + 512))),
 'iso': dict(member=upd(timestamp='2025-11-26T02:08:51.417Z'), headers=hd(SVC_TIMESTAMP='2025-11-26T02:08:51.417Z')),
 'orders-slash': dict(member=path(lambda p: p + '/')),
 'no-prefix': dict(member=path(lambda p: p.replace('/v1', '', 1))),
 'full-wss': dict(member=path(lambda p: 'wss://api.example.com' + p)),
 'ticks-path': dict(member=path(lambda p: p.replace('/ws/events', '/ws/ticks'))),
 'whole-seconds': dict(member=upd(timestamp=lambda p, g, k: g['timestampMs'] // 1000), headers=hd(SVC_TIMESTAMP=lambda h, g, k: str(g['timestampMs'] // 1000))),
 'seed-reversed': dict(sign=lambda k, m: raw(bytes.fromhex(k['seed'])[::-1], m)),
 'deflated': dict(dump=lambda p: zlib.compress(json.dumps(p).encode())),
 'lower': dict(member=upd(method=lambda p, g, k: p['method'].lower())),
 'retry-data': dict(headers=hd(SVC_TIMESTAMP=lambda h, g, k: str(g['timestampMs'] + 1873))),
}
def run(g, key, IDS):
    s = {}
    for i in IDS: s.update(SL[i])
    st = lambda n: s.get(n) or getattr(S, n)
    body = st('body_seen')(bytes.fromhex(g['body']), g)
    p = {'api_key': g['apiKey'], 'idempotency_key': g['idempotencyKey'], 'timestamp': g['timestampMs'], 'sign_version': 1,
         'method': g['method'], 'path': g['path'], 'body_hash': st('hash')(body, g)}
    for i in IDS:
        if 'member' in SL[i]: p = SL[i]['member'](p, g, key)
    r = st('dump')(p); d = st('data')(r)
    h = {'SVC-API-KEY': g['apiKey'], 'SVC-IDEMPOTENCY-KEY': g['idempotencyKey'], 'SVC-TIMESTAMP': str(g['timestampMs']), 'SVC-SIGN-VERSION': '1',
         'SVC-DATA': d, 'SVC-SIGN': st('sig')(st('sign')(key, st('message')(r, d, g, p)))}
    for i in IDS:
        if 'headers' in SL[i]: h = SL[i]['headers'](h, g, key)
    return h

SEED, NOW = '4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718', 1714564800123
A, P, K = '/v1/configuration/accounts/1000042', '/v1/trading/accounts/1000042/orders', 'py-order-000017'
order = {'type': 'limit', 'side': 'buy', 'instrument': 'EURUSD', 'volume': '0.10', 'price': '1.08550'}
compact = json.dumps(order, separators=(',', ':'))
pretty = json.dumps({**order, 'comment': 'Grüße é'}, indent=2, ensure_ascii=False)
QUERY = A + '/instruments?symbols=EURUSD&limit=50&after=a%2Fb%20c&active=1'
REQUESTS = {
    'get': [('GET', A + '/limits', '')], 'get3': [('GET', A + '/limits?l=' + '1' * n, '') for n in (1, 2, 3)],
    'getq': [('GET', QUERY, '')], 'ws': [('GET', '/v1/server-events/accounts/1000042/ws/events', '')],
    'post': [('POST', P, pretty)], 'postc': [('POST', P, compact)], 'postnl': [('POST', P, pretty + '\n')],
}
# Id, the request that it signs, and the truth, which was written down first.
SLIPS = [
    ('nospace-hash', 'post', 'hash over the compact JSON while the spaced body is sent'),
    ('ascii-hash', 'post', 'hash over \\u-escaped JSON of the body'),
    ('params-unsigned', 'getq', 'path signed without the query'),
    ('floattime', 'get', 'timestamp is seconds as a fraction in the payload'),
    ('utcnow-local', 'get', 'clock two hours behind (time zone)'),
    ('strbytes-sign', 'get', "signature as b'...' text of Python (and padded)"),
    ('urlsafe-pad-sign', 'get', 'signature with padding'),
    ('std-data', 'getq', 'SVC-DATA in the standard alphabet'),
    ('cut-one', 'get3', 'last character of SVC-DATA cut off'),
    ('hash-none', 'get', 'hash of the text None for no body'),
    ('hash-null', 'get', 'hash of the text null for no body'),
    ('hash-of-query', 'getq', 'hash of the query instead of the empty body'),
    ('hash-pathbody', 'postc', 'hash of path and body'),
    ('digest-prefix', 'postc', 'body hash with prefix SHA-256= (and standard base64)'),
    ('hash-upperhex', 'postc', 'body hash as upper-case hex'),
    ('hash-sha512', 'postc', 'body hash by SHA-512'),
    ('hash-hmac', 'postc', 'body hash is an HMAC / unknown (nothing can name the key): unknown hash of 32 bytes'),
    ('hash-drained', 'postc', 'hash of the empty body on a POST (stream drained)'),
    ('hash-strip', 'postnl', 'hash of the body without its final newline'),
    ('hash-crlf', 'post', 'hash of the body with CRLF line ends'),
    ('idem-none', 'get', 'None as idempotency key: header the text None, payload null'),
    ('idem-two', 'postc', "header's key differs from the payload's (made twice)"),
    ('idem-dropped', 'get', 'SVC-IDEMPOTENCY-KEY missing on a GET'),
    ('template', 'get', 'path template signed with {account_id}'),
    ('unquoted', 'getq', 'path percent-decoded'),
    ('quoted-twice', 'getq', 'path percent-encoded twice'),
    ('parse-qsl', 'getq', 'query parsed and re-encoded (%20 to +)'),
    ('sorted-query', 'getq', 'query sorted'),
    ('hex-seed-text', 'get', 'private key misread: hexadecimal text as seed'),
    ('passphrase', 'get', 'private key misread: SHA-256 of the hexadecimal text as seed'),
    ('prehash-text', 'postc', 'signs timestamp+method+path+body'),
    ('resign-compact', 'get', 'signs compact JSON while SVC-DATA is spaced (serialised again)'),
    ('resign-sorted', 'get', 'signs JSON with sorted members (serialised again)'),
    ('fresh-time', 'get', 'signs a payload with another timestamp (3 ms later; built twice)'),
    ('sign-before-hash', 'get', 'signs the payload without body_hash'),
    ('joined-values', 'get', 'signs the values joined by newlines'),
    ('form-string', 'get', 'signs payload as a query string / form'),
    ('jwt', 'get', 'SVC-DATA and message are a JWS signing input (header.payload)'),
    ('detached-jws-sig', 'get', 'signs a JWS signing input (header.payload)'),
    ('signed-message', 'get', 'signature with the message attached'),
    ('nacl-encoder', 'get', 'signature base64 twice'),
    ('sig-hexb64', 'get', 'signature base64 of hex'),
    ('ecdsa', 'get', 'ECDSA signature (P-256)'),
    ('secp256k1', 'get', 'ECDSA signature (secp256k1)'),
    ('sign-sha3', 'get', 'signs SHA3-256 of the payload'),
    ('sign-sha512hex', 'get', 'signs hex text of SHA-512 of the payload'),
    ('camel', 'get', 'members in camelCase'),
    ('nested', 'get', 'payload nested in data'),
    ('values-list', 'get', 'payload is a list'),
    ('strings', 'get', 'timestamp and sign_version as strings'),
    ('v-prefix', 'get', 'SVC-SIGN-VERSION v1'),
    ('header-names', 'get', 'SVC-SIGN named SVC-SIGNATURE'),
    ('quoted-env', 'get', 'API key in quotation marks'),
    ('key-newline', 'get', 'newline at the end of api_key'),
    ('pubkey-as-id', 'get', 'public key sent as the API key'),
    ('b85', 'get', 'signature in base85'),
    ('encodebytes', 'getq', 'SVC-DATA in standard base64 with padding'),
    ('monotonic', 'get', 'timestamp from a monotonic clock (too small)'),
    ('ns', 'get', 'timestamp in nanoseconds'),
    ('iso', 'get', 'timestamp ISO text'),
    ('orders-slash', 'postc', 'trailing slash'),
    ('no-prefix', 'get', 'path without /v1'),
    ('full-wss', 'ws', 'path signed as a whole wss URL'),
    ('ticks-path', 'ws', 'path of the other stream signed (ticks for events)'),
    ('whole-seconds', 'get', 'timestamp in seconds'),
    ('seed-reversed', 'get', 'private key misread: seed reversed'),
    ('deflated', 'get', 'SVC-DATA is compressed (zlib)'),
    ('lower', 'get', 'method lower case'),
    ('retry-data', 'get', "header timestamp newer than the payload's (data reused)"),
    ('hash-hmac+lower', 'postc', 'body hash unknown; method lower case'),
    ('sorted-query+camel', 'getq', 'query sorted; camelCase members'),
    ('lower+strings', 'get', 'method lower; numbers as strings'),
    ('ns+urlsafe-pad-sign', 'get', 'nanoseconds; padded signature'),
    ('params-unsigned+resign-compact', 'getq', 'query missing; signs serialised again'),
    ('nospace-hash+sign-sha3', 'post', 'compact hash; signs SHA3-256'),
]
private = ed25519.Ed25519PrivateKey.from_private_bytes(bytes.fromhex(SEED))
public = private.public_key().public_bytes(ser.Encoding.Raw, ser.PublicFormat.Raw).hex()
for name, request, truth in SLIPS:
    out = []
    for method, path, body in REQUESTS[request]:
        g = {'apiKey': 'tk_live_8842', 'idempotencyKey': K if method == 'POST' else '', 'timestampMs': NOW, 'method': method, 'path': path, 'body': body.encode().hex()}
        out.append({'method': method, 'target': path, 'headers': list(run(g, {'seed': SEED, 'publicKey': public}, name.split('+')).items()), 'body': g['body']})
    print(json.dumps({'id': name, 'truth': truth, 'key': 'tk_live_8842', 'public': public, 'now': NOW + 250, 'requests': out}))
