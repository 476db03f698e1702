// Unit tests of the model of an account: what a snapshot may show after and beside operations.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { deal, EMPTY, order, position, Story, type Stream } from '../story.test.aid.js';

/** More than the story's `eventMs`. */
const LATER_MS = 2000;

/** An order `o-1` that was placed and told on a stream that stays subscribed. */
function placed(): { readonly story: Story; readonly stream: Stream } {
  const story = new Story();
  const stream = story.transactions();
  story.acknowledged('placeOrder', 'key-1', 'op-1');
  stream.event({ operationId: 'op-1', clientRequestId: 'key-1', orders: [order('o-1')] });
  return { story, stream };
}

/** A position `p-1` of 2.00. */
function opened(): { readonly story: Story; readonly stream: Stream } {
  const story = new Story();
  const stream = story.transactions();
  story.acknowledged('openPosition', 'key-1', 'op-1', { params: { type: 'market', volume: '2.00' } });
  const positions = [position('p-1', '2.00')];
  stream.event({ operationId: 'op-1', clientRequestId: 'key-1', positions, deals: [deal('d-1', 'p-1', '2.00')] });
  return { story, stream };
}

function cancel(story: Story, key: string, id: string): void {
  story.acknowledged('cancelOrder', key, id, { params: { orderId: 'o-1' } });
}

function closePart(story: Story, key: string, id: string): void {
  story.acknowledged('closePosition', key, id, { params: { positionId: 'p-1', volume: '0.50' } });
}

function told(stream: Stream, key: string, id: string, more: JsonObject): void {
  stream.event({ operationId: id, clientRequestId: key, ...more });
}

describe('account-model', () => {
  it('finds an open order missing from the snapshot of another connection', async () => {
    const { story } = placed();
    story.transactions('A', EMPTY);
    story.wait(LATER_MS).control('x');
    const { findings } = await story.judge('account-model');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'domain.open-orders-in-snapshot' })]);
  });

  it('finds an order missing that is cancelled only afterwards', async () => {
    const { story, stream } = placed();
    const other = story.transactions('A', EMPTY);
    cancel(story, 'key-2', 'op-2');
    for (const one of [stream, other]) told(one, 'key-2', 'op-2', { orders: [order('o-1')] });
    story.wait(LATER_MS).control('x');
    const { findings } = await story.judge('account-model');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'domain.open-orders-in-snapshot' })]);
  });

  it('finds a cancelled order in a later snapshot, whoever was listening', async () => {
    const { story, stream } = placed();
    cancel(story, 'key-2', 'op-2');
    told(stream, 'key-2', 'op-2', { orders: [order('o-1')] });
    stream.close();
    story.transactions('A', { ...EMPTY, orders: [order('o-1')] });
    story.wait(LATER_MS).control('x');
    const { findings } = await story.judge('account-model');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'domain.closed-not-in-snapshot' })]);
  });

  it.each<[string, JsonObject]>([
    ['with it', { ...EMPTY, orders: [order('o-1')] }],
    ['without it', EMPTY],
  ])('takes a snapshot %s while the order is being cancelled', async (_, snapshot) => {
    const { story, stream } = placed();
    cancel(story, 'key-2', 'op-2');
    story.transactions('A', snapshot);
    told(stream, 'key-2', 'op-2', { orders: [order('o-1')] });
    story.wait(LATER_MS).control('x');
    await expect(story.judge('account-model')).resolves.not.toMatchObject({ outcome: 'found' });
  });

  it('takes an order for gone that others may have ended, as far as somebody was told', async () => {
    const { story, stream } = placed();
    story.transactions('A', EMPTY);
    stream.event({ orders: [order('o-1', { positionId: 'p-9' })], deals: [deal('d-1', 'p-9', '1.00')] });
    story.wait(LATER_MS).control('x');
    await expect(story.judge('account-model')).resolves.not.toMatchObject({ outcome: 'found' });
  });

  it('follows an order that was executed, and belongs to a position since', async () => {
    const { story, stream } = placed();
    stream.event({ orders: [order('o-1', { positionId: 'p-9' })], deals: [deal('d-1', 'p-9', '1.00')] });
    story.wait(LATER_MS).transactions('A', EMPTY);
    story.wait(LATER_MS).control('x');
    await expect(story.judge('account-model')).resolves.not.toMatchObject({ outcome: 'found' });
  });

  it('does not judge what may have happened while nobody listened', async () => {
    const { story, stream } = placed();
    stream.close();
    story.transactions('A', EMPTY);
    story.wait(LATER_MS).control('x');
    await expect(story.judge('account-model')).resolves.toMatchObject({ outcome: 'unknown' });
  });

  it('does not judge a platform that says an order has ended in the name of its placement', async () => {
    const { story, stream } = placed();
    stream.event({ operationId: 'op-1', clientRequestId: 'key-1', orders: [order('o-1')] });
    story.transactions('A', EMPTY);
    story.wait(LATER_MS).control('x');
    await expect(story.judge('account-model')).resolves.not.toMatchObject({ outcome: 'found' });
  });

  it.each<[string, string]>([
    ['before both', '2.00'],
    ['after one of them', '1.50'],
    ['after both', '1.00'],
  ])('takes the volume %s of two partial closes that are under way', async (_, volume) => {
    const { story, stream } = opened();
    closePart(story, 'key-2', 'op-2');
    closePart(story, 'key-3', 'op-3');
    story.transactions('A', { ...EMPTY, positions: [position('p-1', volume)] });
    for (const [key, id, left] of [
      ['key-3', 'op-3', '1.50'],
      ['key-2', 'op-2', '1.00'],
    ] as const) {
      told(stream, key, id, { positions: [position('p-1', left)] });
    }
    story.wait(LATER_MS).control('x');
    await expect(story.judge('account-model')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it('finds a volume that no order of the partial closes leads to', async () => {
    const { story, stream } = opened();
    closePart(story, 'key-2', 'op-2');
    told(stream, 'key-2', 'op-2', { positions: [position('p-1', '1.50')] });
    story.transactions('A', { ...EMPTY, positions: [position('p-1', '2.00')] });
    story.wait(LATER_MS).control('x');
    const { findings } = await story.judge('account-model');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'domain.open-positions-in-snapshot' })]);
  });

  it('lets a resource lag behind the events for as long as an event may take', async () => {
    const { story } = placed();
    const read = (): number => story.answer(story.call('snapshot'), 200, EMPTY);
    read();
    story.wait(LATER_MS).control('x');
    await expect(story.judge('account-model')).resolves.not.toMatchObject({ outcome: 'found' });
    read();
    story.wait(LATER_MS).control('x');
    await expect(story.judge('account-model')).resolves.toMatchObject({ outcome: 'found' });
  });
});

