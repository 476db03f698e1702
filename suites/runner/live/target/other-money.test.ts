// What an opened account may show of its currency, and what it may leave out.
import { describe, expect, it } from 'vitest';
import { otherMoney } from './other-money.js';

const asked = { id: 'A', currency: 'JPY', currencyDigits: 0 };

describe('an account that was opened', () => {
  it.each([
    ['shows what was asked for', asked, { currency: 'JPY', currencyDigits: 0 }],
    ['shows its digits as text', asked, { currencyDigits: '0' }],
    ['shows nothing of its currency', asked, { currency: null }],
    ['was asked for nothing', { id: 'A' }, { currency: 'USD', currencyDigits: 2 }],
  ])('is like the pool when it %s', (_, wanted, shown) => {
    expect(otherMoney(wanted, shown)).toBeUndefined();
  });

  it('is not like the pool when it shows another currency', () => {
    expect(otherMoney(asked, { currency: 'USD', currencyDigits: 2 })).toContain('asked for currency JPY');
  });

  it('is not like the pool when it shows other decimals', () => {
    expect(otherMoney(asked, { currency: 'JPY', currencyDigits: 2 })).toContain('asked for 0 decimals');
  });
});
