// Accounts that a check takes for a while beside those that it began with: leased, tidied up, given back.
import type { ProfileAccount } from '../../../../toolkit/profile/profile.js';
import { NotApplicable } from '../../check-end.js';
import type { Account } from '../../context.js';
import type { Context } from '../../contexts/context.js';
import type { CheckScope } from '../scope.js';
import type { Lease } from '../sharing/leases.js';
import { LiveAccount } from './account.js';
import { cleanUp } from './clean-up.js';

export class AccountLoans {
  readonly #scope: CheckScope;

  constructor(scope: CheckScope) {
    this.#scope = scope;
  }

  /** One that is no account of the pool: nothing of it is tidied up. */
  adopt(accountId: string, known: { readonly currencyDigits?: number }): Account {
    this.#scope.untended.add(accountId);
    return new LiveAccount({ id: accountId, ...known }, this.#scope);
  }

  /** The account of a context; not applicable where the pool has none such. */
  async useIn(context: Context, use: (account: Account) => Promise<void>): Promise<void> {
    const closing = async (account: Account): Promise<void> => {
      try {
        await use(account);
      } finally {
        await this.#scope.streams.closeStreamsOf(account.id);
      }
    };
    if (context.account === 'leased') return this.use(false, closing);
    const [first] = this.#scope.target.profile.accounts.pool;
    const isOther = ({ currencyDigits }: ProfileAccount): boolean =>
      currencyDigits !== undefined && currencyDigits !== first?.currencyDigits;
    const isThere = await this.useThat(isOther, closing);
    if (!isThere) throw new NotApplicable('the pool has no account of another currency');
  }

  /** One that fits; false where the pool has none. */
  async useThat(
    fits: (account: ProfileAccount) => boolean,
    use: (account: Account) => Promise<void>,
  ): Promise<boolean> {
    const leases = await this.#scope.target.leases;
    const lease = await this.#scope.streams.forAccount(leases.leaseOf(fits, this.#scope.signal));
    if (lease !== undefined) await this.#using(lease, false, use);
    return lease !== undefined;
  }

  async use<T>(shared: boolean, use: (account: Account) => Promise<T>): Promise<T> {
    const leases = await this.#scope.target.leases;
    const named = (this.#scope.spec.needs?.keys?.length ?? 0) > 0;
    const lease = await this.#scope.streams.forAccount(
      leases.lease(1, shared, this.#scope.signal, { first: true, named }),
    );
    return this.#using(lease, shared, use);
  }

  async #using<T>(lease: Lease, shared: boolean, use: (account: Account) => Promise<T>): Promise<T> {
    try {
      const [leased] = lease.accounts;
      if (leased === undefined) throw new RangeError('lease: expected one account, got none');
      if (lease.fresh) this.#scope.opened.add(leased.id);
      if (lease.fresh || shared) this.#scope.untended.add(leased.id);
      const account = new LiveAccount(leased, this.#scope);
      try {
        return await use(account);
      } finally {
        await cleanUp(account, this.#scope);
        // Cleaning up may have looked at it through a stream; whoever has the account next may be waiting for that place.
        if (!shared) await this.#scope.streams.closeStreamsOf(leased.id);
      }
    } finally {
      lease.release();
    }
  }
}
