import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { LiveMarket } from './market.js';
import { notPossibleNow } from './not-possible-now.js';
import { notResting } from './not-resting.js';
import { OwnOperations } from './own-operations.js';
import { RestingOrders } from './resting-orders.js';

const EURUSD = {
  name: 'EURUSD',
  restingBuyLimit: '0.90000',
  restingSellLimit: '1.10000',
  restingBuyStop: '1.10000',
  restingSellStop: '0.90000',
};
const GOLD = { ...EURUSD, name: 'GOLD' };

describe('the market of a run', () => {
  it('goes without an instrument that is closed, until some time has passed', () => {
    let nowMs = 0;
    const market = new LiveMarket([EURUSD, GOLD], () => nowMs);
    market.close('EURUSD', 'MARKET_SESSION_CLOSED', 7);
    expect(market.instruments.map(({ name }) => name)).toEqual(['GOLD']);
    expect(market.whyClosed()).toBeUndefined();
    nowMs = 60_000;
    expect(market.instruments).toHaveLength(2);
  });

  it('looks at it again soon, and less and less often while it is closed still', () => {
    let nowMs = 0;
    const market = new LiveMarket([EURUSD, GOLD], () => nowMs);
    const openings = [0, 3_000, 9_000, 21_000].map((closedAtMs) => {
      nowMs = closedAtMs;
      market.close('EURUSD', 'MARKET_SESSION_CLOSED', 7);
      // One that was under way then says it once more.
      nowMs += 100;
      market.close('EURUSD', 'MARKET_SESSION_CLOSED', 8);
      while (market.isClosed('EURUSD')) nowMs += 100;
      return nowMs;
    });
    expect(openings).toEqual([3_000, 9_000, 21_000, 45_000]);
    nowMs = 200_000;
    market.close('EURUSD', 'MARKET_SESSION_CLOSED', 7);
    nowMs += 3_000;
    expect(market.isClosed('EURUSD')).toBe(false);
  });

  it('has a break that is worth waiting for while all are closed, until it lasts', () => {
    let nowMs = 0;
    const market = new LiveMarket([EURUSD, GOLD], () => nowMs);
    market.close('EURUSD', 'MARKET_SESSION_CLOSED', 7);
    expect(market.breakMs()).toBe(0);
    nowMs = 1_000;
    market.close('GOLD', 'MARKET_SESSION_CLOSED', 8);
    expect(market.breakMs()).toBe(2_000);
    for (const closedAtMs of [4_000, 10_000]) {
      nowMs = closedAtMs;
      for (const name of ['EURUSD', 'GOLD']) market.close(name, 'MARKET_SESSION_CLOSED', 9);
    }
    expect(market.whyClosed()).toBeDefined();
    expect(market.breakMs()).toBe(0);
  });

  it('counts a break from when it was told, however long the check that met it went on', () => {
    let nowMs = 0;
    const market = new LiveMarket([EURUSD, GOLD], () => nowMs);
    market.close('EURUSD', 'MARKET_SESSION_CLOSED', 7);
    nowMs = 5_000;
    market.close('EURUSD', 'MARKET_SESSION_CLOSED', 8, 4_000);
    expect(market.isClosed('EURUSD')).toBe(false);
    market.close('EURUSD', 'MARKET_SESSION_CLOSED', 9, 1_000);
    expect(market.breakMs('EURUSD')).toBe(5_000);
  });

  it('knows which others may be in a break, for one attempt of a check from its first look on', () => {
    let nowMs = 0;
    const market = new LiveMarket([EURUSD, GOLD], () => nowMs);
    market.close('EURUSD', 'MARKET_SESSION_CLOSED', 7);
    const attempt = market.forOneAttempt();
    const names = (): readonly string[] => [...attempt.instruments(), ...attempt.pausing()].map(({ name }) => name);
    expect(names()).toEqual(['GOLD', 'EURUSD']);
    expect(attempt.breakMs('EURUSD')).toBe(3_000);
    expect(attempt.breakMs('GOLD')).toBe(0);
    nowMs = 4_000;
    expect(names()).toEqual(['GOLD', 'EURUSD']);
    expect(market.pausing()).toEqual([]);
    for (const closedAtMs of [4_000, 10_000]) {
      nowMs = closedAtMs;
      market.close('EURUSD', 'MARKET_SESSION_CLOSED', 9);
    }
    expect(market.pausing()).toEqual([]);
  });

  it('stays as it was at the first look for one attempt of a check', () => {
    const market = new LiveMarket([EURUSD, GOLD], () => 0);
    const attempt = market.forOneAttempt();
    const [first] = attempt.instruments();
    market.close('EURUSD', 'MARKET_SESSION_CLOSED', 7);
    expect(attempt.instruments()[0]).toEqual(first);
    expect(market.forOneAttempt().instruments()).toHaveLength(1);
  });

  it('names one cause when nothing can be traded on', () => {
    const market = new LiveMarket([EURUSD, GOLD], () => 0);
    market.close('EURUSD', 'MARKET_SESSION_CLOSED', 7);
    market.close('GOLD', 'MARKET_NO_QUOTES', 9);
    expect(market.whyClosed()).toMatchObject({
      message: 'no instrument of the profile can be traded on now: MARKET_NO_QUOTES, MARKET_SESSION_CLOSED',
      evidence: [7, 9],
    });
  });

  it('keeps prices that rest well, and moves them with a market that has come near or passed them', () => {
    const market = new LiveMarket([EURUSD]);
    expect(market.standsAt('EURUSD', '1.03000')).toBe(false);
    expect(market.standsAt('EURUSD', '2.00000')).toBe(true);
    expect(market.named('EURUSD')).toMatchObject({ restingBuyLimit: '1.80000', restingSellLimit: '2.20000' });
  });

  it('takes what the profile does not name for like the first, until it is known where one of them stands', () => {
    const market = new LiveMarket([EURUSD]);
    expect(market.unnamed('MADE-1')).toEqual({ ...EURUSD, name: 'MADE-1' });
    expect(market.standsAt('MADE-1', '1.01')).toBe(false);
    market.knowDigits('MADE-1', 1);
    expect(market.standsAt('MADE-1', '150.04')).toBe(true);
    expect(market.unnamed('MADE-2')).toMatchObject({
      name: 'MADE-2',
      restingBuyLimit: '135.0',
      restingSellLimit: '165.1',
    });
    expect(market.named('EURUSD')).toEqual(EURUSD);
  });

  it('moves prices away from the market when it rounds them to the digits of the instrument', () => {
    const market = new LiveMarket([EURUSD]);
    market.knowDigits('EURUSD', 2);
    market.standsAt('EURUSD', '3.33333');
    expect(market.named('EURUSD')).toMatchObject({ restingBuyLimit: '2.99', restingSellLimit: '3.67' });
  });
});

