import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAIN_ORDER, pointsAway, sideAndType, type UsualOrder, usualOrder, usualVolume } from './usual-order.js';

const SOLD_STOP: UsualOrder = { ...PLAIN_ORDER, type: 'stop', side: 'sell' };

describe('the usual order of a check', () => {
  it('is the same for the same seed, and of every kind over a few', () => {
    expect(usualOrder(7)).toEqual(usualOrder(7));
    const kinds = new Set(Array.from({ length: 64 }, (_, seed) => usualOrder(seed)).map(kindOf));
    expect([...kinds].sort()).toEqual(['limit buy', 'limit sell', 'stop buy', 'stop sell']);
  });

  it('gives what the check does not say, and nothing where the check says a price', () => {
    expect(sideAndType(SOLD_STOP, {})).toEqual({ type: 'stop', side: 'sell' });
    expect(sideAndType(SOLD_STOP, { side: 'buy' })).toEqual({ type: 'stop', side: 'buy' });
    expect(sideAndType(SOLD_STOP, { price: '1.00' })).toEqual({ type: 'limit', side: 'buy' });
  });

  it('lies at another price than the five hundred before it, and begins within a twentieth of the resting price', () => {
    const points = fc.tuple(fc.integer(), fc.bigInt({ min: -1_000_000n, max: 1_000_000n }));
    fc.assert(
      fc.property(points, ([seed, resting]) => {
        const usual = usualOrder(seed);
        const away = Array.from({ length: 500 }, (_, nth) => pointsAway(usual, resting, nth + 1));
        expect(new Set(away).size).toBe(500);
        const bound = (resting < 0n ? -resting : resting) / 20n + 1n;
        expect((away[0] ?? 0n) <= bound).toBe(true);
      }),
    );
  });

  it.each([
    ['two steps above the smallest', '0.10', { volumeMin: '0.1', volumeStep: '0.01', volumeMax: '5' }, '0.12'],
    [
      'that of the profile, where it is not the smallest',
      '0.50',
      { volumeMin: '0.1', volumeStep: '0.01', volumeMax: '5' },
      '0.50',
    ],
    ['no larger than the greatest', '1', { volumeMin: '1', volumeStep: '1', volumeMax: '2' }, '1'],
    ['left alone off the grid', '0.15', { volumeMin: '0.15', volumeStep: '0.1', volumeMax: '5' }, '0.15'],
    ['left alone where the conditions show no step', '0.1', { volumeMin: '0.1', volumeMax: '5' }, '0.1'],
    ['left alone where the step is zero', '0.1', { volumeMin: '0.1', volumeStep: '0', volumeMax: '5' }, '0.1'],
  ])('has a volume %s', (_what, volume, conditions, sent) => {
    expect(usualVolume({ ...PLAIN_ORDER, stepsMore: 2 }, volume, conditions)).toBe(sent);
  });
});

function kindOf({ type, side }: UsualOrder): string {
  return `${type} ${side}`;
}
