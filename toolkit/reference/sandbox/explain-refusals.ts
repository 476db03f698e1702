// Why a signature was refused, in the words of the doctor: what the client did, and how to mend it. For the log of a sandbox.

import { captureOfRequest, diagnose, explain } from '../../doctor/index.js';
import type { AuthErrorName } from '../../payload/error-codes.js';
import { createVerifier } from '../../signing/index.js';
import { nodeHashing } from '../../signing/node-hashing.js';
import type { RawRequest, Refusal } from '../domain.js';
import type { Engine } from '../engine/engine.js';
import type { Explain } from '../notes/notebook.js';

const EXPLAINED: readonly string[] = [
  'AUTH_INVALID_API_KEY',
  'AUTH_INVALID_SIGNATURE',
] satisfies readonly AuthErrorName[];
/** A search takes some milliseconds; a flood of wrong requests must not take them each time. */
const MS_FOR_EACH = 50;
const AT_ONCE = 20;

export function createExplanations(engine: Engine, windowMs: number): Explain {
  /** When all of those so far are paid for. */
  let paidMs = Number.NEGATIVE_INFINITY;
  return (raw: RawRequest, refusal: Refusal) => {
    const nowMs = performance.now();
    if (!EXPLAINED.includes(refusal.name) || paidMs > nowMs + MS_FOR_EACH * AT_ONCE) return undefined;
    paidMs = Math.max(paidMs, nowMs) + MS_FOR_EACH;
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
    if (diagnosis.cause === undefined) return undefined;
    return { cause: diagnosis.cause, text: explain(diagnosis) };
  };
}
