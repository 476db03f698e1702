import { describe, expect, it } from 'vitest';
import type { HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import { KeyUses } from '../account/key-uses.js';
import { BuiltParts } from '../target/built-parts.js';
import { SentRequests } from '../verdict/sent-requests.js';
import { Provoked } from './provoked.js';
import { Sending, type SendingCheck } from './sending.js';
import { UnprovokedStatuses } from './unprovoked-statuses.js';
import { Hopeless } from './waiting-out.js';

const READ: RequestSpec = { name: 'account', accountId: 'A', method: 'GET', path: '/' };
const ORDER: RequestSpec = { name: 'placeOrder', accountId: 'A', method: 'POST', path: '/' };

interface Answer {
  readonly status: number;
  readonly durationMs: number;
}

/** Sends a request to a target that answers so, and gives the requests that it saw. */
async function sent(
  spec: RequestSpec,
  answers: readonly Answer[],
  slow: number[] = [],
): Promise<readonly RequestSpec[]> {
  const seen: RequestSpec[] = [];
  const check = {
    target: {
      pace: { turn: async () => undefined, passed: () => undefined },
      hopeless: new Hopeless(),
      unprovoked: new UnprovokedStatuses(),
      lockOuts: { sound: () => undefined, refused: () => undefined, maySuspect: () => false },
      read: { error: () => ({}) },
      parts: new BuiltParts(),
      clock: { nowMs: () => 0 },
    },
    journal: { at: () => undefined },
    tally: { provokes: () => false, throttled: [], slow, findings: [], provoke: () => undefined },
    sent: new SentRequests('own.b/c'),
    keyUses: new KeyUses(),
    notFound: new Map(),
    opened: new Set(),
    notThere: [],
    signal: new AbortController().signal,
    offTheClock: (waiting: Promise<unknown>) => waiting,
  };
  // Sending uses only what is here.
  await new Sending(check as unknown as SendingCheck, new Provoked()).through(spec, async (request) => {
    const { status, durationMs } = answers[Math.min(seen.length, answers.length - 1)] ?? { status: 500, durationMs: 0 };
    seen.push(request);
    const exchange = {
      request,
      idempotencyKey: 'key-1',
      durationMs,
      record: seen.length,
      invoke: 0,
      answer: { status, headers: {}, bytes: Buffer.alloc(0) },
    };
    return { exchange: exchange as unknown as HttpExchange };
  });
  return seen;
}

const LATE = { status: 401, durationMs: 1_500 };
const DONE = { status: 200, durationMs: 3 };

describe('a sound request whose timestamp may have been too old on arrival', () => {
  it('is signed anew, with the key that it had', async () => {
    expect(await sent(READ, [LATE, DONE])).toHaveLength(2);
    const [first, again] = await sent(ORDER, [LATE, { status: 202, durationMs: 3 }]);
    expect(first?.idempotencyKey).toBeUndefined();
    expect(again?.idempotencyKey).toBe('key-1');
  });

  it.each([400, 403])('is signed anew where it is refused with %i', async (status) => {
    expect(await sent(READ, [{ ...LATE, status }, DONE])).toHaveLength(2);
  });

  it('is given up after a few times', async () => {
    expect(await sent(READ, [LATE])).toHaveLength(4);
  });

  it('is noted where it was that slow to the last', async () => {
    const slow: number[] = [];
    await sent(READ, [{ status: 401, durationMs: 4_500 }], slow);
    expect(slow).toEqual([4]);
    await sent(READ, [{ status: 401, durationMs: 4_500 }, LATE], slow);
    await sent(READ, [{ status: 401, durationMs: 4_500 }, DONE], slow);
    expect(slow).toEqual([4]);
  });

  it.each<[string, Partial<RequestSpec>, Answer]>([
    ['was refused at once', {}, { status: 401, durationMs: 900 }],
    ['was refused for something else', {}, { status: 404, durationMs: 1_500 }],
    ['was shifted in time', { shiftMs: -60_000 }, LATE],
    ['was signed by a key that may not', { key: 'expired' }, LATE],
  ])('is told from one that %s', async (_what, spec, answer) => {
    expect(await sent({ ...READ, ...spec }, [answer, DONE])).toHaveLength(1);
  });
});
