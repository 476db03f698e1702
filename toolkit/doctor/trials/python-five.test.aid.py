# Wrong signers of Python programmers, fifth set: interface 5 read, the doctor not. One JSON document a signer, on standard output.
# The third text of a signer is the words that any right naming of its mistake holds.
import base64, gzip, hashlib, hmac, json, unicodedata, urllib.parse as U, zlib
from cryptography.hazmat.primitives import hashes, serialization as ser
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SEED = bytes.fromhex("4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718")
KEY = Ed25519PrivateKey.from_private_bytes(SEED)
RAWPUB = KEY.public_key().public_bytes(ser.Encoding.Raw, ser.PublicFormat.Raw)
APIKEY = "tk_7Qm2xV9LrBs4"
TS = 1764199200123
IDEM = "ord-5f0c2a9e-77b1-4d0e"
ACC = "1000042"

def b64u(b): return base64.urlsafe_b64encode(b).rstrip(b"=").decode()
def b64s(b): return base64.b64encode(b).decode()
def sha(b): return hashlib.sha256(b).digest()
def compact(o): return json.dumps(o, separators=(",", ":"), ensure_ascii=False)

ORDER = {"type": "limit", "side": "buy", "instrument": "EURUSD", "volume": "0.10", "price": "1.05000", "take_profit_price": "1.06500"}
ORDERU = {"type": "stop", "side": "sell", "instrument": "BTC/USD", "volume": "1.0", "price": "64250.50", "comment": "Größe <5 €> & „fest“ 👍"}
HIST = "/v1/trading/accounts/1000042/history/orders"
SCEN = {
 "get": ("GET", "/v1/configuration/accounts/1000042/limits", b""),
 "getq": ("GET", HIST + "?to=2026-11-26T23%3A59%3A59%2B00%3A00&from=2026-11-01T00%3A00%3A00%2B00%3A00&limit=50&instrument=EURUSD", b""),
 "getc": ("GET", HIST + "?limit=100&cursor=eyJvIjoxMn0%3D%3D", b""),
 "getp": ("GET", "/v1/configuration/accounts/1000042/instruments/BTC%2FUSD/conditions", b""),
 "getu": ("GET", "/v1/configuration/accounts/1000042/instruments/%C3%96L%20BRENT/conditions", b""),
 "op": ("GET", "/v1/trading/accounts/1000042/operations/op-88213", b""),
 "post": ("POST", "/v1/trading/accounts/1000042/orders", compact(ORDER).encode()),
 "pos": ("POST", "/v1/trading/accounts/1000042/positions", compact({"side": "buy", "instrument": "XAUUSD", "volume": "0.10"}).encode()),
 "postu": ("POST", "/v1/trading/accounts/1000042/orders", compact(ORDERU).encode()),
 "postq": ("POST", "/v1/trading/accounts/1000042/orders?source=desk&dry_run=false", compact(ORDER).encode()),
 "ws": ("GET", "/v1/server-events/accounts/1000042/ws/events", b""),
 "wst": ("GET", "/v1/server-events/accounts/1000042/ws/ticks", b""),
}

class C: pass

def ctx(scen, **kw):
    c = C(); c.scen = scen
    c.method, c.target, c.body = SCEN[scen]
    c.apiKey, c.ts, c.idem = APIKEY, TS, ("" if c.method == "GET" else IDEM)
    c.key, c.seed = KEY, SEED
    for k, v in kw.items(): setattr(c, k, v)
    return c

def sign(c, s):
    """Signs as the slip s (a dict of hooks) does; an empty one is honest."""
    if "pre" in s: s["pre"](c)
    path = s["path"](c) if "path" in s else c.target
    bh = s["bh"](c) if "bh" in s else b64u(sha(c.body))
    f = {"api_key": c.apiKey, "idempotency_key": c.idem, "timestamp": c.ts, "sign_version": 1, "method": c.method, "path": path, "body_hash": bh}
    if "fields" in s:
        r = s["fields"](c, f); f = f if r is None else r
    c.f = f
    payload = s["ser"](c, f) if "ser" in s else compact(f).encode()
    c.payload = payload
    data = s["data"](c, payload) if "data" in s else b64u(payload)
    c.dataText = data
    msg = s["msg"](c, payload) if "msg" in s else payload
    raw = s["sig"](c, msg) if "sig" in s else c.key.sign(msg)
    sg = s["enc"](c, raw) if "enc" in s else b64u(raw)
    h = [["SVC-API-KEY", c.apiKey], ["SVC-IDEMPOTENCY-KEY", c.idem], ["SVC-TIMESTAMP", str(c.ts)], ["SVC-SIGN-VERSION", "1"], ["SVC-DATA", data], ["SVC-SIGN", sg]]
    if "headers" in s:
        r = s["headers"](c, h); h = h if r is None else r
    return h

