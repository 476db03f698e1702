// What is open stays open under a restriction (interface 1, rule 2; 3): it stops new pending orders, and is shown as before. Whoever ends
// orders of a restricted account announces that, and is spared.
import { scenario } from '../runner/registry.js';
import { lastRecord } from '../words/streams/last-record.js';

scenario({
  id: 'subscriptions.transactions-snapshot-orders/while-close-only',
  title: 'shows the orders that were open before in the snapshots of an account that is close only',
  requirements: ['domain.open-orders-in-snapshot'],
  needs: { control: ['account.restrict'] },
  effort: 'standard',
  async run(t) {
    const events = await t.account.transactions();
    const opened = [await t.account.openOrder({}, { events }), await t.account.openOrder({ type: 'stop' }, { events })];
    const after = lastRecord(events);
    await t.under('close-only');
    const state = await t.account.state();
    const placings = new Set(opened.map(({ submission }) => submission.operationId));
    const told = events.of('transaction_event', {
      after,
      // What was opened may be told once more, or late.
      where: ({ view }) => (view.orders ?? []).length > 0 && !placings.has(String(view.operationId)),
    });
    if (told.length > 0) t.inconclusive('the target announced changes under the restriction', told);
    for (const { orderId } of opened) {
      t.expect.lists(state, 'orders', orderId, { also: ['domain.open-orders-in-snapshot'] });
    }
  },
});
