// The routine of bookings: every kind of balance transaction, with either sign, announced and kept (interface 2.2; 6.1, rule 4).
import type { CheckContext } from '../../runner/context.js';
import { likenessOf } from '../../words/streams/balance-event.js';
import { lastRecord } from '../../words/streams/last-record.js';
import { deposit } from '../../words/trading/deposit.js';
import { expectInHistory } from './lenient-expectations.js';
import type { Routine } from './routine.js';

const KINDS = [
  ['balance', '13'],
  ['balance', '-5'],
  ['null_compensation', '2'],
  ['swap_fee', '-3'],
  ['admin_fee', '-1'],
  ['dividend', '7'],
  ['svc_dollar', '4'],
] as const;

async function booked(t: CheckContext): Promise<readonly string[]> {
  const events = await t.account.transactions();
  const deals: string[] = [];
  for (const [kind, amount] of KINDS) {
    const after = lastRecord(events);
    await deposit(t, amount, { kind });
    // The platform may book something else meanwhile; an event that shows neither kind nor amount may be this one.
    const event = await events.next('transaction_event', {
      after,
      where: (one) => likenessOf(one, { kind, amount }) !== 'other',
    });
    if (event === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [events.snapshot]);
    const { view } = t.expect.arrived(event, `a transaction_event of the ${kind} of ${amount}`, {
      evidence: [events.snapshot],
    });
    deals.push(...(view.deals ?? []).flatMap(({ id }) => id ?? []));
  }
  return deals;
}

export const BOOKINGS: Routine = {
  word: 'bookings',
  words: 'announces and keeps balance transactions of every kind',
  needs: { claims: ['dealHistory'], control: ['account.deposit'] },
  requirements: ['transactions.emitted-for-balance', 'history.deals'],
  checkers: [
    'transactions.balance-arithmetic',
    'transactions.balance-account-state',
    'transactions.balance-only',
    'transactions.balance-no-client-request-id',
    'transactions.balance-no-requested-operation',
    'history.agrees-with-events',
    'numbers.money-strings-in-transactions',
    'numbers.money-strings-in-history',
    'time.format-in-events',
    'time.format-in-history',
  ],
  async play(t) {
    const deals = await booked(t);
    await expectInHistory(t, 'dealHistory', deals, { requirement: 'history.deals' });
  },
};
