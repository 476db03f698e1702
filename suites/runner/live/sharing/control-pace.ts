// Control actions of a target may take effect only after their answers, as those of a back office may. The profile says how long that
// takes (timing.controlMs), or it is found out by a check that fails behind one and passes with a pause after it
// (`attempts/in-effect.ts`); then every check waits.

import type { CheckFinding } from '../verdict/tally.js';

/** The pause that is tried first, and a longer one. */
const SHORT_MS = 1_000;
const LONG_MS = 4_000;
/** Shorter pauses that may suffice: the run waits as long after each of its control actions. */
const LESS_MS: readonly number[] = [125, 250, 500, 1_250, 2_000];
/** A pause that sufficed once may be too short another time. */
const MARGIN = 1.5;
/** How many failing checks of a run are tried with the longer pause, before and after the target is known to be late. */
const MOST_LONG = 8;
const MOST_LONG_LATE = 40;
/** One check that passes with a longer pause may do so by chance; this many do not. */
const MOST_SUSPICIONS = 2;
/** How often clean-up waits in vain for an effect before it stops waiting. */
const MOST_VAIN = 3;
/** How many undecided checks are tried with a pause, before and after the target is known to be late. */
const MOST_UNDECIDED = 6;
const MOST_UNDECIDED_LATE = 40;

export class ControlPace {
  /** The pause after each control action. */
  waitMs: number;
  /** Whether the profile states the pause. */
  readonly isStated: boolean;
  readonly #longTrials: Promise<unknown>[] = [];
  #foundBy: string | undefined;
  readonly #trials: Set<Promise<unknown>> = new Set();
  #undecided = 0;
  #suspicions = 0;
  #vainLeft = MOST_VAIN;

  constructor(statedMs?: number) {
    this.waitMs = statedMs ?? 0;
    this.isStated = statedMs !== undefined;
  }

  /** Whether an undecided check is to be tried with a pause. Each call counts as one such trial. */
  mayTryUndecided(): boolean {
    this.#undecided += 1;
    return !this.isStated && this.#undecided <= (this.isLate ? MOST_UNDECIDED_LATE : MOST_UNDECIDED);
  }

  /** Whether a check has found out that control actions take effect late. */
  get isLate(): boolean {
    return this.#foundBy !== undefined;
  }

  /** Resolves when the trials under way in other checks have ended: they may find out the same. */
  async trialsOfOthers(): Promise<void> {
    await Promise.allSettled(this.#trials);
  }

  /** The check failed without this pause, time and again, and passes with it. */
  foundOut(waitMs: number, checkId: string): void {
    this.waitMs = Math.max(this.waitMs, waitMs);
    this.#foundBy ??= checkId;
  }

  /** The check passed with this pause, and did not fail again without it. That is chance, unless it happens to several. */
  suspected(waitMs: number, checkId: string): void {
    this.#suspicions += 1;
    if (this.#suspicions >= MOST_SUSPICIONS) this.foundOut(waitMs, checkId);
  }

  /** The shortest pause with which the check passes, longer than the one behind which it failed. */
  async shortest(waitMs: number, failedMs: number, does: (waitMs: number) => Promise<boolean>): Promise<number> {
    for (const lessMs of LESS_MS) {
      if (lessMs > failedMs && lessMs * MARGIN < waitMs && (await does(lessMs))) return lessMs * MARGIN;
    }
    return waitMs;
  }

  /** A finding for the operator to confirm: a service that acts late on its own state looks the same. */
  findings(): readonly CheckFinding[] {
    if (this.#foundBy === undefined) return [];
    const message =
      `control actions seem to take effect up to ${Math.round(this.waitMs)} ms after their answers: ${this.#foundBy} fails without a pause behind ` +
      'them and passes with one, and every later check waited; state timing.controlMs in the profile, 0 where an answer comes after the effect';
    return [{ kind: 'control', message, evidence: [] }];
  }

  get mayAwaitEffect(): boolean {
    return this.#vainLeft > 0;
  }

  awaitedInVain(): void {
    this.#vainLeft -= 1;
  }

  #tried<Outcome>(trial: Promise<Outcome>): Promise<Outcome> {
    this.#trials.add(trial);
    return trial.finally(() => this.#trials.delete(trial));
  }

  /** Repeats a check that failed behind this pause with a longer one; undefined where that would show nothing. */
  async tryLonger<Outcome>(
    waitedMs: number,
    attempt: (waitMs: number) => Promise<Outcome>,
  ): Promise<Outcome | undefined> {
    if (this.waitMs <= waitedMs && !this.isStated && waitedMs < LONG_MS) {
      if (waitedMs < SHORT_MS) return this.#tried(attempt(SHORT_MS));
      if (this.#longTrials.length < (this.isLate ? MOST_LONG_LATE : MOST_LONG)) {
        const trial = attempt(LONG_MS);
        this.#longTrials.push(trial);
        return this.#tried(trial);
      }
      // The trials are used up: wait for what those of other checks find out.
      await Promise.allSettled(this.#longTrials);
    }
    return this.waitMs > waitedMs ? attempt(this.waitMs) : undefined;
  }
}
