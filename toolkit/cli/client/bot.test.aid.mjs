// A bot that knows only its environment: places orders one after the other by an ordinary loop, and tries again after trouble as BOT_RETRY
// says: `new-key` (a key for each attempt), `same-key`, or not at all. With BOT_KEYS=counted it counts its keys from the beginning.
import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';

const { TSI_BASE_URL, TSI_ACCOUNT_ID, TSI_API_KEY, TSI_PRIVATE_KEY_FILE, TSI_INSTRUMENTS, BOT_RETRY, BOT_KEYS } =
  process.env;
const key = createPrivateKey(readFileSync(TSI_PRIVATE_KEY_FILE, 'utf8'));
const [instrument] = TSI_INSTRUMENTS.split(',');
const path = `/v1/trading/accounts/${TSI_ACCOUNT_ID}/orders`;

function call(body, idempotencyKey) {
  const text = JSON.stringify(body);
  const timestamp = Date.now();
  const payload = JSON.stringify({
    api_key: TSI_API_KEY,
    idempotency_key: idempotencyKey,
    timestamp,
    sign_version: 1,
    method: 'POST',
    path,
    body_hash: createHash('sha256').update(text).digest('base64url'),
  });
  const headers = {
    'Content-Type': 'application/json',
    'SVC-API-KEY': TSI_API_KEY,
    'SVC-IDEMPOTENCY-KEY': idempotencyKey,
    'SVC-TIMESTAMP': String(timestamp),
    'SVC-SIGN-VERSION': '1',
    'SVC-DATA': Buffer.from(payload).toString('base64url'),
    'SVC-SIGN': sign(null, Buffer.from(payload), key).toString('base64url'),
  };
  return new Promise((resolve, reject) => {
    const sent = request(TSI_BASE_URL + path, { method: 'POST', headers, timeout: 1000 }, (answer) => {
      answer.on('data', () => undefined);
      answer.on('error', reject);
      answer.on('end', () => (answer.statusCode < 300 ? resolve() : reject(new Error(String(answer.statusCode)))));
    });
    sent.on('timeout', () => sent.destroy(new Error('late')));
    sent.on('error', reject);
    sent.end(text);
  });
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function place(body, count) {
  const first = BOT_KEYS === 'counted' ? `order-${count}` : randomUUID();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await call(body, BOT_RETRY === 'new-key' && attempt > 0 ? randomUUID() : first);
      return;
    } catch (error) {
      if (BOT_RETRY === undefined) return;
      if (BOT_RETRY === 'same-key' && error.message === '429') return await pause(1000);
      await pause(50);
    }
  }
}

// A market of its own at each start.
const start = process.pid % 500;
for (let count = 0; ; count += 1) {
  const price = (0.88 - (count + start) / 10_000).toFixed(5);
  await place({ type: 'limit', side: 'buy', instrument, volume: '0.01', price }, count);
  await pause(250);
}
