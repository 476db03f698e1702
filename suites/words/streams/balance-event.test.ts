// Which event is that of a booking, and from which message the balance before it is taken.
import { expect, it } from 'vitest';
import { balanceBefore, likenessOf } from './balance-event.js';
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

it('is not said where the event before it shows deals and no state, and that of the one before where it shows neither', () => {
  const booking = told(9, 'c', '120');
  const without = (deals: readonly object[]): TransactionEvent =>
    ({ record: 5, view: { deals } }) as unknown as TransactionEvent;
  expect(balanceBefore(streamOf([told(3, 'a', '99'), without([{ id: 'b' }]), booking]), booking)).toBeUndefined();
  expect(balanceBefore(streamOf([told(3, 'a', '99'), without([]), booking]), booking)).toBe('99');
});

it('is another event than the trade of a desk, which has an operation and no key', () => {
  const view = { operationId: 'venue 7', orders: [{ id: 'o' }], deals: [{ id: 'd', amount: '5' }] };
  expect(likenessOf({ view }, { kind: 'balance', amount: '5' })).toBe('other');
});

it('is not that of an event that was told before', () => {
  const booking = told(9, 'c', '120');
  const again = streamOf([told(3, 'a', '99'), told(5, 'b', '110'), told(7, 'a', '99'), booking]);
  expect(balanceBefore(again, booking)).toBe('110');
});
