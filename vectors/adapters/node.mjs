// Adapter for Node.js: a signer and verifier by node:crypto. Put your own client's functions in place of those below.
//   tsi vectors check --exec "node vectors/adapters/node.mjs"
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { createInterface } from 'node:readline';

const keys = new Map();
const privateKey = (pem) => {
  if (!keys.has(pem)) keys.set(pem, createPrivateKey(pem));
  return keys.get(pem);
};
const base64url = (bytes) => bytes.toString('base64url');
const hash = (body) => createHash('sha256').update(body).digest('base64url');

function signRequest({ apiKey, idempotencyKey, timestampMs, method, path, body }, key) {
  const payload = Buffer.from(
    JSON.stringify({
      api_key: apiKey,
      idempotency_key: idempotencyKey,
      timestamp: timestampMs,
      sign_version: 1,
      method,
      path,
      body_hash: hash(Buffer.from(body, 'hex')),
    }),
  );
  const headers = {
    'SVC-API-KEY': apiKey,
    'SVC-IDEMPOTENCY-KEY': idempotencyKey,
    'SVC-TIMESTAMP': String(timestampMs),
    'SVC-SIGN-VERSION': '1',
    'SVC-DATA': base64url(payload),
    'SVC-SIGN': base64url(sign(null, payload, privateKey(key.privatePem))),
  };
  return { headers };
}

function verifySignature({ publicKey, message, signature }) {
  if (publicKey.length !== 64 || signature.length !== 128) return { valid: false };
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: base64url(Buffer.from(publicKey, 'hex')) };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return { valid: verify(null, Buffer.from(message, 'hex'), key, Buffer.from(signature, 'hex')) };
}

const operations = {
  'sign-request': signRequest,
  'sign-payload': ({ payload }, key) => ({
    signature: base64url(sign(null, Buffer.from(payload, 'hex'), privateKey(key.privatePem))),
  }),
  'hash-body': ({ body }) => ({ bodyHash: hash(Buffer.from(body, 'hex')) }),
  'verify-signature': verifySignature,
};
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const { cmd, seq, operation, input, key } = JSON.parse(line);
  if (cmd === 'stop') break;
  if (cmd === 'start')
    say({ implementation: 'node:crypto', language: 'JavaScript', capabilities: Object.keys(operations) });
  else say({ seq, result: operations[operation](input, key) });
}
