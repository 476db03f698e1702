// The moment that a date-time shows is the moment in UTC (interface 1, rule 3): an order that was placed just now was not placed an
// hour ago or in an hour. Zones differ by a quarter of an hour at least, so the bound is wide. Their form is judged over the journal.
import { scenario } from '../runner/registry.js';
import { OPENING } from '../words/calls/calls.js';
import { expectNow } from '../words/moment.js';
import { mainOrderIndex } from '../words/trading/main-order.js';

scenario({
  id: 'time.moment-is-utc/order',
  title: 'shows the present moment in UTC as the time of an order that was just placed',
  async run(t) {
    const events = await t.account.transactions();
    const event = await events.awaitResultOf(await t.account.place(), 'success');
    const orders = event.view.orders ?? [];
    expectNow(t, orders[mainOrderIndex(t, orders)]?.time, event);
  },
});

scenario({
  id: 'time.moment-is-utc/deal',
  title: 'shows the present moment in UTC as the time of a deal that was just made',
  needs: { claims: ['positions'] },
  async run(t) {
    const events = await t.account.transactions();
    const event = await events.awaitResultOf(await OPENING.place(t.account), 'success');
    expectNow(t, event.view.deals?.[0]?.time, event);
  },
});

scenario({
  id: 'time.moment-is-utc/open-order-in-snapshot',
  title: 'shows the present moment in UTC as the time of a fresh order in the snapshot',
  async run(t) {
    const { orderId } = await t.account.openOrder();
    const state = await t.account.state();
    expectNow(t, state.orders?.[mainOrderIndex(t, state.orders, orderId)]?.time, state);
  },
});
