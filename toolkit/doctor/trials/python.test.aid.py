"""Wrong signers as people write them in Python: each entry is a signer with one mistake and a line that says which."""
import base64, binascii, gzip, hashlib, hmac, json, sys, time, unicodedata, urllib.parse, uuid, zlib
from datetime import datetime, timezone, timedelta
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives import serialization

SEED = bytes.fromhex("4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718")
NOW = 1714564800123
KEY_ID = "key-desk-1"
ORDER = {"instrument": "EURUSD", "type": "limit", "side": "buy", "volume": "0.10", "price": "1.08250", "comment": "Zürich – 5 €"}


class Request:
    def __init__(self, method, path, obj=None, idem="", params=None):
        self.method, self.base, self.obj, self.idem, self.params = method, path, obj, idem, params
        self.target = path + ("?" + params if params else "")
        self.body = b"" if obj is None else json.dumps(obj, ensure_ascii=False).encode()


REQUESTS = [
    Request("GET", "/v1/configuration/accounts/1000042/account"),
    Request("POST", "/v1/trading/accounts/1000042/orders", ORDER, "order-2024-05-01.1"),
    Request("GET", "/v1/configuration/accounts/1000042/instruments", params="symbols=EUR%2FUSD,XAU%20USD&limit=50&after=a%2Bb"),
    Request("POST", "/v1/trading/accounts/1000042/positions", {"instrument": "XAUUSD", "volume": "1.00", "side": "sell"}, "pos_77~a"),
]


def b64u(b):
    return base64.urlsafe_b64encode(b).rstrip(b"=").decode()


class Signer:
    """The right one; mistakes override a step."""
    def key(s): return Ed25519PrivateKey.from_private_bytes(SEED)
    def sent_body(s, r): return r.body
    def sent_target(s, r): return r.target
    def hashed(s, r): return s.sent_body(r)
    def digest(s, b): return b64u(hashlib.sha256(b).digest())
    def body_hash(s, r): return s.digest(s.hashed(r))
    def path(s, r): return s.sent_target(r)
    def ts(s, r): return NOW
    def ts_header(s, r): return str(s.ts(r))
    def ts_member(s, r): return s.ts(r)
    def method(s, r): return r.method
    def idem(s, r): return r.idem
    def idem_header(s, r): return s.idem(r)
    def idem_member(s, r): return s.idem(r)
    def version(s, r): return 1
    def version_header(s, r): return "1"
    def key_id(s, r): return KEY_ID
    def key_header(s, r): return s.key_id(r)
    def key_member(s, r): return s.key_id(r)
    def members(s, r):
        return {"api_key": s.key_member(r), "idempotency_key": s.idem_member(r), "timestamp": s.ts_member(r), "sign_version": s.version(r),
                "method": s.method(r), "path": s.path(r), "body_hash": s.body_hash(r)}
    def payload(s, r): return json.dumps(s.members(r), separators=(",", ":")).encode()
    def sent_payload(s, r): return s.payload(r)
    def data(s, r): return b64u(s.sent_payload(r))
    def message(s, r): return s.payload(r)
    def sign(s, m): return s.key().sign(m)
    def sig(s, r): return b64u(s.sign(s.message(r)))
    def headers(s, r):
        return [("SVC-API-KEY", s.key_header(r)), ("SVC-IDEMPOTENCY-KEY", s.idem_header(r)), ("SVC-TIMESTAMP", s.ts_header(r)),
                ("SVC-SIGN-VERSION", s.version_header(r)), ("SVC-DATA", s.data(r)), ("SVC-SIGN", s.sig(r))]


CASES = []


def mistake(id, truth, **over):
    CASES.append((id, truth, type(id, (Signer,), over)()))


def std(b): return base64.b64encode(b).decode()
def swap(s, r, f): return [f(n, v) for n, v in Signer.headers(s, r)]
def also(s, r, name, value): return [(n, value if n == name else v) for n, v in Signer.headers(s, r)]


