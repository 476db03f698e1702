"""A client of the sandbox in one file: reads the account, listens to its events, places an order, waits for its result.

Needs Python 3.8 and `pip install cryptography`.
"""
import base64, hashlib, json, os, socket, time, urllib.error, urllib.parse, urllib.request, uuid

from cryptography.hazmat.primitives.serialization import load_pem_private_key

BASE_URL = "http://127.0.0.1:8080"
API_KEY = "tsi-main-1"
KEY_FILE = "sandbox-keys/main.pem"
READ_PATH = "/v1/configuration/accounts/1000001/account"
ORDER_PATH = "/v1/trading/accounts/1000001/orders"
ORDER_BODY = "{}"
STREAM_PATH = "/v1/server-events/accounts/1000001/ws/events"
SUBSCRIBE = "{}"

with open(KEY_FILE, "rb") as file:
    private_key = load_pem_private_key(file.read(), password=None)
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the sandbox is on this machine


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signed_headers(method, path, body=b"", idempotency_key=""):
    """Fresh for every request. `path` with its query exactly as it is sent; the key is empty for a GET."""
    timestamp = int(time.time() * 1000)
    payload = json.dumps({
        "api_key": API_KEY, "idempotency_key": idempotency_key, "timestamp": timestamp, "sign_version": 1,
        "method": method, "path": path, "body_hash": base64url(hashlib.sha256(body).digest()),
    }).encode()
    return {
        "SVC-API-KEY": API_KEY, "SVC-IDEMPOTENCY-KEY": idempotency_key, "SVC-TIMESTAMP": str(timestamp),
        "SVC-SIGN-VERSION": "1", "SVC-DATA": base64url(payload), "SVC-SIGN": base64url(private_key.sign(payload)),
    }


def get(path):
    return send(urllib.request.Request(BASE_URL + path, headers=signed_headers("GET", path)))


def post(path, body, idempotency_key):
    data = body.encode()
    headers = {**signed_headers("POST", path, data, idempotency_key), "Content-Type": "application/json"}
    return send(urllib.request.Request(BASE_URL + path, data, headers, method="POST"))


def send(request):
    try:
        with opener.open(request, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode()


class Stream:
    """A WebSocket by hand, so that there is nothing to install. Any library that lets you set headers does as well."""

    def __init__(self, path):
        url = urllib.parse.urlsplit(BASE_URL)
        headers = {
            **signed_headers("GET", path), "Host": url.netloc, "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        }
        self.socket = socket.create_connection((url.hostname, url.port), timeout=10)
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        self.reader = self.socket.makefile("rb")
        status = self.reader.readline().decode().strip()
        while self.reader.readline().strip():
            pass
        if " 101 " not in status:
            raise SystemExit(f"handshake refused: {status}")
        self.socket.settimeout(None)

    def send(self, text, opcode=1):
        data = text.encode()
        short = bytes([128 | opcode, 128 | min(len(data), 126)])
        length = b"" if len(data) < 126 else len(data).to_bytes(2, "big")
        mask = os.urandom(4)
        self.socket.sendall(short + length + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))

    def receive(self):
        """The next message; answers pings on the way."""
        while True:
            first, second = self.reader.read(2)
            size = {126: 2, 127: 8}.get(second)
            length = second if size is None else int.from_bytes(self.reader.read(size), "big")
            text = self.reader.read(length).decode(errors="replace")
            if first & 15 == 1:
                return text
            if first & 15 == 8:
                raise SystemExit("the stream was closed")
            if first & 15 == 9:
                self.send(text, 10)


print("account", *get(READ_PATH))

events = Stream(STREAM_PATH)
events.send(SUBSCRIBE)
message = ""
while "trading_state_snapshot" not in message:  # the baseline; from here on every change comes as an event
    message = events.receive()
    print("event", message)

order = f"order-{uuid.uuid4()}"  # the idempotency key; sent again with the same body it is the same order
print("order", *post(ORDER_PATH, ORDER_BODY, order))

while True:
    message = events.receive()
    print("event", message)
    if order in message:
        break
