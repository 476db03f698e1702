// Accounts of the pool that hold as many pending orders of this run as the target lets them have, on a target that gives no way to
// cancel any. Found out once per account, by clean-up (`clean-up.ts`) from its own result and its own snapshot; from then on nothing is
// tried there that needs a resting order, and every check that does says so in the same words.
import type { RecordDraft } from '../../../../toolkit/journal/record.js';
import { Undecided } from '../../check-end.js';

const NEEDS =
  'dialect request cancelOrder (or control order.cancel, account.reset or account.create, or more accounts in the pool)';

export class FullAccounts {
  /** Pending orders that this run left there, by account. */
  readonly #held = new Map<string, number>();

  mark(accountId: string, orders: number): void {
    this.#held.set(accountId, orders);
  }

  has(accountId: string | null): boolean {
    return accountId !== null && this.#held.has(accountId);
  }

  /** Why a check that needs a resting order there is undecided. */
  undecided(accountId: string, evidence: readonly number[] = []): Undecided {
    return new Undecided(
      `the account takes no more pending orders: it holds ${this.#held.get(accountId) ?? 0} of this run, which cannot cancel any`,
      evidence,
      [NEEDS],
    );
  }

  /** The same for a check that met the target's refusal itself, wherever it ended. */
  reasonFor(records: readonly Pick<RecordDraft, 'account'>[], evidence: readonly number[]): Undecided | undefined {
    const account = records.map((record) => record.account).find((id) => this.has(id));
    return typeof account === 'string' ? this.undecided(account, evidence) : undefined;
  }
}
