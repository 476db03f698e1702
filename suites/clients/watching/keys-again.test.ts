import { describe, expect, it } from 'vitest';
import type { Observed, ObservedFrame, ObservedRequest } from '../../../toolkit/tap/index.js';
import { Seen } from '../stage/seen.js';
import { allSentAfterTheirEnd, endedBefore, oneKeyForEqual, takenForAnother } from './keys-again.js';

const noStatus = () => undefined;

const SECOND = 1_000_000_000n;
let seq = 0;

/** A placement that was acknowledged, at so many seconds. */
function placed(key: string, price: string, seconds: number): ObservedRequest {
  seq += 1;
  const moment = { seq, atNs: BigInt(seconds) * SECOND };
  return {
    ...moment,
    connection: 1,
    method: 'POST',
    target: '/',
    headers: [['SVC-IDEMPOTENCY-KEY', key]],
    read: { request: 'placeOrder', accountId: 'A', params: { price } },
    signature: { stages: [] },
    body: new Uint8Array(),
    answer: { ...moment, status: 202, headers: [], body: new Uint8Array(), delivered: 'whole' },
  };
}

/** The event that tells the end of an order. */
function ended(key: string, seconds: number): ObservedFrame {
  seq += 1;
  return {
    seq,
    atNs: BigInt(seconds) * SECOND,
    connection: 2,
    stream: 'events',
    accountId: 'A',
    direction: 'out',
    text: '',
    isBinary: false,
    messages: [{ kind: 'transaction_event', message: {}, view: { clientRequestId: key, status: 'success' } }],
  };
}

function seen(requests: readonly ObservedRequest[], frames: readonly ObservedFrame[] = []): Seen {
  const observed: Observed = { requests, frames, handshakes: [], connections: [], malformed: [] };
  return new Seen(observed);
}

describe('an order under a key that came before', () => {
  it('is another one where it asks for something else after a restart', () => {
    const before = placed('order-1', '1.05', 1);
    const after = placed('order-1', '1.06', 90);
    expect(takenForAnother(seen([before, after]), before.seq)?.map(({ seq: at }) => at)).toEqual([
      after.seq,
      before.seq,
    ]);
  });

  it('may be a repeat where it asks for the same, and another key is another order', () => {
    const before = placed('order-1', '1.05', 1);
    const others = [placed('order-1', '1.05', 90), placed('order-2', '1.06', 91)];
    expect(takenForAnother(seen([before, ...others]), before.seq)).toBeUndefined();
  });
});

describe('an order that is sent again', () => {
  it('is told of where its end was told long ago', () => {
    const first = placed('rung-1', '1.05', 1);
    const again = placed('rung-1', '1.05', 20);
    expect(allSentAfterTheirEnd(seen([first, again], [ended('rung-1', 2)]), noStatus)).toHaveLength(1);
  });

  it('is told of sooner where its end is known to be read', () => {
    const first = placed('rung-1', '1.05', 1);
    const again = placed('rung-1', '1.05', 6);
    const [event, ponged] = [ended('rung-1', 2), { seq: 0, atNs: 2n * SECOND }];
    expect(allSentAfterTheirEnd(seen([first, again], [{ ...event, ponged }]), noStatus)).toHaveLength(1);
    expect(allSentAfterTheirEnd(seen([first, again], [event]), noStatus)).toEqual([]);
  });

  it('is told of where its status told the end', () => {
    const first = placed('rung-1', '1.05', 1);
    const read = {
      ...placed('', '1.05', 2),
      method: 'GET',
      read: { request: 'operationStatus', accountId: 'A', params: {} },
    } as const;
    const status = {
      ...read,
      answer: { seq: 0, atNs: 2n * SECOND, status: 200, headers: [], body: new Uint8Array(), delivered: 'whole' },
    } as const;
    const again = placed('rung-1', '1.05', 20);
    expect(allSentAfterTheirEnd(seen([first, status, again]), () => 'rung-1')).toHaveLength(1);
  });

  it.each([
    ['its end was told just now, on a stream that answers no ping', ended('rung-1', 17)],
    ['another ended', ended('rung-2', 2)],
  ])('is a repeat where %s', (_, event) => {
    const first = placed('rung-1', '1.05', 1);
    const again = placed('rung-1', '1.05', 20);
    expect(allSentAfterTheirEnd(seen([first, again], [event]), noStatus)).toEqual([]);
  });
});

describe('equal orders under one key', () => {
  const orders = ['1.05', '1.06'].flatMap((price, at) => [placed(price, price, 1 + at), placed(price, price, 20 + at)]);
  const ends = [ended('1.05', 3), ended('1.06', 3)];
  const watched = (troubled: readonly string[], events = ends) => ({
    ...{ seen: seen(orders, events), endedKeyOf: noStatus, troubled: new Set(troubled) },
  });

  it('are told of where several keys come again', () => {
    expect(oneKeyForEqual(watched([])).map(([{ seq: at }]) => at)).toEqual([orders[1]?.seq, orders[3]?.seq]);
  });

  it('are not where one alone does, or one met something', () => {
    expect(oneKeyForEqual(watched([], ends.slice(1)))).toEqual([]);
    expect(oneKeyForEqual(watched(['1.05']))).toEqual([]);
  });
});

describe('keys after a restart', () => {
  const again = (toldAt: number): number => {
    const [one, other] = [placed('order-1', '1.05', 1), placed('order-2', '1.06', 1)];
    const told = [ended('order-1', toldAt), ended('order-2', toldAt)];
    const later = [placed('order-1', '1.05', 95), placed('order-2', '1.06', 96)];
    const watched = { seen: seen([one, other, ...later], told), endedKeyOf: noStatus };
    return endedBefore(watched, 90n * SECOND).length;
  };

  it('are old ones where their orders had ended long before it', () => {
    expect(again(2)).toBe(2);
  });

  it('are rightly those of orders whose end was told shortly before it, and perhaps not written down', () => {
    expect(again(84)).toBe(0);
  });
});
