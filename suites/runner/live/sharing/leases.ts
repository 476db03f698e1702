// Account leases: an exclusive lease is one check's alone, a shared one goes to checks that leave nothing behind. Where the target
// can open accounts, each exclusive lease gets fresh ones and nothing waits; otherwise, and once it opens no more, the profile's pool
// is passed around.
import type { ProfileAccount } from '../../../../toolkit/profile/profile.js';
import { Undecided } from '../../check-end.js';

export interface Lease {
  readonly accounts: readonly ProfileAccount[];
  /** Opened for this lease and thrown away afterwards: what it leaves open there hurts nobody. */
  readonly fresh: boolean;
  /** Why no more accounts are opened from this lease on; said once. */
  readonly refused?: string;
  release(): void;
}

export interface AccountSource {
  readonly pool: readonly ProfileAccount[];
  /** Opens an account; absent where the target cannot. */
  readonly create?: () => Promise<ProfileAccount>;
  /** Checks that may share an account at most. */
  readonly sharers?: number;
}

interface Place {
  readonly account: ProfileAccount;
  holders: number;
  shared: boolean;
  /** Leases so far: what one check cannot close is spread over the pool. */
  leases: number;
}

interface Wish {
  readonly count: number;
  readonly shared: boolean;
  readonly first: boolean;
  readonly fits: (account: ProfileAccount) => boolean;
}

interface Preference {
  readonly first?: boolean;
  readonly named?: boolean;
  readonly preferred?: (account: ProfileAccount) => boolean;
}

interface Waiting extends Wish {
  readonly grant: (places: readonly Place[]) => void;
  /** Younger ones that were served before it. */
  passed: number;
}

/** Checks that share one fresh account: few enough that its quotas last. */
const SHARERS_OF_FRESH = 12;

/** After as many refusals in a row no more accounts are asked for: a target may have only so many to give. */
const REFUSALS = 3;

/** As often as this a lease of several accounts lets younger ones pass, then they wait for it. */
const PATIENCE = 8;

export class Leases {
  readonly #source: AccountSource;
  readonly #places: readonly Place[];
  readonly #waiting: Waiting[] = [];
  #common: { readonly account: Promise<ProfileAccount>; holders: number }[] = [];
  readonly #sharers: number;
  #refusals = 0;

  constructor(source: AccountSource) {
    this.#source = source;
    this.#sharers = source.sharers ?? Number.POSITIVE_INFINITY;
    this.#places = source.pool.map((account) => ({ account, holders: 0, shared: false, leases: 0 }));
  }

  /**
   * Rejects with `Undecided` when there will never be enough accounts, and with the signal's reason when it is aborted. `first`: goes
   * before those that wait, for a check that is under way already. `named`: accounts that the profile names, since of one that control
   * opens only the main key is known to be let in; where the profile names too few, opened ones have to do. `preferred`: those of the pool
   * to be given, and to be waited for, where it has so many of them.
   */
  async lease(
    count: number,
    shared: boolean,
    signal: AbortSignal,
    { first = false, named = false, preferred }: Preference = {},
  ): Promise<Lease> {
    if (count === 0) return { accounts: [], fresh: false, release: () => undefined };
    const { create } = this.#source;
    const isNamed = named && count <= this.#places.length;
    const canOpen = create !== undefined && !isNamed && this.#refusals < REFUSALS;
    const refused = canOpen ? await this.#opened(count, shared, create) : undefined;
    if (typeof refused === 'object') return refused;
    if (count > this.#places.length) {
      throw new Undecided(`needs ${count} accounts; the pool has ${this.#places.length} and no more can be opened`);
    }
    const fits = preferred !== undefined && this.has(count, preferred) ? preferred : (): boolean => true;
    const granted = await this.#granted({ count, shared, first, fits }, signal);
    return { ...granted, ...(refused !== undefined && { refused }) };
  }

  /** Whether the pool has so many accounts that fit, whoever holds them now. */
  has(count: number, fits: (account: ProfileAccount) => boolean): boolean {
    return this.#places.filter(({ account }) => fits(account)).length >= count;
  }

