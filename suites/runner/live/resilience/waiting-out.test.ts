import { describe, expect, it } from 'vitest';
import type { HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import { Pace } from './pace.js';
import { Provoked } from './provoked.js';
import { Hopeless, retryAfterOf, waitedOut } from './waiting-out.js';

const ORDER: RequestSpec = { name: 'placeOrder', accountId: 'A', method: 'POST', path: '/orders' };

function answered(
  request: RequestSpec,
  status: number,
  key: string,
  headers: Record<string, string> = {},
): HttpExchange {
  return {
    request,
    idempotencyKey: key,
    invoke: 1,
    record: 2,
    durationMs: 1,
    answer: { status, headers, bytes: new Uint8Array(), body: undefined },
  };
}

/** A target that answers with these statuses in turn, and the requests that it saw. */
async function sentTo(
  statuses: readonly number[],
  spec: RequestSpec = ORDER,
  provoked?: number,
): Promise<{ exchange: HttpExchange; seen: readonly RequestSpec[]; second: readonly HttpExchange[] }> {
  const seen: RequestSpec[] = [];
  const second: HttpExchange[] = [];
  const { exchange } = await waitedOut(
    spec,
    async (one) => {
      seen.push(one);
      const status = statuses[seen.length - 1] ?? 503;
      return { exchange: answered(one, status, one.idempotencyKey ?? `fresh-${seen.length}`) };
    },
    {
      pace: new Pace(0),
      hopeless: new Hopeless(),
      signal: new AbortController().signal,
      isMeant: ({ answer }) => answer?.status === provoked,
      onSecondKey: (one) => second.push(one),
      offTheClock: (waiting) => waiting,
      longestMs: 500,
    },
  );
  return { exchange, seen, second };
}

describe('what nothing is hoped of any more', () => {
  const lane = (request: RequestSpec['name']): Parameters<Hopeless['is']>[0] => ({ accountId: 'A', request });
  const gaveUp = (hopeless: Hopeless, times: number, name: RequestSpec['name'] = 'placeOrder'): void => {
    for (let n = 0; n < times; n += 1) hopeless.gaveUp(lane(name));
  };

  it('is first a kind of request, then the whole target', () => {
    const hopeless = new Hopeless();
    gaveUp(hopeless, 6);
    expect([hopeless.is(lane('placeOrder')), hopeless.is(lane('limits'))]).toEqual([true, false]);
    gaveUp(hopeless, 18);
    expect(hopeless.is(lane('limits'))).toBe(true);
  });

  it('is nothing once a request was answered', () => {
    const hopeless = new Hopeless();
    gaveUp(hopeless, 24);
    hopeless.answered(lane('placeOrder'));
    expect([hopeless.is(lane('placeOrder')), hopeless.is(lane('limits'))]).toEqual([false, false]);
  });
});

describe('waiting out 429 and 503', () => {
  it('makes a mutation again under its first key', async () => {
    const { exchange, seen } = await sentTo([503, 429, 202]);
    expect(exchange.answer?.status).toBe(202);
    expect(seen.map(({ idempotencyKey }) => idempotencyKey)).toEqual([undefined, 'fresh-1', 'fresh-1']);
  });

  it('takes another key, and says so, where the refusal has used the first one up', async () => {
    const { exchange, seen, second } = await sentTo([503, 409, 202]);
    expect(exchange.answer?.status).toBe(202);
    expect(seen[2]?.idempotencyKey).toBeUndefined();
    expect(second).toHaveLength(1);
  });

  it('keeps the key that a check has chosen', async () => {
    const { exchange, seen } = await sentTo([503, 409], { ...ORDER, idempotencyKey: 'chosen' });
    expect(exchange.answer?.status).toBe(409);
    expect(seen.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['chosen', 'chosen']);
  });

  it('gives up in the end and hands over the refusal', async () => {
    const { exchange } = await sentTo([]);
    expect(exchange.answer?.status).toBe(503);
  });

  it('takes what a check has provoked for an answer, and asks once more where it might be a gateway', async () => {
    const { exchange, seen } = await sentTo([503, 503, 202], ORDER, 503);
    expect(exchange.answer?.status).toBe(503);
    expect(seen).toHaveLength(2);
  });

  it('hands over what stays in the place of a refusal that a check has provoked', async () => {
    const provoked = new Provoked();
    provoked.by('service.maintenance', { enabled: 'true' });
    const replaces = (status: number, tries: number): boolean =>
      provoked.replaces(answered(ORDER, status, 'key-1'), tries);
    expect([replaces(429, 1), replaces(429, 4), replaces(401, 4)]).toEqual([false, true, false]);
    provoked.by('service.maintenance', { enabled: 'false' });
    expect(replaces(429, 4)).toBe(false);
  });

  it('reads Retry-After in seconds, and leaves alone what nobody would wait for', () => {
    const after = (text: string): number | undefined =>
      retryAfterOf({ status: 429, headers: { 'retry-after': text }, bytes: new Uint8Array(), body: null });
    expect(['2', '0', '86400', 'soon', ''].map(after)).toEqual([2000, 0, undefined, undefined, undefined]);
  });
});