/** What the check asked for, and what came of it, as the journal holds it. */
function story(
  params: Record<string, string>,
  ...events: readonly Record<string, JsonValue>[]
): readonly JournalRecord[] {
  const base = {
    run: 'r',
    t_ns: 0,
    wall: '',
    actor: 'suite',
    conn: 'c',
    check: 'x',
    account: 'A',
    raw: null,
    error: null,
  };
  const asked = { ...base, kind: 'invoke', client_request_id: 'k1', operation_id: null, cause: null } as const;
  return [
    { ...asked, i: 1, parsed: { request: 'placeOrder', params } },
    {
      ...asked,
      i: 2,
      kind: 'ok',
      operation_id: 'o1',
      cause: 1,
      parsed: { request: 'placeOrder', status: 202, view: {} },
    },
    ...events.map((view, at): JournalRecord => {
      const isControl = 'action' in view;
      const parsed = isControl ? view : { kind: 'transaction_event', message: {}, view };
      return { ...asked, i: 3 + at, kind: isControl ? 'control' : 'event', client_request_id: null, parsed };
    }),
  ];
}

const ORDER = { instrument: 'EURUSD', type: 'limit', side: 'buy', price: '0.90000' };
const CLOSED = { status: 'rejected', clientRequestId: 'k1', errorCode: 'MARKET_SESSION_CLOSED' };

