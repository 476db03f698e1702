import { describe, expect, it } from 'vitest';
import type { TransactionView } from '../../../toolkit/profile/dialect/views.js';
import { likenessOf } from './balance-event.js';

const asked = { kind: 'swap_fee', amount: '-1.50' };
const like = (view: TransactionView): string => likenessOf({ view }, asked);
const booking = (balanceKind: string, amount: string): string => like({ deals: [{ balanceKind, amount }] });

describe('the event of a booking', () => {
  it('is told by kind and amount, however the amount is signed and padded', () => {
    expect(booking('swap_fee', '-1.5')).toBe('same');
    expect(booking('swap_fee', '1.500')).toBe('same');
    expect(like({ deals: [{ balanceKind: 'swap_fee' }] })).toBe('same');
  });

  it('is not a booking of the platform', () => {
    expect(booking('dividend', '0.03')).toBe('other');
  });

  it('may be wrong in its kind or in its amount, which is for a check to find', () => {
    expect(booking('dividend', '-1.5')).toBe('half');
    expect(booking('swap_fee', '-0.012')).toBe('half');
  });

  it('is not to be told where no deal shows a kind, unless it is the trade of a request', () => {
    expect(like({ deals: [{ amount: '-1.5' }] })).toBe('unsaid');
    expect(like({})).toBe('unsaid');
    expect(like({ clientRequestId: 'key-1', orders: [{ id: '1' }] })).toBe('other');
  });
});
