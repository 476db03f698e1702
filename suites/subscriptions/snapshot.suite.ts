// The trading_state_snapshot (interface 6, table): open orders and account state, ahead of the events after it. Open positions are
// judged in `snapshot-positions.suite.ts`.
import type { CheckContext, Events, Submission } from '../runner/context.js';
import { concurrent, scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import type { TransactionEvent } from '../words/streams/event-of.js';
import { orderIdsIn } from '../words/streams/order-ids.js';
import { stillOpen } from '../words/trading/still-open.js';

scenario({
  id: 'subscriptions.transactions-snapshot-orders/an-open-order',
  title: 'shows an open order in the snapshot',
  requirements: ['domain.open-orders-in-snapshot'],
  purposes: [40],
  async run(t) {
    const open = await t.account.openOrder();
    const { snapshot } = await t.account.transactions();
    t.expect.at(snapshot, '/view/orders', 'lengthAtLeast', 1);
    t.expect.lists(snapshot, 'orders', open.orderId, { also: ['domain.open-orders-in-snapshot'] });
  },
});

scenario({
  id: 'subscriptions.transactions-snapshot-orders/every-type-and-side',
  title: 'shows open limit and stop orders of both sides, on each instrument, in the snapshot',
  purposes: [40],
  async run(t) {
    const orderIds: string[] = [];
    for (const instrument of t.account.instruments.slice(0, 2)) {
      for (const type of ['limit', 'stop'] as const) {
        for (const side of ['buy', 'sell'] as const)
          orderIds.push((await t.account.openOrder({ type, side, instrument })).orderId);
      }
    }
    const { snapshot } = await t.account.transactions();
    for (const orderId of stillOpen(t, orderIds)) t.expect.lists(snapshot, 'orders', orderId);
  },
});

scenario({
  id: 'subscriptions.transactions-snapshot-account-state/three-figures',
  title: 'shows an account state with figures in the snapshot',
  requirements: ['domain.account-state-in-snapshot'],
  needs: { shared: true, readOnly: true },
  async run(t) {
    const { snapshot } = await t.account.transactions();
    t.expect.at(snapshot, '/view/accountState', 'present', { also: ['domain.account-state-in-snapshot'] });
    const { balance, equity, usedMargin } = snapshot.view.accountState ?? {};
    const shown = [balance, equity, usedMargin].filter((figure) => (figure ?? null) !== null).length;
    t.expect.that(shown > 0, {
      expected: 'an account state with balance, equity and used_margin',
      actual: 'none of these figures',
      evidence: [snapshot],
    });
  },
});

scenario({
  id: 'subscriptions.transactions-snapshot-account-state/each-figure',
  title: 'shows balance, equity and used_margin in the account state of the snapshot',
  // The three are listed for account_state_event and for the entity of transactions, not for the snapshot.
  level: 'should',
  needs: { shared: true, readOnly: true },
  async run(t) {
    const { snapshot } = await t.account.transactions();
    for (const figure of ['balance', 'equity', 'usedMargin'])
      t.expect.at(snapshot, `/view/accountState/${figure}`, 'notEquals', null);
  },
});

/** Subscribes while orders come and finish; returns those that were taken. */
async function subscribeAmidOrders(t: CheckContext, events: Events): Promise<readonly Submission[]> {
  const orders = await t.account.orders(6);
  const [, ...submissions] = await Promise.all([
    events.subscribe('transactions'),
    ...orders.map((order) => t.account.submit(order)),
  ]);
  const taken = submissions.filter(({ accepted }) => accepted);
  await Promise.all(taken.map((submission) => t.account.settle(submission)));
  await barrier(t, events);
  return taken;
}

concurrent({
  id: 'subscriptions.snapshot-before-events/amid-activity',
  title: 'sends the snapshot before any event of the same subscription, while orders finish',
  purposes: [40, 42],
  async run(t) {
    await expectSnapshotFirst(t);
  },
});

concurrent({
  id: 'subscriptions.snapshot-before-events/on-later-connections',
  title: 'sends the snapshot before any event on a second and third connection too, while orders finish',
  needs: { streams: 3 },
  async run(t) {
    for (let turn = 0; turn < 3; turn += 1) await expectSnapshotFirst(t);
  },
});

for (const { id, words, effort, meanwhile } of [
  {
    id: 'subscriptions.snapshot-before-events/while-operations-are-held',
    words: 'at once',
    effort: {},
    meanwhile: async (): Promise<unknown> => undefined,
  },
  {
    // The command has arrived by then, as a rule; its snapshot has not where it takes a while.
    id: 'subscriptions.snapshot-before-events/released-a-read-later',
    words: 'a read later',
    effort: { effort: 'standard' },
    meanwhile: (t: CheckContext): Promise<unknown> => t.account.request('account'),
  },
] as const) {
  scenario({
    id,
    title: `sends the snapshot before the events of operations that were under way when it was subscribed, and end ${words}`,
    purposes: [40, 42],
    needs: { control: ['operation.hold', 'operation.release'] },
    ...effort,
    async run(t) {
      const release = await t.under('operations-held');
      const held = [await t.account.place(), await t.account.place(), await t.account.place()];
      const events = await t.account.events();
      // Released as soon as the command is on its way, so that snapshot and events are made at the same time.
      const subscribing = events.subscribe('transactions');
      await meanwhile(t);
      await release();
      await subscribing;
      await Promise.all(held.map((one) => t.account.settle(one)));
      await barrier(t, events);
      expectFirst(t, events);
    },
  });
}

/** On a connection of its own. */
async function expectSnapshotFirst(t: CheckContext): Promise<void> {
  const events = await t.account.events();
  await subscribeAmidOrders(t, events);
  expectFirst(t, events);
}

function expectFirst(t: CheckContext, events: Events): void {
  const first = events.received.find(({ kind }) => kind === 'transaction_event' || kind === 'trading_state_snapshot');
  if (first === undefined) t.inconclusive('neither snapshot nor event arrived');
  t.expect.that(first.kind === 'trading_state_snapshot', {
    expected: 'the trading_state_snapshot first',
    actual: `a ${first.kind} first`,
    evidence: [first],
  });
}

concurrent({
  id: 'subscriptions.snapshot-complete-under-load/in-snapshot-or-event',
  title: 'loses no order at the boundary: each is in the snapshot or in an event after it',
  purposes: [42],
  async run(t) {
    const events = await t.account.events();
    const taken = await subscribeAmidOrders(t, events);
    const final = await t.account.state();
    const known = orderIdsIn([...events.of('trading_state_snapshot'), ...events.of('transaction_event')]);
    const open = (final.orders ?? []).flatMap(({ id }) => id ?? []);
    if (open.length === 0 || taken.length === 0) {
      return t.inconclusive('no open order with an identifier to follow', [final]);
    }
    const lost = open.filter((id) => !known.has(id));
    t.expect.none(lost, 'every order that is open in the end in the snapshot or in a later event', {
      actual: `${lost.length} of ${open.length} in neither`,
      evidence: [final],
    });
  },
});

scenario({
  id: 'domain.events-lead-to-snapshot/second-connection',
  title: 'shows in a later snapshot what the first snapshot and the events after it add up to',
  purposes: [41],
  async run(t) {
    const events = await t.account.transactions();
    const told: TransactionEvent[] = [];
    for (let n = 0; n < 3; n++) {
      const { submission } = await t.account.openOrder();
      told.push(await events.awaitResultOf(submission));
    }
    const state = await t.account.state();
    const ids = (state.orders ?? []).map(({ id }) => id);
    if (ids.includes(undefined)) return t.inconclusive('orders show no identifier; bind it in the dialect', [state]);
    // Others may trade on the account: what came or went by an event, even one that is still under way, is explained.
    await barrier(t, events);
    const later = events.of('transaction_event').filter((event) => !told.includes(event));
    const explained = orderIdsIn(later);
    const seen = orderIdsIn([events.snapshot, ...told]);
    const unknown = ids.filter((id) => !seen.has(id) && !explained.has(id));
    const missing = [...seen].filter((id) => !ids.includes(id) && !explained.has(id));
    t.expect.that(unknown.length === 0 && missing.length === 0, {
      expected: `the ${seen.size} open orders of the snapshot and the events`,
      actual: `${ids.length} open orders, ${unknown.length} of them unknown, ${missing.length} missing`,
      evidence: [state, events.snapshot],
    });
  },
});

concurrent({
  id: 'subscriptions.all-connections-served/three-connections',
  title: 'delivers the event of an order on each of three subscribed connections',
  purposes: [46],
  async run(t) {
    const connections = await Promise.all([1, 2, 3].map(() => t.account.transactions()));
    // Not by `openOrder`, which would wait for the very event that is judged here.
    const submission = await t.account.place();
    const received = await Promise.all(connections.map((events) => events.resultOf(submission)));
    if (connections.some(({ isOpen }) => !isOpen)) t.inconclusive('a connection has ended, as it may', received);
    const missing = received.filter((event) => event === undefined).length;
    t.expect.that(missing === 0, {
      expected: 'the event on all three connections',
      actual: `missing on ${missing}`,
      evidence: [submission, ...received],
    });
  },
});

for (const { id, event, message, needs } of [
  {
    id: 'subscriptions.transactions-snapshot/on-three-connections-at-once',
    event: 'transactions',
    message: 'trading_state_snapshot',
    needs: {},
  },
  {
    id: 'subscriptions.hmr-snapshot/on-three-connections-at-once',
    event: 'hmr',
    message: 'hmr_snapshot',
    needs: { claims: ['hmrEvents'] },
  },
] as const) {
  concurrent({
    id,
    title: `sends a snapshot to each of three connections that subscribe to ${event} at the same moment`,
    requirements: ['subscriptions.all-connections-served'],
    needs: { ...needs, streams: 3, shared: true, readOnly: true },
    async run(t) {
      const list = event === 'hmr' ? [t.account.instrument().name] : undefined;
      const all = await Promise.all(Array.from({ length: 3 }, () => t.account.events()));
      const commands = await Promise.all(all.map((events) => events.subscribe(event, list)));
      const snapshots = await Promise.all(all.map((events) => events.next(message)));
      if (all.some(({ isOpen }) => !isOpen)) t.inconclusive('a connection has ended, as it may', commands);
      for (const [n, snapshot] of snapshots.entries()) {
        t.expect.arrived(snapshot, `a ${message}`, {
          evidence: [commands[n]],
          also: ['subscriptions.all-connections-served'],
        });
      }
    },
  });
}
