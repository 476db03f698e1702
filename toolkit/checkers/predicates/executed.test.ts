import { describe, expect, it } from 'vitest';
import { executed } from './executed.js';

const TRADE = { id: 'd-1', volume: '0.2', price: '1.5' };
const SWAP = { id: 'd-2', balanceKind: 'swap_fee' };

describe('the trades among deals', () => {
  it('are not what is charged for them, whether it shows the volume that it is charged for or none', () => {
    const charges = [{ id: 'd-3' }, { id: 'd-4', volume: '0.2' }, { id: 'd-5', volume: null, price: null }];
    expect(executed([TRADE, SWAP, ...charges])).toEqual([TRADE]);
  });

  it('are all that are no bookings where none shows volume and price', () => {
    const unpriced = [{ volume: '0.2' }, {}];
    expect(executed([...unpriced, SWAP])).toEqual(unpriced);
    expect(executed([SWAP])).toEqual([]);
  });
});
