// How many streams a target lets one account have (open: interface 4.5 names no number). It may refuse one more, or end the oldest for
// it; preflight finds that out once (`stream-probe.ts`), within what the profile allows. From then on no check exceeds it: one that needs
// more is undecided, with that cause.
import { Undecided } from '../../check-end.js';

export class AccountStreams {
  #limit: number | undefined;
  readonly #stated: number | undefined;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  /** @param stated what the profile allows. */
  constructor(stated?: number) {
    this.#limit = stated;
    this.#stated = stated;
  }

  /** Undefined as long as none is known. */
  get limit(): number | undefined {
    return this.#limit;
  }

  learn(limit: number): void {
    this.#limit = Math.min(limit, this.#limit ?? limit);
  }

  /** Whether the account may have one more. */
  isFree(accountId: string): boolean {
    return (this.#held.get(accountId) ?? 0) < (this.#limit ?? Number.POSITIVE_INFINITY);
  }

  /** The function that gives the place back. */
  take(accountId: string): () => void {
    this.#held.set(accountId, (this.#held.get(accountId) ?? 0) + 1);
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.#held.set(accountId, (this.#held.get(accountId) ?? 1) - 1);
      for (const wake of this.#waiting.get(accountId) ?? []) wake();
    };
  }

  /** Resolves when a place of the account is given back, or after `withinMs`. */
  freed(accountId: string, withinMs: number): Promise<void> {
    const waiting = this.#waiting.get(accountId) ?? new Set();
    this.#waiting.set(accountId, waiting);
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, withinMs);
      waiting.add(end);
    });
  }

  /** Why a check that needs more is undecided. */
  undecided(evidence: readonly number[] = []): Undecided {
    const limit = this.#limit ?? 0;
    const allowed = limit === 1 ? 'one stream' : `${limit} streams`;
    const [whose, need] =
      limit === this.#stated
        ? ['profile', 'limits.connectionsPerAccount in the profile']
        : ['target', 'more streams per account'];
    const reason = `the ${whose} allows ${allowed} per account, and the check needs more at once`;
    return new Undecided(reason, evidence, [need]);
  }
}
