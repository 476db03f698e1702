// From which message the balance before a booking is taken.
import { expect, it } from 'vitest';
import { balanceBefore } from './balance-event.js';
import type { TransactionEvent, Transactions } from './event-of.js';

// What is read of an event, and no more.
const told = (record: number, id: string, balance: string): TransactionEvent =>
  ({ record, view: { deals: [{ id }], accountState: { balance } } }) as unknown as TransactionEvent;

const streamOf = (events: readonly TransactionEvent[]): Transactions =>
  ({
    snapshot: { view: { accountState: { balance: '100' } } },
    of: (_: string, { where }: { readonly where: (event: TransactionEvent) => boolean }) => events.filter(where),
  }) as unknown as Transactions;

it('is the state of the last event before it', () => {
  const booking = told(9, 'c', '120');
  expect(balanceBefore(streamOf([told(3, 'a', '99'), told(5, 'b', '110'), booking]), booking)).toBe('110');
});

it('is that of the snapshot where no event came', () => {
  const booking = told(9, 'c', '120');
  expect(balanceBefore(streamOf([booking]), booking)).toBe('100');
});

it('is not that of an event that was told before', () => {
  const booking = told(9, 'c', '120');
  const again = streamOf([told(3, 'a', '99'), told(5, 'b', '110'), told(7, 'a', '99'), booking]);
  expect(balanceBefore(again, booking)).toBe('110');
});
