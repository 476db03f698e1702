import { describe, expect, it } from 'vitest';
import type { ProfileAccount } from '../../../../toolkit/profile/profile.js';
import { type Lease, Leases } from './leases.js';

const pool = ['A', 'B', 'C'].map((id) => ({ id }));
const never = new AbortController().signal;

function idsOf(lease: Lease): readonly string[] {
  return lease.accounts.map(({ id }) => id);
}

/** Whether the promise is settled once everything that can happen now has happened. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise(setImmediate);
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('leases from a pool', () => {
  it('find an account by what it is, waiting for it where another check has it', async () => {
    const leases = new Leases({ pool });
    const isC = ({ id }: ProfileAccount): boolean => id === 'C';
    const all = await leases.lease(3, false, never);
    const wanted = leases.leaseOf(isC, never);
    expect(await isSettled(wanted)).toBe(false);
    all.release();
    expect(await wanted).toMatchObject({ accounts: [{ id: 'C' }], fresh: false });
    expect(await leases.leaseOf(({ id }) => id === 'D', never)).toBeUndefined();
  });

  it('give accounts that are preferred, and wait for them, where the pool has so many', async () => {
    const leases = new Leases({ pool });
    const preferred = ({ id }: ProfileAccount): boolean => id === 'C';
    const first = await leases.lease(1, false, never, { preferred });
    const second = leases.lease(1, false, never, { preferred });
    expect(await isSettled(second)).toBe(false);
    expect(idsOf(await leases.lease(2, false, never, { preferred }))).toEqual(['A', 'B']);
    first.release();
    expect(idsOf(await second)).toEqual(['C']);
  });

  it('give an account to one check at a time', async () => {
    const leases = new Leases({ pool });
    const first = await leases.lease(2, false, never);
    const second = await leases.lease(1, false, never);
    const third = leases.lease(1, false, never);
    expect([idsOf(first), idsOf(second)]).toEqual([['A', 'B'], ['C']]);
    expect(await isSettled(third)).toBe(false);
    second.release();
    expect(idsOf(await third)).toEqual(['C']);
  });

  it('take all accounts of a lease at once, so that two leases never wait for each other', async () => {
    const leases = new Leases({ pool });
    const first = await leases.lease(2, false, never);
    const greedy = leases.lease(3, false, never);
    const small = await leases.lease(1, false, never);
    expect(idsOf(small)).toEqual(['C']);
    first.release();
    expect(await isSettled(greedy)).toBe(false);
    small.release();
    expect(idsOf(await greedy)).toEqual(['A', 'B', 'C']);
  });

  it('let younger ones pass a lease of several accounts for a while only', async () => {
    const leases = new Leases({ pool });
    const first = await leases.lease(2, false, never);
    const greedy = leases.lease(3, false, never);
    let passed = 0;
    let younger: Lease | undefined = await leases.lease(1, false, never);
    while (younger !== undefined) {
      passed += 1;
      const next = leases.lease(1, false, never);
      younger.release();
      younger = (await isSettled(next)) ? await next : undefined;
    }
    first.release();
    expect(idsOf(await greedy)).toEqual(['A', 'B', 'C']);
    expect(passed).toBeLessThan(20);
  });

  it('go first to a check that is under way already', async () => {
    const leases = new Leases({ pool: pool.slice(0, 1) });
    const first = await leases.lease(1, false, never);
    const waiting = leases.lease(1, false, never);
    const urgent = leases.lease(1, false, never, { first: true });
    first.release();
    expect(idsOf(await urgent)).toEqual(['A']);
    expect(await isSettled(waiting)).toBe(false);
  });

  it('let sharers gather on one account and leave the others to exclusive leases', async () => {
    const leases = new Leases({ pool });
    const sharers = await Promise.all([1, 2, 3].map(() => leases.lease(1, true, never)));
    expect(sharers.map(idsOf)).toEqual([['A'], ['A'], ['A']]);
    expect(idsOf(await leases.lease(2, false, never))).toEqual(['B', 'C']);
  });

  it('keep exclusive leases off a shared account until the last sharer has left', async () => {
    const leases = new Leases({ pool: pool.slice(0, 1) });
    const [one, two] = await Promise.all([leases.lease(1, true, never), leases.lease(1, true, never)]);
    const exclusive = leases.lease(1, false, never);
    one?.release();
    one?.release();
    expect(await isSettled(exclusive)).toBe(false);
    two?.release();
    expect(idsOf(await exclusive)).toEqual(['A']);
  });

  it('are undecided when the pool can never be enough', async () => {
    await expect(new Leases({ pool }).lease(4, false, never)).rejects.toThrow('needs 4 accounts; the pool has 3');
  });

  it('leave the queue when the check is stopped', async () => {
    const leases = new Leases({ pool: pool.slice(0, 1) });
    const first = await leases.lease(1, false, never);
    const stop = new AbortController();
    const stopped = leases.lease(1, false, stop.signal);
    const next = leases.lease(1, false, never);
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    first.release();
    expect(idsOf(await next)).toEqual(['A']);
  });

  it('need nothing for a check without accounts', async () => {
    expect(idsOf(await new Leases({ pool: [] }).lease(0, false, never))).toEqual([]);
  });
});

describe('leases of fresh accounts', () => {
  function opening(): { readonly leases: Leases; readonly opened: string[] } {
    const opened: string[] = [];
    const create = async (): Promise<ProfileAccount> => {
      opened.push(`F${opened.length + 1}`);
      return { id: `F${opened.length}` };
    };
    return { leases: new Leases({ pool, create }), opened };
  }

  it('never wait and never repeat', async () => {
    const { leases } = opening();
    const given = await Promise.all(Array.from({ length: 20 }, () => leases.lease(2, false, never)));
    expect(new Set(given.flatMap(idsOf)).size).toBe(40);
    expect(given.every(({ fresh }) => fresh)).toBe(true);
  });

  it('are none where accounts that the profile names are asked for, unless these are too few', async () => {
    const { leases, opened } = opening();
    const named = { named: true };
    expect(idsOf(await leases.lease(2, false, never, named))).toEqual(['A', 'B']);
    expect(opened).toEqual([]);
    expect(idsOf(await leases.lease(4, false, never, named))).toEqual(['F1', 'F2', 'F3', 'F4']);
  });

  it('are shared by a limited number of checks, so that quotas last', async () => {
    const { leases, opened } = opening();
    await Promise.all(Array.from({ length: 30 }, () => leases.lease(1, true, never)));
    expect(opened).toHaveLength(3);
  });

  it('come from the pool once the target opens no more, which is said once', async () => {
    let left = 2;
    let asked = 0;
    const create = async (): Promise<ProfileAccount> => {
      asked += 1;
      if (left === 0) throw new Error('HTTP 409');
      left -= 1;
      return { id: `F${left}` };
    };
    const leases = new Leases({ pool, create });
    const given: Lease[] = [];
    for (let n = 0; n < 8; n += 1) {
      const lease = await leases.lease(1, n === 2, never);
      given.push(lease);
      lease.release();
    }
    expect(given.map(({ fresh }) => fresh)).toEqual([true, true, false, false, false, false, false, false]);
    expect(given.flatMap(({ refused }) => refused ?? [])).toEqual([
      'control action account.create opens no more accounts, so those of the pool are used: HTTP 409',
    ]);
    expect(asked).toBe(5);
  });
});
