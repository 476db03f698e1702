// Adapter for Node.js: a signer and verifier by node:crypto, and the client in clients/client.mjs. Put your own in their place.
//   tsi vectors check --exec "node vectors/adapters/node.mjs"
//   tsi client run --exec "node vectors/adapters/node.mjs"
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { createInterface } from 'node:readline';
// biome-ignore lint/correctness/useImportExtensions: the file is no TypeScript
import { Client } from './clients/client.mjs';

const keys = new Map();
const privateKey = (pem) => {
  if (!keys.has(pem)) keys.set(pem, createPrivateKey(pem));
  return keys.get(pem);
};
const base64url = (bytes) => bytes.toString('base64url');
const hash = (body) => createHash('sha256').update(body).digest('base64url');

function signedHeaders({ apiKey, idempotencyKey, timestampMs, method, path }, body, pem) {
  const payload = Buffer.from(
    JSON.stringify({
      api_key: apiKey,
      idempotency_key: idempotencyKey,
      timestamp: timestampMs,
      sign_version: 1,
      method,
      path,
      body_hash: hash(body),
    }),
  );
  return {
    'SVC-API-KEY': apiKey,
    'SVC-IDEMPOTENCY-KEY': idempotencyKey,
    'SVC-TIMESTAMP': String(timestampMs),
    'SVC-SIGN-VERSION': '1',
    'SVC-DATA': base64url(payload),
    'SVC-SIGN': base64url(sign(null, payload, privateKey(pem))),
  };
}

function verifySignature({ publicKey, message, signature }) {
  if (publicKey.length !== 64 || signature.length !== 128) return { valid: false };
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: base64url(Buffer.from(publicKey, 'hex')) };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return { valid: verify(null, Buffer.from(message, 'hex'), key, Buffer.from(signature, 'hex')) };
}

const clients = new Map();
let latest;

async function begin(given) {
  const { account, apiKey, privatePem } = given;
  clients.get(account)?.close();
  latest = new Client(given, (method, path, body, idempotencyKey) =>
    signedHeaders({ apiKey, idempotencyKey, timestampMs: Date.now(), method, path }, body, privatePem),
  );
  clients.set(account, latest);
  return (await latest.begin()) ? {} : { degraded: 'polling' };
}

function end({ account }) {
  for (const known of account === undefined ? [...clients.keys()] : [account]) {
    clients.get(known)?.close();
    clients.delete(known);
  }
  return {};
}

const order = 'type side instrument volume price stop_loss_price take_profit_price position_id'.split(' ');
const client = ({ account }) => (account === undefined ? latest : clients.get(account));
const operations = {
  'sign-request': (given, key) => ({ headers: signedHeaders(given, Buffer.from(given.body, 'hex'), key.privatePem) }),
  'sign-payload': ({ payload }, key) => ({
    signature: base64url(sign(null, Buffer.from(payload, 'hex'), privateKey(key.privatePem))),
  }),
  'hash-body': ({ body }) => ({ bodyHash: hash(Buffer.from(body, 'hex')) }),
  'verify-signature': verifySignature,
  begin,
  place: (given) => client(given).trade(given, 'orders', order),
  open: (given) => client(given).trade(given, 'positions', order),
  close: (given) =>
    client(given).trade(given, `positions/${client(given).entity(given, 'position')}/close`, ['volume']),
  cancel: (given) => client(given).trade(given, `orders/${client(given).entity(given, 'order')}/cancel`, []),
  outcome: (given) => client(given).outcome(given.intent),
  view: (given) => client(given).view(),
  subscribe: (given) => client(given).subscription('subscribe', given),
  unsubscribe: (given) => client(given).subscription('unsubscribe', given),
  read: (given) => client(given).read(given),
  history: (given) => client(given).history(given),
  end,
};
const claims = {
  streams: ['transactions', 'account_state', 'instruments', 'hmr'],
  retries: true,
  reconnects: true,
  polls: true,
  concurrent: true,
  accounts: 2,
  patienceMs: 2000,
  requestTimeoutMs: 1000,
  reconnectWithinMs: 3000,
};
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

async function answer({ seq, operation, input, key }) {
  const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
  if (run === undefined) return say({ seq, skipped: { message: 'it does not have this operation' } });
  try {
    say({ seq, result: await run(input, key) });
  } catch (error) {
    say({ seq, errored: { context: String(error) } });
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  if (question.cmd === 'stop') break;
  if (question.cmd === 'start')
    say({ implementation: 'node:crypto', language: 'JavaScript', capabilities: Object.keys(operations), claims });
  else void answer(question);
}
end({});
