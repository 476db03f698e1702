// Unit tests of the checkers that look at every message and answer: date-times, numbers, errors, and the pages of history.
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../payload/json.js';
import { balanceDeal, deal, EMPTY, FIGURES, order, position, Story } from './story.test.data.js';

const GOOD = '2026-02-28T23:59:59+00:00';

describe('date-times', () => {
  const told = (value: JsonValue): Story => {
    const story = new Story();
    story.transactions().message('transaction_event', { status: 'success' }, { payload: [{ created_at: value }] });
    return story;
  };

  it('accepts UTC with the literal offset, with or without a fraction', async () => {
    await expect(told(GOOD).judge('date-times')).resolves.toMatchObject({ outcome: 'ok', judged: 1 });
    await expect(told('2026-02-28T23:59:59.123+00:00').judge('date-times')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each([
    ['Z instead of the offset', '2026-02-28T23:59:59Z'],
    ['another offset', '2026-02-28T23:59:59+03:00'],
    ['no offset', '2026-02-28T23:59:59'],
    ['a space for the T', '2026-02-28 23:59:59+00:00'],
    ['no seconds', '2026-02-28T23:59+00:00'],
    ['a day that does not exist', '2026-02-30T00:00:00+00:00'],
    ['an hour that does not exist', '2026-02-28T24:00:01+00:00'],
  ])('finds %s', async (_, value) => {
    const { findings } = await told(value).judge('date-times');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'time.format-in-events', actual: value })]);
  });

  it.each<[string, string, (story: Story, bad: JsonObject) => void]>([
    ['snapshots', 'time.format-in-snapshots', (story, bad) => story.stream().message('trading_state_snapshot', bad)],
    ['history', 'time.format-in-history', (story, bad) => story.answer(story.call('dealHistory'), 200, {}, bad)],
    ['other answers', 'time.format-in-reads', (story, bad) => story.answer(story.call('account'), 200, {}, bad)],
  ])('names the surface: %s', async (_, requirement, tell) => {
    const story = new Story();
    tell(story, { time: '2026-02-28T23:59:59Z' });
    const { findings } = await story.judge('date-times');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it.each<[string, JsonValue]>([
    ['numbers, which may be anything', 1_767_225_600_000],
    ['dates without a time', '2026-02-28'],
    ['text about times', 'closed since 2026-02-28T23:59:59Z'],
  ])('does not judge %s', async (_, value) => {
    await expect(told(value).judge('date-times')).resolves.toMatchObject({ outcome: 'unknown' });
  });

  it('does not judge requests, headers and refusals', async () => {
    const story = new Story();
    const call = story.call('account', { params: { from: '2026-02-28T23:59:59Z' } });
    story.answer(call, 500, {}, { timestamp: '2026-02-28T23:59:59Z' });
    await expect(story.judge('date-times')).resolves.toMatchObject({ outcome: 'unknown' });
  });

  it('leaves fractions of a second to a checker of their own', async () => {
    await expect(told(GOOD).judge('date-time-fractions')).resolves.toMatchObject({ outcome: 'ok' });
    for (const value of ['2026-02-28T23:59:59.5+00:00', '2026-02-28T23:59:59.000+00:00']) {
      const { findings } = await told(value).judge('date-time-fractions');
      expect(findings).toEqual([expect.objectContaining({ requirement: 'time.without-fraction' })]);
    }
  });
});

describe('numbers', () => {
  const event = (view: JsonObject): Story => {
    const story = new Story();
    story.transactions().event(view);
    return story;
  };

  it('accepts decimal strings in any spelling, negative amounts, and members that are absent or null', async () => {
    const story = event({
      orders: [order('o-1', { volume: '1', price: null, stopLossPrice: '+1.05000' })],
      positions: [position('p-1', '0001.50')],
      deals: [deal('d-1', 'p-1', '.5', { amount: '-10.5' }), balanceDeal('d-2', '1e3')],
      accountState: FIGURES,
    });
    await expect(story.judge('numbers')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each<[string, string, JsonObject]>([
    ['a balance', 'numbers.money-strings-in-transactions', { accountState: { ...FIGURES, balance: 1000 } }],
    ['an amount', 'numbers.money-strings-in-transactions', { deals: [{ id: 'd-1', amount: 5 }] }],
    ['a volume', 'numbers.volume-strings-in-events', { orders: [order('o-1', { volume: 1 })] }],
    ['a price', 'numbers.price-strings-in-events', { positions: [position('p-1', '1', { price: 1.1 })] }],
    ['a take profit price', 'numbers.price-strings-in-events', { orders: [order('o-1', { takeProfitPrice: 1 })] }],
  ])('finds %s that is a JSON number', async (_, requirement, view) => {
    const { findings } = await event(view).judge('numbers');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('finds text that is no decimal', async () => {
    for (const volume of ['1,00', '1 000', '0x10', '', 'NaN', '１']) {
      const { findings } = await event({ orders: [order('o-1', { volume })] }).judge('numbers');
      expect(findings).toHaveLength(1);
    }
  });

  it.each<[string, string, (story: Story) => void]>([
    [
      'account state events',
      'numbers.money-strings-in-account-state',
      (story) => story.stream().message('account_state_event', { ...FIGURES, equity: 1 }),
    ],
    [
      'snapshots',
      'numbers.volume-strings-in-snapshots',
      (story) => story.transactions('A', { ...EMPTY, orders: [order('o-1', { volume: 2 })] }),
    ],
    [
      'history',
      'numbers.price-strings-in-history',
      (story) => story.answer(story.call('orderHistory'), 200, { items: [order('o-1', { price: 2 })] }),
    ],
    [
      'conditions',
      'numbers.volume-strings-in-conditions',
      (story) => story.answer(story.call('conditions'), 200, { volumeMin: 0.01, pointDigits: 5 }),
    ],
    [
      'instrument events',
      'numbers.volume-strings-in-conditions',
      (story) => story.stream().message('instrument_event', { conditions: { volumeStep: 1 } }),
    ],
    [
      'ticks',
      'ticks.prices-numbers',
      (story) => story.stream('A', 'ticksStream').message('tick', { bid: '1.1', ask: 1.2 }),
    ],
  ])('names the surface: %s', async (_, requirement, tell) => {
    const story = new Story();
    tell(story);
    const { findings } = await story.judge('numbers');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('holds money against the decimals of the currency, where the operator states them', async () => {
    const story = event({ accountState: { balance: '10.5', equity: '10.500', usedMargin: '-0.001' } });
    await expect(story.judge('numbers')).resolves.toMatchObject({ outcome: 'ok' });
    const { findings } = await story.judge('numbers', { currencyDigits: () => 2 });
    expect(findings).toEqual([expect.objectContaining({ requirement: 'numbers.money-rounded', actual: '"-0.001"' })]);
  });

  it('takes the decimals of an account that a control action opened from its parameters', async () => {
    const story = new Story();
    story.control('account.create', null, { currency_digits: '0' }, { account_id: 'Y' });
    story.transactions('Y', { accountState: FIGURES });
    await expect(story.judge('numbers', { currencyDigits: () => 2 })).resolves.toMatchObject({ outcome: 'ok' });
    story.transactions('Y', { accountState: { ...FIGURES, balance: '1000.5' } });
    await expect(story.judge('numbers', { currencyDigits: () => 2 })).resolves.toMatchObject({ outcome: 'found' });
  });
});

describe('errors', () => {
  const refused = (status: number, view: JsonObject, request = 'account', body: JsonValue = view): Story => {
    const story = new Story();
    story.answer(story.call(request, { key: 'key-1' }), status, view, body);
    return story;
  };

  it('accepts refusals with code and message', async () => {
    const story = refused(401, { code: 1001, message: 'AUTH_INVALID_SIGNATURE' });
    await expect(story.judge('error-form')).resolves.toMatchObject({ outcome: 'ok' });
    await expect(story.judge('auth-errors')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each<[string, string, JsonObject]>([
    ['code', 'errors.code-present', { message: 'REQUEST_INVALID' }],
    ['message', 'errors.message-present', { code: 'REQUEST_INVALID' }],
  ])('error-form finds a refusal without %s', async (_, requirement, view) => {
    const { findings } = await refused(400, view).judge('error-form');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('error-form finds a refusal whose body is no JSON object', async () => {
    for (const body of [null, 'denied', ['denied']]) {
      const { findings } = await refused(401, {}, 'account', body).judge('error-form');
      expect(findings).toEqual([expect.objectContaining({ requirement: 'errors.body-json' })]);
    }
  });

  it.each([
    ['Node', 'TypeError: x\n    at Object.place (/srv/app/orders.js:12:7)'],
    ['Java', 'java.lang.NullPointerException at com.x.Orders.place(Orders.java:41)'],
    ['Python', 'Traceback (most recent call last):'],
  ])('diagnostics finds a stack trace of %s, and accepts plain words', async (_, trace) => {
    const { findings } = await refused(500, { code: 1, message: trace }).judge('diagnostics');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'errors.no-diagnostics' })]);
    const plain = { code: 'REQUEST_INVALID', message: 'price must be at most 5 digits (see: volume, 12:30)' };
    await expect(refused(400, plain).judge('diagnostics')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each([
    ['failed', 'found'],
    ['success', 'found'],
    ['rejected', 'ok'],
  ])('placement-phases holds a broken trading rule against the status %s', async (status, outcome) => {
    const story = new Story();
    const stream = story.transactions();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    stream.event({ operationId: 'op-1', status, errorCode: 'TRADING_RULE_VOLUME_TOO_SMALL', errorMessage: 'm' });
    await expect(story.judge('placement-phases')).resolves.toMatchObject({ outcome });
  });

  it('placement-phases tolerates either negative status for codes of execution', async () => {
    const story = new Story();
    const stream = story.transactions();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    stream.event({ operationId: 'op-1', status: 'failed', errorCode: 'EXECUTION_REJECTED', errorMessage: 'm' });
    await expect(story.judge('placement-phases')).resolves.toMatchObject({ outcome: 'unknown' });
  });

  it('error-form does not judge what a gateway may have answered', async () => {
    await expect(refused(400, {}, 'account', null).judge('error-form')).resolves.toMatchObject({ outcome: 'unknown' });
    await expect(refused(404, {}).judge('error-form')).resolves.toMatchObject({ outcome: 'unknown' });
    await expect(refused(401, {}, 'eventsStream').judge('error-form')).resolves.toMatchObject({ outcome: 'unknown' });
  });

  it.each<[string, string, JsonObject]>([
    ['a code that is text', 'auth.error-code-numeric', { code: '1001', message: 'AUTH_INVALID_SIGNATURE' }],
    ['the name as code', 'auth.error-code-numeric', { code: 'AUTH_INVALID_API_KEY', message: 'Unknown key' }],
    ['a code with the name of another', 'auth.error-1000-name', { code: 1000, message: 'AUTH_INVALID_SIGNATURE' }],
    ['a code with diagnostics for a name', 'auth.error-1002-name', { code: 1002, message: 'no access to account 7' }],
  ])('auth-errors finds %s', async (_, requirement, view) => {
    const { findings } = await refused(401, view).judge('auth-errors');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('auth-errors leaves other errors alone, whatever their codes are', async () => {
    await expect(refused(400, { code: 1000, message: 'REQUEST_INVALID' }).judge('auth-errors')).resolves.toMatchObject({
      outcome: 'unknown',
    });
  });

  it.each<[string, number, JsonObject, string]>([
    ['a trading rule', 400, { code: 5, message: 'TRADING_RULE_VOLUME_TOO_SMALL' }, 'orders.rule-codes-after-ack'],
    ['an execution code', 409, { code: 'EXECUTION_REJECTED', message: 'm' }, 'orders.rule-codes-after-ack'],
    ['the final rate limit', 429, { code: 'SYSTEM_RATE_LIMIT', message: 'm' }, 'orders.rule-codes-after-ack'],
    ['an internal error', 500, { code: 1, message: 'm' }, 'orders.sync-code-500'],
  ])('placement-phases finds a placement that is answered with %s', async (_, status, view, requirement) => {
    const { findings } = await refused(status, view, 'placeOrder').judge('placement-phases');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it.each(['ACCOUNT_CLOSE_ONLY', 'REQUEST_INVALID_PRICE', 'MARKET_NO_QUOTES', 'SYSTEM_TEMPORARY_UNAVAILABLE'])(
    'placement-phases tolerates %s, which belongs to both phases',
    async (message) => {
      const story = refused(503, { code: 1, message }, 'placeOrder');
      await expect(story.judge('placement-phases')).resolves.toMatchObject({ outcome: 'ok' });
    },
  );

  it('listed-names finds names outside the lists, and refusals without any', async () => {
    const names = ['REQUEST_ODD', 'something is wrong'].map((message) =>
      refused(400, { code: 1, message }, 'placeOrder').judge('listed-names'),
    );
    const found = (await Promise.all(names)).map(({ findings }) => findings[0]?.requirement);
    expect(found).toEqual(['orders.sync-code-400', 'errors.public-name']);
  });

  it.each([
    ['a key conflict', 'key-1'],
    ['a malformed key', 'no'],
  ])('listed-names leaves the code of %s alone', async (_, key) => {
    const story = new Story();
    if (key === 'key-1') story.answer(story.call('placeOrder', { key }), 202, { operationId: 'op-1' });
    story.answer(story.call('placeOrder', { key }), 400, { code: 1, message: 'KEY_ODD' });
    await expect(story.judge('listed-names')).resolves.toMatchObject({ outcome: 'unknown' });
  });

  it('listed-names finds a final code outside the list, and accepts one of it', async () => {
    for (const [errorCode, outcome] of [
      ['TRADING_RULE_ODD', 'found'],
      ['TRADING_RULE_INSUFFICIENT_MARGIN', 'ok'],
    ] as const) {
      const story = new Story();
      const stream = story.transactions();
      story.acknowledged('placeOrder', 'key-1', 'op-1');
      stream.event({ operationId: 'op-1', status: 'rejected', errorCode, errorMessage: 'm' });
      await expect(story.judge('listed-names')).resolves.toMatchObject({ outcome });
    }
  });
});

describe('history', () => {
  const item = (id: string, second: number, more: JsonObject = {}): JsonObject => ({
    ...deal(id, 'p-1', '1.00'),
    time: `2026-01-01T00:00:0${second}+00:00`,
    ...more,
  });
  interface PageWish {
    readonly items: readonly JsonObject[];
    readonly after?: string;
    readonly next?: string;
    readonly body?: JsonValue;
  }
  const page = (story: Story, { items, after, next, body }: PageWish, request = 'dealHistory'): void => {
    const call = story.call(request, { params: after === undefined ? {} : { cursor: after } });
    const view = { items, ...(next !== undefined && { cursor: next }) };
    story.answer(call, 200, view, body ?? { data: items.map((one) => one) });
  };

  it('history-pages accepts walks over pages, equal times, pages that are read again, and empty collections', async () => {
    const story = new Story();
    page(story, { items: [] });
    page(story, { items: [item('d-1', 1), item('d-2', 1)], next: 'c-1' });
    page(story, { items: [item('d-3', 2)], after: 'c-1', next: 'c-2' });
    page(story, { items: [item('d-3', 2)], after: 'c-1', next: 'c-2' });
    page(story, { items: [item('d-4', 2)], after: 'c-2' });
    await expect(story.judge('history-pages')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each<[string, string, string, (story: Story) => void]>([
    [
      'newer items before older ones',
      'dealHistory',
      'history.deals-ascending',
      (story) => page(story, { items: [item('d-2', 2), item('d-1', 1)] }),
    ],
    [
      'orders that come backwards',
      'orderHistory',
      'history.orders-ascending',
      (story) => page(story, { items: [item('o-3', 3), item('o-2', 2), item('o-1', 1)] }, 'orderHistory'),
    ],
    [
      'a page that is older than the one before',
      'dealHistory',
      'history.deals-ascending',
      (story) => {
        page(story, { items: [item('d-2', 2)], next: 'c-1' });
        page(story, { items: [item('d-1', 1)], after: 'c-1' });
      },
    ],
    [
      'an item on two pages',
      'dealHistory',
      'history.cursor-continues',
      (story) => {
        page(story, { items: [item('d-1', 1), item('d-2', 2)], next: 'c-1' });
        page(story, { items: [item('d-2', 2), item('d-3', 3)], after: 'c-1' });
      },
    ],
    [
      'a later walk that lost an item',
      'dealHistory',
      'history.cursor-continues',
      (story) => {
        page(story, { items: [item('d-1', 1), item('d-2', 2)] });
        page(story, { items: [item('d-1', 1)] });
      },
    ],
  ])('history-pages finds %s', async (_, __, requirement, tell) => {
    const story = new Story();
    tell(story);
    const { findings } = await story.judge('history-pages');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('history-pages tolerates orders that ascend by another of their times than the dialect names', async () => {
    const story = new Story();
    const items = [item('o-1', 5), item('o-2', 3)];
    const body = items.map((one, at) => ({ ...one, closed_at: `2026-01-01T00:00:0${6 + at}+00:00` }));
    page(story, { items, body }, 'orderHistory');
    await expect(story.judge('history-pages')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it('history-pages tolerates that items expire when the clock moves, and pages by filters', async () => {
    const story = new Story();
    page(story, { items: [item('d-1', 1)] });
    story.answer(story.call('dealHistory', { params: { from: '2027-01-01T00:00:00+00:00' } }), 200, { items: [] });
    story.control('clock.advance', null);
    page(story, { items: [] });
    await expect(story.judge('history-pages')).resolves.not.toMatchObject({ outcome: 'found' });
  });

  it('history-entities accepts deals as they were announced, however their decimals are padded', async () => {
    const story = new Story();
    story.transactions().event({ deals: [item('d-1', 1)] });
    page(story, { items: [item('d-1', 1, { volume: '1.0', price: '1.1' }), item('d-2', 2)] });
    await expect(story.judge('history-entities')).resolves.toMatchObject({ outcome: 'ok', judged: 1 });
  });

  it.each<[string, JsonObject]>([
    ['volume', { volume: '2.00' }],
    ['price', { price: '1.10001' }],
    ['side', { side: 'sell' }],
    ['position', { positionId: 'p-2' }],
  ])('history-entities finds a deal whose %s differs from its event', async (_, change) => {
    const story = new Story();
    story.transactions().event({ deals: [item('d-1', 1)] });
    page(story, { items: [item('d-1', 1, change)] });
    const { findings } = await story.judge('history-entities');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'history.agrees-with-events' })]);
  });

  it.each<[string, JsonObject]>([
    ['price', { price: '1.05001' }],
    ['type', { type: 'stop' }],
    ['side', { side: 'sell' }],
  ])(
    'history-entities finds an order that was never executed and whose %s differs from its event',
    async (_, change) => {
      const story = new Story();
      story.transactions().event({ orders: [order('o-1')] });
      page(story, { items: [order('o-1', { ...change, state: 'cancelled' })] }, 'orderHistory');
      const { findings } = await story.judge('history-entities');
      expect(findings).toEqual([expect.objectContaining({ requirement: 'history.agrees-with-events' })]);
    },
  );

  it('history-entities tolerates another price of an order that was executed, and details that history leaves out', async () => {
    const story = new Story();
    const stream = story.transactions();
    stream.event({ orders: [order('o-1'), order('o-2')] });
    stream.event({ orders: [order('o-1')], deals: [item('d-1', 1)] });
    page(story, { items: [order('o-1', { price: '1.06' }), { id: 'o-2', price: null }] }, 'orderHistory');
    await expect(story.judge('history-entities')).resolves.toMatchObject({ outcome: 'ok', judged: 1 });
  });
});
