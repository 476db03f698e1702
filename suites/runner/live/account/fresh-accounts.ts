// Accounts that control opens may be there only a while after the answer, for one thing after the other, as where a back office passes them
// on. The first of a run is asked for at once, which tells whether the target is such; where it is, each is awaited before a check has it.
import { pause } from '../../../../toolkit/wire/pause.js';
import { type Patience, readUntil } from '../patience.js';

/** Whether the account is there for what it is asked; undefined where the answer says nothing about that. */
export type AskAccount = (accountId: string, signal: AbortSignal) => Promise<boolean | undefined>;

/** Nobody opens accounts for tests that take longer. */
const LONGEST_MS = 15_000;
/** Waited in addition, where even an account that was awaited was refused: for what cannot be asked without a trade. */
const RESTS_MS: readonly number[] = [0, 1_000, 4_000];
/** Accounts that are opened only to see whether they are late, since refusals have other causes most of the time. */
const MOST_TRIALS = 3;

export class FreshAccounts {
  readonly #ask: Readonly<Record<'read' | 'stream', AskAccount>>;
  /** None while nothing is known of what the accounts of the pool are answered. */
  #questions: readonly AskAccount[] = [];
  #isLate = false;
  #shortestMs = Number.POSITIVE_INFINITY;
  #rests = 0;
  #trials = 0;
  /** Attempts that were spoilt at the same time are answered by one trial. */
  #trial: Promise<boolean> | undefined;

  constructor(ask: Readonly<Record<'read' | 'stream', AskAccount>>) {
    this.#ask = ask;
  }

  /** What grows with what is known of the target: an attempt that began with less of it may have been spoilt by what it did not know. */
  get knowledge(): number {
    return this.#isLate ? 1 + this.#rests : 0;
  }

  /** The first of a run, on a target that lets accounts of the pool be read, and have streams or not. Rejects where it is never there. */
  async first(accountId: string, hasStreams: boolean, signal: AbortSignal): Promise<void> {
    this.#questions = hasStreams ? [this.#ask.read, this.#ask.stream] : [this.#ask.read];
    await this.#try(accountId, signal);
  }

  /** Looks whether the account is there at once, and awaits it. */
  async #try(accountId: string, signal: AbortSignal): Promise<void> {
    const startedMs = performance.now();
    let readings = 0;
    for (const ask of this.#questions) {
      const there = await readUntil(
        () => {
          readings += 1;
          return ask(accountId, signal);
        },
        (isThere) => isThere !== false,
        patience(signal),
      );
      if (there === false) {
        throw new TypeError(`account ${accountId} is not there ${LONGEST_MS} ms after account.create named it`);
      }
    }
    if (readings === this.#questions.length) return;
    const tookMs = performance.now() - startedMs;
    this.#isLate = true;
    this.#shortestMs = Math.min(this.#shortestMs, tookMs);
  }

  /** Awaits an account that was opened just now, where the target is known to be late. Rejects where it is never there. */
  async opened(accountId: string, signal: AbortSignal): Promise<void> {
    if (!this.#isLate) return;
    await pause(this.#shortestMs / 2, signal);
    await this.#try(accountId, signal);
    await pause(RESTS_MS[this.#rests] ?? 0, signal);
  }

  /**
   * A sound request was refused on a fresh account, by an attempt that began with this knowledge. Tells whether it is worth another one: an
   * account that is opened to see turns out to be late, or this one was awaited and may need longer.
   */
  async suspect(knowledge: number, open: () => Promise<string>, signal: AbortSignal): Promise<boolean> {
    if (this.knowledge > knowledge) return true;
    if (this.#isLate) {
      if (this.#rests + 1 >= RESTS_MS.length) return false;
      this.#rests += 1;
      return true;
    }
    if (this.#trial === undefined && this.#trials < MOST_TRIALS) {
      this.#trials += 1;
      this.#trial = open()
        .then((accountId) => this.#try(accountId, signal))
        .then(
          () => this.#isLate,
          () => false,
        )
        .finally(() => {
          this.#trial = undefined;
        });
    }
    return (await this.#trial) ?? false;
  }
}

function patience(signal: AbortSignal): Patience {
  return { withinMs: LONGEST_MS, signal };
}
