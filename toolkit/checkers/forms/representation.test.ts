// Unit tests of the checkers of date-times and numbers, over every message and answer.
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { balanceDeal, deal, EMPTY, FIGURES, order, position, Story } from '../story.test.aid.js';

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
    ['the form of HTTP headers', 'Sat, 28 Feb 2026 23:59:59 GMT'],
    ['day, month and year', '28.02.2026 23:59:59'],
    ['slashes', '2026/02/28 23:59:59'],
    ['second 60 within a month', '2026-02-27T23:59:60+00:00'],
    ['second 60 within a day', '2026-02-28T12:59:60+00:00'],
    ['no seconds', '2026-02-28T23:59+00:00'],
  ])('finds %s', async (_, value) => {
    const { findings } = await told(value).judge('date-times');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'time.format-in-events', actual: value })]);
  });

  it('takes a leap second, which ends a month', async () => {
    const { findings } = await told('2026-06-30T23:59:60+00:00').judge('date-times');
    expect(findings).toEqual([]);
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

  it.each(['2026-02-28', '1772323199000', '28-Feb-2026 23:59', '20260228T235959Z'])(
    'finds %s where the profile binds a date-time, by name and by pattern, and in the time of an entity',
    async (value) => {
      for (const dateTimeMembers of [['/**/created_at'], ['/payload/*/created_at']]) {
        const { findings } = await told(value).judge('date-times', { dateTimeMembers });
        expect(findings).toEqual([expect.objectContaining({ requirement: 'time.format-in-events', actual: value })]);
      }
      const story = new Story();
      story.transactions().message('transaction_event', { status: 'success', orders: [order('1', { time: value })] });
      expect((await story.judge('date-times')).findings).toHaveLength(1);
    },
  );

  it.each<[string, JsonValue]>([
    ['numbers', 1_767_225_600_000],
    ['nothing', null],
    ['an empty text', ''],
    ['a word', 'never'],
  ])('does not judge %s where the profile binds a date-time', async (_, value) => {
    const judged = told(value).judge('date-times', { dateTimeMembers: ['/**/created_at', '/payload/*/created_at'] });
    await expect(judged).resolves.toMatchObject({ outcome: 'unknown' });
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
    [
      'a tick whose ask is a word',
      'ticks.prices-numbers',
      (story) => story.stream('A', 'ticksStream').message('tick', { bid: 1.1, ask: 'none' }),
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

  it('tolerates ticks of one side', async () => {
    const story = new Story();
    const ticks = story.stream('A', 'ticksStream');
    ticks.message('tick', { bid: 1.1, ask: null });
    ticks.message('tick', { ask: 1.2 });
    await expect(story.judge('numbers')).resolves.toMatchObject({ outcome: 'ok', judged: 2 });
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
