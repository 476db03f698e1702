import { describe, expect, it } from 'vitest';
import type { View } from '../../../toolkit/intents/index.js';
import { showsAll } from './grounds.js';
import { conditionsShown, periodsShown } from './views.js';

const PERIODS = new Map([
  ['p1', ['EURUSD', 'USDJPY']],
  ['p2', ['XAUUSD']],
]);

function shows(hmr: View['hmr']): boolean {
  const view = { current: true, ...(hmr !== undefined && { hmr }) };
  return showsAll(view, periodsShown(view, PERIODS));
}

describe('periods of a view', () => {
  it('are right in any order, and without the instruments that the client does not keep', () => {
    expect(shows([{ id: 'p2' }, { id: 'p1', instruments: ['USDJPY', 'EURUSD'] }])).toBe(true);
  });

  it.each([
    ['one is missing', [{ id: 'p1' }]],
    ['one is too many', [{ id: 'p1' }, { id: 'p2' }, { id: 'p3' }]],
    ['one is there twice', [{ id: 'p1' }, { id: 'p1' }]],
    ['one has another instrument', [{ id: 'p1', instruments: ['EURUSD', 'XAUUSD'] }, { id: 'p2' }]],
    ['one has an instrument too few', [{ id: 'p1', instruments: ['EURUSD'] }, { id: 'p2' }]],
  ])('are wrong when %s', (_what, hmr) => {
    expect(shows(hmr)).toBe(false);
  });

  it('are not shown by a view without them', () => {
    expect(shows(undefined)).toBe(false);
  });
});

describe('conditions of a view', () => {
  const told = { volumeMin: '0.01', volumeMax: '100.00', volumeStep: '0.01', pointDigits: 5 };
  const areShown = (conditions: View['conditions']): boolean => {
    const view = { current: true, ...(conditions !== undefined && { conditions }) };
    return showsAll(view, conditionsShown(view, 'EURUSD', told));
  };

  it('are compared by value, and as far as the client keeps them', () => {
    expect(areShown([{ instrument: 'EURUSD', volume_max: '100', point_digits: '5' }])).toBe(true);
  });

  it('are wrong when one figure differs, or there are none', () => {
    expect(areShown([{ instrument: 'EURUSD', volume_max: '55' }])).toBe(false);
    expect(areShown(undefined)).toBe(false);
  });
});
