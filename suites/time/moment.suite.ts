// The moment that a date-time shows is the moment in UTC (interface 1, rule 3): an order that was placed just now was not placed an
// hour ago or in an hour. Zones differ by a quarter of an hour at least, so the bound is wide. Their form is judged over the journal.
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { CheckContext, Evidence } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { OPENING } from '../words/calls/calls.js';
import { mainOrderIndex } from '../words/trading/main-order.js';

const LEAST_ZONE_MS = 15 * 60_000;
const BOUND_MS = LEAST_ZONE_MS - 5 * 60_000;

function expectNow(t: CheckContext, time: JsonValue | undefined, shownBy: Evidence): void {
  const moment = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(moment)) t.notApplicable('it shows no time as text; bind one in the dialect if it has one');
  const apartMs = Math.abs(moment - t.nowMs());
  t.expect.that(apartMs <= BOUND_MS, {
    expected: 'the present moment in UTC',
    actual: `${String(time)}, ${Math.round(apartMs / 60_000)} minutes away`,
    evidence: [shownBy],
  });
}

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
