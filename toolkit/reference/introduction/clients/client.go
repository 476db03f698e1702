// A client of the sandbox in one file: reads the account, listens to its events, places an order, waits for its result.
// Needs Go 1.16 and nothing to install: go run client.go
package main

import (
	"bufio"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	BASE_URL    = "http://127.0.0.1:8080"
	API_KEY     = "tsi-main-1"
	KEY_FILE    = "sandbox-keys/main.pem"
	READ_PATH   = "/v1/configuration/accounts/1000001/account"
	ORDER_PATH  = "/v1/trading/accounts/1000001/orders"
	ORDER_BODY  = "{}"
	STREAM_PATH = "/v1/server-events/accounts/1000001/ws/events"
	SUBSCRIBE   = "{}"
)

var privateKey = readKey(KEY_FILE)

func readKey(file string) ed25519.PrivateKey {
	text, err := os.ReadFile(file)
	check(err)
	block, _ := pem.Decode(text)
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	check(err)
	return key.(ed25519.PrivateKey)
}

// Fresh for every request. The path with its query exactly as it is sent; the key is empty for a GET.
func signedHeaders(method, path, body, idempotencyKey string) map[string]string {
	timestamp := time.Now().UnixMilli()
	hash := sha256.Sum256([]byte(body))
	payload, err := json.Marshal(map[string]interface{}{
		"api_key": API_KEY, "idempotency_key": idempotencyKey, "timestamp": timestamp, "sign_version": 1,
		"method": method, "path": path, "body_hash": base64.RawURLEncoding.EncodeToString(hash[:]),
	})
	check(err)
	return map[string]string{
		"SVC-API-KEY": API_KEY, "SVC-IDEMPOTENCY-KEY": idempotencyKey,
		"SVC-TIMESTAMP": strconv.FormatInt(timestamp, 10), "SVC-SIGN-VERSION": "1",
		"SVC-DATA": base64.RawURLEncoding.EncodeToString(payload),
		"SVC-SIGN": base64.RawURLEncoding.EncodeToString(ed25519.Sign(privateKey, payload)),
	}
}

func call(method, path, body, idempotencyKey string) string {
	request, err := http.NewRequest(method, BASE_URL+path, strings.NewReader(body))
	check(err)
	for name, value := range signedHeaders(method, path, body, idempotencyKey) {
		request.Header.Set(name, value)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(request)
	check(err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	check(err)
	return fmt.Sprint(answer.StatusCode, " ", string(text))
}

// A WebSocket by hand, so that there is nothing to install. Any library that lets you set headers does as well.
type stream struct {
	socket net.Conn
	reader *bufio.Reader
}

func openStream(path string) stream {
	address, err := url.Parse(BASE_URL)
	check(err)
	socket, err := net.Dial("tcp", address.Host)
	check(err)
	nonce := make([]byte, 16)
	rand.Read(nonce)
	head := "GET " + path + " HTTP/1.1\r\nHost: " + address.Host + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + base64.StdEncoding.EncodeToString(nonce) + "\r\n"
	for name, value := range signedHeaders("GET", path, "", "") {
		head += name + ": " + value + "\r\n"
	}
	_, err = socket.Write([]byte(head + "\r\n"))
	check(err)
	reader := bufio.NewReader(socket)
	answer, err := http.ReadResponse(reader, nil)
	check(err)
	if answer.StatusCode != 101 {
		panic("handshake refused: " + answer.Status)
	}
	return stream{socket, reader}
}

func (s stream) send(data []byte, opcode byte) {
	frame := []byte{128 | opcode, 128 | byte(len(data))}
	if len(data) >= 126 {
		frame = []byte{128 | opcode, 254, byte(len(data) >> 8), byte(len(data))}
	}
	mask := make([]byte, 4)
	rand.Read(mask)
	frame = append(frame, mask...)
	for at, one := range data {
		frame = append(frame, one^mask[at%4])
	}
	_, err := s.socket.Write(frame)
	check(err)
}

// The next message; answers pings on the way.
func (s stream) receive() string {
	for {
		head := make([]byte, 2)
		s.read(head)
		length := uint64(head[1])
		if length >= 126 {
			wide := make([]byte, 8)
			if length == 126 {
				s.read(wide[6:])
			} else {
				s.read(wide)
			}
			length = binary.BigEndian.Uint64(wide)
		}
		data := make([]byte, length)
		s.read(data)
		switch head[0] & 15 {
		case 1:
			return string(data)
		case 8:
			panic("the stream was closed")
		case 9:
			s.send(data, 10)
		}
	}
}

func (s stream) read(into []byte) {
	_, err := io.ReadFull(s.reader, into)
	check(err)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	fmt.Println("account", call("GET", READ_PATH, "", ""))

	events := openStream(STREAM_PATH)
	events.send([]byte(SUBSCRIBE), 1)
	for message := ""; !strings.Contains(message, "trading_state_snapshot"); { // the baseline; then every change is an event
		message = events.receive()
		fmt.Println("event", message)
	}

	nonce := make([]byte, 8)
	rand.Read(nonce)
	order := fmt.Sprintf("order-%x", nonce) // the idempotency key; sent again with the same body it is the same order
	fmt.Println("order", call("POST", ORDER_PATH, ORDER_BODY, order))

	for {
		message := events.receive()
		fmt.Println("event", message)
		if strings.Contains(message, order) {
			break
		}
	}
}
