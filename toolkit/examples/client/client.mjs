// A client that grows in three steps, and the adapter by which it is judged, in one file: `node client.mjs 2` is what stands after the
// second. It places orders and follows them by operation status; streams it does not have, and does not claim.
import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import { createInterface } from 'node:readline';

const STEP = Number(process.argv[2] ?? 3);
const TIMEOUT_MS = 1000;
const FINAL = ['success', 'rejected', 'failed'];
const base64url = (data) => Buffer.from(data).toString('base64url');
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Step 1: every request is signed as it is sent (interface 5). One that is not answered is sent again, as a new one: that loses money.
function signed({ apiKey, key }, method, path, body, idempotencyKey) {
  const timestamp = Date.now();
  const payload = JSON.stringify({
    api_key: apiKey,
    idempotency_key: idempotencyKey,
    timestamp,
    sign_version: 1,
    method,
    path,
    body_hash: base64url(createHash('sha256').update(body).digest()),
  });
  return {
    'SVC-API-KEY': apiKey,
    'SVC-IDEMPOTENCY-KEY': idempotencyKey,
    'SVC-TIMESTAMP': `${timestamp}`,
    'SVC-SIGN-VERSION': '1',
    'SVC-DATA': base64url(payload),
    'SVC-SIGN': base64url(sign(null, Buffer.from(payload), key)),
  };
}

/** The status and the body of an answer; undefined where none came. */
async function send(account, method, path, body = '', idempotencyKey = '') {
  const headers = signed(account, method, path, body, idempotencyKey);
  if (body !== '') headers['content-type'] = 'application/json';
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(account.baseUrl + path, { method, headers, signal, ...(body && { body }) });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return undefined;
  }
}

async function place(account, { intent, ...order }) {
  const path = `/v1/trading/accounts/${encodeURIComponent(account.account)}/orders`;
  const body = JSON.stringify(order);
  let idempotencyKey = randomUUID();
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const answer = await send(account, 'POST', path, body, idempotencyKey);
    if (answer?.status === 202) return followed(account, intent, answer.body.operation_id);
    // An error before the ACK is final; after an answer that was lost, it proves nothing of the request before it.
    if (answer !== undefined && answer.status < 500) {
      return attempt === 0 ? { state: 'refused', code: answer.body.error?.code } : { state: 'unknown' };
    }
    // Step 2: what is sent again is the same request, so that it is executed once (interface 8).
    if (STEP < 2) idempotencyKey = randomUUID();
    await pause(50 * 2 ** attempt);
  }
  return { state: 'unknown' };
}

// Step 3: the ACK is no result. That is in operation status (interface 1, 4.3).
async function followed(account, intent, operationId) {
  account.operations.set(intent, operationId);
  return STEP < 3 ? { state: 'success', operationId } : result(account, operationId);
}

async function result(account, operationId) {
  const path = `/v1/trading/accounts/${encodeURIComponent(account.account)}/operations/${encodeURIComponent(operationId)}`;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { status, error_code: code } = (await send(account, 'GET', path))?.body ?? {};
    if (FINAL.includes(status)) return { state: status, operationId, ...(code && { code }) };
    await pause(100);
  }
  return { state: 'pending', operationId };
}

// The adapter: what it is told, one JSON object a line, and what it answers (vectors/CLIENTS.md).
let account;
const OPERATIONS = {
  begin({ privatePem, ...given }) {
    account = { ...given, key: createPrivateKey(privatePem), operations: new Map() };
    return {};
  },
  place: (order) => place(account, order),
  async outcome({ intent }) {
    const operationId = account.operations.get(intent);
    if (operationId === undefined) return { state: 'unknown' };
    return STEP < 3 ? { state: 'success', operationId } : result(account, operationId);
  },
  end: () => ({}),
};

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const claims = { streams: [], retries: true, reconnects: false, polls: STEP >= 3, patienceMs: 4000 };

/** Nothing waits for it: another question may come meanwhile. */
async function answer(seq, ask, input) {
  try {
    say({ seq, result: await ask(input) });
  } catch (error) {
    say({ seq, errored: { context: `${error}` } });
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { cmd, seq, operation, input } = JSON.parse(line);
  if (cmd === 'stop') break;
  if (cmd === 'start') {
    say({ implementation: `tutorial ${STEP}`, language: 'JavaScript', capabilities: Object.keys(OPERATIONS), claims });
  } else if (OPERATIONS[operation] === undefined) say({ seq, skipped: { message: 'not there' } });
  else void answer(seq, OPERATIONS[operation], input);
}
