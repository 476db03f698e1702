// Why a signature was refused, in the words of the doctor: what the client did, and how to mend it. For the log of a sandbox.

import { captureOfRequest, diagnose, explain } from '../../doctor/index.js';
import type { AuthErrorName } from '../../payload/error-codes.js';
import { createVerifier } from '../../signing/index.js';
import { nodeHashing } from '../../signing/node-hashing.js';
import type { RawRequest, Refusal } from '../domain.js';
import type { Engine } from '../engine/engine.js';
import type { Explain } from '../http/service.js';

const EXPLAINED: readonly string[] = [
  'AUTH_INVALID_API_KEY',
  'AUTH_INVALID_SIGNATURE',
] satisfies readonly AuthErrorName[];
/** A search takes some milliseconds; a flood of wrong requests must not take them each time. */
const LEAST_MS_BETWEEN = 50;

export function createExplanations(engine: Engine, windowMs: number): Explain {
  let nextMs = Number.NEGATIVE_INFINITY;
  return (raw: RawRequest, refusal: Refusal) => {
    if (!EXPLAINED.includes(refusal.name) || performance.now() < nextMs) return undefined;
    const clockMs = raw.receivedAtMs;
    const diagnosis = diagnose(captureOfRequest({ ...raw, path: raw.target }, clockMs), {
      keys: engine
        .keys()
        .map(({ id, publicKey, expiresAtMs }) => ({ id, publicKey, expired: (expiresAtMs ?? clockMs + 1) <= clockMs })),
      clockMs,
      windowMs,
      hashing: nodeHashing,
      verifierOf: createVerifier,
    });
    nextMs = performance.now() + LEAST_MS_BETWEEN;
    return diagnosis.cause === undefined ? undefined : explain(diagnosis);
  };
}
