// Wrong signers of Go programmers: interface 5 read, the doctor not. One JSON document a signer, on standard output.
package main

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

type Input struct {
	ApiKey         string `json:"apiKey"`
	IdempotencyKey string `json:"idempotencyKey"`
	TimestampMs    int64  `json:"timestampMs"`
	Method         string `json:"method"`
	Path           string `json:"path"`
	Body           string `json:"body"`
}
type Key struct{ Seed, PublicKey, PrivatePem, PublicPem, ApiKey string }
type Q struct {
	Input Input
	Key   Key
}
type Payload struct {
	ApiKey         string      `json:"api_key"`
	IdempotencyKey interface{} `json:"idempotency_key"`
	Timestamp      interface{} `json:"timestamp"`
	SignVersion    interface{} `json:"sign_version"`
	Method         string      `json:"method"`
	Path           string      `json:"path"`
	BodyHash       string      `json:"body_hash"`
}

var raw = base64.RawURLEncoding

func compact(b []byte) []byte {
	var v interface{}
	if json.Unmarshal(b, &v) != nil {
		return b
	}
	o, _ := json.Marshal(v)
	return o
}
func noesc(v interface{}) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n")
}

func run(id string, q Q) map[string]interface{} {
	in := q.Input
	body, _ := hex.DecodeString(in.Body)
	seed, _ := hex.DecodeString(q.Key.Seed)
	pub, _ := hex.DecodeString(q.Key.PublicKey)
	priv := ed25519.NewKeyFromSeed(seed)
	h := sha256.Sum256(body)
	bh := raw.EncodeToString(h[:])
	p := Payload{in.ApiKey, in.IdempotencyKey, in.TimestampMs, 1, in.Method, in.Path, bh}
	hd := map[string]string{"SVC-API-KEY": in.ApiKey, "SVC-IDEMPOTENCY-KEY": in.IdempotencyKey, "SVC-TIMESTAMP": fmt.Sprint(in.TimestampMs), "SVC-SIGN-VERSION": "1"}
	sent := map[string]interface{}{"method": in.Method, "target": in.Path, "body": in.Body}
	dumps := func() []byte { return noesc(p) }
	encd := func(b []byte) string { return raw.EncodeToString(b) }
	encs := encd
	msg := func(payload []byte, data string) []byte { return payload }
	sign := func(m []byte) []byte { return ed25519.Sign(priv, m) }
	otherSeed := sha256.Sum256([]byte("other environment"))
	for _, s := range strings.Split(id, "+") {
		switch s {
		case "pubseed":
			priv = ed25519.NewKeyFromSeed(pub)
		case "other":
			priv = ed25519.NewKeyFromSeed(otherSeed[:])
		case "sha":
			msg = func(pl []byte, d string) []byte { x := sha256.Sum256(pl); return x[:] }
		case "concat":
			msg = func(pl []byte, d string) []byte {
				return []byte(in.Method + "\n" + in.Path + "\n" + fmt.Sprint(in.TimestampMs) + "\n" + bh)
			}
		case "newline":
			msg = func(pl []byte, d string) []byte { return append(append([]byte{}, pl...), '\n') }
		case "htmlesc":
			msg = func(pl []byte, d string) []byte { o, _ := json.Marshal(p); return o }
		case "mapsorted":
			msg = func(pl []byte, d string) []byte {
				var v map[string]interface{}
				json.Unmarshal(pl, &v)
				o, _ := json.Marshal(v)
				return o
			}
		case "indent":
			msg = func(pl []byte, d string) []byte { o, _ := json.MarshalIndent(p, "", "  "); return o }
		case "sprintf":
			msg = func(pl []byte, d string) []byte { return []byte(fmt.Sprintf("%v", p)) }
		case "sprintfplus":
			msg = func(pl []byte, d string) []byte { return []byte(fmt.Sprintf("%+v", p)) }
		case "hmac":
			sign = func(m []byte) []byte { x := hmac.New(sha512.New, seed); x.Write(m); return x.Sum(nil) }
		case "hmac256":
			sign = func(m []byte) []byte { x := hmac.New(sha256.New, seed); x.Write(m); return x.Sum(nil) }
		case "hexb64":
			p.BodyHash = raw.EncodeToString([]byte(hex.EncodeToString(h[:])))
		case "sha1":
			x := sha1.Sum(body)
			p.BodyHash = raw.EncodeToString(x[:])
		case "remarshal":
			x := sha256.Sum256(compact(body))
			p.BodyHash = raw.EncodeToString(x[:])
		case "bodynl":
			x := sha256.Sum256(append(append([]byte{}, body...), '\n'))
			p.BodyHash = raw.EncodeToString(x[:])
		case "bodyb64":
			x := sha256.Sum256([]byte(base64.StdEncoding.EncodeToString(body)))
			p.BodyHash = raw.EncodeToString(x[:])
		case "half":
			p.BodyHash = raw.EncodeToString(h[:16])
		case "sumappend": // h := sha256.New(); h.Sum(body): the classic Go mistake
			p.BodyHash = raw.EncodeToString(sha256.New().Sum(body))
		case "stdhash":
			p.BodyHash = base64.RawStdEncoding.EncodeToString(h[:])
		case "stdsign":
			encs = base64.StdEncoding.EncodeToString
		case "rawstdsign":
			encs = base64.RawStdEncoding.EncodeToString
		case "stddata":
			encd = base64.StdEncoding.EncodeToString
		case "b32sign":
			encs = base32.StdEncoding.EncodeToString
		case "hexdata":
			encd = hex.EncodeToString
		case "pctdata":
			encd = func(b []byte) string { return url.QueryEscape(base64.StdEncoding.EncodeToString(b)) }
		case "rawdata":
			encd = func(b []byte) string { return string(b) }
		case "sechdr":
			hd["SVC-TIMESTAMP"] = fmt.Sprint(in.TimestampMs / 1000)
		case "idemtwice":
			if in.IdempotencyKey != "" {
				hd["SVC-IDEMPOTENCY-KEY"] = "0b9d3f8c-51f4-4f5e-9d34-6f1f3e1b7f00"
			}
		case "lower":
			p.Method = strings.ToLower(in.Method)
		case "fullurl":
			p.Path = "https://api.example.com" + in.Path
		case "nullidem":
			if in.IdempotencyKey == "" {
				p.IdempotencyKey = nil
			}
		case "urlvalues":
			u, _ := url.Parse(in.Path)
			if u.RawQuery != "" {
				p.Path = u.Path + "?" + u.Query().Encode()
			}
		case "upath":
			u, _ := url.Parse(in.Path)
			p.Path = u.Path
			if u.RawQuery != "" {
				p.Path += "?" + u.RawQuery
			}
		case "double":
			p.Path = strings.ReplaceAll(in.Path, "%", "%25")
		case "micros":
			p.Timestamp = in.TimestampMs * 1000
			hd["SVC-TIMESTAMP"] = fmt.Sprint(in.TimestampMs * 1000)
		case "nanos":
			p.Timestamp = in.TimestampMs*1000000 + 417
			hd["SVC-TIMESTAMP"] = fmt.Sprint(in.TimestampMs*1000000 + 417)
		case "expts": // float64 through map: 1.7145648e+12
			p.Timestamp = json.RawMessage(strings.Replace(strconv.FormatFloat(float64(in.TimestampMs), 'E', -1, 64), "E", "e", 1))
		case "timetime":
			p.Timestamp = time.UnixMilli(in.TimestampMs).UTC().Format(time.RFC3339Nano)
		case "bytesbody": // []byte in a struct is base64
			p.BodyHash = base64.StdEncoding.EncodeToString(h[:])
		case "hexstring": // string(h[:]) put into JSON, mangled
			p.BodyHash = string(h[:])
		case "gzmsg":
			msg = func(pl []byte, d string) []byte {
				var b bytes.Buffer
				w := gzip.NewWriter(&b)
				w.Write(pl)
				w.Close()
				return b.Bytes()
			}
		case "zlibdata":
			encd = func(pl []byte) string {
				var b bytes.Buffer
				w := zlib.NewWriter(&b)
				w.Write(pl)
				w.Close()
				return raw.EncodeToString(b.Bytes())
			}
		case "lenprefix":
			msg = func(pl []byte, d string) []byte {
				b := make([]byte, 4)
				binary.BigEndian.PutUint32(b, uint32(len(pl)))
				return append(b, pl...)
			}
		case "eth":
			msg = func(pl []byte, d string) []byte {
				return append([]byte("\x19Ethereum Signed Message:\n"+fmt.Sprint(len(pl))), pl...)
			}
		case "pempriv": // sha256 of PEM text as seed
			x := sha256.Sum256([]byte(q.Key.PrivatePem))
			priv = ed25519.NewKeyFromSeed(x[:])
		case "pem32": // the PEM text itself, first 32 bytes
			priv = ed25519.NewKeyFromSeed([]byte(q.Key.PrivatePem)[:32])
		case "der64": // DER cast to PrivateKey: last 32 DER bytes wrong by 2
			b, _ := pem.Decode([]byte(q.Key.PrivatePem))
			priv = ed25519.NewKeyFromSeed(b.Bytes[14:46])
		case "pubtail": // priv||pub where pub of another key: S is computed with the wrong A
			o := ed25519.NewKeyFromSeed(otherSeed[:])
			priv = append(append(ed25519.PrivateKey{}, seed...), o[32:]...)
		case "doubleseed": // ed25519.PrivateKey(append(seed, seed...))
			priv = append(append(ed25519.PrivateKey{}, seed...), seed...)
		case "goescpath": // sent escaped by net/http, signed plain
			p.Path, _ = url.QueryUnescape(in.Path)
		case "proxyprefix":
			sent["target"] = "/api/gateway" + in.Path
		case "jsonv":
			p.SignVersion = "1"
		case "float1":
			p.SignVersion = json.RawMessage("1.0")
		case "v2":
			p.SignVersion = 2
			hd["SVC-SIGN-VERSION"] = "2"
		case "headerv1":
			hd["SVC-SIGN-VERSION"] = "v1"
		case "trunc":
			encs = func(b []byte) string { return raw.EncodeToString(b[:63]) }
		case "upper":
			encs = func(b []byte) string { return strings.ToUpper(hex.EncodeToString(b)) }
		case "doublesig":
			encs = func(b []byte) string { return raw.EncodeToString([]byte(raw.EncodeToString(b))) }
		case "gosprintsig":
			encs = func(b []byte) string { return fmt.Sprint(b) }
		case "goprinthash":
			p.BodyHash = fmt.Sprint(h)
		case "stalets":
			p.Timestamp = in.TimestampMs - 3600*3*1000
			hd["SVC-TIMESTAMP"] = fmt.Sprint(in.TimestampMs - 3600*3*1000)
		case "reusesig": // payload cached of an earlier request: another path in it
			p.Path = strings.Replace(in.Path, "orders", "positions", 1)
		case "tsdrift": // time.Now() called twice
			hd["SVC-TIMESTAMP"] = fmt.Sprint(in.TimestampMs + 3)
		}
	}
	payload := dumps()
	data := encd(payload)
	hd["SVC-DATA"] = data
	hd["SVC-SIGN"] = encs(sign(msg(payload, data)))
	pairs := [][2]string{}
	for _, n := range []string{"SVC-API-KEY", "SVC-IDEMPOTENCY-KEY", "SVC-TIMESTAMP", "SVC-SIGN-VERSION", "SVC-DATA", "SVC-SIGN"} {
		pairs = append(pairs, [2]string{n, hd[n]})
	}
	sent["headers"] = pairs
	return sent
}

