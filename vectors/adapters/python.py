"""Adapter for Python: a signer and verifier by `cryptography`. Put your own client's functions in place of those below.

    tsi vectors check --exec "python3 vectors/adapters/python.py"
"""
import base64, hashlib, json, sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def body_hash(body):
    return base64url(hashlib.sha256(bytes.fromhex(body)).digest())


def sign(key, message):
    return base64url(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key["seed"])).sign(message))


def sign_request(given, key):
    payload = json.dumps({
        "api_key": given["apiKey"], "idempotency_key": given["idempotencyKey"], "timestamp": given["timestampMs"],
        "sign_version": 1, "method": given["method"], "path": given["path"],
        "body_hash": body_hash(given["body"]),
    }).encode("utf-8")
    return {"headers": {
        "SVC-API-KEY": given["apiKey"], "SVC-IDEMPOTENCY-KEY": given["idempotencyKey"],
        "SVC-TIMESTAMP": str(given["timestampMs"]), "SVC-SIGN-VERSION": "1",
        "SVC-DATA": base64url(payload), "SVC-SIGN": sign(key, payload),
    }}


def verify_signature(given, _key):
    public_key, message, signature = (bytes.fromhex(given[name]) for name in ("publicKey", "message", "signature"))
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
        return {"valid": True}
    except (InvalidSignature, ValueError):
        return {"valid": False}


OPERATIONS = {
    "sign-request": sign_request,
    "sign-payload": lambda given, key: {"signature": sign(key, bytes.fromhex(given["payload"]))},
    "hash-body": lambda given, _key: {"bodyHash": body_hash(given["body"])},
    "verify-signature": verify_signature,
}
for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "stop":
        break
    if request["cmd"] == "start":
        answer = {"implementation": "cryptography", "language": "Python", "capabilities": list(OPERATIONS)}
    else:
        answer = {"seq": request["seq"], "result": OPERATIONS[request["operation"]](request["input"], request.get("key"))}
    print(json.dumps(answer), flush=True)
