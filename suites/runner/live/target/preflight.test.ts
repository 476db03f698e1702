import { describe, expect, it } from 'vitest';
import { createTargetClock } from '../../../../toolkit/wire/clock.js';
import { deferred } from '../../deferred.js';
import { AccountStreams } from '../resilience/account-streams.js';
import { Hopeless } from '../resilience/waiting-out.js';
import { preflight } from './preflight.js';

const AHEAD_MS = 37 * 60_000;

/** A target so far ahead, of which nothing is there but the read and the handshake; `opens` says when. */
function targetOf(opens: (offsetMs: number) => boolean): {
  target: Parameters<typeof preflight>[0];
  handshakes: number[];
} {
  const clock = createTargetClock();
  const handshakes: number[] = [];
  const firstHandshake = deferred<void>();
  const answer = (status: number): object => ({
    status,
    headers: { date: new Date(Date.now() + AHEAD_MS).toUTCString() },
    ...(status < 300 && { body: {} }),
  });
  const exchangeOf = (request: object, status: number): object => ({
    request,
    answer: answer(status),
    record: 1,
    invoke: 0,
  });
  const target = {
    id: 'one',
    profile: {
      baseUrl: 'http://target.test',
      accounts: { pool: [{ id: 'A' }] },
      timing: { answerMs: 1_000 },
      limits: { connections: 10 },
    },
    dialect: {
      request: (name: string) => {
        if (name === 'limits') throw new RangeError('none');
        return { method: 'GET', path: `/${name}` };
      },
    },
    http: {
      // The handshake is on its way before the read is answered.
      send: async (request: object) => {
        await firstHandshake.promise;
        return exchangeOf(request, Math.abs(clock.offset.ms) < AHEAD_MS / 2 ? 401 : 200);
      },
    },
    streams: {
      open: async (request: object) => {
        handshakes.push(clock.offset.ms);
        firstHandshake.resolve();
        return opens(clock.offset.ms)
          ? { exchange: exchangeOf(request, 101), connection: { close: async () => undefined } }
          : { exchange: exchangeOf(request, 401) };
      },
    },
    clock,
    control: { has: () => false },
    read: { error: () => ({ message: 'AUTH_INVALID_SIGNATURE' }) },
    journal: { append: () => 1 },
    pace: {
      turn: async () => undefined,
      passed: () => undefined,
      refused: () => undefined,
      unavailable: () => undefined,
    },
    hopeless: new Hopeless(),
    accountStreams: new AccountStreams(),
    freshAccounts: {},
    hasManyStreams: true,
  };
  // What it asks of a target is all there.
  return { target: target as unknown as Parameters<typeof preflight>[0], handshakes };
}

describe('preflight of a target whose clock is far ahead', () => {
  it('repeats the handshake that went out before that was known', async () => {
    const { target, handshakes } = targetOf((offsetMs) => offsetMs > AHEAD_MS / 2);
    const report = await preflight(target, new AbortController().signal);
    expect(report).toMatchObject({ outcome: 'ready' });
    expect(report.streams).toBeUndefined();
    expect(handshakes).toEqual([0, expect.any(Number)]);
  });

  it('says so where it is refused all the same', async () => {
    const { target, handshakes } = targetOf(() => false);
    const report = await preflight(target, new AbortController().signal);
    expect(report.streams).toMatch(/^a correctly signed handshake of the events stream was refused: 401/);
    expect(handshakes).toHaveLength(2);
  });
});
