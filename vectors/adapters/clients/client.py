"""A small client of the interface by nothing but the standard library: it stands where your own client stands. Signing is the caller's."""
import base64, http.client, json, os, socket, struct, threading, time, uuid
from urllib.parse import quote, urlencode, urlsplit

FINAL = ("success", "rejected", "failed")
UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}


class Client:
    def __init__(self, given, sign):
        self.given, self.sign, self.lock = given, sign, threading.Lock()
        self.results, self.answers, self.synced, self.wanted, self.intents, self.keys = {}, {}, set(), {}, {}, set()
        self.orders, self.positions, self.account, self.hmr, self.conditions = {}, {}, {}, {}, {}
        self.socket, self.gaps, self.closed, self.commands, self.last_poll = None, 0, False, 0, 0
        for event in given["subscribe"]:
            self.wanted[event] = given["instruments"] if event in ("hmr", "instruments") else None
        if self.wanted:
            threading.Thread(target=self.listen, daemon=True).start()
        self.until(lambda: self.synced >= set(self.wanted), 8)

    def until(self, holds, seconds):
        end = time.monotonic() + seconds
        while not holds() and time.monotonic() < end:
            time.sleep(0.005)

    def request(self, base, method, path, body=b"", key="", further={}):
        url, path = urlsplit(base), path.replace("ACCOUNT", self.given["account"])
        secure = url.scheme in ("https", "wss")
        connection = (http.client.HTTPSConnection if secure else http.client.HTTPConnection)(url.netloc, timeout=1)
        kind = {"Content-Type": "application/json"} if body else {}
        connection.request(method, path, body or None, {**self.sign(method, path, body, key), **kind, **further})
        return connection, connection.getresponse()

    def send(self, method, path, body=b"", key=""):
        """Status and JSON of the answer; None for a status where there was no answer."""
        try:
            connection, answer = self.request(self.given["baseUrl"], method, path, body, key)
            text = answer.read()
            connection.close()
            return answer.status, json.loads(text or b"{}")
        except (OSError, ValueError, http.client.HTTPException):
            return None, {}

    def trade(self, given, path, names):
        members = {name: given[name] for name in names if name in given}
        if members.get("volume") == "smallest":
            members["volume"] = self.read({"what": "conditions", **given})["conditions"]["volume_min"]
        mine = self.intents[given["intent"]] = {"state": "pending", "key": str(uuid.uuid4()), "gaps": self.gaps}
        self.keys.add(mine["key"])
        for attempt in range(5):
            status, answer = self.send("POST", f"/v1/trading/accounts/ACCOUNT/{path}", json.dumps(members).encode(), mine["key"])
            if status in (200, 202) and "operation_id" in answer:
                mine["operationId"] = answer["operation_id"]
            elif status not in (None, 500):  # The refusal of a repeat proves nothing of the call before it.
                code = answer.get("error", {}).get("code", status)
                mine.update({"state": "unknown"} if attempt else {"state": "refused", "code": code})
            if mine["state"] != "pending" or "operationId" in mine or mine["key"] in self.results:
                break
            time.sleep(0.05 * 2**attempt)
        self.until(lambda: mine["state"] == "refused" or self.settle(mine) in FINAL, 2)
        return self.outcome(given["intent"])

    def outcome(self, intent):
        mine = self.intents[intent]
        self.settle(mine)
        return {name: mine.get(name) for name in ("state", "code", "operationId")}

    def entity(self, given, kind):
        """The identifier of the one that is named, of that of an intent, or of the first."""
        held = self.orders if kind == "order" else self.positions
        shown = self.intents[given["of"]]["event"]["payload"][f"{kind}s"] if "of" in given else held.values()
        return given.get(f"{kind}_id") or next(iter(shown))[f"{kind}_id"]

    def settle(self, mine):
        """By the event; by the status of the operation, where the event may have been missed."""
        event = self.results.get(mine.get("operationId")) or self.results.get(mine["key"])
        if not event and "operationId" in mine and (mine["gaps"] < self.gaps or "transactions" not in self.synced):
            self.last_poll, wait = time.monotonic(), self.last_poll + 0.05 - time.monotonic()
            time.sleep(max(wait, 0))
            _, answer = self.send("GET", f"/v1/trading/accounts/ACCOUNT/operations/{mine['operationId']}")
            event = answer if answer.get("status") in FINAL else None
        if event and mine["state"] in ("pending", "unknown"):
            mine.update(event=event, state=event["status"], code=event.get("error_code"), operationId=event.get("operation_id"))
        return mine["state"]

    def snapshot(self):
        status, answer = self.send("GET", "/v1/trading/accounts/ACCOUNT/snapshot")
        if status == 200:
            self.baseline(answer)

    def baseline(self, state):
        self.orders = {order["order_id"]: order for order in state["orders"]}
        self.positions = {position["position_id"]: position for position in state["positions"]}
        self.account = state["account_state"]

    def history(self, given):
        what, filters = given["what"], {name: given[name] for name in ("from", "to", "limit") if name in given}
        ids, query = [], filters
        while True:
            status, page = self.send("GET", f"/v1/trading/accounts/ACCOUNT/history/{what}?{urlencode(query)}".rstrip("?"))
            if status != 200:
                return {"refused": page.get("error", {}).get("code", status or "no answer")}
            ids += [row[f"{what[:-1]}_id"] for row in page[what]]
            if not page.get("next_cursor"):
                return {"ids": ids}
            query = {**{name: filters[name] for name in filters if name == "limit"}, "cursor": page["next_cursor"]}

    def read(self, given):
        what, operation = given["what"], given.get("operation_id") or self.intents.get(given.get("of"), {}).get("operationId")
        base, trading = "/v1/configuration/accounts/ACCOUNT", "/v1/trading/accounts/ACCOUNT"
        special = {"conditions": f"{base}/instruments/{quote(given.get('instrument', ''), safe='')}/conditions",
                   "status": f"{trading}/operations/{operation}", "snapshot": f"{trading}/snapshot"}
        status, answer = self.send("GET", special.get(what, f"{base}/{what}"))
        if status != 200:
            return {"refused": answer.get("error", {}).get("code", status or "no answer")}
        if what == "instruments":
            return {"instruments": [one["instrument"] for one in answer["instruments"]]}
        return {"conditions": answer} if what == "conditions" else {}

    def view(self):
        if not self.wanted:
            self.snapshot()
        listed = lambda held, name: [{**one, "id": one[name]} for one in list(held.values())]
        return {"current": {event: event in self.synced for event in self.wanted} or True, "account": self.account,
                "orders": listed(self.orders, "order_id"), "positions": listed(self.positions, "position_id"),
                "hmr": listed(self.hmr, "period_id"), "conditions": list(self.conditions.values())}

    def subscription(self, action, event, names):
        if names == "every":
            names = self.read({"what": "instruments"})["instruments"] if event == "hmr" else ["all"]
        number = self.command(action, event, names)
        self.until(lambda: number in self.answers, 2)
        answer = self.answers.get(number, {"error": {"code": "no answer"}})
        if "error" in answer:
            return {"refused": answer["error"]["code"]}
        had = self.wanted.pop(event, None) or []
        if action == "subscribe":
            self.wanted[event] = names and list(dict.fromkeys([*had, *names]))
        elif names and names != ["all"] and (left := [name for name in had if name not in names]):
            self.wanted[event] = left
        return {}

    def close(self):
        self.closed, stream = True, self.socket
        try:
            if stream:
                stream.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the service had ended it already

    def listen(self):
        while not self.closed:
            try:
                self.stream()
            except (OSError, ValueError, struct.error, http.client.HTTPException):
                pass
            self.socket, self.gaps = None, self.gaps + 1
            self.synced.clear()
            time.sleep(0.1)

    def stream(self):
        key = base64.b64encode(os.urandom(16)).decode()
        path = "/v1/server-events/accounts/ACCOUNT/ws/events"
        connection, answer = self.request(self.given["streamUrl"], "GET", path, further={**UPGRADE, "Sec-WebSocket-Key": key})
        if answer.status != 101:
            return
        self.socket, message = connection.sock, b""
        self.socket.settimeout(None)
        for event, names in list(self.wanted.items()):
            self.command("subscribe", event, names)
        while True:
            first, length = answer.fp.read(2)
            if length > 125:
                (length,) = struct.unpack(*((">H", answer.fp.read(2)) if length == 126 else (">Q", answer.fp.read(8))))
            data, kind = answer.fp.read(length), first & 15
            if kind == 8 or len(data) < length:
                return
            if kind == 9:
                self.frame(10, data)
            message += data if kind < 3 else b""
            if kind < 3 and first & 128:
                self.take(json.loads(message))
                message = b""

    def frame(self, kind, data):
        mask, length = os.urandom(4), struct.pack(">BH", 254, len(data)) if len(data) > 125 else bytes([128 | len(data)])
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        with self.lock:
            self.socket.sendall(bytes([128 | kind]) + length + mask + masked)

    def command(self, action, event, names):
        self.commands += 1
        members = {"type": action, "event": event, **({} if names is None else {"instruments": names}), "id": str(self.commands)}
        self.frame(1, json.dumps(members).encode())
        return str(self.commands)

    def take(self, message):
        kind, payload = message.get("type"), message.get("payload") or {}
        if kind == "transaction_event":
            self.transaction(message, payload)
        elif kind == "trading_state_snapshot":
            self.baseline(payload)
            self.synced.add("transactions")
        elif kind == "account_state_event":
            self.account = payload
        elif kind == "instrument_event":
            self.conditions[payload["instrument"]] = payload
            if message["action"] == "del":
                del self.conditions[payload["instrument"]]
        elif kind == "hmr_snapshot":
            self.hmr = {period["period_id"]: period for period in message["periods"]}
            self.synced.add("hmr")
        elif kind == "hmr_update":
            self.hmr.update({period["period_id"]: period for period in message["upserted_periods"]})
            for gone in message["removed_period_ids"]:
                self.hmr.pop(gone, None)
        elif kind in ("subscribed", "unsubscribed", "command_error"):
            self.answers[message.get("id")] = message
            if kind == "subscribed" and message["event"] not in ("transactions", "hmr"):
                self.synced.add(message["event"])

    def transaction(self, event, payload):
        for entities, name, held in (("orders", "order_id", self.orders), ("positions", "position_id", self.positions)):
            for entity in payload.get(entities) or []:
                held[entity[name]] = entity
                if entity["state"] not in ("pending", "open"):
                    del held[entity[name]]
        self.account = payload.get("account_state") or self.account
        for name in (event.get("operation_id"), event.get("client_request_id")):
            if name is not None:
                self.results.setdefault(name, event)
        if event.get("operation_id") and event.get("client_request_id") not in self.keys:
            threading.Thread(target=self.snapshot, daemon=True).start()  # Somebody else trades on the account.
