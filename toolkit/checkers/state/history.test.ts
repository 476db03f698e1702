// Unit tests of the checkers over Trading History.
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { CheckerSettings } from '../checker.js';
import { deal, order, Story } from '../story.test.aid.js';

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
    readonly from?: string;
    readonly instrument?: string;
  }
  const page = (
    story: Story,
    { items, after, next, body, from, instrument }: PageWish,
    request = 'dealHistory',
  ): void => {
    const call = story.call(request, {
      params: {
        ...(after !== undefined && { cursor: after }),
        ...(from !== undefined && { from }),
        ...(instrument !== undefined && { instrument }),
      },
    });
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

  it.each([
    ['a time', { from: '2026-01-01T00:00:02+00:00' }],
    ['an instrument', { instrument: 'EURUSD' }],
  ])('history-pages compares no walk that began with a filter for %s to one through everything', async (_, filter) => {
    const story = new Story();
    page(story, { items: [item('d-1', 1), item('d-2', 2), item('d-3', 3)] });
    page(story, { items: [item('d-2', 2)], ...filter, next: 'c-1' });
    page(story, { items: [item('d-3', 3)], after: 'c-1' });
    page(story, { items: [item('d-1', 1), item('d-2', 2), item('d-3', 3)] });
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
        story.wait(1000);
        page(story, { items: [item('d-1', 1)] });
      },
    ],
  ])('history-pages finds %s', async (_, __, requirement, tell) => {
    const story = new Story();
    tell(story);
    const { findings } = await story.judge('history-pages');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('history-pages spares a server that lists what is new a moment after another one', async () => {
    const story = new Story();
    page(story, { items: [item('d-1', 1), item('d-2', 2)] });
    page(story, { items: [item('d-1', 1)] });
    expect((await story.judge('history-pages')).findings).toEqual([]);
  });

  it('history-pages spares a cursor that counts from the front while newer items come', async () => {
    const walked = async (...later: readonly JsonObject[]): Promise<string> => {
      const story = new Story();
      page(story, { items: [item('d-3', 0), item('d-2', 0)], next: 'c-1' });
      page(story, { items: [item('d-2', 0), item('d-1', 0)], after: 'c-1' });
      page(story, { items: [...later, item('d-3', 0), item('d-2', 0), item('d-1', 0)] });
      return (await story.judge('history-pages', { historyOrder: () => undefined, eventMs: 500 })).outcome;
    };
    await expect(walked(item('d-4', 0))).resolves.toBe('ok');
    await expect(walked()).resolves.toBe('found');
    const toTheEnd = new Story();
    page(toTheEnd, { items: [item('d-1', 0), item('d-2', 0)], next: 'c-1' });
    page(toTheEnd, { items: [item('d-2', 0), item('d-3', 0)], after: 'c-1', next: 'c-2' });
    page(toTheEnd, { items: [item('d-4', 0)], after: 'c-2' });
    await expect(toTheEnd.judge('history-pages')).resolves.toMatchObject({ outcome: 'found' });
    await expect(walked(item('d-4', 9))).resolves.toBe('found');
    await expect(walked(item('d-0', 0, { time: '2025-12-31T23:00:00+00:00' }))).resolves.toBe('found');
  });

  it('history-pages judges the order of items that come again by where they came first', async () => {
    const story = new Story();
    page(story, { items: [item('d-5', 5), item('d-4', 4), item('d-3', 3)], next: 'c-1' });
    page(story, { items: [item('d-4', 4), item('d-3', 3), item('d-2', 2)], after: 'c-1' });
    const { findings } = await story.judge('history-pages', { historyOrder: () => 'descending' });
    expect(findings.filter(({ requirement }) => requirement === 'history.deals-ascending')).toEqual([]);
    page(story, { items: [item('d-3', 3), item('d-2', 2), item('d-6', 6)], after: 'c-1' });
    await expect(story.judge('history-pages', { historyOrder: () => 'descending' })).resolves.toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ requirement: 'history.deals-ascending' })]),
    });
  });

  it('history-pages spares a page behind so many newer items that it shows some of them', async () => {
    const newestFirst = async (...items: readonly JsonObject[]): Promise<readonly unknown[]> => {
      const story = new Story();
      page(story, { items: [item('d-3', 3), item('d-2', 2)], next: 'c-1' });
      page(story, { items, after: 'c-1' });
      return (await story.judge('history-pages', { historyOrder: () => 'descending' })).findings;
    };
    expect(await newestFirst(item('d-6', 6), item('d-5', 5))).toEqual([]);
    expect(await newestFirst(item('d-5', 5), item('d-6', 6))).toMatchObject([
      { requirement: 'history.deals-ascending' },
    ]);
  });

  it('history-pages judges by the order that the target states, and by none where that is not known', async () => {
    const newestFirst = new Story();
    page(newestFirst, { items: [item('d-3', 3), item('d-2', 2)], next: 'c-1' });
    page(newestFirst, { items: [item('d-1', 1)], after: 'c-1' });
    const oldestFirst = new Story();
    page(oldestFirst, { items: [item('d-1', 1), item('d-2', 2)] });
    const descending: CheckerSettings = { historyOrder: () => 'descending' };
    const unknown: CheckerSettings = { historyOrder: () => undefined };
    await expect(newestFirst.judge('history-pages', descending)).resolves.toMatchObject({ outcome: 'ok' });
    await expect(newestFirst.judge('history-pages', unknown)).resolves.toMatchObject({ outcome: 'ok' });
    await expect(oldestFirst.judge('history-pages', descending)).resolves.toMatchObject({ outcome: 'found' });
  });

  it('history-pages tolerates orders that ascend by another of their times than the dialect names', async () => {
    const story = new Story();
    const items = [item('o-1', 5), item('o-2', 3)];
    const body = items.map((one, at) => ({ ...one, closed_at: `2026-01-01T00:00:0${6 + at}+00:00` }));
    page(story, { items, body }, 'orderHistory');
    await expect(story.judge('history-pages')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it('history-pages compares no walk to one that went on at the same time', async () => {
    const story = new Story();
    page(story, { items: [item('d-2', 2)], next: 'c-1' });
    page(story, { items: [item('d-3', 3), item('d-2', 2), item('d-1', 1)] });
    page(story, { items: [item('d-1', 1)], after: 'c-1' });
    const { findings } = await story.judge('history-pages', { historyOrder: () => 'descending' });
    expect(findings).toEqual([]);
  });

  it('history-pages cannot tell the order of a page whose items share the time that they may be sorted by', async () => {
    const story = new Story();
    const items = [item('o-1', 5), item('o-2', 3)];
    const body = items.map((one) => ({ ...one, closed_at: '2026-01-01T00:00:09+00:00' }));
    page(story, { items, body }, 'orderHistory');
    await expect(story.judge('history-pages')).resolves.not.toMatchObject({ outcome: 'found' });
  });

  it('history-pages tolerates that items expire when the clock moves, and pages by filters', async () => {
    const story = new Story();
    page(story, { items: [item('d-1', 1)] });
    story.answer(story.call('dealHistory', { params: { from: '2027-01-01T00:00:00+00:00' } }), 200, { items: [] });
    story.control('clock.advance', null);
    page(story, { items: [] });
    await expect(story.judge('history-pages')).resolves.not.toMatchObject({ outcome: 'found' });
  });

  it('history-pages judges no doubles of a list that begins with the newest, before which comes what nothing tells', async () => {
    const doublesOf = async (historyOrder: NonNullable<CheckerSettings['historyOrder']>): Promise<number> => {
      const story = new Story();
      page(story, { items: [item('d-3', 3), item('d-2', 2)], next: 'c-1' });
      page(story, { items: [item('d-2', 2), item('d-1', 1)], after: 'c-1' });
      return (await story.judge('history-pages', { historyOrder })).findings.length;
    };
    expect(await doublesOf(() => undefined)).toBe(1);
    expect(await doublesOf(() => 'descending')).toBe(0);
  });

  it('history-pages counts orders that an event told of among what came meanwhile', async () => {
    const story = new Story();
    const events = story.transactions();
    const row = (id: string): JsonObject => ({ ...order(id), time: '2026-01-01T00:00:00+00:00' });
    page(story, { items: [row('o-2'), row('o-1')], next: 'c-1' }, 'orderHistory');
    events.event({ orders: [order('o-3', { state: 'cancelled' })] });
    page(story, { items: [row('o-1'), row('o-0')], after: 'c-1' }, 'orderHistory');
    const { findings } = await story.judge('history-pages', { historyOrder: () => undefined });
    expect(findings).toEqual([]);
  });

  it('history-pages counts what came meanwhile by the clock of the target, which control may have moved', async () => {
    const story = new Story();
    story.control('clock.advance', null, { ms: String(365 * 86_400_000) });
    page(story, { items: [item('d-2', 2), item('d-1', 1)], next: 'c-1' });
    page(story, { items: [item('d-1', 1), item('d-0', 0)], after: 'c-1' });
    page(story, { items: [item('d-3', 0, { time: '2027-01-01T00:00:00+00:00' })], from: '2027-01-01T00:00:00+00:00' });
    const { findings } = await story.judge('history-pages', { historyOrder: () => undefined });
    expect(findings).toEqual([]);
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

  it('history-entities warns of an amount that has its sign in one place only, unless more differs', async () => {
    const judged = async (change: JsonObject): Promise<readonly (string | undefined)[]> => {
      const story = new Story();
      story.transactions().event({ deals: [item('d-1', 1, { amount: '-3.00' })] });
      page(story, { items: [item('d-1', 1, { amount: '3', ...change })] });
      return (await story.judge('history-entities')).findings.map(({ level }) => level);
    };
    await expect(judged({})).resolves.toEqual(['should']);
    await expect(judged({ orderId: 'o-9', side: 'sell' })).resolves.toEqual([undefined]);
  });

  it.each<[string, JsonObject]>([
    ['price', { price: '1.05001' }],
    ['type', { type: 'stop' }],
    ['side', { side: 'sell' }],
  ])(
    'history-entities finds an order that was never executed and whose %s differs from its event',
    async (_, change) => {
      const story = new Story();
      story.transactions().event({ orders: [order('o-1', { state: 'cancelled' })] });
      page(story, { items: [order('o-1', { ...change, state: 'cancelled' })] }, 'orderHistory');
      const { findings } = await story.judge('history-entities');
      expect(findings).toEqual([expect.objectContaining({ requirement: 'history.agrees-with-events' })]);
    },
  );

  it('history-entities tolerates another price of an order whose end no event told', async () => {
    const story = new Story();
    story.transactions().event({ orders: [order('o-1')] });
    page(story, { items: [order('o-1', { price: '1.06', state: 'cancelled' })] }, 'orderHistory');
    expect((await story.judge('history-entities')).findings).toEqual([]);
  });

  it('history-entities tolerates another price of an order that was executed, and details that history leaves out', async () => {
    const story = new Story();
    const stream = story.transactions();
    stream.event({ orders: [order('o-1'), order('o-2')] });
    stream.event({ orders: [order('o-1')], deals: [item('d-1', 1)] });
    page(story, { items: [order('o-1', { price: '1.06' }), { id: 'o-2', price: null }] }, 'orderHistory');
    await expect(story.judge('history-entities')).resolves.toMatchObject({ outcome: 'ok', judged: 1 });
  });
});