const seedHex = "4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718"
const now = 1714564800123

func main() {
	seed, _ := hex.DecodeString(seedHex)
	pub := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	der, _ := hex.DecodeString("302e020100300506032b657004220420" + seedHex)
	block := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	key := Key{seedHex, hex.EncodeToString(pub), block, "", "tk_live_8842"}
	read := "/v1/configuration/accounts/1000042/limits"
	query := "/v1/configuration/accounts/1000042/instruments?symbols=EURUSD&limit=50&after=a%2Fb%20c&active=1"
	order := "{\n  \"type\": \"limit\",\n  \"side\": \"buy\",\n  \"volume\": \"0.10\",\n  \"comment\": \"Gr\u00fc\u00dfe <a&b>\"\n}"
	requests := map[string]Input{
		"get":  {key.ApiKey, "", now, "GET", read, ""},
		"getq": {key.ApiKey, "", now, "GET", query, ""},
		"post": {key.ApiKey, "go-order-000017", now, "POST", "/v1/trading/accounts/1000042/orders", hex.EncodeToString([]byte(order))},
	}
	for _, row := range slips {
		line := map[string]interface{}{"id": row[0], "truth": row[2], "key": key.ApiKey, "public": key.PublicKey, "now": now + 250,
			"requests": []interface{}{run(row[0], Q{requests[row[1]], key})}}
		fmt.Println(string(noesc(line)))
	}
}

