// Snapshots of more than a few (interface 1, rule 2; 6, table): whatever is open is in them, be it dozens of orders or several positions.
import { scenario } from '../runner/registry.js';
import { openAsMany } from '../words/trading/order-load.js';
import { stillOpen } from '../words/trading/still-open.js';

/** One beyond 32, or beyond 16 where an account may hold no more. */
const ORDERS = 33;
const LEAST_ORDERS = 17;
/** Of one instrument each, as far as they go, since a target may net those of one. */
const POSITIONS = 9;

scenario({
  id: 'subscriptions.transactions-snapshot-orders/several-dozen',
  title: `shows each of up to ${ORDERS} open orders in the snapshot`,
  requirements: ['domain.open-orders-in-snapshot', 'subscriptions.transactions-snapshot'],
  purposes: [40],
  effort: 'standard',
  async run(t) {
    const events = await t.account.transactions();
    const opened = await openAsMany(t, ORDERS, LEAST_ORDERS, events);
    // That of so many orders is a long message: it is not only what it shows that is judged, but that it comes.
    await events.close();
    const later = await t.account.events();
    const command = await later.subscribe('transactions');
    const snapshot = await later.next('trading_state_snapshot');
    if (snapshot === undefined && !later.isOpen) t.inconclusive('the connection has ended, as it may', [command]);
    const state = t.expect.arrived(snapshot, 'a trading_state_snapshot', {
      requirement: 'subscriptions.transactions-snapshot',
      evidence: [command],
    });
    const ids = opened.map(({ orderId }) => orderId);
    for (const id of stillOpen(t, ids)) {
      t.expect.lists(state, 'orders', id, { also: ['domain.open-orders-in-snapshot'] });
    }
  },
});

scenario({
  id: 'subscriptions.transactions-snapshot-positions/several',
  title: `shows each of up to ${POSITIONS} open positions in the snapshot`,
  requirements: ['domain.open-positions-in-snapshot'],
  purposes: [40],
  needs: { claims: ['positions'] },
  effort: 'standard',
  async run(t) {
    const events = await t.account.transactions();
    const ids = new Set<string>();
    for (let n = 0; n < POSITIONS; n += 1) {
      const instrument = t.account.instrument(n % t.account.instruments.length);
      ids.add((await t.account.openPosition({ instrument }, { events })).positionId);
    }
    const state = await t.account.state();
    for (const id of stillOpen(t, ids)) {
      t.expect.lists(state, 'positions', id, { also: ['domain.open-positions-in-snapshot'] });
    }
  },
});
