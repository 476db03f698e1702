"""Adapter for Python: a signer and verifier by `cryptography`, and the client in `clients/client.py`. Put your own in their place.

    tsi vectors check --exec "python3 vectors/adapters/python.py"
    tsi client run --exec "python3 vectors/adapters/python.py"
"""
import base64, hashlib, json, sys, threading, time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from clients.client import Client


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def hash_body(body):
    return base64url(hashlib.sha256(body).digest())


def sign(key, message):
    return base64url(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key["seed"])).sign(message))


def signed_headers(given, body, sign_payload):
    payload = json.dumps({
        "api_key": given["apiKey"], "idempotency_key": given["idempotencyKey"], "timestamp": given["timestampMs"],
        "sign_version": 1, "method": given["method"], "path": given["path"], "body_hash": hash_body(body),
    }).encode("utf-8")
    return {
        "SVC-API-KEY": given["apiKey"], "SVC-IDEMPOTENCY-KEY": given["idempotencyKey"],
        "SVC-TIMESTAMP": str(given["timestampMs"]), "SVC-SIGN-VERSION": "1",
        "SVC-DATA": base64url(payload), "SVC-SIGN": sign_payload(payload),
    }


def verify_signature(given, _key):
    public_key, message, signature = (bytes.fromhex(given[name]) for name in ("publicKey", "message", "signature"))
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
        return {"valid": True}
    except (InvalidSignature, ValueError):
        return {"valid": False}


clients = {}


def begin(given):
    private_key = load_pem_private_key(given["privatePem"].encode(), None)

    def headers(method, path, body, key):
        request = {"apiKey": given["apiKey"], "idempotencyKey": key, "timestampMs": int(time.time() * 1000), "method": method, "path": path}
        return signed_headers(request, body, lambda payload: base64url(private_key.sign(payload)))

    clients[given["account"]] = clients["latest"] = client = Client(given, headers)
    return {} if client.synced >= set(client.wanted) else {"degraded": "polling"}


def end(given):
    for account in [given["account"]] if "account" in given else list(clients):
        clients.pop(account).close()
    return {}


ORDER = ("type", "side", "instrument", "volume", "price", "stop_loss_price", "take_profit_price", "position_id")
SIGNING = {
    "sign-request": lambda given, key: {"headers": signed_headers(given, bytes.fromhex(given["body"]), lambda payload: sign(key, payload))},
    "sign-payload": lambda given, key: {"signature": sign(key, bytes.fromhex(given["payload"]))},
    "hash-body": lambda given, _key: {"bodyHash": hash_body(bytes.fromhex(given["body"]))},
    "verify-signature": verify_signature,
}
INTENTS = {
    "place": lambda client, given: client.trade(given, "orders", ORDER),
    "open": lambda client, given: client.trade(given, "positions", ORDER),
    "close": lambda client, given: client.trade(given, f"positions/{client.entity(given, 'position')}/close", ["volume"]),
    "cancel": lambda client, given: client.trade(given, f"orders/{client.entity(given, 'order')}/cancel", []),
    "outcome": lambda client, given: client.outcome(given["intent"]),
    "view": lambda client, _given: client.view(),
    "subscribe": lambda client, given: client.subscription("subscribe", given["event"], given.get("instruments")),
    "unsubscribe": lambda client, given: client.subscription("unsubscribe", given["event"], given.get("instruments")),
    "read": lambda client, given: client.read(given),
    "history": lambda client, given: client.history(given),
}
CLAIMS = {"streams": ["transactions", "account_state", "instruments", "hmr"], "retries": True, "reconnects": True, "polls": True,
          "concurrent": True, "accounts": 2, "patienceMs": 2000, "requestTimeoutMs": 1000, "reconnectWithinMs": 3000}


def run(question):
    name, given = question["operation"], question["input"]
    try:
        if name in SIGNING: return {"result": SIGNING[name](given, question.get("key"))}
        if name in ("begin", "end"): return {"result": begin(given) if name == "begin" else end(given)}
        if name in INTENTS: return {"result": INTENTS[name](clients[given.get("account", "latest")], given)}
        return {"skipped": {"message": "it does not have this operation"}}
    except Exception as error:
        return {"errored": {"context": repr(error)}}


def say(answer):
    with writing: print(json.dumps(answer), flush=True)


writing = threading.Lock()
for line in sys.stdin:
    question = json.loads(line)
    if question["cmd"] == "stop": break
    if question["cmd"] == "start":
        say({"implementation": "cryptography", "language": "Python", "capabilities": [*SIGNING, *INTENTS, "begin", "end"], "claims": CLAIMS})
    elif question["operation"] in SIGNING: say({"seq": question["seq"], **run(question)})
    else: threading.Thread(target=lambda asked=question: say({"seq": asked["seq"], **run(asked)}), daemon=True).start()
