// Control actions of a target may take effect only after their answers, as those of a back office may. The profile says how long that
// takes (timing.controlMs), or it is found out by a check that fails behind one and passes with a pause after it
// (`attempts/in-effect.ts`); then every check waits.

import type { CheckFinding } from '../verdict/tally.js';

/** A pause to find out with, and a longer one. */
const SHORT_MS = 1_000;
const LONG_MS = 4_000;
/** Pauses that may do as well, since each control action of the run is waited for. */
const LESS_MS: readonly number[] = [125, 250, 500, 1_250, 2_000];
/** What did once may be too short another time; what is found too short is made longer again. */
const MARGIN = 1.5;
/** So many failing checks of a run are tried with the longer one, since most that fail do so for another reason. */
const MOST_LONG = 8;
const MOST_LONG_LATE = 40;
/** So many that passed with a longer pause, perhaps by chance, are no chance. */
const MOST_SUSPICIONS = 2;
/** So often an effect of clean-up is waited for that does not come. */
const MOST_VAIN = 3;
/** So many that stayed undecided are tried with a pause, where no other check has found one out, and where one has. */
const MOST_UNDECIDED = 6;
const MOST_UNDECIDED_LATE = 40;

export class ControlPace {
  /** The pause after each control action. */
  waitMs: number;
  /** By the profile. */
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

  /** Whether a check that stayed undecided is worth a pause, too; each question counts. */
  mayTryUndecided(): boolean {
    this.#undecided += 1;
    return !this.isStated && this.#undecided <= (this.isLate ? MOST_UNDECIDED_LATE : MOST_UNDECIDED);
  }

  /** Whether a check has found out that control actions take effect late. */
  get isLate(): boolean {
    return this.#foundBy !== undefined;
  }

  /** What others try now may tell as well. */
  async trialsOfOthers(): Promise<void> {
    await Promise.allSettled(this.#trials);
  }

  /** The check failed without this pause, time and again, and passes with it. */
  foundOut(waitMs: number, checkId: string): void {
    this.waitMs = Math.max(this.waitMs, waitMs);
    this.#foundBy ??= checkId;
  }

  /** The check passed with this pause once, and does not fail again without: by chance, unless others do so, too. */
  suspected(waitMs: number, checkId: string): void {
    this.#suspicions += 1;
    if (this.#suspicions >= MOST_SUSPICIONS) this.foundOut(waitMs, checkId);
  }

  /** The shortest pause that does as well as the one that did, and is longer than the one behind which the check failed. */
  async shortest(waitMs: number, failedMs: number, does: (waitMs: number) => Promise<boolean>): Promise<number> {
    for (const lessMs of LESS_MS) {
      if (lessMs > failedMs && lessMs * MARGIN < waitMs && (await does(lessMs))) return lessMs * MARGIN;
    }
    return waitMs;
  }

  /** What was found out is the operator's to confirm: a service that acts late on its own state looks the same. */
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

  /** Tries a check that failed behind this pause with a longer one; undefined where that would tell nothing. */
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
      // Others find it out for this one.
      await Promise.allSettled(this.#longTrials);
    }
    return this.waitMs > waitedMs ? attempt(this.waitMs) : undefined;
  }
}