describe('what was not possible then', () => {
  it('is a result that says so of an order of the check, with its instrument', () => {
    const records = story(ORDER, CLOSED);
    expect(notPossibleNow(records, new OwnOperations(records))).toEqual([
      { code: 'MARKET_SESSION_CLOSED', record: 3, ageMs: expect.any(Number), instrument: 'EURUSD', isDoubtful: false },
    ]);
  });

  const BUSY = { ...CLOSED, errorCode: 'EXECUTION_REJECTED' };

  it.each([
    [
      { action: 'market.close', params: { closed: 'true' } },
      { action: 'market.close', params: { closed: 'false' } },
    ],
    [
      { action: 'market.quotes', params: { available: 'false' } },
      { action: 'market.quotes', params: { available: 'true' } },
    ],
    [
      { action: 'limits.exhaust', params: {} },
      { action: 'limits.restore', params: {} },
    ],
  ])('is doubtful once the check has undone what it brought about with %j', (caused, undone) => {
    const later = story(ORDER, BUSY).map((record) => ({
      ...record,
      i: record.i + 10,
      cause: record.cause === null ? null : record.cause + 10,
    }));
    const [first, second] = story(ORDER, caused, undone).slice(2);
    if (first === undefined || second === undefined) throw new Error('two control records');
    const told = (records: readonly JournalRecord[]): unknown => notPossibleNow(records, new OwnOperations(records));
    expect(told([first, second, ...later])).toMatchObject([{ code: 'EXECUTION_REJECTED', isDoubtful: true }]);
    expect(told([first, ...later])).toEqual([]);
  });

  it('is none where the session that the check closed is said to be closed still, once it is open again', () => {
    const undone = { action: 'market.close', params: { closed: 'false' } };
    const records = story(ORDER, undone, CLOSED);
    expect(notPossibleNow(records, new OwnOperations(records))).toEqual([]);
  });

  it('is a closed session, too, where the check brought about something else', () => {
    const records = story(ORDER, { action: 'limits.exhaust' }, CLOSED);
    expect(notPossibleNow(records, new OwnOperations(records))).toMatchObject([{ code: 'MARKET_SESSION_CLOSED' }]);
  });

  it.each([
    ['of another client', [{ ...CLOSED, clientRequestId: 'elsewhere' }]],
    ['of an operation that succeeded elsewhere', [{ ...CLOSED, status: 'success', errorCode: null }, CLOSED]],
    ['that the check brought about', [{ action: 'market.close' }, CLOSED]],
  ])('is no result %s', (_, events) => {
    const records = story(ORDER, ...events);
    expect(notPossibleNow(records, new OwnOperations(records))).toEqual([]);
  });
});

describe('an order that did not rest', () => {
  const dialect = { meaning: (_: string, word: JsonValue) => String(word) };
  const resting = new RestingOrders();
  resting.wrote(EURUSD, ORDER);
  const order = { id: '1', type: 'limit', price: '0.9', instrument: 'EURUSD' };

  it.each([
    [
      'was executed by an event of the platform',
      { orders: [order], deals: [{ id: 'd', price: '0.85', instrument: 'EURUSD' }] },
      '0.85',
    ],
    ['was refused for its price', { clientRequestId: 'k1', errorCode: 'TRADING_RULE_INVALID_PRICE_LEVEL' }, '0.90000'],
  ])('%s, and says where the market is', (_, event, price) => {
    const records = story(ORDER, event);
    expect(notResting(records, new OwnOperations(records), dialect, resting)).toEqual([
      { instrument: 'EURUSD', price, record: 3 },
    ]);
  });

  it.each([{ action: 'market.price' }, { action: 'order.fill', params: { order_id: '1' } }])(
    'is none that the check made to be executed by $action',
    (control) => {
      const records = story(ORDER, control, { orders: [order], deals: [{ id: 'd', price: '0.85' }] });
      expect(notResting(records, new OwnOperations(records), dialect, resting)).toEqual([]);
    },
  );
});

describe('distances from the market', () => {
  it('are tried in turn around where the market stood last, and end with those of the profile', () => {
    const market = new LiveMarket([EURUSD]);
    const prices = (): readonly (string | undefined)[] => {
      const present = market.named('EURUSD');
      return [present?.restingBuyLimit, present?.restingBuyStop];
    };
    market.standsAt('EURUSD', '2.0', { isSure: true });
    const seen = [prices()];
    while (market.otherDistance()) seen.push(prices());
    expect(seen).toEqual([
      ['1.80000', '2.20000'],
      ['1.80000', '2.20000'],
      ['1.92000', '2.08000'],
      ['1.50000', '2.50000'],
      ['1.80000', '2.20000'],
    ]);
  });
});
