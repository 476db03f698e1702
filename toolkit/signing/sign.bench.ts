// The full header set against a bare node:crypto signature over the same payload, side by side in one run: exits 1 below 0.9.
// Run the compiled file: `node build/toolkit/signing/sign.bench.js`.
import { createPrivateKey, sign } from 'node:crypto';
import { Bench } from 'tinybench';
import { privateKeyPem } from './keys/key-export.js';
import { PrivateKey } from './keys/private-key.js';
import { createSigner, signRequest } from './sign.js';

const TARGET = 0.9;

const key = new PrivateKey(new Uint8Array(32).fill(7));
const keyObject = createPrivateKey(privateKeyPem(key));
const signer = createSigner(key);
const input = {
  apiKey: 'pk_live_4f9c2a7d1e',
  idempotencyKey: 'order-2024-05-01-000123',
  timestampMs: 1714564800123,
  method: 'POST',
  path: '/v1/trading/accounts/1000042/orders',
  body: Buffer.from('{"type":"limit","instrument":"EURUSD","volume":"0.10","price":"1.07250"}'),
};
const { payload } = signRequest(signer, input);

const bench = new Bench({ time: 3000, warmupTime: 500 })
  .add('bare node:crypto sign', () => sign(null, payload, keyObject))
  .add('full header set', () => signRequest(signer, input));
await bench.run();
const [bare, full] = bench.tasks.map((task) => (task.result.state === 'completed' ? task.result.throughput.p50 : 0));
const ratio = (full ?? 0) / (bare ?? 1);
process.stdout.write(
  `full header set: ${Math.round(full ?? 0)} per second, bare sign: ${Math.round(bare ?? 0)} per second, ratio ${ratio.toFixed(3)} (at least ${TARGET})\n`,
);
process.exitCode = ratio >= TARGET ? 0 : 1;
