import { describe, expect, it } from 'vitest';
import type { PositionView, TradingStateView } from '../../../../toolkit/profile/dialect/views.js';
import { type Baseline, Baselines, isEmpty, type LeftPosition, leftOver } from './baselines.js';

const long: PositionView = { id: 'P', side: 'buy', volume: '0.50' };

function baseline(...positions: readonly PositionView[]): Baseline {
  return {
    orders: new Set(['old']),
    positions: new Map(positions.map((one) => [String(one.id), one])),
  };
}

function leftPositions(before: readonly PositionView[], now: readonly PositionView[]): readonly LeftPosition[] {
  return leftOver({ positions: now }, baseline(...before)).positions;
}

describe('what a run left over', () => {
  it('is what was not there before, as far as it shows an identifier', () => {
    const left = leftOver({ orders: [{ id: 'old' }, { id: 'new' }, {}], positions: [long, {}] }, baseline());
    expect(left).toEqual({ orders: ['new'], positions: [{ id: 'P' }] });
    expect(isEmpty(left)).toBe(false);
  });

  it('is nothing on an account that is as it was, or shows nothing', () => {
    expect(isEmpty(leftOver({ orders: [{ id: 'old' }], positions: [long] }, baseline(long)))).toBe(true);
    expect(isEmpty(leftOver({}, baseline(long)))).toBe(true);
  });

  it.each([
    ['exactly what was added to it', '0.50', '0.80', [{ id: 'P', volume: '0.30' }]],
    ['whatever the spelling of the decimals', '0.5', '0.8000', [{ id: 'P', volume: '0.3000' }]],
    ['beyond what a double can tell apart', '9007199254740993', '9007199254740994', [{ id: 'P', volume: '1' }]],
    ['nothing where it did not change', '0.50', '0.5', []],
    ['nothing where it became smaller', '0.50', '0.20', []],
  ])('of a position that was there before is %s', (_, before, now, expected) => {
    expect(leftPositions([{ ...long, volume: before }], [{ ...long, volume: now }])).toEqual(expected);
  });

  it.each([
    ['shows a number', 0.8],
    ['shows no decimal', 'much'],
    ['shows nothing', undefined],
  ])('of a position that was there before is nothing where its volume %s', (_, volume) => {
    const now: PositionView = { id: 'P', side: 'buy', ...(volume !== undefined && { volume }) };
    expect(leftPositions([long], [now])).toEqual([]);
  });

  it('is the whole of a position that turned to the other side', () => {
    expect(leftPositions([long], [{ ...long, side: 'sell', volume: '0.10' }])).toEqual([{ id: 'P' }]);
  });
});

describe('the baselines of a run', () => {
  it('are read once per account, also by checks that ask at the same time', async () => {
    const baselines = new Baselines();
    let reads = 0;
    const read = async (): Promise<TradingStateView> => {
      reads += 1;
      return { orders: [{ id: `order-${reads}` }] };
    };
    const [first, second] = await Promise.all([baselines.of('A', read), baselines.of('A', read)]);
    expect(second).toBe(first);
    expect([...first.orders]).toEqual(['order-1']);
    expect([...(await baselines.of('B', read)).orders]).toEqual(['order-2']);
    expect(baselines.accounts).toEqual(['A', 'B']);
  });

  it('are read again after a failure, which leaves no account behind', async () => {
    const baselines = new Baselines();
    const refused = baselines.of('A', () => Promise.reject(new Error('no snapshot')));
    await expect(refused).rejects.toThrow('no snapshot');
    expect(baselines.accounts).toEqual([]);
    expect((await baselines.of('A', async () => ({ positions: [long] }))).positions.get('P')).toEqual(long);
  });
});
