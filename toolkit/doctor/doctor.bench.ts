// Full diagnoses in one run: wrong requests of every kind, and a signature that nothing explains, which searches longest. Exits 1
// when the median takes longer than 20 ms or the worst longer than 300 ms. Run the compiled file:
// `node build/toolkit/doctor/doctor.bench.js`, with `--portable` for the backends of the browser page (no limit is set for those).

import { nodeVerifier } from '../signing/ed25519/node-backend.js';
import { createSigner, encodeBase64url, HEADER, parsePrivateKey, signRequest } from '../signing/index.js';
import { nodeHashing } from '../signing/node-hashing.js';
import type { Capture } from './capture/capture.js';
import { diagnose } from './diagnose.js';

const MEDIAN_MS = 20;
const WORST_MS = 300;
const ROUNDS = 20;
const NOW_MS = 1_767_225_600_123;
const isPortable = process.argv.includes('--portable');

const signer = createSigner(parsePrivateKey('33'.repeat(32)));
const stranger = createSigner(parsePrivateKey('44'.repeat(32)));
const body = Buffer.from(
  `{"orders":[${Array.from({ length: 20 }, (_none, n) => `{"volume":"${n}.50","note":"é/${n}"}`).join(',')}]}`,
);

function capture(change: {
  readonly signed?: Uint8Array;
  readonly path?: string;
  readonly signs?: (payload: Uint8Array) => Uint8Array;
}): Capture {
  const path = '/v1/trading/accounts/1000042/orders?zeta=1&alpha=%7E';
  const { headers, payload } = signRequest(signer, {
    apiKey: 'key-1',
    idempotencyKey: 'order-0001',
    timestampMs: NOW_MS,
    method: 'POST',
    path: change.path ?? path,
    body: change.signed ?? body,
  });
  const signature = change.signs === undefined ? undefined : encodeBase64url(change.signs(payload));
  return {
    format: 'live',
    method: 'POST',
    path,
    headers: headers.map(
      ([name, value]) => [name, name === HEADER.signature && signature !== undefined ? signature : value] as const,
    ),
    body,
    atMs: NOW_MS,
    notes: [],
  };
}

const CASES: readonly (readonly [name: string, capture: Capture])[] = [
  ['correct', capture({})],
  ['query reordered', capture({ path: '/v1/trading/accounts/1000042/orders?alpha=%7E&zeta=1' })],
  ['body spaced', capture({ signed: Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)) })],
  ['body of another request', capture({ signed: Buffer.from('{}') })],
  ['text of SVC-DATA signed', capture({ signs: (payload) => signer.sign(Buffer.from(encodeBase64url(payload))) })],
  [
    'payload sorted when signed',
    capture({
      signs: (payload) =>
        signer.sign(
          Buffer.from(
            JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(Buffer.from(payload).toString())).sort())),
          ),
        ),
    }),
  ],
  ['lines signed', capture({ signs: () => signer.sign(Buffer.from(`POST\n/v1\n${NOW_MS}\n`)) })],
  ['unknown key', capture({ signs: (payload) => stranger.sign(payload) })],
];

const options = {
  keys: [{ id: 'key-1', publicKey: signer.publicKey }],
  ...(isPortable ? {} : { hashing: nodeHashing, verifierOf: nodeVerifier }),
};
const all: number[] = [];
for (const [name, one] of CASES) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    diagnose(one, options);
    times.push(performance.now() - started);
  }
  all.push(...times);
  times.sort((a, b) => a - b);
  process.stdout.write(`${name.padEnd(28)} median ${ms(times[ROUNDS / 2])} worst ${ms(times.at(-1))}\n`);
}
all.sort((a, b) => a - b);
const [median, worst] = [all[all.length / 2] ?? 0, all.at(-1) ?? 0];
process.stdout.write(
  `${'all'.padEnd(28)} median ${ms(median)} (at most ${MEDIAN_MS}), worst ${ms(worst)} (at most ${WORST_MS})\n`,
);
process.exitCode = isPortable || (median <= MEDIAN_MS && worst <= WORST_MS) ? 0 : 1;

function ms(value: number | undefined): string {
  return `${(value ?? 0).toFixed(2).padStart(7)} ms`;
}
