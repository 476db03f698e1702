// Who has unsubscribed transactions is told of nothing more, whoever caused it (interface 6; 6.1, rule 6): bookings, executions and closes
// of the platform like the results of requests. Another connection witnesses each of them.
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { unsubscribed } from '../words/streams/commands.js';
import type { TransactionEvent } from '../words/streams/event-of.js';
import { lastRecord } from '../words/streams/last-record.js';
import { deposit } from '../words/trading/deposit.js';

interface Cause {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  /** Makes ready; what it returns lets the platform act. */
  readonly ready: (t: CheckContext) => Promise<() => Promise<unknown>>;
}

const CAUSES: readonly Cause[] = [
  {
    id: 'subscriptions.unsubscribed-silent/booking',
    words: 'a booking',
    needs: { control: ['account.deposit'] },
    ready: async (t) => () => deposit(t, '5'),
  },
  {
    id: 'subscriptions.unsubscribed-silent/execution',
    words: 'the execution of a pending order',
    needs: { claims: ['positions'], control: ['order.fill'] },
    async ready(t) {
      const { orderId } = await t.account.openOrder();
      return () => t.control('order.fill', { account_id: t.account.id, order_id: orderId });
    },
  },
  {
    id: 'subscriptions.unsubscribed-silent/close-by-the-platform',
    words: 'a close by the platform',
    needs: { claims: ['positions'], control: ['position.close'] },
    async ready(t) {
      const { positionId } = await t.account.openPosition();
      return () => t.control('position.close', { account_id: t.account.id, position_id: positionId });
    },
  },
];

function dealsIn({ view }: TransactionEvent): readonly string[] {
  return (view.deals ?? []).flatMap(({ id }) => id ?? []);
}

for (const { id, words, needs, ready } of CAUSES) {
  scenario({
    id,
    title: `delivers no transaction_event of ${words} after transactions were unsubscribed`,
    purposes: [44],
    needs,
    effort: 'standard',
    async run(t) {
      const act = await ready(t);
      const events = await t.account.transactions();
      const given = await unsubscribed(t, events, 'transactions');
      const witness = await t.account.transactions();
      const after = lastRecord(witness);
      await act();
      const seen = await witness.await('transaction_event', { where: (event) => dealsIn(event).length > 0, after });
      const again = await events.subscribe('transactions');
      const [deal = ''] = dealsIn(seen);
      const late = events.of('transaction_event', { where: (event) => dealsIn(event).includes(deal) });
      const ofDeal = { member: 'id', predicate: 'equals', expected: deal };
      t.expect.none(late, `no transaction_event with deal ${deal}`, {
        evidence: [given, seen, again],
        sought: [{ on: events, after: 0, kind: 'transaction_event', where: [['/view/deals', 'some', ofDeal]] }],
      });
    },
  });
}
