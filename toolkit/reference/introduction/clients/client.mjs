// A client of the sandbox in one file: reads the account, listens to its events, places an order, waits for its result.
// Needs Node.js 18 and nothing to install.
import { createHash, createPrivateKey, randomBytes, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';

const BASE_URL = 'http://127.0.0.1:8080';
const API_KEY = 'tsi-main-1';
const KEY_FILE = 'sandbox-keys/main.pem';
const READ_PATH = '/v1/configuration/accounts/1000001/account';
const ORDER_PATH = '/v1/trading/accounts/1000001/orders';
const ORDER_BODY = '{}';
const STREAM_PATH = '/v1/server-events/accounts/1000001/ws/events';
const SUBSCRIBE = '{}';

const privateKey = createPrivateKey(readFileSync(KEY_FILE));

/** Fresh for every request. `path` with its query exactly as it is sent; the key is empty for a GET. */
function signedHeaders(method, path, body = '', idempotencyKey = '') {
  const timestamp = Date.now();
  const payload = Buffer.from(
    JSON.stringify({
      api_key: API_KEY,
      idempotency_key: idempotencyKey,
      timestamp,
      sign_version: 1,
      method,
      path,
      body_hash: createHash('sha256').update(body).digest('base64url'),
    }),
  );
  return {
    'SVC-API-KEY': API_KEY,
    'SVC-IDEMPOTENCY-KEY': idempotencyKey,
    'SVC-TIMESTAMP': String(timestamp),
    'SVC-SIGN-VERSION': '1',
    'SVC-DATA': payload.toString('base64url'),
    'SVC-SIGN': sign(null, payload, privateKey).toString('base64url'),
  };
}

async function call(method, path, body, idempotencyKey) {
  const headers = signedHeaders(method, path, body, idempotencyKey);
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const answer = await fetch(`${BASE_URL}${path}`, { method, headers, body });
  return `${answer.status} ${await answer.text()}`;
}

/** A WebSocket by hand, so that there is nothing to install. Any library that lets you set headers does as well. */
function openStream(path, onMessage) {
  const headers = {
    ...signedHeaders('GET', path),
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
  };
  return new Promise((resolve, reject) => {
    const handshake = request(`${BASE_URL}${path}`, { headers });
    handshake.once('response', ({ statusCode }) => reject(new Error(`handshake refused: ${statusCode}`)));
    handshake.once('error', reject);
    handshake.once('upgrade', (_answer, socket, head) => {
      const send = (data, opcode) => socket.write(masked(Buffer.from(data), opcode));
      let waiting = head;
      const read = () => {
        for (let frame = firstFrame(waiting); frame !== undefined; frame = firstFrame(waiting)) {
          waiting = waiting.subarray(frame.end);
          if (frame.opcode === 1) onMessage(frame.data.toString());
          if (frame.opcode === 9) send(frame.data, 10);
        }
      };
      socket.on('data', (chunk) => {
        waiting = Buffer.concat([waiting, chunk]);
        read();
      });
      read();
      resolve({ send: (text) => send(text, 1), close: () => socket.destroy() });
    });
    handshake.end();
  });
}

function masked(data, opcode) {
  const mask = randomBytes(4);
  const length = data.length < 126 ? [128 | data.length] : [254, data.length >> 8, data.length & 255];
  return Buffer.concat([Buffer.from([128 | opcode, ...length]), mask, data.map((byte, at) => byte ^ mask[at % 4])]);
}

function firstFrame(bytes) {
  if (bytes.length < 2) return undefined;
  const [first, second] = bytes;
  const start = second === 126 ? 4 : second === 127 ? 10 : 2;
  if (bytes.length < start) return undefined;
  const length = start === 2 ? second : start === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const end = start + length;
  return bytes.length < end ? undefined : { opcode: first & 15, data: bytes.subarray(start, end), end };
}

const print = (...words) => process.stdout.write(`${words.join(' ')}\n`);

print('account', await call('GET', READ_PATH));

const order = `order-${randomUUID()}`; // the idempotency key; sent again with the same body it is the same order
const events = await openStream(STREAM_PATH, async (message) => {
  print('event', message);
  if (message.includes(order)) events.close();
  // The baseline; from here on every change comes as an event.
  else if (message.includes('trading_state_snapshot'))
    print('order', await call('POST', ORDER_PATH, ORDER_BODY, order));
});
events.send(SUBSCRIBE);
