// How late control actions take effect: not when a look happened to see it, but the smallest pause behind which it was there at once.
import type { ControlActionName } from '../../profile/control/actions.js';
import type { Profile } from '../../profile/profile.js';
import { Bench } from './bench.js';
import { LATE_MS } from './effect-watch.js';
import { TRIALS } from './trials.js';
import type { TrialReport } from './try-controls.js';

export interface Lateness {
  /** The smallest step behind which every effect was there each time. */
  readonly heldMs: number;
  /** What a profile may state: that, and a margin. */
  readonly controlMs: number;
}

/** Whether the effect of the action is there at the first look, so long after its answer. */
export type Attempt = (name: string, pauseMs: number) => Promise<boolean>;

export const STEP_MS = 250;
/** What was there twice may come a little later in a busier hour. */
const TIMES = 2;
const MARGIN = 0.1;
const MARGIN_STEP_MS = 50;

/** Undefined where every effect came with its answer. */
export async function latenessOf(reports: readonly TrialReport[], attempt: Attempt): Promise<Lateness | undefined> {
  const late = reports
    .filter(({ effectMs = 0 }) => effectMs > LATE_MS)
    .sort((one, other) => (other.effectMs ?? 0) - (one.effectMs ?? 0));
  let heldMs = 0;
  // The latest first: behind its pause most of the others hold as well, and need no trial of their own.
  for (const { name, effectMs = 0, unseenMs = 0 } of late) {
    if (effectMs <= heldMs) continue;
    heldMs = await smallestStep(name, Math.max(unseenMs, heldMs), effectMs, attempt);
  }
  return heldMs === 0 ? undefined : { heldMs, controlMs: heldMs + up(heldMs * MARGIN, MARGIN_STEP_MS) };
}

/** Between the last look that saw nothing and a step beyond the first that saw it. */
async function smallestStep(name: string, afterMs: number, effectMs: number, attempt: Attempt): Promise<number> {
  const mostMs = up(effectMs, STEP_MS) + STEP_MS;
  for (let pauseMs = Math.max(up(afterMs, STEP_MS), STEP_MS); pauseMs < mostMs; pauseMs += STEP_MS) {
    let held = 0;
    while (held < TIMES && (await attempt(name, pauseMs))) held += 1;
    if (held === TIMES) return pauseMs;
  }
  return mostMs;
}

function up(ms: number, stepMs: number): number {
  return Math.ceil(ms / stepMs) * stepMs;
}

/** Tries the action of the profile again with a pause behind it, and takes back what it did. */
export function attemptOn(profile: Profile, signal: AbortSignal): Attempt {
  return async (name, pauseMs) => {
    const bench = await Bench.on({ ...profile, timing: { ...profile.timing, controlMs: pauseMs } }, signal);
    try {
      bench.effects.beginTrial();
      // Only actions are late, and each has its trial.
      const isSeen = await TRIALS[name as ControlActionName].run(bench);
      return isSeen && bench.effects.unseenMs === undefined && (bench.effects.effectMs ?? 0) <= pauseMs + LATE_MS;
    } catch {
      return false;
    } finally {
      await bench.tidy().catch(() => undefined);
      await bench.close();
    }
  };
}