# serialisation
mistake("sign-second-dumps", "signs a second json.dumps with default separators, sends the compact one", message=lambda s, r: json.dumps(s.members(r)).encode())
mistake("sign-sorted-dumps", "signs json.dumps(sort_keys=True) but sends the unsorted text", message=lambda s, r: json.dumps(s.members(r), sort_keys=True, separators=(",", ":")).encode())
mistake("data-str-dict", "SVC-DATA is str(dict), not JSON", payload=lambda s, r: str(s.members(r)).encode())
mistake("double-dumps", "json.dumps of a string that is JSON already", payload=lambda s, r: json.dumps(json.dumps(s.members(r))).encode())
mistake("sign-str-of-bytes", "signs str(payload), b'...' text, instead of the bytes", message=lambda s, r: str(s.payload(r)).encode())
mistake("data-str-of-bytes", "SVC-DATA holds base64 of the text b'...'", sent_payload=lambda s, r: str(s.payload(r)).encode())
mistake("data-header-bprefix", "str() of the base64 bytes: SVC-DATA has b'...'", data=lambda s, r: str(base64.urlsafe_b64encode(s.payload(r)).rstrip(b"=")))
mistake("sig-header-bprefix", "str() of the base64 bytes: SVC-SIGN has b'...'", sig=lambda s, r: str(base64.urlsafe_b64encode(s.sign(s.payload(r))).rstrip(b"=")))
mistake("timestamp-str-member", "timestamp in the payload is a string", ts_member=lambda s, r: str(NOW))
mistake("timestamp-float-member", "timestamp is time.time()*1000, a float", ts_member=lambda s, r: NOW + 0.0)
mistake("timestamp-float-both", "timestamp is a float in header and payload", ts=lambda s, r: NOW + 0.417)
mistake("version-str-member", "sign_version in the payload is a string", version=lambda s, r: "1")
mistake("version-bool", "sign_version is True", version=lambda s, r: True)
mistake("idem-none", "idempotency_key is null on GET", idem_member=lambda s, r: r.idem or None)
mistake("idem-none-text", "str(None) as the idempotency key header on GET", idem_header=lambda s, r: str(r.idem or None))
mistake("idem-uuid-on-get", "sends a uuid as idempotency key on GET too", idem=lambda s, r: str(uuid.UUID(int=77)))
mistake("idem-two-uuids", "uuid4() called twice: header and payload differ", idem_header=lambda s, r: r.idem and "5bd1c9f1-1b9b-4a3e-9d6b-000000000001", idem_member=lambda s, r: r.idem and "5bd1c9f1-1b9b-4a3e-9d6b-000000000002")
mistake("idem-missing-post", "empty idempotency key on POST", idem=lambda s, r: "")
mistake("camel-members", "payload members in camelCase", members=lambda s, r: {"".join(p.title() if i else p for i, p in enumerate(k.split("_"))): v for k, v in Signer.members(s, r).items()})
mistake("body-hash-missing-get", "leaves body_hash out on GET", members=lambda s, r: {k: v for k, v in Signer.members(s, r).items() if k != "body_hash" or r.body})
mistake("body-hash-empty-get", "body_hash is an empty string on GET", body_hash=lambda s, r: s.digest(r.body) if r.body else "")
mistake("payload-list", "payload is a list of pairs (dict.items())", payload=lambda s, r: json.dumps(list(s.members(r).items())).encode())
mistake("payload-urlencoded", "payload is urlencode(dict), not JSON", payload=lambda s, r: urllib.parse.urlencode(s.members(r)).encode())
mistake("payload-utf16", "payload encoded as utf-16", payload=lambda s, r: Signer.payload(s, r).decode().encode("utf-16"))
mistake("payload-bom", "payload encoded as utf-8-sig (with BOM)", payload=lambda s, r: Signer.payload(s, r).decode().encode("utf-8-sig"))
# encodings
mistake("data-standard-b64", "SVC-DATA in standard padded base64", data=lambda s, r: std(s.payload(r)))
mistake("data-padded-urlsafe", "SVC-DATA keeps its = padding", data=lambda s, r: base64.urlsafe_b64encode(s.payload(r) + b" " * ((1 - len(s.payload(r))) % 3)).decode(), payload=lambda s, r: Signer.payload(s, r), message=lambda s, r: s.payload(r) + b" " * ((1 - len(s.payload(r))) % 3))
mistake("sig-padded", "SVC-SIGN keeps its padding", sig=lambda s, r: base64.urlsafe_b64encode(s.sign(s.payload(r))).decode())
mistake("sig-standard", "SVC-SIGN in standard base64", sig=lambda s, r: std(s.sign(s.payload(r))))
mistake("sig-hex", "SVC-SIGN is hexadecimal", sig=lambda s, r: s.sign(s.payload(r)).hex())
mistake("sig-b64-of-hex", "SVC-SIGN is base64url of the hexadecimal text", sig=lambda s, r: b64u(s.sign(s.payload(r)).hex().encode()))
mistake("data-encodebytes", "base64.encodebytes breaks SVC-DATA with newlines sent as spaces", data=lambda s, r: base64.encodebytes(s.payload(r)).decode().strip().replace("\n", " "))
mistake("data-b2a-quoted", "SVC-DATA percent-encoded (urllib quote of standard base64)", data=lambda s, r: urllib.parse.quote(std(s.payload(r)), safe=""))
mistake("data-plain", "SVC-DATA is the JSON text itself", data=lambda s, r: s.payload(r).decode())
mistake("data-b85", "SVC-DATA is base64.b85encode", data=lambda s, r: base64.b85encode(s.payload(r)).decode())
mistake("data-strip-twice", "rstrip('=') and drops the last character too", data=lambda s, r: base64.urlsafe_b64encode(s.payload(r)).decode()[:-1].rstrip("="))
mistake("data-zlib", "SVC-DATA is zlib.compress()ed before base64", data=lambda s, r: b64u(zlib.compress(s.payload(r))))
mistake("sig-repr-quotes", "json.dumps of the signature: quotes around it", sig=lambda s, r: json.dumps(Signer.sig(s, r)))
# body hash
mistake("hash-hexdigest", "body_hash is hexdigest()", digest=lambda s, b: hashlib.sha256(b).hexdigest())
mistake("hash-b64-of-hex", "body_hash is base64url of hexdigest()", digest=lambda s, b: b64u(hashlib.sha256(b).hexdigest().encode()))
mistake("hash-standard", "body_hash in standard padded base64", digest=lambda s, b: std(hashlib.sha256(b).digest()))
mistake("hash-padded", "body_hash keeps its padding", digest=lambda s, b: base64.urlsafe_b64encode(hashlib.sha256(b).digest()).decode())
mistake("hash-sha512", "body_hash is SHA-512", digest=lambda s, b: b64u(hashlib.sha512(b).digest()))
mistake("hash-md5", "body_hash is md5 hexdigest", digest=lambda s, b: hashlib.md5(b).hexdigest())
mistake("hash-double", "SHA-256 of the SHA-256", digest=lambda s, b: b64u(hashlib.sha256(hashlib.sha256(b).digest()).digest()))
mistake("hash-hmac", "body_hash is HMAC-SHA256 with the API key", digest=lambda s, b: b64u(hmac.new(KEY_ID.encode(), b, hashlib.sha256).digest()))
mistake("hash-dumps-data-json", "requests json=: hashes json.dumps default, sends the compact body (httpx)", sent_body=lambda s, r: r.body and json.dumps(r.obj, ensure_ascii=False, separators=(",", ":")).encode(), hashed=lambda s, r: r.body and json.dumps(r.obj).encode())
mistake("hash-ascii-body", "hashes the ensure_ascii text, sends UTF-8", hashed=lambda s, r: r.body and json.dumps(r.obj).encode())
mistake("hash-sorted-body", "hashes the body with sort_keys, sends unsorted", hashed=lambda s, r: r.body and json.dumps(r.obj, sort_keys=True, ensure_ascii=False).encode())
mistake("hash-str-dict-body", "hashes str(dict) of the body", hashed=lambda s, r: r.body and str(r.obj).encode())
mistake("hash-braces-get", "hashes '{}' for a request without a body", hashed=lambda s, r: r.body or b"{}")
mistake("hash-null-get", "hashes json.dumps(None), 'null', on GET", hashed=lambda s, r: r.body or b"null")
mistake("hash-none-get", "hashes 'None' on GET", hashed=lambda s, r: r.body or b"None")
mistake("hash-empty-always", "hashes the empty bytes even for a POST", hashed=lambda s, r: b"")
mistake("hash-latin1", "hashes the body as cp1252, sends UTF-8", hashed=lambda s, r: r.body.decode().encode("cp1252"))
mistake("hash-form-body", "hashes urlencode(body)", hashed=lambda s, r: r.body and urllib.parse.urlencode(r.obj).encode())
mistake("hash-gzip", "hashes the gzipped body, sends plain", hashed=lambda s, r: r.body and gzip.compress(r.body, mtime=0))
mistake("hash-newline", "hashes the body with a trailing newline (read from a file)", hashed=lambda s, r: r.body and r.body + b"\n")
mistake("hash-nfd", "hashes the NFD form of the body", hashed=lambda s, r: unicodedata.normalize("NFD", r.body.decode()).encode())
mistake("hash-crc", "body_hash is zlib.crc32", digest=lambda s, b: str(zlib.crc32(b)))
mistake("hash-path-and-body", "hashes path + body", hashed=lambda s, r: r.target.encode() + r.body)
# path
mistake("path-no-query", "signs urlparse(url).path, without the query", path=lambda s, r: r.base)
mistake("path-full-url", "signs the full URL", path=lambda s, r: "https://api.example.com" + r.target)
mistake("path-unquoted", "signs the unquoted path and query", path=lambda s, r: urllib.parse.unquote(r.target))
mistake("path-parse-qsl", "signs urlencode(parse_qsl(query))", path=lambda s, r: r.base + ("?" + urllib.parse.urlencode(urllib.parse.parse_qsl(r.params)) if r.params else ""))
mistake("path-sorted-query", "signs the sorted query", path=lambda s, r: r.base + ("?" + "&".join(sorted(r.params.split("&"))) if r.params else ""))
mistake("path-no-version", "signs the path without /v1 (base url holds it)", path=lambda s, r: r.target[3:])
mistake("path-question-mark", "a bare ? is signed where no query is sent", path=lambda s, r: r.target if r.params else r.target + "?")
mistake("path-trailing-slash", "signs with a trailing slash, sends without", path=lambda s, r: r.base + "/" + ("?" + r.params if r.params else ""))
mistake("path-no-slash", "signs without the leading slash", path=lambda s, r: r.target[1:])
mistake("path-quoted-whole", "signs quote(path+query)", path=lambda s, r: urllib.parse.quote(r.target))
mistake("path-template", "signs the route template", path=lambda s, r: r.target.replace("1000042", "{account_id}"))
mistake("method-lower", "method in lower case", method=lambda s, r: r.method.lower())
mistake("method-fixed-get", "method always GET", method=lambda s, r: "GET")
mistake("method-httpmethod", "method is str(HTTPMethod.GET)", method=lambda s, r: "HTTPMethod." + r.method)
# time
mistake("ts-seconds", "timestamp is int(time.time()), seconds", ts=lambda s, r: NOW // 1000)
mistake("ts-ns", "timestamp is time.time_ns()", ts=lambda s, r: NOW * 10**6)
mistake("ts-us", "timestamp in microseconds", ts=lambda s, r: NOW * 1000)
mistake("ts-utcnow-local", "datetime.utcnow().timestamp(): off by the zone, two hours back", ts=lambda s, r: NOW - 7200000)
mistake("ts-monotonic", "timestamp from time.monotonic()", ts=lambda s, r: 86400123)
mistake("ts-iso", "timestamp is ISO text in header and payload", ts=lambda s, r: "2024-05-01T12:00:00.123000+00:00")
mistake("ts-two-calls", "time read twice: header a few ms later", ts_header=lambda s, r: str(NOW + 3))
mistake("ts-import-time", "timestamp evaluated once as a default argument, 57 minutes ago", ts=lambda s, r: NOW - 3433000)
mistake("ts-seconds-member", "header in milliseconds, payload in seconds", ts_member=lambda s, r: NOW // 1000)
# signature and keys
mistake("sign-b64text", "signs the base64url text", message=lambda s, r: s.data(r).encode())
mistake("sign-sha256", "signs sha256(payload)", message=lambda s, r: hashlib.sha256(s.payload(r)).digest())
mistake("sign-hexdigest", "signs hexdigest of payload", message=lambda s, r: hashlib.sha256(s.payload(r)).hexdigest().encode())
mistake("sign-sha512", "signs sha512(payload)", message=lambda s, r: hashlib.sha512(s.payload(r)).digest())
mistake("sign-body", "signs the body instead of the payload", message=lambda s, r: r.body)
mistake("sign-binance", "signs timestamp+method+path+body", message=lambda s, r: (str(NOW) + r.method + r.target).encode() + r.body)
mistake("sign-hmac256", "HMAC-SHA256 instead of Ed25519", sign=lambda s, m: hmac.new(SEED, m, hashlib.sha256).digest())
mistake("sign-hmac512", "HMAC-SHA512 instead of Ed25519", sign=lambda s, m: hmac.new(SEED, m, hashlib.sha512).digest())
mistake("key-hex-ascii", "seed is the first 32 characters of the hex text", key=lambda s: Ed25519PrivateKey.from_private_bytes(SEED.hex()[:32].encode()))
mistake("key-sha256-of-text", "seed is sha256 of the hex text", key=lambda s: Ed25519PrivateKey.from_private_bytes(hashlib.sha256(SEED.hex().encode()).digest()))
mistake("key-der-head", "seed is the first 32 bytes of the PKCS#8 DER", key=lambda s: Ed25519PrivateKey.from_private_bytes(Signer.key(s).private_bytes(serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())[:32]))
mistake("key-other", "freshly generated key: signs with another pair", key=lambda s: Ed25519PrivateKey.from_private_bytes(b"\x07" * 32))
mistake("key-public-as-seed", "public key bytes used as seed", key=lambda s: Ed25519PrivateKey.from_private_bytes(Signer.key(s).public_key().public_bytes_raw()))
mistake("sig-with-message", "nacl sign(): signature + message in SVC-SIGN", sig=lambda s, r: b64u(s.sign(s.payload(r)) + s.payload(r)))
mistake("sig-cut", "signature cut to 32 bytes", sig=lambda s, r: b64u(s.sign(s.payload(r))[:32]))
mistake("sign-with-newline", "signs payload + newline", message=lambda s, r: s.payload(r) + b"\n")
mistake("payload-rebuilt-later", "SVC-DATA built again after signing, with a later timestamp", sent_payload=lambda s, r: s.payload(r).replace(str(NOW).encode(), str(NOW + 2).encode()), ts_header=lambda s, r: str(NOW + 2))
# headers and copy and paste
mistake("headers-swapped", "SVC-DATA and SVC-SIGN swapped", headers=lambda s, r: swap(s, r, lambda n, v: ({"SVC-DATA": "SVC-SIGN", "SVC-SIGN": "SVC-DATA"}.get(n, n), v)))
mistake("headers-underscore", "header names with underscores", headers=lambda s, r: swap(s, r, lambda n, v: (n.replace("-", "_"), v)))
mistake("headers-x-prefix", "X-SVC- header names", headers=lambda s, r: swap(s, r, lambda n, v: ("X-" + n, v)))
mistake("header-data-missing", "no SVC-DATA header", headers=lambda s, r: [h for h in Signer.headers(s, r) if h[0] != "SVC-DATA"])
mistake("header-idem-missing-get", "requests drops the header when the value is None: no idempotency header on GET", headers=lambda s, r: [h for h in Signer.headers(s, r) if h[0] != "SVC-IDEMPOTENCY-KEY" or r.idem])
mistake("header-sign-named-signature", "SVC-SIGNATURE instead of SVC-SIGN", headers=lambda s, r: swap(s, r, lambda n, v: (n.replace("SVC-SIGN", "SVC-SIGNATURE") if n == "SVC-SIGN" else n, v)))
mistake("key-id-quoted", "API key read from .env with its quotes, header only", key_header=lambda s, r: '"' + KEY_ID + '"')
mistake("key-id-other-member", "header names the new key, payload the old one", key_member=lambda s, r: "key-desk-0")
mistake("key-id-upper", "API key upper-cased in the header", key_header=lambda s, r: KEY_ID.upper())
mistake("key-id-placeholder", "placeholder <API_KEY> never replaced", key_id=lambda s, r: "<API_KEY>")
mistake("version-v1", "SVC-SIGN-VERSION is v1", version_header=lambda s, r: "v1")
mistake("version-2", "sign version 2 in both", version=lambda s, r: 2, version_header=lambda s, r: "2")
mistake("version-10", "SVC-SIGN-VERSION is 1.0", version_header=lambda s, r: "1.0")
mistake("authorization-bearer", "SVC-SIGN has a 'Bearer ' prefix", sig=lambda s, r: "Bearer " + Signer.sig(s, r))
mistake("get-with-json", "requests json={} on GET: a body {} is sent and not hashed", sent_body=lambda s, r: r.body or b"{}", hashed=lambda s, r: r.body)
mistake("query-added-after", "requests params= added after signing", path=lambda s, r: r.base)
mistake("query-plus", "signs + for spaces where %20 is sent", path=lambda s, r: r.target.replace("%20", "+"))
mistake("query-percent-lower", "signs lower-case percent escapes", path=lambda s, r: r.target.replace("%2F", "%2f").replace("%2B", "%2b"))
mistake("account-int-mismatch", "signs for one account and sends to another", path=lambda s, r: r.target.replace("1000042", "1000043"))

PUBLIC = Ed25519PrivateKey.from_private_bytes(SEED).public_key().public_bytes_raw().hex()


def produce(only=None):
    for id, truth, signer in CASES:
        if only and id not in only: continue
        out = []
        for r in REQUESTS:
            out.append({"method": r.method, "target": signer.sent_target(r), "headers": signer.headers(r), "body": signer.sent_body(r).hex()})
        print(json.dumps({"id": id, "truth": truth, "key": KEY_ID, "public": PUBLIC, "now": NOW + 400, "requests": out}))


def adapter(id):
    signer = next(s for i, _, s in CASES if i == id)
    for line in sys.stdin:
        m = json.loads(line)
        if m["cmd"] == "start":
            print(json.dumps({"implementation": id, "language": "Python", "capabilities": ["sign-request"]}), flush=True)
        elif m["cmd"] == "run":
            global NOW, KEY_ID, SEED
            i = m["input"]
            r = Request(i["method"], i["path"].split("?")[0], None, i["idempotencyKey"], i["path"].split("?", 1)[1] if "?" in i["path"] else None)
            r.target, r.body = i["path"], bytes.fromhex(i["body"])
            NOW, KEY_ID, SEED = i["timestampMs"], i["apiKey"], bytes.fromhex(m["key"]["seed"])
            try:
                r.obj = json.loads(r.body) if r.body else None
                print(json.dumps({"seq": m["seq"], "result": {"headers": signer.headers(r)}}), flush=True)
            except Exception as e:
                print(json.dumps({"seq": m["seq"], "errored": {"context": repr(e)}}), flush=True)
        else: break


adapter(sys.argv[2]) if sys.argv[1:2] == ["adapter"] else produce()
