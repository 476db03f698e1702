// What a verifier says about one stage of a signed request. A stage that rests on a broken one is `unknown`, never guessed.
import { type SigningStage, SLIPS, type SlipId } from './slips/slips.js';

export interface StageResult {
  readonly stage: SigningStage;
  readonly state: 'ok' | 'broken' | 'unknown';
  /** Present when broken. */
  readonly cause?: SlipId;
  /** Texts for people; never secrets. */
  readonly expected?: string;
  readonly actual?: string;
}

export function ok(stage: SigningStage): StageResult {
  return { stage, state: 'ok' };
}

export function unknown(stage: SigningStage): StageResult {
  return { stage, state: 'unknown' };
}

/** A broken stage: the one in which the cause shows. */
export function broken(cause: SlipId, expected?: string, actual?: string): StageResult {
  return {
    stage: SLIPS[cause].stage,
    state: 'broken',
    cause,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}

/** The first broken stage; undefined when none is. */
export function firstBroken(results: readonly StageResult[]): (StageResult & { readonly cause: SlipId }) | undefined {
  for (const result of results) {
    if (result.state === 'broken' && result.cause !== undefined) return { ...result, cause: result.cause };
  }
  return undefined;
}
