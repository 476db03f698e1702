import { describe, expect, it } from 'vitest';
import type { RequestSpec } from '../../../../toolkit/wire/exchange.js';
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';
import { type Deferred, deferred } from '../../deferred.js';
import { AccountStreams } from '../resilience/account-streams.js';
import { StreamBudget } from '../sharing/budget.js';
import { CheckStreams, type StreamingCheck } from './check-streams.js';

const HANDSHAKE = { name: 'eventsStream', accountId: 'A', method: 'GET', path: '/' } as const satisfies RequestSpec;
const ALL = 3;

interface Bench {
  readonly streams: CheckStreams;
  readonly budget: StreamBudget;
  /** What was awaited off the clock of the check. */
  readonly offTheClock: Promise<unknown>[];
}

function bench(
  spec: object = {},
  accountStreams: AccountStreams = new AccountStreams(),
  open: () => Promise<object> = async () => ({ exchange: {}, connection: connection() }),
): Bench {
  const budget = new StreamBudget(ALL);
  const offTheClock: Promise<unknown>[] = [];
  const check = {
    target: {
      profile: { limits: { connections: ALL } },
      streamBudget: budget,
      accountStreams,
      streams: { open },
    },
    spec,
    signal: new AbortController().signal,
    refuseNotBuilt: () => undefined,
    through: (one: RequestSpec, send: (spec: RequestSpec) => unknown) => send(one),
    bounded: (one: RequestSpec) => [one, {}],
    offTheClock: (waiting: Promise<unknown>) => {
      offTheClock.push(waiting);
      return waiting;
    },
  };
  // Streams use only what is here.
  return { streams: new CheckStreams(check as unknown as StreamingCheck), budget, offTheClock };
}

function connection(): Pick<StreamConnection, 'account' | 'isOpen' | 'closed' | 'close'> {
  const end = { code: 1000, clean: true, record: 1 };
  const closed: Deferred<typeof end> = deferred();
  return {
    account: 'A',
    isOpen: true,
    closed: closed.promise,
    close: async () => {
      closed.resolve(end);
      await closed.promise;
    },
  };
}

/** Whether another check could open all streams of the run now. */
async function areFree(budget: StreamBudget): Promise<boolean> {
  await new Promise(setImmediate);
  const waiting = new AbortController();
  const reserved = budget.reserve(ALL, waiting.signal).then(
    (giveBack) => {
      giveBack();
      return true;
    },
    () => false,
  );
  await new Promise(setImmediate);
  waiting.abort(new Error('not free'));
  return reserved;
}

describe('a check that has ended', () => {
  it('closes streams that were still being opened', async () => {
    const late = deferred<object>();
    const { streams } = bench({}, new AccountStreams(), () => late.promise);
    const opening = streams.open(HANDSHAKE);
    await streams.close();
    const opened = connection();
    late.resolve({ exchange: {}, connection: opened });
    await opening;
    await expect(opened.closed).resolves.toMatchObject({ code: 1000 });
  });
});

describe('a check that waits for a further account', () => {
  it('holds no places of streams meanwhile that it does not use, and takes them again', async () => {
    const { streams, budget } = bench();
    const { connection: opened } = await streams.open(HANDSHAKE);
    await opened?.close();
    expect(await areFree(budget)).toBe(false);
    const account = deferred<string>();
    const waiting = streams.forAccount(account.promise);
    expect(await areFree(budget)).toBe(true);
    account.resolve('B');
    expect(await waiting).toBe('B');
    await streams.open(HANDSHAKE);
    expect(await areFree(budget)).toBe(false);
    await streams.close();
    expect(await areFree(budget)).toBe(true);
  });

  it('keeps them while it uses some, which is its own time, so that the wait has an end', async () => {
    const { streams, budget, offTheClock } = bench();
    const { connection: opened } = await streams.open(HANDSHAKE);
    const account = deferred<string>();
    const waiting = streams.forAccount(account.promise);
    expect(offTheClock).not.toContain(account.promise);
    expect(await areFree(budget)).toBe(false);
    // What it used has ended: whoever has the account may need the places.
    await opened?.close();
    expect(await areFree(budget)).toBe(true);
    account.resolve('B');
    await waiting;
  });

  it('does so off its clock where it uses none, or where they are of other contexts of it', async () => {
    const account = Promise.resolve('B');
    const without = bench();
    await without.streams.forAccount(account);
    expect(without.offTheClock).toContain(account);
    const contexts = bench({ contexts: { side: 'all' } });
    await contexts.streams.open(HANDSHAKE);
    await contexts.streams.forAccount(account);
    expect(contexts.offTheClock).toContain(account);
  });
});

describe('a check whose account has no place for a further stream', () => {
  it('waits for what others hold there', async () => {
    const accountStreams = new AccountStreams(1);
    const giveBack = accountStreams.take('A');
    const opening = bench({}, accountStreams).streams.open(HANDSHAKE);
    await new Promise(setImmediate);
    giveBack();
    expect((await opening).connection).toBeDefined();
  });

  it('is undecided at once where it holds all places itself', async () => {
    const { streams } = bench({}, new AccountStreams(1));
    await streams.open(HANDSHAKE);
    await expect(streams.open(HANDSHAKE)).rejects.toThrow('the check needs more at once');
  });
});