  /** One account of the pool that fits, for a check that is under way and holds none; undefined where the pool has none such. */
  async leaseOf(fits: (account: ProfileAccount) => boolean, signal: AbortSignal): Promise<Lease | undefined> {
    if (!this.has(1, fits)) return undefined;
    return this.#granted({ count: 1, shared: false, first: true, fits }, signal);
  }

  async #granted(wish: Wish, signal: AbortSignal): Promise<Lease> {
    const places = await this.#take(wish, signal);
    let released = false;
    return {
      accounts: places.map((place) => place.account),
      fresh: false,
      release: () => {
        if (released) return;
        released = true;
        for (const place of places) place.holders -= 1;
        this.#serve();
      },
    };
  }

  /** Accounts opened for the lease, or none where the pool has to do: with the reason where that has just turned out. */
  async #opened(
    count: number,
    shared: boolean,
    create: () => Promise<ProfileAccount>,
  ): Promise<Lease | string | undefined> {
    try {
      const lease = await this.#fresh(count, shared, create);
      if (this.#refusals < REFUSALS) this.#refusals = 0;
      return lease;
    } catch (cause) {
      this.#refusals += 1;
      if (this.#refusals !== REFUSALS) return undefined;
      const message = cause instanceof Error ? cause.message : String(cause);
      return `control action account.create opens no more accounts, so those of the pool are used: ${message}`;
    }
  }

  async #fresh(count: number, shared: boolean, create: () => Promise<ProfileAccount>): Promise<Lease> {
    if (!shared) {
      const accounts = await Promise.all(Array.from({ length: count }, create));
      return { accounts, fresh: true, release: () => undefined };
    }
    const most = Math.min(SHARERS_OF_FRESH, this.#sharers);
    const free = this.#common.filter((one) => one.holders < most).slice(0, count);
    while (free.length < count) {
      const one = { account: create(), holders: 0 };
      free.push(one);
      this.#common.push(one);
    }
    for (const one of free) one.holders += 1;
    const accounts = await Promise.all(free.map((one) => one.account)).catch((cause: unknown) => {
      this.#common = this.#common.filter((one) => !free.includes(one));
      throw cause;
    });
    return {
      accounts,
      fresh: true,
      release: () => {
        for (const one of free) one.holders -= 1;
      },
    };
  }

  #take(wish: Wish, signal: AbortSignal): Promise<readonly Place[]> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...wish,
        grant: (places) => {
          signal.removeEventListener('abort', give);
          resolve(places);
        },
        passed: 0,
      };
      const give = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', give, { once: true });
      if (wish.first) this.#waiting.unshift(waiting);
      else this.#waiting.push(waiting);
      this.#serve();
    });
  }

  /**
   * Serves whoever can be served, oldest first. All accounts of a lease are taken at once, so leases never wait for each other; one
   * that was passed too often holds back the younger ones until enough accounts are idle at the same time.
   */
  #serve(): void {
    const passed: Waiting[] = [];
    for (const waiting of [...this.#waiting]) {
      const places = this.#choose(waiting);
      if (places === undefined) {
        if (waiting.passed >= PATIENCE) return;
        passed.push(waiting);
        continue;
      }
      for (const older of passed) older.passed += 1;
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      for (const place of places) {
        place.holders += 1;
        place.shared = waiting.shared;
        place.leases += 1;
      }
      waiting.grant(places);
    }
  }

  #choose({ count, shared, fits }: Wish): readonly Place[] | undefined {
    const fitting = this.#places.filter(({ account }) => fits(account));
    const idle = fitting.filter((place) => place.holders === 0).sort((a, b) => a.leases - b.leases);
    // Sharers gather on accounts that are shared already, which leaves the idle ones to exclusive leases.
    const joined = shared
      ? fitting.filter(({ holders, shared: isShared }) => holders > 0 && holders < this.#sharers && isShared)
      : [];
    const chosen = [...joined, ...idle].slice(0, count);
    return chosen.length === count ? chosen : undefined;
  }
}
