// Balance transactions are announced in whatever state their account is (interface 6, table; 6.1, rules 4 and 6): beside an open position,
// beside orders, while an operation is unfinished, while the account is close only.
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { likenessOf } from '../words/streams/balance-event.js';
import { lastRecord } from '../words/streams/last-record.js';
import { deposit } from '../words/trading/deposit.js';

const BOOKINGS = [
  { kind: 'balance', amount: '9' },
  { kind: 'swap_fee', amount: '-1' },
] as const;

for (const { id, words, needs, begin } of [
  {
    id: 'transactions.emitted-for-balance/beside-a-position',
    words: 'a position is open',
    needs: { claims: ['positions'] },
    begin: (t) => t.account.openPosition(),
  },
  {
    id: 'transactions.emitted-for-balance/beside-an-order',
    words: 'an order is open',
    needs: {},
    begin: (t) => t.account.openOrder(),
  },
  {
    id: 'transactions.emitted-for-balance/beside-an-unfinished-order',
    words: 'an order is unfinished',
    needs: { control: ['operation.hold', 'operation.release'] },
    begin: async (t) => {
      await t.under('operations-held');
      await t.account.place();
    },
  },
  {
    id: 'transactions.emitted-for-balance/while-close-only',
    words: 'the account is close only',
    needs: { control: ['account.restrict'] },
    begin: (t) => t.under('close-only'),
  },
] as const satisfies readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  readonly begin: (t: CheckContext) => Promise<unknown>;
}[]) {
  scenario({
    id,
    title: `announces a deposit and a fee while ${words}`,
    requirements: ['transactions.every-change'],
    needs: { ...needs, control: ['account.deposit', ...('control' in needs ? needs.control : [])] },
    effort: 'standard',
    async run(t) {
      const events = await t.account.transactions();
      await begin(t);
      for (const booking of BOOKINGS) {
        const after = lastRecord(events);
        await deposit(t, booking.amount, { kind: booking.kind });
        const event = await events.next('transaction_event', {
          where: (one) => likenessOf(one, booking) !== 'other',
          after,
        });
        if (event === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may');
        t.expect.arrived(event, `a transaction_event of ${booking.kind} ${booking.amount}`, {
          evidence: [events.snapshot],
          also: ['transactions.every-change'],
        });
      }
    },
  });
}
