// Adapter for Go, standard library alone: a signer and verifier. Put your own client's functions in place of those below.
// Run it by: tsi vectors check --exec "go run vectors/adapters/adapter.go"
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
)

type question struct {
	Cmd, Operation string
	Seq            int
	Input          struct {
		ApiKey, IdempotencyKey, Method, Path, Body, Payload, PublicKey, Message, Signature string
		TimestampMs                                                                        int64
	}
	Key struct{ Seed string }
}
type object map[string]any

func bytes(text string) []byte     { data, _ := hex.DecodeString(text); return data }
func base64url(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }
func bodyHash(body string) string  { sum := sha256.Sum256(bytes(body)); return base64url(sum[:]) }
func sign(seed string, message []byte) string {
	return base64url(ed25519.Sign(ed25519.NewKeyFromSeed(bytes(seed)), message))
}

func answer(q question) object {
	in := q.Input
	switch q.Operation {
	case "sign-payload":
		return object{"signature": sign(q.Key.Seed, bytes(in.Payload))}
	case "hash-body":
		return object{"bodyHash": bodyHash(in.Body)}
	case "verify-signature":
		key, fits := bytes(in.PublicKey), len(in.PublicKey) == 64
		return object{"valid": fits && ed25519.Verify(key, bytes(in.Message), bytes(in.Signature))}
	}
	payload, _ := json.Marshal(object{"api_key": in.ApiKey, "idempotency_key": in.IdempotencyKey, "timestamp": in.TimestampMs,
		"sign_version": 1, "method": in.Method, "path": in.Path, "body_hash": bodyHash(in.Body)})
	return object{"headers": object{"SVC-API-KEY": in.ApiKey, "SVC-IDEMPOTENCY-KEY": in.IdempotencyKey,
		"SVC-TIMESTAMP": fmt.Sprint(in.TimestampMs), "SVC-SIGN-VERSION": "1",
		"SVC-DATA": base64url(payload), "SVC-SIGN": sign(q.Key.Seed, payload)}}
}
func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for q := (question{}); in.Decode(&q) == nil && q.Cmd != "stop"; q = (question{}) {
		reply := object{"implementation": "crypto/ed25519", "language": "Go",
			"capabilities": []string{"sign-request", "sign-payload", "hash-body", "verify-signature"}}
		if q.Cmd == "run" {
			reply = object{"seq": q.Seq, "result": answer(q)}
		}
		out.Encode(reply)
	}
}
