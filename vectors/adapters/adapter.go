// Adapter for Go, standard library alone: a signer and verifier, and a client without streams. Put your own in their place.
// Run it by: tsi vectors check --exec "go run vectors/adapters/adapter.go", and tsi client run with the same.
package main
import (
	"bytes"; "crypto/ed25519"; "crypto/rand"; "crypto/sha256"; "crypto/x509"; "encoding/base64"; "encoding/hex"
	"encoding/json"; "encoding/pem"; "fmt"; "net/http"; "os"; "strings"; "time"
)
type object = map[string]any
type question struct { Cmd, Operation string; Seq int; Input, Key object }
type intent struct { state, key, operation, code any }
type client struct { given object; key ed25519.PrivateKey; intents map[any]*intent }
var clients = map[any]*client{}
var order = strings.Fields("type side instrument volume price stop_loss_price take_profit_price position_id")
func text(value any) string                { return fmt.Sprint(value) }
func unhex(value any) []byte               { data, _ := hex.DecodeString(text(value)); return data }
func base64url(data []byte) string         { return base64.RawURLEncoding.EncodeToString(data) }
func bodyHash(body []byte) string          { sum := sha256.Sum256(body); return base64url(sum[:]) }
func seeded(key object) ed25519.PrivateKey { return ed25519.NewKeyFromSeed(unhex(key["seed"])) }
func signed(key ed25519.PrivateKey, data []byte) string { return base64url(ed25519.Sign(key, data)) }
func isFinal(state any) bool               { return state == "success" || state == "rejected" || state == "failed" }
func verifies(in object) bool {
	public := unhex(in["publicKey"])
	return len(public) == 32 && ed25519.Verify(public, unhex(in["message"]), unhex(in["signature"]))
}
func stays(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
func signedHeaders(in object, body []byte, key ed25519.PrivateKey) map[string]string {
	payload, _ := json.Marshal(object{"api_key": in["apiKey"], "idempotency_key": in["idempotencyKey"], "timestamp": in["timestampMs"],
		"sign_version": 1, "method": in["method"], "path": in["path"], "body_hash": bodyHash(body)})
	return map[string]string{"SVC-API-KEY": text(in["apiKey"]), "SVC-IDEMPOTENCY-KEY": text(in["idempotencyKey"]), "SVC-SIGN-VERSION": "1",
		"SVC-TIMESTAMP": text(in["timestampMs"]), "SVC-DATA": base64url(payload), "SVC-SIGN": signed(key, payload)}
}
func (c *client) send(method, path string, body []byte, key any) (int, object) { // 0 for a status where there was no answer
	path = "/v1/trading/accounts/" + text(c.given["account"]) + "/" + path
	request, _ := http.NewRequest(method, text(c.given["baseUrl"])+path, bytes.NewReader(body))
	in := object{"apiKey": c.given["apiKey"], "idempotencyKey": key, "timestampMs": time.Now().UnixMilli(), "method": method, "path": path}
	for name, value := range signedHeaders(in, body, c.key) { request.Header[name] = []string{value} }
	if len(body) > 0 { request.Header.Set("Content-Type", "application/json") }
	// A connection for each, since Go sends again by itself where a kept one has ended.
	caller := http.Client{Timeout: time.Second, CheckRedirect: stays, Transport: &http.Transport{DisableKeepAlives: true}}
	answer := object{}
	response, err := caller.Do(request)
	if err != nil || json.NewDecoder(response.Body).Decode(&answer) != nil { return 0, answer }
	return response.StatusCode, answer
}
func (c *client) trade(in object, path string, names ...string) any {
	members, key := object{}, make([]byte, 16)
	for _, name := range names { if value, has := in[name]; has { members[name] = value } }
	rand.Read(key)
	body, _ := json.Marshal(members)
	c.intents[in["intent"]] = &intent{state: "unknown", key: hex.EncodeToString(key)}
	mine := c.intents[in["intent"]]
	for attempt, again := 0, true; again && attempt < 5; attempt++ {
		status, answer := c.send("POST", path, body, mine.key)
		again = status == 0 || status == 500
		if (status == 200 || status == 202) && answer["operation_id"] != nil {
			mine.state, mine.operation = "pending", answer["operation_id"]
		} else if again {
			time.Sleep(50 * time.Millisecond << attempt)
		} else if attempt == 0 { // Of a repeat it would prove nothing.
			mine.state, mine.code = "refused", status
			if refusal, has := answer["error"].(object); has { mine.code = refusal["code"] }
		}
	}
	for left := 66; c.outcome(in)["state"] == "pending" && left > 0; left-- { time.Sleep(30 * time.Millisecond) }
	return c.outcome(in)
}
func (c *client) outcome(in object) object {
	mine, answer := c.intents[in["intent"]], object{}
	if mine.state == "pending" { _, answer = c.send("GET", "operations/"+text(mine.operation), nil, "") }
	if isFinal(answer["status"]) { mine.state, mine.code = answer["status"], answer["error_code"] }
	return object{"state": mine.state, "code": mine.code, "operationId": mine.operation}
}
func (c *client) view() object {
	status, answer := c.send("GET", "snapshot", nil, "")
	for _, kind := range []string{"order", "position"} {
		held, _ := answer[kind+"s"].([]any)
		for _, one := range held { one.(object)["id"] = one.(object)[kind+"_id"] }
	}
	return object{"current": status == 200, "account": answer["account_state"], "orders": answer["orders"], "positions": answer["positions"]}
}
func (c *client) entity(in object, kind string) any { // What is named, what the call of an intent left behind, or the first.
	if in[kind+"_id"] != nil { return in[kind+"_id"] }
	held, _ := c.view()[kind+"s"].([]any)
	mine, has := c.intents[in["of"]]
	for _, one := range held { if has && one.(object)["client_request_id"] == mine.key { return one.(object)["id"] } }
	return append(held, object{"id": "none"})[0].(object)["id"]
}
var operations = map[string]func(c *client, in, key object) any{
	"sign-request": func(_ *client, in, key object) any { return object{"headers": signedHeaders(in, unhex(in["body"]), seeded(key))} },
	"sign-payload": func(_ *client, in, key object) any { return object{"signature": signed(seeded(key), unhex(in["payload"]))} },
	"hash-body":    func(_ *client, in, _ object) any { return object{"bodyHash": bodyHash(unhex(in["body"]))} },
	"verify-signature": func(_ *client, in, _ object) any { return object{"valid": verifies(in)} },
	"begin": func(_ *client, in, _ object) any {
		block, _ := pem.Decode([]byte(text(in["privatePem"])))
		private, _ := x509.ParsePKCS8PrivateKey(block.Bytes)
		clients[nil] = &client{in, private.(ed25519.PrivateKey), map[any]*intent{}}
		clients[in["account"]] = clients[nil]
		return object{"degraded": "polling"}
	},
	"place":   func(c *client, in, _ object) any { return c.trade(in, "orders", order...) },
	"open":    func(c *client, in, _ object) any { return c.trade(in, "positions", order...) },
	"close":   func(c *client, in, _ object) any { return c.trade(in, "positions/"+text(c.entity(in, "position"))+"/close", "volume") },
	"cancel":  func(c *client, in, _ object) any { return c.trade(in, "orders/"+text(c.entity(in, "order"))+"/cancel") },
	"outcome": func(c *client, in, _ object) any { return c.outcome(in) },
	"view":    func(c *client, _, _ object) any { return c.view() },
	"end":     func(_ *client, _, _ object) any { return object{} },
}
func main() {
	claims := object{"streams": []string{}, "retries": true, "polls": true, "accounts": 2, "patienceMs": 2000, "requestTimeoutMs": 1000}
	names, in, out := []string{}, json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for name := range operations { names = append(names, name) }
	in.UseNumber()
	for q := (question{}); in.Decode(&q) == nil && q.Cmd != "stop"; q = (question{}) {
		reply := object{"implementation": "crypto/ed25519", "language": "Go", "capabilities": names, "claims": claims}
		run, has := operations[q.Operation]
		if q.Cmd == "run" { reply = object{"seq": q.Seq, "skipped": object{"message": "it does not have this operation"}} }
		if has { reply = object{"seq": q.Seq, "result": run(clients[q.Input["account"]], q.Input, q.Key)} }
		out.Encode(reply)
	}
}
