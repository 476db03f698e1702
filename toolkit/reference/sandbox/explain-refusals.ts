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
/** Of one search, which holds up the one thread that serves everybody: what is searched for last is found by `tsi doctor` alone. */
const VERIFICATIONS = 1_000;
/** Searches get a share of the time and no more: a flood of wrong requests is refused as quickly as without a log. */
const SHARE_OF_TIME = 0.05;
/** What is saved up in quiet times: enough for the dozen mistakes that somebody makes at first. */
const SAVED_MS = 500;

/** `nowMs` tells how long searches take. */
export function createExplanations(
  engine: Pick<Engine, 'keys'>,
  windowMs: number,
  nowMs: () => number = () => performance.now(),
): Explain {
  let savedMs = SAVED_MS;
  let sinceMs = nowMs();
  return (raw: RawRequest, refusal: Refusal) => {
    if (!EXPLAINED.includes(refusal.name)) return undefined;
    const startMs = nowMs();
    savedMs = Math.min(SAVED_MS, savedMs + (startMs - sinceMs) * SHARE_OF_TIME);
    sinceMs = startMs;
    if (savedMs <= 0) return undefined;
    const clockMs = raw.receivedAtMs;
    const diagnosis = diagnose(captureOfRequest({ ...raw, path: raw.target }, clockMs), {
      keys: engine
        .keys()
        .map(({ id, publicKey, expiresAtMs }) => ({ id, publicKey, expired: (expiresAtMs ?? clockMs + 1) <= clockMs })),
      clockMs,
      windowMs,
      hashing: nodeHashing,
      verifierOf: createVerifier,
      verifications: VERIFICATIONS,
    });
    savedMs -= nowMs() - startMs;
    if (diagnosis.cause === undefined) return undefined;
    return { cause: diagnosis.cause, text: explain(diagnosis) };
  };
}
