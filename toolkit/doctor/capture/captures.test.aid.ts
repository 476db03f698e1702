// Signed captures for the tests of the doctor, and small changes to them.

import { seededVerifiers } from '../../signing/ed25519/deterministic-verifier.js';
import {
  createSigner,
  encodeBase64url,
  HEADER,
  parsePrivateKey,
  type Signer,
  signRequest,
} from '../../signing/index.js';
import { nodeHashing } from '../../signing/node-hashing.js';
import type { DiagnoseOptions } from '../diagnose-options.js';
import type { Diagnosis } from '../diagnosis.js';
import type { DoctorKey } from '../keys.js';
import type { Capture } from './capture.js';

export const NOW_MS: number = 1_767_225_600_123;
export const SEED: string = '33'.repeat(32);
export const signer: Signer = createSigner(parsePrivateKey(SEED));
const OTHER_SEED = '44'.repeat(32);
export const other: Signer = createSigner(parsePrivateKey(OTHER_SEED));
export const keys: readonly DoctorKey[] = [
  { id: 'key-1', publicKey: signer.publicKey },
  { id: 'key-2', publicKey: other.publicKey },
];
/** By the seeds first, which takes a tenth of the time; what verifies is verified on the curve, too. */
const verifierOf = seededVerifiers([SEED, OTHER_SEED].map((seed) => Buffer.from(seed, 'hex')));
export const native: DiagnoseOptions = { keys, hashing: nodeHashing, verifierOf };

export interface Wish {
  readonly method?: string;
  readonly path?: string;
  readonly body?: Uint8Array;
  readonly idempotencyKey?: string;
  readonly by?: Signer;
  readonly signedBody?: Uint8Array;
}

export function capture(wish: Wish = {}): Capture {
  const method = wish.method ?? 'POST';
  const path = wish.path ?? '/v1/trading/accounts/42/orders';
  const body = wish.body ?? (method === 'GET' ? new Uint8Array() : Buffer.from('{"volume":"1.5"}'));
  const { headers } = signRequest(wish.by ?? signer, {
    apiKey: 'key-1',
    idempotencyKey: wish.idempotencyKey ?? (method === 'GET' ? '' : 'order-0001'),
    timestampMs: NOW_MS,
    method,
    path,
    body: wish.signedBody ?? body,
  });
  return { format: 'live', method, path, headers, body, atMs: NOW_MS + 300, notes: [] };
}

export function withHeader(given: Capture, name: string, value: string): Capture {
  return { ...given, headers: given.headers.map((header) => (header[0] === name ? [name, value] : header)) };
}

/** A payload in any JSON spelling, signed as spelled. */
export function respelled(given: Capture, text: string): Capture {
  const payload = Buffer.from(text);
  return withHeader(
    withHeader(given, HEADER.data, encodeBase64url(payload)),
    HEADER.signature,
    encodeBase64url(signer.sign(payload)),
  );
}

export const payloadOf = ({ headers }: Capture): Record<string, unknown> =>
  JSON.parse(Buffer.from(headers.find(([name]) => name === HEADER.data)?.[1] ?? '', 'base64url').toString());

export const causes = ({ stages }: Diagnosis): readonly (string | undefined)[] =>
  stages.filter(({ cause }) => cause !== undefined).map(({ cause }) => cause);