def request(c, s):
    h = sign(c, s)
    hs = [["Host", "trade.example.com"]]
    if c.scen in ("ws", "wst"):
        hs += [["Connection", "Upgrade"], ["Upgrade", "websocket"], ["Sec-WebSocket-Version", "13"], ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="]]
    else:
        hs += [["User-Agent", "python-requests/2.31.0"], ["Accept", "*/*"]]
    hs += h
    if c.method != "GET": hs += [["Content-Type", "application/json"]]
    r = {"method": c.method, "target": c.target, "headers": hs, "body": c.body}
    if "wire" in s: s["wire"](c, r)
    if r["method"] != "GET" and not any(k.lower() in ("content-length", "transfer-encoding") for k, _ in r["headers"]):
        r["headers"].append(["Content-Length", str(len(r["body"]))])
    return r

S = []
def slip(id, truth, words, scen="post", v=0, **hooks):
    S.append(dict(id="py-" + id, truth=truth, words=words, scen=scen, v=v, hooks=hooks))
def setf(**kw):
    def g(c, f):
        for k, val in kw.items(): f[k] = val(c, f) if callable(val) else val
        return f
    return g
def ren(a, b):
    return lambda c, f: {(b if k == a else k): x for k, x in f.items()}
def drop(a): return lambda c, f: {k: x for k, x in f.items() if k != a}
def hset(**kw):
    m = {k.replace("_", "-"): x for k, x in kw.items()}
    return lambda c, h: [[k, (m[k](x) if callable(m[k]) else m[k]) if k in m else x] for k, x in h]
def hren(a, b): return lambda c, h: [[b if k == a else k, x] for k, x in h]
def hdrop(*a): return lambda c, h: [[k, x] for k, x in h if k not in a]

# --- A. the bytes that are signed
slip("sign-data-text", "It signs the text of SVC-DATA (base64url) instead of the payload bytes.", "base64url text|text of SVC-DATA|SVC-DATA text|encoded", v=1, msg=lambda c, p: c.dataText.encode())
slip("sign-sha256", "It signs the SHA-256 digest of the payload instead of the payload.", "SHA-256&&digest|hash", v=1, msg=lambda c, p: sha(p))
slip("sign-sha256-hex", "It signs the hexadecimal SHA-256 of the payload.", "SHA-256|hash&&hex", v=1, msg=lambda c, p: hashlib.sha256(p).hexdigest().encode())
slip("sign-sha256-b64", "It signs the base64 text of the payload's SHA-256.", "SHA-256|hash&&base64", "get", 1, msg=lambda c, p: b64s(sha(p)).encode())
slip("sign-sha512", "It signs the SHA-512 digest of the payload.", "SHA-512", v=1, msg=lambda c, p: hashlib.sha512(p).digest())
slip("sign-sha512-hex", "It signs the hexadecimal SHA-512 of the payload.", "SHA-512&&hex", v=1, msg=lambda c, p: hashlib.sha512(p).hexdigest().encode())
slip("sign-md5", "It signs the MD5 of the payload.", "MD5", v=1, msg=lambda c, p: hashlib.md5(p).digest())
slip("sign-sorted-json", "SVC-DATA keeps insertion order, but what is signed is the JSON with sorted keys.", "sort|order", "get", 1, msg=lambda c, p: json.dumps(c.f, sort_keys=True, separators=(",", ":")).encode())
slip("sign-spaced-json", "SVC-DATA is compact, what is signed is json.dumps with its default spaces.", "space|whitespace|white space", v=1, msg=lambda c, p: json.dumps(c.f).encode())
slip("sign-pretty-json", "SVC-DATA is compact, what is signed is the JSON indented by 2.", "indent|pretty|white space|whitespace|line", v=1, msg=lambda c, p: json.dumps(c.f, indent=2).encode())
slip("sign-indent4-sorted", "What is signed is the JSON indented by 4 with sorted keys; SVC-DATA is compact.", "indent|pretty|white space|whitespace|sort", msg=lambda c, p: json.dumps(c.f, indent=4, sort_keys=True).encode())
slip("sign-newline", "It signs the payload with a line feed at its end that SVC-DATA does not hold (print).", "line feed|newline|line break|\\\\n", "get", 1, msg=lambda c, p: p + b"\n")
slip("data-newline", "SVC-DATA holds a line feed at the end of the payload that was not signed.", "line feed|newline|line break|\\\\n", "get", 1, data=lambda c, p: b64u(p + b"\n"))
slip("sign-crlf", "It signs the payload with CR LF at its end.", "CR ?LF|carriage|line (feed|break|end)|newline", "get", msg=lambda c, p: p + b"\r\n")
slip("sign-concat", "It signs timestamp + method + path + body (as at other exchanges) instead of the payload.", "timestamp&&method&&path", v=1, msg=lambda c, p: f"{c.ts}{c.method}{c.target}".encode() + c.body)
slip("sign-ts-data", "It signs the timestamp followed by the text of SVC-DATA.", "timestamp&&SVC-DATA", v=1, msg=lambda c, p: (str(c.ts) + c.dataText).encode())
slip("sign-body", "It signs the body of the request instead of the payload.", "body", v=0, msg=lambda c, p: c.body)
slip("sign-bodyhash", "It signs the text of body_hash instead of the payload.", "body.?hash", v=1, msg=lambda c, p: c.f["body_hash"].encode())
slip("sign-bodyhash-raw", "It signs the raw SHA-256 of the body.", "body&&hash|SHA-256", msg=lambda c, p: sha(c.body))
slip("sign-path", "It signs the path only.", "path", "get", msg=lambda c, p: c.target.encode())
slip("sign-utf16", "It signs the payload's text encoded as UTF-16LE.", "UTF-16", "get", 1, msg=lambda c, p: p.decode().encode("utf-16-le"))
slip("sign-utf16-bom", "It signs the payload as UTF-16 with a byte order mark (Python's 'utf-16').", "UTF-16", "get", msg=lambda c, p: p.decode().encode("utf-16"))
slip("sign-bom", "It signs the payload with a UTF-8 byte order mark in front.", "byte order mark|BOM", "get", 1, msg=lambda c, p: b"\xef\xbb\xbf" + p)
slip("data-bom", "The payload in SVC-DATA begins with a UTF-8 byte order mark (utf-8-sig).", "byte order mark|BOM", "get", 1, ser=lambda c, f: compact(f).encode("utf-8-sig"))
slip("sign-repr", "It signs str(payload) in Python, thus b'...' with its quotes.", "b'|repr|str\\(|Python", "get", 1, msg=lambda c, p: str(p).encode())
slip("sign-dict-str", "It signs str(dict) with single quotes while SVC-DATA is JSON.", "single quote|Python|dict|str\\(|repr", "get", 1, msg=lambda c, p: str(c.f).encode())
slip("data-dict-str", "The payload is str(dict) with single quotes, not JSON.", "single quote|Python|dict|str\\(|repr", "get", 1, ser=lambda c, f: str(f).encode())
slip("sign-hex-payload", "It signs the hexadecimal text of the payload.", "hex", "get", 1, msg=lambda c, p: p.hex().encode())
slip("sign-std-b64", "It signs the standard base64 (with padding) of the payload.", "base64", "get", 1, msg=lambda c, p: b64s(p).encode())
slip("sign-nul", "It signs the payload with a NUL byte at its end (C string).", "NUL|zero byte|\\\\0|0x?00", "get", 1, msg=lambda c, p: p + b"\0")
slip("sign-truncated", "It signs only the first 128 bytes of the payload.", "first 128|128 bytes|truncat|cut|beginning|prefix", "get", 0, msg=lambda c, p: p[:128])
slip("sign-double-json", "It signs the payload as a JSON string (json.dumps applied twice).", "twice|JSON string|quoted|double", "get", 1, msg=lambda c, p: json.dumps(p.decode()).encode())
slip("data-double-json", "SVC-DATA holds a JSON string holding the JSON (json.dumps applied twice).", "twice|JSON string|string|double", "get", 1, ser=lambda c, f: json.dumps(json.dumps(f)).encode())
slip("sign-form", "It signs the fields as a form (api_key=...&...) while SVC-DATA is JSON.", "form|query|key=value|urlencode", "get", 1, msg=lambda c, p: U.urlencode(c.f).encode())
slip("data-form", "SVC-DATA is the fields form-encoded, not JSON.", "JSON", "get", 1, ser=lambda c, f: U.urlencode(f).encode())
slip("sign-lines", "It signs the values of the fields joined by line feeds.", "join|values|line", "get", 1, msg=lambda c, p: "\n".join(str(x) for x in c.f.values()).encode())
slip("sign-values-concat", "It signs the values of the fields concatenated without separator.", "concat|join|values", "get", 1, msg=lambda c, p: "".join(str(x) for x in c.f.values()).encode())
slip("sign-pipes", "It signs the values joined by |.", "join|values|\\|", "get", 1, msg=lambda c, p: "|".join(str(x) for x in c.f.values()).encode())
slip("sign-jws", "It signs a JWS signing input, header.payload, instead of the payload.", "JWS|JWT", "get", 1, msg=lambda c, p: (b64u(b'{"alg":"EdDSA"}') + "." + c.dataText).encode())
slip("sign-is-jwt", "SVC-SIGN carries a whole JWT of three parts instead of the signature.", "JWT|JWS|three parts|dots?", "get", 1, msg=lambda c, p: (b64u(b'{"alg":"EdDSA","typ":"JWT"}') + "." + c.dataText).encode(), enc=lambda c, r: b64u(b'{"alg":"EdDSA","typ":"JWT"}') + "." + c.dataText + "." + b64u(r))
slip("sign-without-bodyhash", "It signs the payload before body_hash is added; SVC-DATA has it.", "without body_hash|body_hash", v=1, msg=lambda c, p: compact({k: x for k, x in c.f.items() if k != "body_hash"}).encode())
slip("sign-older-ts", "The payload was signed before the timestamp in it was refreshed, by some milliseconds.", "timestamp", "get", 0, msg=lambda c, p: p.replace(str(c.ts).encode(), str(c.ts - 3).encode()))
slip("sign-str-ts", "It signs the JSON with timestamp as text while SVC-DATA has the number.", "timestamp&&text|string|quote", "get", 1, msg=lambda c, p: compact({**c.f, "timestamp": str(c.ts)}).encode())
slip("sign-lower-method", "It signs the JSON with a lower-case method, SVC-DATA has upper case.", "method&&lower|case", "get", 1, msg=lambda c, p: p.replace(b'"GET"', b'"get"').replace(b'"POST"', b'"post"'))
slip("sign-path-no-query", "It signs the JSON whose path lacks the query, SVC-DATA's has it.", "query", "getq", 0, msg=lambda c, p: compact({**c.f, "path": c.target.split("?")[0]}).encode())
slip("sign-decoded-path", "It signs the JSON with the path percent-decoded, SVC-DATA has it as sent.", "decod|percent", "getp", 0, msg=lambda c, p: compact({**c.f, "path": U.unquote(c.target)}).encode())
slip("sign-headers", "It signs the lines of the SVC- headers instead of the payload.", "header", "get", 1, msg=lambda c, p: f"SVC-API-KEY: {c.apiKey}\nSVC-IDEMPOTENCY-KEY: {c.idem}\nSVC-TIMESTAMP: {c.ts}\nSVC-SIGN-VERSION: 1\n".encode())
slip("sign-payload-body", "It signs the payload followed by the body.", "body", v=0, msg=lambda c, p: p + c.body)
slip("sign-empty", "It signs an empty message (a consumed stream).", "empty|no bytes|nothing", "get", 1, msg=lambda c, p: b"")
slip("sign-ph", "It uses Ed25519ph (prehashed) rather than pure Ed25519.", "Ed25519ph|prehash", "get", 1, sig=lambda c, m: ph(c.seed, m, 1, b""))
slip("sign-ctx", "It uses Ed25519ctx with a context instead of pure Ed25519.", "Ed25519ctx|context|variant|another key|different key|Ed25519", "get", 1, sig=lambda c, m: ph(c.seed, m, 0, b"svc"))

# pure Ed25519 with dom2
P = 2**255 - 19; L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
def add(a, b):
    A = (a[1]-a[0])*(b[1]-b[0]) % P; B = (a[1]+a[0])*(b[1]+b[0]) % P; Cc = 2*a[3]*b[3]*D % P; Dd = 2*a[2]*b[2] % P
    e, f, g, h = B-A, Dd-Cc, Dd+Cc, B+A
    return (e*f % P, g*h % P, f*g % P, e*h % P)
def mul(n, q):
    r = (0, 1, 1, 0)
    while n:
        if n & 1: r = add(r, q)
        q = add(q, q); n >>= 1
    return r
GY = 4 * pow(5, P-2, P) % P
def recx(y):
    x2 = (y*y-1) * pow(D*y*y+1, P-2, P); x = pow(x2, (P+3)//8, P)
    if (x*x - x2) % P: x = x * pow(2, (P-1)//4, P) % P
    return x if x % 2 == 0 else P - x
G = (recx(GY), GY, 1, recx(GY)*GY % P)
def comp(q):
    z = pow(q[2], P-2, P); x, y = q[0]*z % P, q[1]*z % P
    return (y | ((x & 1) << 255)).to_bytes(32, "little")
def h512(*b): return int.from_bytes(hashlib.sha512(b"".join(b)).digest(), "little")
def ph(seed, m, flag, cx, H=h512):
    dom = b"SigEd25519 no Ed25519 collisions" + bytes([flag, len(cx)]) + cx
    if flag: m = hashlib.sha512(m).digest()
    return ed(seed, m, dom)
def ed(seed, m, dom=b"", s_big=False, hashf=hashlib.sha512):
    hh = hashf(seed).digest(); a = int.from_bytes(hh[:32], "little") & ((1 << 254) - 8) | (1 << 254)
    A = comp(mul(a, G)); Hn = lambda *b: int.from_bytes(hashf(b"".join(b)).digest(), "little") % L
    r = Hn(dom, hh[32:], m); R = comp(mul(r, G)); k = Hn(dom, R, A, m); s = (r + k*a) % L
    return R + s.to_bytes(32, "big" if s_big else "little")

# --- key and algorithm
OTHER = Ed25519PrivateKey.from_private_bytes(sha(b"another key"))
SK = "get"
KW = "other|another|different|wrong|not the key|does not belong|mismatch"
def seedkey(b): return lambda c, m: Ed25519PrivateKey.from_private_bytes(b).sign(m)
slip("hmac256", "It makes an HMAC-SHA-256 instead of an Ed25519 signature (32 bytes).", "HMAC|32 bytes|symmetric", SK, 1, sig=lambda c, m: hmac.new(c.seed, m, "sha256").digest())
slip("hmac256-hex", "It makes a hexadecimal HMAC-SHA-256 instead of an Ed25519 signature.", "HMAC|hex", SK, 1, sig=lambda c, m: hmac.new(c.seed, m, "sha256").digest(), enc=lambda c, r: r.hex())
slip("hmac512", "It makes an HMAC-SHA-512 (64 bytes) with the key's bytes.", "HMAC|" + KW, SK, 1, sig=lambda c, m: hmac.new(c.seed, m, "sha512").digest())
slip("ecdsa-der", "It signs with ECDSA (DER) instead of Ed25519.", "ECDSA|DER", SK, 1, sig=lambda c, m: ec.derive_private_key(12345678901234567890, ec.SECP256R1()).sign(m, ec.ECDSA(hashes.SHA256())))
slip("rsa", "It signs with RSA instead of Ed25519 (256 bytes).", "RSA", SK, 1, sig=lambda c, m: RSA.sign(m, padding.PKCS1v15(), hashes.SHA256()))
RSA = rsa.generate_private_key(65537, 2048)
slip("other-key", "It signs with the private key of another key pair.", KW, SK, 1, sig=lambda c, m: OTHER.sign(m))
slip("seed-sha", "It hashes the seed before it uses it as the key.", KW + "|hash|SHA", SK, 1, sig=lambda c, m: Ed25519PrivateKey.from_private_bytes(sha(c.seed)).sign(m))
slip("seed-hex-text", "It takes the first 32 characters of the hexadecimal seed as the key.", KW + "|hex", SK, 1, sig=lambda c, m: Ed25519PrivateKey.from_private_bytes(c.seed.hex()[:32].encode()).sign(m))
slip("seed-b64-text", "It takes the first 32 characters of the base64 seed as the key.", KW + "|base64", SK, 1, sig=lambda c, m: Ed25519PrivateKey.from_private_bytes(b64s(c.seed)[:32].encode()).sign(m))
slip("seed-der-first32", "It takes the first 32 bytes of the PKCS#8 DER as the seed.", KW + "|PKCS|DER", SK, 1, sig=lambda c, m: Ed25519PrivateKey.from_private_bytes(c.key.private_bytes(ser.Encoding.DER, ser.PrivateFormat.PKCS8, ser.NoEncryption())[:32]).sign(m))
slip("seed-reversed", "It reads the seed in reversed byte order.", KW + "|revers|endian", SK, 1, sig=lambda c, m: Ed25519PrivateKey.from_private_bytes(c.seed[::-1]).sign(m))
slip("seed-public", "It uses the public key's bytes as the seed.", KW + "|public key", SK, 1, sig=lambda c, m: Ed25519PrivateKey.from_private_bytes(c.key.public_key().public_bytes(ser.Encoding.Raw, ser.PublicFormat.Raw)).sign(m))
slip("sha3-ed", "It uses an Ed25519 with SHA3-512 inside (an old blockchain library).", KW + "|SHA-?3|variant", SK, 0, sig=lambda c, m: ed(c.seed, m, hashf=hashlib.sha3_512))
slip("s-big-endian", "It writes S of the signature in big endian.", "big|endian|revers|byte order", SK, 1, sig=lambda c, m: ed(c.seed, m, s_big=True))
slip("sig-reversed", "It reverses the 64 bytes of the signature.", "revers|endian|byte order", SK, 1, sig=lambda c, m: c.key.sign(m)[::-1])
slip("sig-swapped-halves", "It writes S before R.", "halves|S before|swap|R and S|order", SK, 1, sig=lambda c, m: c.key.sign(m)[32:] + c.key.sign(m)[:32])
slip("nacl-combined", "SVC-SIGN is NaCl's combined signature and message.", "message|combined|crypto_sign|attached|NaCl", SK, 1, sig=lambda c, m: c.key.sign(m) + m)
slip("nacl-r-only", "SVC-SIGN has only the first 32 bytes of the signature.", "32 bytes|half|64", SK, 1, sig=lambda c, m: c.key.sign(m)[:32])
slip("sig-63", "A byte of the signature is lost: 63 bytes.", "63|64", SK, 1, sig=lambda c, m: c.key.sign(m)[:63])
slip("sig-plus-pub", "The public key is appended to the signature: 96 bytes.", "public key|96|64", SK, 1, sig=lambda c, m: c.key.sign(m) + RAWPUB)
slip("sig-of-previous", "The signature is that of the previous request (off by one in a queue).", "another|other|previous|stale|different|older", SK, 0, msg=lambda c, p: p.replace(b"/limits", b"/instruments").replace(str(c.ts).encode(), str(c.ts - 1500).encode()))

# --- encodings of the signature
E_ = lambda id, truth, words, f, v=1: slip("sig-" + id, truth, words, "get", v, enc=lambda c, r: f(r))
def plussig(c):
    while True:
        t = b64s(c.key.sign(compact({"api_key": c.apiKey, "idempotency_key": c.idem, "timestamp": c.ts, "sign_version": 1, "method": c.method, "path": c.target, "body_hash": b64u(sha(c.body))}).encode()))
        if "+" in t and "/" in t: return
        c.ts += 1
E_("hex", "SVC-SIGN is hexadecimal.", "hex", lambda r: r.hex())
E_("hex-upper", "SVC-SIGN is hexadecimal in capitals.", "hex", lambda r: r.hex().upper())
E_("hex-0x", "SVC-SIGN is hexadecimal with 0x.", "hex|0x", lambda r: "0x" + r.hex())
slip("sig-std", "SVC-SIGN is standard base64 with padding.", "standard base64|\\+|padding|base64url", "get", 1, pre=plussig, enc=lambda c, r: b64s(r))
slip("sig-std-nopad", "SVC-SIGN is the standard alphabet without padding.", "standard|alphabet|\\+", "get", 1, pre=plussig, enc=lambda c, r: b64s(r).rstrip("="))
E_("padded", "SVC-SIGN is base64url with padding.", "padding|=", lambda r: base64.urlsafe_b64encode(r).decode())
E_("b64hex", "SVC-SIGN is base64url of the hexadecimal signature.", "hex", lambda r: b64u(r.hex().encode()))
E_("twice", "SVC-SIGN is base64url applied twice.", "twice|double", lambda r: b64u(b64u(r).encode()))
E_("b32", "SVC-SIGN is base32.", "base32", lambda r: base64.b32encode(r).decode())
E_("b85", "SVC-SIGN is base85.", "base85|not base64url|character", lambda r: base64.b85encode(r).decode())
E_("repr", "SVC-SIGN carries b'...' of Python.", "b'|Python|repr|str\\(", lambda r: str(b64u(r).encode()))
E_("rawrepr", "SVC-SIGN carries the repr of the raw signature bytes.", "b'|Python|repr|str\\(", lambda r: str(r))
E_("quoted", "SVC-SIGN is in double quotes.", "quote", lambda r: '"' + b64u(r) + '"')
slip("sig-pct", "SVC-SIGN is standard base64 and percent-encoded.", "percent|URL", "get", 1, pre=plussig, enc=lambda c, r: U.quote(b64s(r), safe=""))
slip("sig-swapalpha", "SVC-SIGN maps + to _ and / to - (the two exchanged).", "swap|exchang|interchang|mixed|- and _|_ and -", "get", 1, pre=plussig, enc=lambda c, r: b64s(r).rstrip("=").translate(str.maketrans("+/", "_-")))
slip("sig-halfalpha", "SVC-SIGN replaces only + and leaves /.", "/", "get", 1, pre=plussig, enc=lambda c, r: b64s(r).rstrip("=").replace("+", "-"))
E_("list", "SVC-SIGN is the list of byte values.", "list|numbers|array|decimal|byte values", lambda r: ",".join(map(str, r)))
E_("jsonlist", "SVC-SIGN is a JSON array of byte values.", "list|numbers|array|decimal|byte values", lambda r: json.dumps(list(r)))
E_("keyid", "SVC-SIGN carries keyId=...,signature=... as HTTP signatures do.", "keyId|parameter|HTTP [Ss]ignature|signature=|prefix|not base64url|character", lambda r: f'keyId="{APIKEY}",algorithm="ed25519",signature="{b64s(r)}"', 0)
E_("scheme", "SVC-SIGN has the prefix 'Ed25519 '.", "prefix|Ed25519 |scheme|in front|space", lambda r: "Ed25519 " + b64u(r))
E_("sigprefix", "SVC-SIGN has the prefix ed25519: .", "prefix|ed25519:|in front", lambda r: "ed25519:" + b64u(r))
E_("mangled-utf8", "The signature's bytes were decoded as UTF-8 with replacement before base64url.", "UTF-8|replacement|FFFD|text", lambda r: b64u(r.decode("utf-8", "replace").encode()))
E_("mangled-latin1", "The signature's bytes were turned into text as Latin-1 and encoded as UTF-8.", "UTF-8|Latin|text", lambda r: b64u(r.decode("latin-1").encode()))
E_("mangled-ignore", "The signature's bytes were decoded as UTF-8 with errors ignored, so bytes are lost.", "UTF-8|lost|dropped|text|64", lambda r: b64u(r.decode("utf-8", "ignore").encode()))
E_("folded", "SVC-SIGN was wrapped at 76 characters (encodebytes) and a space stands where the line broke.", "line|wrap|space|break", lambda r: base64.encodebytes(r).decode().strip().replace("\n", " "))
E_("dots", "SVC-SIGN has . in place of the padding.", "\\.|dot|padding", lambda r: base64.urlsafe_b64encode(r).decode().replace("=", "."))
E_("lower", "The header's value was lower-cased on the way.", "lower|case", lambda r: b64u(r).lower())
E_("empty", "SVC-SIGN is empty.", "empty", lambda r: "")
slip("sig-data-swapped", "SVC-DATA and SVC-SIGN are exchanged.", "swap|exchang|interchang|each other|place", "get", 1, headers=lambda c, h: [[{"SVC-DATA": "SVC-SIGN", "SVC-SIGN": "SVC-DATA"}.get(k, k), x] for k, x in h])

# --- encodings of SVC-DATA (the signature is over the payload)
D_ = lambda id, truth, words, f, scen="get", v=1: slip("data-" + id, truth, words, scen, v, data=lambda c, p: f(p))
D_("hex", "SVC-DATA is hexadecimal.", "hex", lambda p: p.hex())
D_("padded", "SVC-DATA is base64url with padding.", "padding|=", lambda p: base64.urlsafe_b64encode(p).decode(), v=1)
D_("json", "SVC-DATA is the raw JSON.", "JSON|not encoded|raw|plain", lambda p: p.decode())
D_("pctjson", "SVC-DATA is the JSON percent-encoded.", "percent|URL", lambda p: U.quote(p))
D_("twice", "SVC-DATA is base64url applied twice.", "twice|double", lambda p: b64u(b64u(p).encode()))
D_("b64hex", "SVC-DATA is base64url of the hexadecimal payload.", "hex", lambda p: b64u(p.hex().encode()))
D_("gzip", "SVC-DATA is base64url of the compressed payload.", "gzip|compress", lambda p: b64u(gzip.compress(p, mtime=0)))
D_("zlib", "SVC-DATA is base64url of the payload deflated with zlib.", "zlib|deflate|compress", lambda p: b64u(zlib.compress(p)))
D_("utf16", "SVC-DATA is base64url of the payload as UTF-16, the signature is over UTF-8.", "UTF-16", lambda p: b64u(p.decode().encode("utf-16-le")))
D_("repr", "SVC-DATA carries b'...' of Python.", "b'|Python|repr|str\\(", lambda p: str(b64u(p).encode()))
D_("quoted", "SVC-DATA is in double quotes.", "quote", lambda p: '"' + b64u(p) + '"')
D_("b32", "SVC-DATA is base32.", "base32", lambda p: base64.b32encode(p).decode())
D_("pctpad", "The padding of SVC-DATA is percent-encoded (%3D).", "percent|%3D|padding", lambda p: U.quote(base64.urlsafe_b64encode(p).decode()), v=0)
D_("wrapped", "SVC-DATA is wrapped every 76 characters and the breaks became spaces.", "line|wrap|space|break", lambda p: base64.encodebytes(p).decode().strip().rstrip("=").replace("\n", " "))
D_("cut", "SVC-DATA is cut at 255 characters (a column of a database, a log).", "cut|truncat|incomplete|end|short", lambda p: b64u(p)[:255])
D_("lower", "SVC-DATA was lower-cased on the way.", "lower|case", lambda p: b64u(p).lower())
D_("jwt", "SVC-DATA is a JWT of header.payload.signature.", "JWT|JWS|dots?|three", lambda p: b64u(b'{"alg":"EdDSA"}') + "." + b64u(p) + "." + b64u(OTHER.sign(p)))
D_("dataurl", "SVC-DATA has the prefix of a data URL.", "data:|prefix|data URL", lambda p: "data:application/json;base64," + b64u(p))
D_("empty", "SVC-DATA is empty.", "empty", lambda p: "")
slip("data-std", "SVC-DATA is standard base64 with + and /.", "standard|alphabet|\\+|base64url", "getq", 0, fields=lambda c, f: f, data=lambda c, p: b64s(p).rstrip("="), path=lambda c: c.target, pre=lambda c: setattr(c, "target", HIST + "?name=%3F&note=~~~???~o?"))
EMPTY = b64u(sha(b""))
# --- body hash: encodings and algorithms
B_ = lambda id, truth, words, f, scen="post", v=1: slip("bh-" + id, truth, words, scen, v, bh=lambda c: f(c.body))
B_("hex", "body_hash is hexadecimal.", "hex", lambda b: hashlib.sha256(b).hexdigest())
B_("hex-upper", "body_hash is hexadecimal in capitals.", "hex", lambda b: hashlib.sha256(b).hexdigest().upper())
B_("std", "body_hash is standard base64 with padding.", "standard|padding|base64url", lambda b: b64s(sha(b)))
B_("padded", "body_hash is base64url with padding.", "padding|=", lambda b: base64.urlsafe_b64encode(sha(b)).decode())
B_("b64hex", "body_hash is base64url of the hexadecimal hash.", "hex", lambda b: b64u(hashlib.sha256(b).hexdigest().encode()))
B_("b64shex", "body_hash is standard base64 of the hexadecimal hash.", "hex", lambda b: b64s(hashlib.sha256(b).hexdigest().encode()))
B_("sha1", "body_hash is SHA-1.", "SHA-?1", lambda b: b64u(hashlib.sha1(b).digest()))
B_("md5", "body_hash is MD5 (Content-MD5).", "MD5", lambda b: b64s(hashlib.md5(b).digest()))
B_("sha512", "body_hash is SHA-512.", "SHA-?512", lambda b: b64u(hashlib.sha512(b).digest()))
B_("sha384", "body_hash is SHA-384.", "SHA-?384", lambda b: b64u(hashlib.sha384(b).digest()))
B_("sha512-cut", "body_hash is SHA-512 cut to 32 bytes.", "SHA-?512", lambda b: b64u(hashlib.sha512(b).digest()[:32]))
B_("sha3", "body_hash is SHA3-256.", "SHA-?3", lambda b: b64u(hashlib.sha3_256(b).digest()))
B_("blake2b", "body_hash is BLAKE2b of 32 bytes.", "BLAKE2b", lambda b: b64u(hashlib.blake2b(b, digest_size=32).digest()))
B_("blake2s", "body_hash is BLAKE2s.", "BLAKE2s", lambda b: b64u(hashlib.blake2s(b).digest()))
B_("double", "body_hash is SHA-256 applied twice.", "twice|double", lambda b: b64u(sha(sha(b))))
B_("hash-of-hex", "body_hash is the SHA-256 of the hexadecimal SHA-256.", "twice|hex", lambda b: b64u(sha(hashlib.sha256(b).hexdigest().encode())))
B_("hmac", "body_hash is an HMAC keyed with the API key's identifier.", "HMAC|API key|keyed", lambda b: b64u(hmac.new(APIKEY.encode(), b, "sha256").digest()), v=0)
B_("prefix", "body_hash has the prefix sha256= .", "prefix|sha256=|sha-256=", lambda b: "sha256=" + b64u(sha(b)))
B_("digesthdr", "body_hash has the form of the Digest header SHA-256=.", "prefix|SHA-256=|Digest", lambda b: "SHA-256=" + b64s(sha(b)))
B_("sri", "body_hash has the form of Content-Digest, sha-256=:...:.", "prefix|sha-256=|Content-Digest|:", lambda b: "sha-256=:" + b64s(sha(b)) + ":")
B_("b32", "body_hash is base32.", "base32", lambda b: base64.b32encode(sha(b)).decode())
B_("twice-b64", "body_hash is base64url applied twice.", "twice|double", lambda b: b64u(b64u(sha(b)).encode()))
B_("mangled", "The digest's bytes became text as Latin-1 and UTF-8 before base64url.", "UTF-8|Latin|text", lambda b: b64u(sha(b).decode("latin-1").encode()))
B_("b64body", "body_hash is the hash of the body's base64 text.", "base64", lambda b: b64u(sha(b64s(b).encode())))
B_("hexbody", "body_hash is the hash of the body's hexadecimal text.", "hex", lambda b: b64u(sha(b.hex().encode())))
B_("emptystr-get", "body_hash is an empty text for a request without a body.", "empty", lambda b: "" if not b else b64u(sha(b)), "get")
B_("null-get", "body_hash is null for a request without a body.", "null", lambda b: None if not b else b64u(sha(b)), "get")
B_("hash-null-get", "body_hash is the hash of the text null for a GET.", "null", lambda b: b64u(sha(b or b"null")), "get")
B_("hash-braces-get", "body_hash is the hash of {} for a GET.", "\\{\\}|empty object", lambda b: b64u(sha(b or b"{}")), "get")
B_("hash-None-get", "body_hash is the hash of the text None for a GET.", "None", lambda b: b64u(sha(b or b"None")), "get")
B_("hash-quotes-get", "body_hash is the hash of two quotes (JSON of an empty string) for a GET.", '""|quote|empty string', lambda b: b64u(sha(b or b'""')), "get")
B_("hash-space-get", "body_hash is the hash of a line feed for a GET.", "line feed|newline|line break|\\\\n", lambda b: b64u(sha(b or b"\n")), "get")
B_("hash-brackets-get", "body_hash is the hash of [] for a GET.", "\\[\\]|empty (array|list)", lambda b: b64u(sha(b or b"[]")), "get")
B_("const-empty", "body_hash of a POST is always that of the empty body.", "empty", lambda b: EMPTY)
B_("zero", "body_hash of a GET is 64 zeros.", "zero|not base64url|hex|43", lambda b: "0" * 64 if not b else b64u(sha(b)), "get")
B_("repr", "body_hash is the hash of str(body), b'...'.", "b'|repr|Python|str\\(", lambda b: b64u(sha(str(b).encode())))
B_("rawbody", "body_hash is the body's base64url, not a hash.", "body itself|not.*hash|base64url of the body|itself|body's text|unhashed", lambda b: b64u(b))
B_("md5hex", "body_hash is the hexadecimal MD5.", "MD5", lambda b: hashlib.md5(b).hexdigest())
B_("crc", "body_hash is a CRC-32.", "CRC|4 bytes|length|32 bytes", lambda b: "%08x" % zlib.crc32(b))
B_("newline", "body_hash is of the body with a line feed at its end.", "line feed|newline|line break|\\\\n", lambda b: b64u(sha(b + b"\n")))
B_("bom", "body_hash is of the body with a byte order mark.", "byte order mark|BOM", lambda b: b64u(sha(b"\xef\xbb\xbf" + b)))
B_("utf16", "body_hash is of the body's text in UTF-16LE.", "UTF-16", lambda b: b64u(sha(b.decode().encode("utf-16-le"))), v=0)
B_("latin1", "body_hash is of the body in Latin-1 (bytes that it lacks replaced by ?).", "Latin-?1|ISO.?8859|ASCII|\\?", lambda b: b64u(sha(b.decode().encode("latin-1", "replace"))), "postu", 0)
B_("ascii-ignore", "body_hash is of the body without its non-ASCII characters.", "ASCII|drop|lost|without", lambda b: b64u(sha(b.decode().encode("ascii", "ignore"))), "postu", 0)
B_("gzip", "body_hash is of the gzip-compressed body, the body is sent plain.", "gzip|compress", lambda b: b64u(sha(gzip.compress(b, mtime=0))))
B_("first1k", "body_hash is of the first 64 bytes of the body (a chunk of a stream).", "first|begin|chunk|part|64 bytes|truncat|cut", lambda b: b64u(sha(b[:64])))
B_("quoted", "body_hash is of the body as a JSON string.", "twice|JSON string|string|double", lambda b: b64u(sha(json.dumps(b.decode()).encode())), v=0)
B_("nul", "body_hash is of the body with a NUL byte at its end.", "NUL|zero byte|\\\\0|0x?00", lambda b: b64u(sha(b + b"\0")))
B_("trim", "body_hash is of the body without its outer braces' spaces: the sent body has trailing CR LF.", "line (end|feed|break)|newline|CR|trail", lambda b: b64u(sha(b.strip())), v=0)
S[-1]["hooks"]["pre"] = lambda c: setattr(c, "body", c.body + b"\r\n")
slip("bh-pathbody", "body_hash is the hash of path and body together.", "path", v=1, bh=lambda c: b64u(sha(c.target.encode() + c.body)))
slip("bh-ts", "body_hash is the hash of timestamp and body.", "timestamp", v=1, bh=lambda c: b64u(sha(str(c.ts).encode() + c.body)))
slip("bh-query-get", "body_hash of a GET is the hash of its query.", "query", "getq", 0, bh=lambda c: b64u(sha(c.target.partition("?")[2].encode())))
slip("bh-method", "body_hash is of method, path and body joined.", "method|path", v=1, bh=lambda c: b64u(sha((c.method + c.target).encode() + c.body)))

# --- the body is serialised twice: what is hashed is not what is sent
def resend(id, truth, words, hashed, sent, obj=ORDER):
    def pre(c):
        o = json.loads(json.dumps(obj)); c.hashed = hashed(o); c.body = sent(o)
    slip("body-" + id, truth, words, "post", 0, pre=pre, bh=lambda c: b64u(sha(c.hashed)))
j = lambda o: compact(o).encode()
d = lambda o: json.dumps(o).encode()
resend("lib-spaces", "It hashes compact JSON and the library sends its own with spaces (requests json=).", "space|white ?space|format|compact", j, d)
resend("hash-spaces", "It hashes json.dumps with spaces, and the sent body is compact (httpx json=).", "space|white ?space|format|compact", d, j)
resend("hash-pretty", "It hashes indented JSON, compact JSON is sent.", "indent|space|white ?space|format|pretty", lambda o: json.dumps(o, indent=2).encode(), j)
resend("hash-sorted", "It hashes the JSON with its members sorted, the sent body keeps their order.", "sort|order", lambda o: json.dumps(o, sort_keys=True, separators=(",", ":")).encode(), j)
resend("sent-sorted", "The sent body has sorted members, the hash is of the unsorted.", "sort|order", j, lambda o: json.dumps(o, sort_keys=True, separators=(",", ":")).encode())
resend("hash-ascii", "It hashes JSON with \\u escapes (ensure_ascii), UTF-8 is sent.", "escape|\\\\u|ASCII", lambda o: json.dumps(o, separators=(",", ":")).encode(), j, ORDERU)
resend("sent-ascii", "UTF-8 is hashed, JSON with \\u escapes is sent.", "escape|\\\\u|ASCII", j, lambda o: json.dumps(o, separators=(",", ":")).encode(), ORDERU)
resend("hash-form", "It hashes the form encoding of the members, JSON is sent.", "form", lambda o: U.urlencode(o).encode(), j)
resend("sent-form", "JSON is hashed, a form is sent (requests data=dict).", "form", j, lambda o: U.urlencode(o).encode())
resend("hash-dict", "It hashes str(dict), JSON is sent.", "single quote|Python|dict|str\\(|repr", lambda o: str(o).encode(), j)
resend("sent-dict", "JSON is hashed, str(dict) is sent.", "single quote|Python|dict|str\\(|repr|JSON", j, lambda o: str(o).encode())
resend("extra-member", "A member (client_order_id) is added to the body after it was hashed.", "member|field|added|client_order_id", j, lambda o: j({**o, "client_order_id": "a-1"}))
resend("none-dropped", "Hash with null members, body without them.", "null", lambda o: j({**o, "stop_loss_price": None}), j)
resend("none-sent", "Members that are None are sent as null, the hash is of the body without them.", "null", j, lambda o: j({**o, "stop_loss_price": None}))
resend("floats", "The hash is of the body with numbers (0.1), decimals as text are sent.", "number|text|string|quote|0\\.1", lambda o: j({**o, "volume": 0.1, "price": 1.05}), j)
resend("trailing-zeros", "The hash is of normalised decimals (0.1), the body has 0.10.", "zero|decimal|normal|number", lambda o: j({**o, "volume": "0.1", "price": "1.05", "take_profit_price": "1.065"}), j)
resend("sci", "The price is written with an exponent where it is hashed (1E-7), and plain where sent.", "exponent|number|decimal|1E-7|e-", lambda o: j({**o, "price": "1E-7"}), lambda o: j({**o, "price": "0.0000001"}))
resend("double-json", "The body is sent as a JSON string (json= with an already serialised text), the hash is of the object.", "twice|string|double", j, lambda o: json.dumps(compact(o)).encode())
resend("gzip-sent", "The hash is of the plain body, the body is sent compressed without Content-Encoding.", "gzip|compress", j, lambda o: gzip.compress(j(o), mtime=0))
resend("newline-sent", "A line feed is appended to the sent body only.", "line feed|newline|line break|\\\\n", j, lambda o: j(o) + b"\n")
resend("bom-sent", "The sent body begins with a byte order mark that was not hashed.", "byte order mark|BOM", j, lambda o: b"\xef\xbb\xbf" + j(o))
resend("latin-sent", "UTF-8 is hashed and Latin-1 sent (a str body in http.client).", "Latin-?1|ISO.?8859|windows", j, lambda o: json.dumps(o, separators=(",", ":"), ensure_ascii=False).encode("cp1252"), {**ORDERU, "comment": "Größe 5"})
resend("nfc", "NFC is hashed, NFD is sent (a file name or input of macOS).", "NFC|NFD|normali[sz]|Unicode", j, lambda o: unicodedata.normalize("NFD", compact(o)).encode(), {**ORDERU, "comment": "Größe"})
resend("slashes", "The hash is of JSON with \\/ , the body has plain slashes.", "slash|\\\\/|escape", lambda o: compact(o).replace("/", "\\/").encode(), j, ORDERU)
resend("cut", "The sent body is cut to its number of characters: Content-Length counted characters, not bytes.", "cut|truncat|incomplete|end|short|Content-Length", j, lambda o: j(o)[:len(compact(o))], ORDERU)
resend("trim-values", "The hash is of the body with spaces in a value which the sent body has not.", "space|white ?space", lambda o: j({**o, "instrument": "EURUSD "}), j)
resend("upper", "The instrument is capitalised after hashing.", "case|upper|eurusd", lambda o: j({**o, "instrument": "eurusd"}), j)
resend("wrapped", "The hash is of the order, the body wraps it in {\"order\": ...}.", "wrap|order|nest|member|inside|within|envelope", j, lambda o: j({"order": o}))
resend("array", "The body is a list with the order, the hash is of the order alone.", "list|array|wrap|inside|within", j, lambda o: j([o]))
resend("old-price", "The hash is of the order before its price was rounded.", "price|value|1\\.05", lambda o: j({**o, "price": "1.050004"}), j)
resend("html", "The hash is of JSON with < > & escaped (\\u003c), the body has them plain.", "escape|\\\\u003c|HTML", lambda o: compact(o).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").encode(), j, ORDERU)
resend("xml", "The hash is of an XML body, JSON is sent.", "body|other|different", lambda o: b"<order><volume>0.10</volume></order>", j)
resend("crlf-sent", "Pretty JSON with LF is hashed, CR LF is sent (text mode on Windows).", "CR|line (end|break|feed)", lambda o: json.dumps(o, indent=2).encode(), lambda o: json.dumps(o, indent=2).replace("\n", "\r\n").encode())
resend("yaml", "The multipart frame is sent, the hash is of the JSON in it.", "multipart|boundary|frame|part|inside|within", j, lambda o: b'--x1\r\nContent-Disposition: form-data; name="order"\r\n\r\n' + j(o) + b"\r\n--x1--\r\n")
resend("chunk", "The hash is of the body with its chunked framing.", "chunk", lambda o: b"%x\r\n" % len(j(o)) + j(o) + b"\r\n0\r\n\r\n", j)
resend("empty-sent", "The body is not sent at all (data= forgotten), the hash is of the order.", "no body|empty|without a body|body is missing|lacks", j, lambda o: b"")

# --- path
P_ = lambda id, truth, words, f, scen="get", v=0: slip("path-" + id, truth, words, scen, v, path=lambda c: f(c.target))
P_("no-query", "path lacks the query.", "query", lambda t: t.split("?")[0], "getq", 1)
P_("full-url", "path is the whole URL.", "URL|scheme|https|origin|host", lambda t: "https://trade.example.com" + t, v=1)
P_("host", "path begins with the host.", "host", lambda t: "trade.example.com" + t, v=0)
P_("no-slash", "path lacks its leading slash.", "slash", lambda t: t[1:], v=1)
P_("no-v1", "path lacks /v1 (it is part of the base URL).", "/v1|prefix|base|begin", lambda t: t[3:], v=1)
P_("trailing-slash", "path has a slash at its end that was not sent.", "slash", lambda t: t + "/", v=1)
P_("decoded", "path is percent-decoded.", "decod|percent", U.unquote, "getp", 1)
P_("decoded-q", "The query in path is percent-decoded (parse_qs and join).", "decod|percent", U.unquote, "getq")
P_("twice-enc", "path is percent-encoded twice (%252F).", "twice|double|%25|again|encod", lambda t: U.quote(t), "getp", 1)
P_("lower-hex", "path has lower-case hex digits in its escapes.", "case|hex|lower", lambda t: t.replace("%2F", "%2f"), "getp", 1)
P_("lower", "path is lower-cased.", "case|lower", lambda t: t.lower(), "getp", 0)
P_("sorted", "The query in path is sorted.", "sort|order", lambda t: t.split("?")[0] + "?" + "&".join(sorted(t.split("?")[1].split("&"))), "getq", 1)
P_("reversed", "The query in path is in another order (a set).", "order", lambda t: t.split("?")[0] + "?" + "&".join(t.split("?")[1].split("&")[::-1]), "getq", 0)
P_("plus", "Spaces in path are + while %20 is sent (urlencode).", "space|\\+|%20", lambda t: t.replace("%20", "+"), "getu", 0)
P_("space-raw", "Spaces in path are raw, %20 is sent.", "space|%20|decod|percent", lambda t: t.replace("%20", " "), "getu", 0)
P_("template", "path is the template with {account_id}.", "template|placeholder|\\{account_id\\}|brace", lambda t: t.replace("1000042", "{account_id}"), v=1)
P_("template-colon", "path is the route with :account_id.", "template|placeholder|:account|route", lambda t: t.replace("1000042", ":account_id"))
P_("template-flask", "path is the route with <account_id>.", "template|placeholder|<account|route", lambda t: t.replace("1000042", "<int:account_id>"))
P_("template-printf", "path has %s in place of the account.", "template|placeholder|%s|format", lambda t: t.replace("1000042", "%s"))
P_("other-account", "path names another account than the request.", "account", lambda t: t.replace("1000042", "1000043"))
P_("other-resource", "path is that of another endpoint (copy and paste).", "endpoint|resource|instruments|other|different|another", lambda t: t.replace("limits", "account"))
P_("double-slash", "path has a double slash where base and path are joined.", "slash|//", lambda t: "/" + t, v=1)
P_("questionmark", "path ends in a ? although no query is sent.", "\\?|question mark|empty query", lambda t: t + "?", v=1)
P_("fragment", "path has a fragment, which no request sends.", "fragment|#", lambda t: t + "#top", v=0)
P_("query-sep", "path and query are joined without the ?.", "\\?|question mark", lambda t: t.replace("?", ""), "getq", 1)
P_("amp-sep", "path and query are joined with & instead of ?.", "\\?|&|question mark", lambda t: t.replace("?", "&"), "getq", 0)
P_("amp-html", "The & in path is HTML-escaped (&amp;).", "&amp;|HTML|entit", lambda t: t.replace("&", "&amp;"), "getq", 1)
P_("pct-amp", "The whole query is percent-encoded as one value.", "encod|percent", lambda t: t.split("?")[0] + "?" + U.quote(t.split("?")[1], safe=""), "getq", 0)
P_("dict-query", "The query in path is the str() of the dict of parameters.", "dict|Python|str|query", lambda t: t.split("?")[0] + "?" + str(dict(U.parse_qsl(t.split("?")[1]))), "getq", 0)
P_("method-in", "path holds the method too: 'GET /v1...'.", "method|GET", lambda t: "GET " + t, v=1)
P_("request-line", "path is the rest of the request line with HTTP/1.1.", "HTTP/1|protocol|version|request line", lambda t: t + " HTTP/1.1", v=1)
P_("api-prefix", "path has a prefix /api that the sent path has not (the proxy adds it).", "prefix|/api", lambda t: "/api" + t, v=1)
P_("trim-eq", "The = signs at the end of the cursor were trimmed.", "=|cursor|padding", lambda t: t.replace("%3D%3D", ""), "getc", 0)
P_("cursor-decoded", "The cursor in path is decoded, %3D became =.", "decod|percent|%3D", lambda t: t.replace("%3D", "="), "getc", 0)
P_("drop-param", "A parameter is missing in path (limit has its default).", "limit|parameter", lambda t: t.replace("limit=100&", ""), "getc", 0)
P_("extra-param", "path has a parameter that is not sent (None is dropped by requests).", "parameter|offset", lambda t: t + "&offset=None", "getc", 0)
P_("newline", "path has a line feed at its end (read from a file).", "line feed|newline|line break|\\\\n|white ?space", lambda t: t + "\n", v=1)
P_("space-end", "path has a space at its end.", "space|white ?space", lambda t: t + " ", v=1)
P_("backslash", "path has backslashes (os.path.join on Windows).", "backslash|\\\\", lambda t: t.replace("/", "\\"), v=1)
P_("escaped-slash", "Every slash in path is written %2F (quote with safe='').", "%2F|percent|encod", lambda t: U.quote(t, safe=""), v=1)
P_("nested", "path is an object with path and query.", "object|text|string|type", lambda t: {"path": t.split("?")[0], "query": t.split("?")[1]}, "getq", 0)
P_("bytes", "path is the str() of bytes, b'/v1...'.", "b'|repr|Python|str\\(", lambda t: str(t.encode()), v=1)
P_("wss", "path of the handshake is the wss:// URL.", "URL|wss|scheme|origin", lambda t: "wss://trade.example.com" + t, "ws")
P_("ws-short", "path of the handshake is /ws/events only.", "prefix|begin|/v1|start|lacks", lambda t: "/ws/events", "ws")
P_("ws-ticks", "path signs the ticks stream, the events stream is opened.", "ticks|stream", lambda t: t.replace("events", "ticks").replace("server-ticks", "server-events"), "ws")
P_("mojibake", "The path's UTF-8 was decoded as Latin-1 before it was put into path.", "Latin|UTF-8|decod|percent|encod", lambda t: U.unquote(t, encoding="latin-1"), "getu", 0)
P_("punct", "The colon of the times is plain in path and %3A on the wire.", ":|%3A|decod|percent|encod", lambda t: t.replace("%3A", ":"), "getq", 0)
P_("plusdecoded", "The +00:00 of the times was decoded to a space.", "\\+|space|%2B|decod", lambda t: t.replace("%2B", "+").replace("+", "%20"), "getq", 0)
P_("tilde", "path was encoded once more as a path segment: % became %25 in the query only.", "twice|double|%25|again|encod", lambda t: t.replace("%", "%25"), "getq", 0)

# --- fields of the payload
for a, bad in (("api_key", "apiKey"), ("idempotency_key", "idempotencyKey"), ("sign_version", "signVersion"), ("body_hash", "bodyHash"), ("timestamp", "ts"), ("path", "uri"), ("body_hash", "payload_hash"), ("timestamp", "time"), ("path", "url"), ("method", "http_method"), ("sign_version", "version"), ("idempotency_key", "client_request_id"), ("body_hash", "body-hash"), ("api_key", "key")):
    slip(f"name-{a}-{bad}", f"The member {a} is called {bad}.", f"{a}&&{bad}|missing|lacks|called|named", "post", 1, fields=ren(a, bad))
for a in ("api_key", "idempotency_key", "timestamp", "sign_version", "method", "path", "body_hash"):
    slip(f"without-{a}", f"The payload lacks {a}.", f"{a}&&missing|lacks|absent|not there|has no|without|no member", "post", 1, fields=drop(a))
slip("without-idem-get", "The payload of a GET lacks idempotency_key (empty ones are dropped).", "idempotency_key&&missing|lacks|absent|has no|without|no member", "get", 1, fields=lambda c, f: {k: x for k, x in f.items() if x != ""})
slip("all-camel", "All members have camelCase names.", "camel|apiKey|api_key|named|called", "get", 1, fields=lambda c, f: {"apiKey": f["api_key"], "idempotencyKey": f["idempotency_key"], "timestamp": f["timestamp"], "signVersion": 1, "method": f["method"], "path": f["path"], "bodyHash": f["body_hash"]})
slip("all-pascal", "All members have PascalCase names.", "Pascal|ApiKey|api_key|named|called|case", "get", 1, fields=lambda c, f: {"".join(w.title() for w in k.split("_")): x for k, x in f.items()})
slip("all-upper", "All members are named as the headers, SVC-API-KEY and so on.", "SVC-|api_key|named|called|header", "get", 1, fields=lambda c, f: {"SVC-" + k.upper().replace("_", "-"): x for k, x in f.items()})
slip("array", "The payload is a JSON array of the values.", "array|object|list", "get", 1, ser=lambda c, f: compact(list(f.values())).encode())
slip("nested", "The members are nested in an object named payload.", "nest|payload|missing|inside|within|wrap", "get", 1, fields=lambda c, f: {"payload": f})
F_ = lambda id, truth, words, scen="get", v=1, **kw: slip("f-" + id, truth, words, scen, v, fields=setf(**kw))
F_("ts-string", "timestamp is a text in the payload, not an integer.", "timestamp&&text|string|integer|quote", timestamp=lambda c, f: str(c.ts))
F_("ver-string", "sign_version is a text in the payload.", "sign_version&&text|string|integer|quote", sign_version="1")
F_("ver-v1", "sign_version is v1.", "sign_version&&v1|text|string|integer", sign_version="v1")
F_("ver-null", "sign_version is null.", "sign_version&&null", sign_version=None)
F_("ver-2", "sign_version is 2 in the payload, the header says 1.", "sign_version|SIGN-VERSION", sign_version=2)
F_("ver-float", "sign_version is 1.0.", "sign_version&&1\\.0|integer", sign_version=1.0)
F_("ver-true", "sign_version is true.", "sign_version&&true|boolean|integer|number", sign_version=True)
F_("ts-float", "timestamp is written with a fraction (time.time() * 1000).", "timestamp&&fraction|integer|whole|decimal", timestamp=lambda c, f: c.ts + 0.4567)
F_("ts-pointzero", "timestamp is written as ...123.0.", "timestamp&&\\.0|integer|whole|fraction|decimal", timestamp=lambda c, f: float(c.ts))
F_("ts-null", "timestamp is null.", "timestamp&&null", timestamp=None)
F_("ts-iso", "timestamp is ISO 8601 in the payload.", "timestamp&&ISO|text|string|integer|date", timestamp="2025-11-26T23:20:00.123+00:00")
F_("ts-seconds-payload", "timestamp is in seconds in the payload only, milliseconds in the header.", "timestamp&&second|differ", timestamp=lambda c, f: c.ts // 1000)
F_("ts-differs", "timestamp was read twice: payload and header differ by 2 ms.", "timestamp&&differ|equal|same|not match|twice|not the", timestamp=lambda c, f: c.ts - 2)
F_("method-lower", "method is lower-case in the payload.", "method&&upper|case|lower", "post", method=lambda c, f: c.method.lower())
F_("method-title", "method is Get in the payload (HttpMethod's text).", "method&&upper|case", "get", method=lambda c, f: c.method.title())
F_("method-null", "method is null.", "method&&null", "get", method=None)
F_("method-enum", "method is the str() of an enum: HTTPMethod.GET.", "method&&HTTPMethod|enum|prefix|GET", "get", method=lambda c, f: "HTTPMethod." + c.method)
F_("method-get-on-post", "method is always GET, also for a POST.", "method", "post", method="GET")
F_("method-put", "method says PUT, POST is sent.", "method", "post", method="PUT")
F_("idem-null", "idempotency_key is null for a GET instead of an empty text.", "idempotency_key&&null", "get", idempotency_key=None)
F_("idem-None", "idempotency_key is the text None in the payload of a GET.", "idempotency_key&&None|differ|empty", "get", idempotency_key="None")
F_("idem-twice", "The idempotency key was made twice: header and payload differ.", "idempotency&&differ|equal|same|not match|twice|not the", "post", idempotency_key="ord-5f0c2a9e-77b1-9999")
F_("idem-upper", "The idempotency key is in capitals in the payload only.", "idempotency&&case|capital|upper", "post", idempotency_key=lambda c, f: c.idem.upper())
F_("idem-nodash", "The idempotency key has no dashes in the payload (uuid.hex).", "idempotency&&dash|hyphen|differ|-", "post", idempotency_key=lambda c, f: c.idem.replace("-", ""))
F_("key-other", "api_key in the payload is another than in the header.", "api_key&&differ|equal|same|not match|not the|header", "get", api_key="tk_staging_key")
F_("key-upper", "api_key is upper-cased in the payload.", "api_key&&case|capital|upper", "get", api_key=lambda c, f: c.apiKey.upper())
F_("key-null", "api_key is null (environment variable not set).", "api_key&&null", "get", api_key=None)
F_("key-public", "api_key in the payload is the public key instead of its identifier.", "api_key&&public key|differ|header|not the", "get", api_key=lambda c, f: b64u(RAWPUB))
F_("key-space", "api_key has a line feed at its end in the payload (read from a file).", "api_key&&line feed|newline|white ?space|line break|\\\\n", "get", api_key=lambda c, f: c.apiKey + "\n")
F_("key-bearer", "api_key has the prefix 'Bearer ' in the payload.", "api_key&&Bearer|prefix|differ", "get", api_key=lambda c, f: "Bearer " + c.apiKey)
F_("bh-missing-post", "body_hash is null for a POST.", "body_hash&&null", "post", body_hash=None)
slip("ser-trailing-comma", "The payload is JSON with a trailing comma (a template).", "JSON|comma", "get", 1, ser=lambda c, f: compact(f).encode()[:-1] + b",}")
slip("ser-unquoted", "The payload's api_key lacks quotes (a template).", "JSON|quote", "get", 1, ser=lambda c, f: compact(f).replace(f'"{c.apiKey}"', c.apiKey).encode())
slip("ser-nan", "The payload's timestamp is NaN.", "NaN|JSON", "get", 1, ser=lambda c, f: compact({**f, "timestamp": float("nan")}).encode())
slip("ser-exp", "timestamp is written with an exponent.", "timestamp&&exponent|integer|plain|scientific", "get", 1, ser=lambda c, f: compact(f).replace(str(c.ts), "1.764199200123E12").encode())
slip("ser-latin1", "The payload is Latin-1 rather than UTF-8 (a non-ASCII path sent raw).", "UTF-8|Latin", "get", 0, pre=lambda c: setattr(c, "target", "/v1/configuration/accounts/1000042/instruments/ÖL/conditions"), ser=lambda c, f: compact(f).encode("latin-1"))
slip("ser-yaml", "The payload is YAML.", "JSON", "get", 1, ser=lambda c, f: "".join(f"{k}: {x}\n" for k, x in f.items()).encode())
slip("ser-concat-two", "Two JSON documents stand in the payload.", "JSON|two|after|trailing", "get", 1, ser=lambda c, f: compact(f).encode() * 2)

# --- time
T_ = lambda id, truth, words, f, v=0: slip("ts-" + id, truth, words, "get", v, pre=lambda c: setattr(c, "ts", f(c.ts)))
T_("seconds", "The timestamp is in seconds, in header and payload.", "second", lambda t: t // 1000, 0)
T_("micros", "The timestamp is in microseconds.", "micro", lambda t: t * 1000 + 456)
T_("nanos", "The timestamp is in nanoseconds (time_ns).", "nano", lambda t: t * 10**6 + 456789)
T_("stale", "The timestamp is ten minutes old (cached headers).", "old|stale|past|behind|minute|late|earlier|ago", lambda t: t - 600000)
T_("future", "The clock is five minutes fast.", "future|ahead|fast|minute", lambda t: t + 300000)
T_("tz-plus", "Local time of UTC+2 was taken for UTC: two hours ahead.", "hour|zone|UTC|local", lambda t: t + 7200000)
T_("tz-minus", "Local time of UTC-5 was taken for UTC: five hours behind.", "hour|zone|UTC|local", lambda t: t - 18000000)
T_("monotonic", "A monotonic clock was used, not Unix time.", "Unix|epoch|monotonic|1970|boot|start|perf", lambda t: 86400123)
T_("int32", "The milliseconds overflowed 32 bits.", "32|overflow|negative", lambda t: (t + 2**31) % 2**32 - 2**31)
T_("negative", "The timestamp is negative.", "negative|minus|past|-", lambda t: -t)
T_("zero", "The timestamp is 0.", "0|zero|1970|epoch", lambda t: 0)
T_("mac", "The timestamp counts from 2001 (Apple's reference date).", "2001|Apple|epoch|reference|years", lambda t: t - 978307200000)
T_("excel", "The timestamp counts from 1601 (Windows file time, in ms).", "1601|Windows|FILETIME|future|years|epoch", lambda t: t + 11644473600000)
T_("year", "The clock is a year behind.", "year|days|old|stale|past", lambda t: t - 31536000000)
T_("dotnet", "The timestamp is .NET ticks.", "tick|\\.NET|nano|100", lambda t: t * 10000 + 621355968000000000)
slip("ts-late-arrival", "The request lay in a queue for two minutes before it was sent.", "old|stale|past|behind|minute|late|earlier|ago", "post", 0, pre=lambda c: setattr(c, "ts", c.ts - 125000))
H_ = lambda id, truth, words, scen="get", v=1, **kw: slip("h-" + id, truth, words, scen, v, headers=hset(**kw))
H_("ts-seconds", "SVC-TIMESTAMP is in seconds, the payload in milliseconds.", "TIMESTAMP&&second|differ|not match|equal", SVC_TIMESTAMP=lambda x: x[:10])
H_("ts-fraction", "SVC-TIMESTAMP has a fraction.", "TIMESTAMP&&fraction|digit|integer|whole|decimal|\\.", SVC_TIMESTAMP=lambda x: x + ".4567")
H_("ts-exp", "SVC-TIMESTAMP is written with an exponent.", "TIMESTAMP&&exponent|digit|plain|scientific", SVC_TIMESTAMP="1.764199200123E12")
H_("ts-iso", "SVC-TIMESTAMP is ISO 8601.", "TIMESTAMP&&ISO|date|digit|millisecond", SVC_TIMESTAMP="2025-11-26T23:20:00.123Z")
H_("ts-rfc1123", "SVC-TIMESTAMP is an HTTP date.", "TIMESTAMP&&HTTP|date|digit|millisecond", SVC_TIMESTAMP="Wed, 26 Nov 2025 23:20:00 GMT")
H_("ts-commas", "SVC-TIMESTAMP has thousands separators.", "TIMESTAMP&&comma|separator|digit|group", SVC_TIMESTAMP="1,764,199,200,123")
H_("ts-quoted", "SVC-TIMESTAMP is in quotes.", "TIMESTAMP&&quote", SVC_TIMESTAMP=lambda x: f'"{x}"')
H_("ts-plus", "SVC-TIMESTAMP has a plus sign.", "TIMESTAMP&&plus|\\+|sign|digit", SVC_TIMESTAMP=lambda x: "+" + x)
H_("ts-hex", "SVC-TIMESTAMP is hexadecimal.", "TIMESTAMP&&hex|digit", SVC_TIMESTAMP=lambda x: hex(int(x)))
H_("ts-pad", "SVC-TIMESTAMP has a leading zero.", "TIMESTAMP&&zero", SVC_TIMESTAMP=lambda x: "0" + x)
H_("ts-ms", "SVC-TIMESTAMP has the unit ms behind it.", "TIMESTAMP&&ms|unit|digit", SVC_TIMESTAMP=lambda x: x + "ms")
H_("ver-v1", "SVC-SIGN-VERSION is v1.", "VERSION&&v1", SVC_SIGN_VERSION="v1")
H_("ver-10", "SVC-SIGN-VERSION is 1.0.", "VERSION&&1\\.0", SVC_SIGN_VERSION="1.0")
H_("ver-2", "SVC-SIGN-VERSION is 2, sign_version 1.", "VERSION&&2", SVC_SIGN_VERSION="2")
H_("ver-empty", "SVC-SIGN-VERSION is empty.", "VERSION&&empty", SVC_SIGN_VERSION="")
H_("ver-01", "SVC-SIGN-VERSION is 01.", "VERSION&&01|zero", SVC_SIGN_VERSION="01")
H_("ver-quoted", "SVC-SIGN-VERSION is in quotes.", "VERSION&&quote", SVC_SIGN_VERSION='"1"')
H_("key-none", "SVC-API-KEY is the text None.", "API-KEY&&None", SVC_API_KEY="None")
H_("key-bearer", "SVC-API-KEY has the prefix Bearer.", "API-KEY&&Bearer|prefix", SVC_API_KEY=lambda x: "Bearer " + x)
H_("key-quoted", "SVC-API-KEY is in quotes (from a .env file).", "API-KEY&&quote", SVC_API_KEY=lambda x: f'"{x}"')
H_("key-empty", "SVC-API-KEY is empty.", "API-KEY&&empty", SVC_API_KEY="")
H_("key-lower", "SVC-API-KEY is lower-cased.", "API-KEY&&case|lower", SVC_API_KEY=lambda x: x.lower())
H_("key-cut", "SVC-API-KEY lacks its last character (copy and paste).", "API-KEY&&differ|equal|character|short|cut|end|not match", SVC_API_KEY=lambda x: x[:-1])
H_("key-template", "SVC-API-KEY is the placeholder <API_KEY>.", "API-KEY&&placeholder|<API_KEY>|template|differ|angle", SVC_API_KEY="<API_KEY>")
H_("key-env", "SVC-API-KEY is ${API_KEY}, not replaced.", "API-KEY&&placeholder|\\$\\{|variable|replaced|differ", SVC_API_KEY="${API_KEY}")
H_("idem-none-get", "SVC-IDEMPOTENCY-KEY is the text None on a GET.", "IDEMPOTENCY&&None|empty", SVC_IDEMPOTENCY_KEY="None")
H_("idem-null-get", "SVC-IDEMPOTENCY-KEY is the text null on a GET.", "IDEMPOTENCY&&null|empty", SVC_IDEMPOTENCY_KEY="null")
H_("idem-quotes-get", "SVC-IDEMPOTENCY-KEY is two quotes on a GET.", "IDEMPOTENCY&&quote|empty", SVC_IDEMPOTENCY_KEY='""')
H_("idem-spaces", "The header's key is in braces (a Windows GUID).", "IDEMPOTENCY&&brace|\\{|character", "post", SVC_IDEMPOTENCY_KEY=lambda x: "{" + x + "}")
N_ = lambda id, truth, words, a, b, scen="get", v=1: slip("hn-" + id, truth, words, scen, v, headers=hren(a, b))
N_("underscore", "The header is named SVC_DATA with an underscore.", "SVC_DATA|underscore|missing|SVC-DATA", "SVC-DATA", "SVC_DATA")
N_("x", "The header is named X-SVC-SIGN.", "SVC-SIGN", "SVC-SIGN", "X-SVC-SIGN")
N_("signature", "The header is named SVC-SIGNATURE.", "SVC-SIGNATURE|SVC-SIGN", "SVC-SIGN", "SVC-SIGNATURE")
N_("apikey", "The header is named SVC-APIKEY.", "SVC-APIKEY|SVC-API-KEY", "SVC-API-KEY", "SVC-APIKEY")
N_("version", "The header is named SVC-VERSION.", "SVC-VERSION|SVC-SIGN-VERSION", "SVC-SIGN-VERSION", "SVC-VERSION")
N_("idem", "The header is named Idempotency-Key as elsewhere.", "IDEMPOTENCY-KEY", "SVC-IDEMPOTENCY-KEY", "Idempotency-Key", "post")
N_("ts", "The header is named SVC-TIME.", "SVC-TIME|SVC-TIMESTAMP", "SVC-TIMESTAMP", "SVC-TIME")
N_("payload", "The header is named SVC-PAYLOAD.", "SVC-PAYLOAD|SVC-DATA", "SVC-DATA", "SVC-PAYLOAD")
N_("auth", "The signature is sent in Authorization.", "SVC-SIGN|Authorization", "SVC-SIGN", "Authorization")
slip("hn-prefix-lost", "All headers lack the prefix SVC-.", "SVC-|prefix|missing|header", "get", 1, headers=lambda c, h: [[k[4:], x] for k, x in h])
slip("hn-x-all", "All headers have the prefix X-SVC-.", "X-|prefix|missing|header", "get", 1, headers=lambda c, h: [["X-" + k, x] for k, x in h])
slip("hn-underscores-all", "All headers are named with underscores (CGI, WSGI environment).", "underscore|_", "get", 1, headers=lambda c, h: [[k.replace("-", "_"), x] for k, x in h])
for k in ("SVC-API-KEY", "SVC-IDEMPOTENCY-KEY", "SVC-TIMESTAMP", "SVC-SIGN-VERSION", "SVC-DATA", "SVC-SIGN"):
    slip("hd-" + k.lower(), f"{k} is not sent.", f"{k}&&missing|lacks|absent|not sent|has no|no header|not there|without|no ", "get", 1, headers=hdrop(k))
slip("hd-idem-post", "SVC-IDEMPOTENCY-KEY is not sent on a POST.", "IDEMPOTENCY-KEY&&missing|lacks|absent|not sent|has no|no header|no |without", "post", 1, headers=hdrop("SVC-IDEMPOTENCY-KEY"))
slip("hd-all", "The request carries no SVC- headers at all.", "no |missing|unsigned|lacks|without|not signed", "get", 0, headers=lambda c, h: [])
slip("h-dup-sign", "SVC-SIGN is sent twice with different values (a retry appended headers).", "twice|two|duplicate|more than once", "get", 0, headers=lambda c, h: h + [["SVC-SIGN", b64u(OTHER.sign(b"x"))]])
slip("h-dup-ts", "SVC-TIMESTAMP is sent twice with different values (an interceptor that ran twice).", "twice|two|duplicate|more than once", "get", 0, headers=lambda c, h: h + [["SVC-TIMESTAMP", str(c.ts + 5)]])
slip("h-joined", "A header was added twice and joined: SVC-SIGN-VERSION: 1, 1.", "1, 1|twice|joined|comma|two", "get", 1, headers=hset(SVC_SIGN_VERSION="1, 1"))
slip("h-colon", "SVC-SIGN's value begins with a colon (a header split by hand).", ":|colon", "get", 1, headers=hset(SVC_SIGN=lambda x: ": " + x))
slip("h-in-query", "The authentication is sent in the query instead of headers.", "query|header|missing", "get", 0, headers=lambda c, h: [], wire=lambda c, r: r.__setitem__("target", r["target"] + "?" + U.urlencode({"SVC-API-KEY": c.apiKey, "SVC-TIMESTAMP": c.ts, "SVC-DATA": c.dataText})))
# --- idempotency
I_ = lambda id, truth, words, val, v=1: slip("idem-" + id, truth, words, "post", 0, pre=lambda c: setattr(c, "idem", val))
I_("empty", "The idempotency key of a POST is empty.", "empty", "")
I_("short", "The idempotency key has four characters.", "short|5|length|4", "a1b2")
I_("long", "The idempotency key has 129 characters.", "long|128|length|129", "k" * 129)
I_("braces", "The idempotency key is a GUID in braces.", "brace|\\{|character", "{5f0c2a9e-77b1-4d0e-9c55-0a1b2c3d4e5f}")
I_("colon", "The idempotency key has colons (urn:uuid:).", "colon|:|character", "urn:uuid:5f0c2a9e-77b1-4d0e-9c55-0a1b2c3d4e5f")
I_("iso", "The idempotency key is an ISO time with colons and plus.", "colon|:|\\+|character", "2025-11-26T23:20:00+00:00")
I_("b64", "The idempotency key is standard base64 with + / =.", "\\+|/|=|character|base64", "q83vEjRWeJq8/3+rze8SNA==")
I_("space", "The idempotency key has a space.", "space|character", "order 1 of day")
I_("umlaut", "The idempotency key has a letter outside ASCII.", "ASCII|character|letter", "bestellung-größe-1")
I_("slash", "The idempotency key has slashes.", "slash|/|character", "orders/2025/11/26")
I_("hash", "The idempotency key has a #.", "#|character", "order#15")
I_("at", "The idempotency key has an @.", "@|character", "desk@fx-15")
slip("idem-on-get", "A GET carries an idempotency key.", "empty|GET", "get", 0, pre=lambda c: setattr(c, "idem", "read-0001"))
slip("idem-on-ws", "The handshake carries an idempotency key.", "empty|GET", "ws", 0, pre=lambda c: setattr(c, "idem", "ws-connect-1"))
# --- on the way: proxies, redirects, libraries
def Wi(id, truth, words, scen, f): slip("way-" + id, truth, words, scen, 0, wire=f)
def sett(f): return lambda c, r: r.__setitem__("target", f(r["target"]))
Wi("prefix-added", "A prefix /gateway was added to the path on the way.", "prefix|/gateway", "get", sett(lambda t: "/gateway" + t))
Wi("prefix-stripped", "A proxy stripped /v1 after signing.", "prefix|/v1", "get", sett(lambda t: t[3:]))
Wi("sorted", "A proxy or library sorted the query after signing.", "sort|order", "getq", sett(lambda t: t.split("?")[0] + "?" + "&".join(sorted(t.split("?")[1].split("&")))))
Wi("decoded", "A proxy decoded %2F in the path.", "decod|percent|%2F", "getp", sett(U.unquote))
Wi("cache-buster", "A cache-busting parameter _= was appended after signing.", "_=|parameter|added|appended", "getq", sett(lambda t: t + "&_=1764199200555"))
Wi("slash-added", "A redirect added a slash at the end.", "slash", "get", sett(lambda t: t + "/"))
Wi("colon-plain", "The library decoded %3A to : after signing (yarl).", "%3A|:|decod|encod|percent", "getq", sett(lambda t: t.replace("%3A", ":")))
Wi("lowerhex", "The library lower-cased the escapes after signing.", "case|lower|hex", "getp", sett(lambda t: t.replace("%2F", "%2f")))
Wi("plus20", "%20 became + on the way.", "space|\\+|%20", "getu", sett(lambda t: t.replace("%20", "+")))
Wi("double-enc", "The library encoded % again on the way (%252F).", "twice|double|%25|again|encod", "getp", sett(lambda t: t.replace("%", "%25")))
Wi("collapse", "The proxy collapsed the double slash that was signed.", "slash|//", "get", sett(lambda t: t.replace("//", "/")))
S[-1]["hooks"]["pre"] = lambda c: setattr(c, "target", "/" + c.target)
Wi("dropped-empty", "The library dropped the empty parameter that was signed.", "cursor|parameter|empty", "getq", sett(lambda t: t.replace("&cursor=", "")))
S[-1]["hooks"]["pre"] = lambda c: setattr(c, "target", c.target + "&cursor=")
Wi("dup-param", "A parameter stands twice in the query.", "twice|duplicate|two|more than once", "getq", lambda c, r: None)
S[-1]["hooks"]["pre"] = lambda c: setattr(c, "target", c.target + "&instrument=GBPUSD")
Wi("dup-param-same", "The same parameter stands twice with the same value.", "twice|duplicate|two|more than once", "getq", lambda c, r: None)
S[-1]["hooks"]["pre"] = lambda c: setattr(c, "target", c.target + "&limit=50")
Wi("post-to-get", "A redirect (302) turned the POST into a GET without body.", "method|GET|redirect", "post", lambda c, r: (r.__setitem__("method", "GET"), r.__setitem__("body", b""))[0])
Wi("put", "The library sends PUT although POST was signed.", "method|PUT", "post", lambda c, r: r.__setitem__("method", "PUT"))
Wi("spaces-body", "A gateway parsed the body and wrote it anew with spaces.", "space|white ?space|format", "post", lambda c, r: r.__setitem__("body", json.dumps(json.loads(r["body"])).encode()))
Wi("sorted-body", "A gateway wrote the body anew with sorted members.", "sort|order", "post", lambda c, r: r.__setitem__("body", json.dumps(json.loads(r["body"]), sort_keys=True, separators=(",", ":")).encode()))
Wi("number-body", "A gateway turned texts into numbers: \"0.10\" became 0.1.", "number|quote|text|string", "pos", lambda c, r: r.__setitem__("body", r["body"].replace(b'"0.10"', b"0.1")))
Wi("idem-drop", "The library drops a header with an empty value: SVC-IDEMPOTENCY-KEY is missing on the GET.", "IDEMPOTENCY-KEY&&missing|lacks|absent|not sent|has no|no |empty", "get", lambda c, r: r.__setitem__("headers", [x for x in r["headers"] if x[1] != ""]))
Wi("account-cross", "The request goes to another account than signed (URL built twice).", "account", "op", sett(lambda t: t.replace("1000042", "1000077")))
Wi("id-stripped", "The operation in the sent path is another than signed.", "op-|path|operation|differ", "op", sett(lambda t: t.replace("88213", "88214")))
# --- WebSocket
slip("ws-method-ws", "The handshake signs the method WS.", "method|WS|GET", "ws", 0, fields=setf(method="WS"))
slip("ws-method-connect", "The handshake signs the method CONNECT.", "method|CONNECT|GET", "ws", 0, fields=setf(method="CONNECT"))
slip("ws-post", "The handshake signs POST as the modelled operation, not GET.", "method|POST|GET", "ws", 0, fields=setf(method="POST"))
slip("ws-subscribe-body", "The handshake's body_hash is that of the subscription message.", "empty|body_hash|body", "ws", 0, bh=lambda c: b64u(sha(b'{"event":"transactions"}')))
slip("ws-query-token", "A token is added to the URL of the handshake after signing.", "query|token|parameter", "ws", 0, wire=sett(lambda t: t + "?token=abc"))
slip("ws-slash", "The library adds a slash to the URL of the handshake.", "slash", "ws", 0, wire=sett(lambda t: t + "/"))
slip("ws-stale", "The headers of the first connection are used for the reconnect an hour later.", "old|stale|hour|past|behind|earlier|ago", "ws", 0, pre=lambda c: setattr(c, "ts", c.ts - 3600000))
slip("ws-noheaders", "The browser cannot set headers: the handshake carries none, the values are in Sec-WebSocket-Protocol.", "no |missing|header|lacks|without|Protocol", "wst", 0, headers=lambda c, h: [["Sec-WebSocket-Protocol", ", ".join(x for k, x in h if x)]])
slip("ws-underscore", "The path of the handshake is written server_events when signed.", "server_events|path|underscore|differ", "ws", 0, path=lambda c: c.target.replace("server-events", "server_events"))
slip("ws-idem-missing", "The handshake's library drops the empty SVC-IDEMPOTENCY-KEY.", "IDEMPOTENCY-KEY&&missing|lacks|absent|not sent|has no|no |empty", "wst", 0, headers=hdrop("SVC-IDEMPOTENCY-KEY"))
for s in S:
    r = request(ctx(s["scen"]), s["hooks"])
    print(json.dumps({"id": s["id"][3:], "truth": s["truth"], "key": APIKEY, "public": RAWPUB.hex(), "now": TS + 900, "requests": [{"method": r["method"], "target": r["target"], "headers": [x for x in r["headers"] if x[0].lower() not in ("host", "content-type", "content-length")], "body": r["body"].hex()}]}))