// Id, the request that it signs, and the truth, which was written down first.
var slips = [][3]string{
	{"pubseed", "get", "public key used as the private key"},
	{"other", "get", "signed by another key (unrelated)"},
	{"hmac", "post", "HMAC-SHA512 in place of Ed25519 (64 bytes, keyed by the seed)"},
	{"sha", "post", "signs SHA-256 digest of payload"},
	{"concat", "post", "signs METHOD\\npath\\ntimestamp\\nbody_hash"},
	{"newline", "post", "signs payload with a line feed at the end"},
	{"htmlesc", "getq", "signs the payload with & escaped as \\u0026 (Go json.Marshal)"},
	{"indent", "post", "signs the payload indented"},
	{"hexb64", "post", "body_hash is base64url of the hex text"},
	{"sha1", "post", "SHA-1 for body_hash"},
	{"remarshal", "post", "hash of the body re-serialised compact and sorted (Go map), not the sent bytes"},
	{"bodynl", "post", "hash of body with a line feed added"},
	{"sumappend", "post", "Go's sha256.New().Sum(body): body followed by the empty hash, no hash of it"},
	{"rawstdsign", "post", "SVC-SIGN in the standard alphabet"},
	{"sechdr", "post", "SVC-TIMESTAMP in seconds, payload in milliseconds"},
	{"idemtwice", "post", "idempotency key in header differs from payload (generated twice)"},
	{"jsonv", "post", "sign_version as text in the payload"},
	{"lower", "post", "method in lower case"},
	{"fullurl", "getq", "full URL as path"},
	{"urlvalues", "getq", "query through Go url.Values.Encode (sorted, %20 as +)"},
	{"micros", "get", "microseconds everywhere"},
	{"pubseed+sha", "post", "1 public key as seed 2 signs SHA-256"},
	{"other+newline", "post", "1 other key 2 newline signed (unfindable: other key)"},
	{"remarshal+stddata", "post", "1 SVC-DATA std base64 2 body re-marshalled"},
	{"sprintfplus+stdsign", "post", "1 SVC-SIGN std padded 2 signs Go %+v of the struct"},
	{"micros+hexb64", "post", "1 microseconds 2 body_hash base64 of hex"},
	{"urlvalues+mapsorted", "getq", "1 query through url.Values.Encode 2 signs map-sorted payload"},
	{"upath+lower", "getq", "1 method lower 2 path decoded (u.Path)"},
	{"der64+concat", "post", "1 key read two bytes early (OCTET STRING header kept) 2 signs concatenation"},
	{"hmac256+upper", "post", "1 SVC-SIGN in hex 2 it is an HMAC-SHA256"},
	{"float1+half", "post", "1 sign_version 1.0 2 body_hash of half length"},
	{"doublesig+tsdrift", "post", "1 timestamps differ by 3 ms 2 SVC-SIGN encoded twice"},
	{"nullidem+fullurl", "getq", "1 idempotency_key null 2 full URL"},
	{"doubleseed+mapsorted", "post", "1 PrivateKey made of seed twice (wrong public half) 2 signs sorted members"},
	{"zlibdata", "post", "SVC-DATA compressed by zlib"},
	{"lenprefix", "post", "signs payload with a 4-byte length in front"},
	{"eth", "post", "signs with the Ethereum personal-message prefix"},
	{"pubtail", "post", "private key with the public half of another key"},
	{"sprintf", "post", "signs Go %v of the struct"},
	{"b32sign", "post", "SVC-SIGN base32"},
	{"hexdata", "post", "SVC-DATA hex"},
	{"rawdata", "post", "SVC-DATA is the raw JSON"},
	{"bodyb64", "post", "hash of base64 of the body"},
	{"hexstring", "post", "raw hash bytes put into the JSON as text"},
	{"nanos", "get", "nanoseconds"},
	{"expts", "get", "timestamp in exponent form"},
	{"timetime", "get", "timestamp RFC3339 in payload only"},
	{"gzmsg", "post", "signs gzip of payload"},
	{"pempriv", "post", "seed = SHA-256 of the PEM text"},
	{"pem32", "post", "seed = first 32 bytes of the PEM text"},
	{"der64", "post", "DER read two bytes early"},
	{"doubleseed", "post", "private key of seed twice"},
	{"proxyprefix", "getq", "sent through a gateway prefix that was not signed (or added)"},
	{"v2", "get", "sign version 2"},
	{"trunc", "post", "signature lost its last byte"},
	{"upper", "post", "SVC-SIGN upper hex"},
	{"gosprintsig", "post", "SVC-SIGN Go %v of bytes"},
	{"goprinthash", "post", "body_hash Go %v of bytes"},
	{"stalets", "get", "clock three hours behind"},
	{"reusesig", "post", "payload for another path (positions)"},
	{"mapsorted", "getq", "signs the JSON of a map: members sorted, & as \\u0026"},
}