describe('late-status', () => {
  it('waits as long as an event may take, and no longer', async () => {
    const { story } = placed();
    story.read('op-1', 'pending', { clientRequestId: 'key-1' });
    await expect(story.judge('late-status')).resolves.toMatchObject({ outcome: 'unknown' });
    story.wait(LATER_MS).read('op-1', 'pending', { clientRequestId: 'key-1' });
    const { findings } = await story.judge('late-status');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'domain.result-in-status' })]);
  });
});

describe('history-follows', () => {
  const walked = async (waitMs: number, items: readonly JsonObject[]): Promise<readonly string[]> => {
    const { story } = opened();
    story.wait(waitMs).answer(story.call('dealHistory', { params: {} }), 200, { items });
    return (await story.judge('history-follows')).findings.map(({ requirement }) => requirement);
  };

  it.each<[string, number, readonly JsonObject[], readonly string[]]>([
    ['takes a deal that is there', LATER_MS, [deal('d-1', 'p-1', '2.00')], []],
    ['finds a deal that is not', LATER_MS, [], ['history.deals']],
    ['lets history lag behind for as long as an event may take', 0, [], []],
  ])('%s', async (_, waitMs, items, requirements) => {
    await expect(walked(waitMs, items)).resolves.toEqual(requirements);
  });
});

describe('key-records', () => {
  const first = { type: 'limit', side: 'buy', volume: '1.00', price: '1.05' };
  const levels = { ...first, type: 'sltp', positionId: 'position-1', stopLossPrice: '1.00' };
  const again = async (status: number, params: JsonObject, written = params): Promise<readonly string[]> => {
    const story = new Story();
    const before = params['type'] === 'sltp' ? levels : first;
    story.acknowledged('placeOrder', 'key-1', 'op-1', { params: before, body: JSON.stringify(before) });
    const call = story.call('placeOrder', { key: 'key-1', params, body: JSON.stringify(written) });
    story.answer(call, status, { operationId: 'op-1' });
    return (await story.judge('key-records')).findings.map(({ requirement }) => requirement);
  };

  it.each<[string, number, JsonObject, readonly string[], JsonObject?]>([
    ['takes a repeat that is acknowledged', 202, first, []],
    ['finds a repeat that is refused', 409, first, ['idempotency.duplicate-accepted']],
    ['leaves a repeat alone that meets a quota', 429, first, []],
    ['takes a conflict that is refused', 409, { ...first, price: '1.06' }, []],
    ['finds a conflict that is accepted', 202, { ...first, price: '1.06' }, ['idempotency.conflict-refused']],
    ['leaves alone what only spells a figure otherwise', 202, { ...first, price: '1.050' }, []],
    ['takes for a repeat what the dialect writes alike', 202, { ...first, side: 'sell' }, [], first],
    [
      'finds other levels that are accepted',
      202,
      { ...levels, stopLossPrice: '1.01' },
      ['idempotency.conflict-refused'],
    ],
    ['leaves alone what the position of levels tells', 202, { ...levels, side: 'sell', volume: '2.00' }, []],
  ])('%s', async (_, status, params, requirements, written) => {
    await expect(again(status, params, written)).resolves.toEqual(requirements);
  });
});

describe('unsubscribed', () => {
  it('finds an event of what was asked for after the target had accepted the command', async () => {
    const story = new Story();
    const stream = story.transactions();
    stream.message('command_accepted', {});
    stream.unsubscribe('transactions');
    const early = story.call('placeOrder', { key: 'key-1', params: {} });
    stream.message('command_accepted', {});
    story.answer(early, 202, { operationId: 'op-1' });
    stream.event({ operationId: 'op-1', clientRequestId: 'key-1' });
    await expect(story.judge('unsubscribed')).resolves.toMatchObject({ outcome: 'ok' });
    story.acknowledged('placeOrder', 'key-2', 'op-2');
    stream.event({ operationId: 'op-2', clientRequestId: 'key-2' });
    const { findings } = await story.judge('unsubscribed');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'subscriptions.unsubscribed-silent' })]);
  });
});
