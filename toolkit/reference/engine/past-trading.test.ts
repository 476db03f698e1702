import { describe, expect, it } from 'vitest';
import { BALANCE_KINDS } from '../domain.js';
import { honestRules } from '../rules/rules.js';
import { Book } from '../state/book.js';
import { Market } from '../state/market.js';
import { tradeInThePast } from './past-trading.js';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 0, 31);

function lived(isExact: boolean): Book {
  const book = new Book(0n, 10_000);
  const account = {
    id: 'a',
    currency: 'EUR',
    currencyDigits: 2,
    tradeMode: 'normal',
    accountStatus: 'normal',
  } as const;
  tradeInThePast({
    account,
    book,
    market: new Market(1, 500, false),
    positions: 100,
    balance: 500n,
    isExact,
    nowMs: NOW_MS,
  });
  return book;
}

const entriesOf = (book: Book) => ({ orders: [...book.closedOrders.from(0)], deals: [...book.deals.from(0)] });

describe('the past of an account', () => {
  it('has every kind of entry, over months, and leaves nothing open', () => {
    const book = lived(false);
    const { orders, deals } = entriesOf(book);
    expect(book.orders.size + book.positions.size).toBe(0);
    expect(new Set(orders.map(({ item }) => item.state))).toEqual(new Set(['filled', 'cancelled']));
    expect(new Set(orders.map(({ item }) => item.type))).toEqual(new Set(['market', 'limit', 'stop', 'sltp']));
    expect(new Set(deals.flatMap(({ item }) => item.balanceKind ?? []))).toEqual(new Set(BALANCE_KINDS));
    expect((deals.at(-1)?.atMs ?? 0) - (deals[0]?.atMs ?? 0)).toBeGreaterThan(90 * DAY_MS);
    expect(deals.at(-1)?.atMs).toBeLessThan(NOW_MS);
  });

  it('explains the balance, which is what was asked for if it was', () => {
    for (const isExact of [false, true]) {
      const book = lived(isExact);
      const { deals } = entriesOf(book);
      const sum = deals.reduce((total, { item }) => {
        const { balanceKind, amount, currencyDigits } = item;
        const { coefficient } = amount;
        return (
          total + (balanceKind ? honestRules().balanceChange(balanceKind, coefficient, currencyDigits) : coefficient)
        );
      }, 0n);
      expect(sum).toBe(book.balance);
      if (isExact) expect(book.balance).toBe(500n);
    }
  });
});
