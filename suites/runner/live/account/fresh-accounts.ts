// Accounts that control opens may become usable only a while after the answer, first for reads, then for streams, as where a back office
// passes them on. The first account of a run is looked at right away, which shows whether the target is late. If it is, each further
// account is awaited before a check has it.
import { pause } from '../../../../toolkit/wire/pause.js';
import { type Patience, readUntil } from '../patience.js';

/** Asks for the account in one way, a read or a stream: whether it is there; undefined where the answer does not say. */
export type AskAccount = (accountId: string, signal: AbortSignal) => Promise<boolean | undefined>;

/** The longest wait for an account. */
const LONGEST_MS = 15_000;
/** Added waits, the next one each time an awaited account is refused all the same: trading may open last, and no read shows it. */
const RESTS_MS: readonly number[] = [0, 1_000, 4_000];
/** How many accounts are opened only to see whether they are late: most refusals have other causes. */
const MOST_TRIALS = 3;

export class FreshAccounts {
  readonly #ask: Readonly<Record<'read' | 'stream', AskAccount>>;
  /** Empty until it is known that accounts of the pool can be read and streamed. */
  #questions: readonly AskAccount[] = [];
  #isLate = false;
  #shortestMs = Number.POSITIVE_INFINITY;
  #rests = 0;
  #trials = 0;
  /** Attempts that fail at the same time share one trial. */
  #trial: Promise<boolean> | undefined;

  constructor(ask: Readonly<Record<'read' | 'stream', AskAccount>>) {
    this.#ask = ask;
  }

  /** Grows with each thing learnt about the target; an attempt that began with less may have failed for not knowing it. */
  get knowledge(): number {
    return this.#isLate ? 1 + this.#rests : 0;
  }

  /** The first account of a run. `hasStreams`: whether accounts of the pool can have streams. Rejects if the account never appears. */
  async first(accountId: string, hasStreams: boolean, signal: AbortSignal): Promise<void> {
    this.#questions = hasStreams ? [this.#ask.read, this.#ask.stream] : [this.#ask.read];
    await this.#try(accountId, signal);
  }

  /** Awaits the account, and notes whether it was there at once. */
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

  /** Awaits an account that was just opened, if the target is known to be late. Rejects if the account never appears. */
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
