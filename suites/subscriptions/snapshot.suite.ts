// The trading_state_snapshot (interface 6, table): open orders, open positions and account state, ahead of the events after it.
import type { TransactionView } from '../../toolkit/profile/dialect/views.js';
import { concurrent, scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';

scenario({
  id: 'subscriptions.transactions-snapshot-orders/an-open-order',
  title: 'shows an open order in the snapshot',
  requirements: ['domain.open-orders-in-snapshot'],
  purposes: [40],
  async run(t) {
    const { orderId } = await t.account.openOrder();
    const events = await t.account.transactions();
    t.expect.at(events.snapshot.record, '/view/orders', 'lengthAtLeast', 1);
    if (orderId !== undefined) {
      t.expect.at(events.snapshot.record, '/view/orders', 'some', {
        member: 'id',
        predicate: 'equals',
        expected: orderId,
      });
    }
  },
});

scenario({
  id: 'subscriptions.transactions-snapshot-orders/every-type-and-side',
  title: 'shows open limit and stop orders of both sides, on each instrument, in the snapshot',
  requirements: ['domain.open-orders-in-snapshot'],
  purposes: [40],
  async run(t) {
    const open: { readonly what: string; readonly orderId: string | undefined }[] = [];
    for (const instrument of t.account.instruments.slice(0, 2)) {
      for (const type of ['limit', 'stop'] as const) {
        for (const side of ['buy', 'sell'] as const) {
          const { orderId } = await t.account.openOrder({ type, side, instrument });
          open.push({ what: `${side} ${type} on ${instrument.name}`, orderId });
        }
      }
    }
    const { snapshot } = await t.account.transactions();
    if (open.some(({ orderId }) => orderId === undefined))
      return t.inconclusive('an open order shows no identifier; bind it in the dialect', [snapshot.record]);
    const shown = new Set((snapshot.view.orders ?? []).map(({ id }) => id));
    const missing = open.filter(({ orderId }) => !shown.has(orderId));
    t.expect.that(missing.length === 0, {
      expected: 'every open order',
      actual: `no ${missing.map(({ what }) => what).join(', no ')}`,
      evidence: [snapshot.record],
    });
  },
});

scenario({
  id: 'subscriptions.transactions-snapshot-positions/an-open-position',
  title: 'shows an open position in the snapshot',
  requirements: ['domain.open-positions-in-snapshot', 'positions.immediate-execution'],
  purposes: [40],
  needs: { claims: ['positions'] },
  async run(t) {
    const { positionId } = await t.account.openPosition();
    const events = await t.account.transactions();
    t.expect.at(events.snapshot.record, '/view/positions', 'lengthAtLeast', 1);
    if (positionId !== undefined) {
      t.expect.at(events.snapshot.record, '/view/positions', 'some', {
        member: 'id',
        predicate: 'equals',
        expected: positionId,
      });
    }
  },
});

scenario({
  id: 'subscriptions.transactions-snapshot-account-state/three-figures',
  title: 'shows the account state in the snapshot',
  requirements: ['domain.account-state-in-snapshot'],
  needs: { shared: true, readOnly: true },
  async run(t) {
    const events = await t.account.transactions();
    t.expect.at(events.snapshot.record, '/view/accountState', 'present', null);
  },
});

scenario({
  id: 'domain.closed-not-in-snapshot/closed-position',
  title: 'no longer shows a position that was closed',
  requirements: ['positions.closed-not-open'],
  needs: { claims: ['positions', 'closePosition'] },
  async run(t) {
    const { positionId } = await t.account.openPosition();
    if (positionId === undefined)
      return t.inconclusive('the opened position shows no identifier; bind it in the dialect');
    await t.account.closePosition(positionId);
    const state = await t.account.state();
    t.expect.at(state.record, '/view/positions', 'none', { member: 'id', predicate: 'equals', expected: positionId });
  },
});

concurrent({
  id: 'subscriptions.snapshot-before-events/amid-activity',
  title: 'sends the snapshot before any event of the same subscription, while orders finish',
  requirements: ['subscriptions.transactions-snapshot'],
  purposes: [40, 42],
  async run(t) {
    const events = await t.account.events();
    const orders = await Promise.all(Array.from({ length: 6 }, () => t.account.order()));
    const [, ...submissions] = await Promise.all([
      events.subscribe('transactions'),
      ...orders.map((order) => t.account.submit(order)),
    ]);
    await Promise.all(submissions.filter(({ accepted }) => accepted).map((submission) => t.account.settle(submission)));
    await barrier(t, events);
    const kinds = events.received.filter(
      ({ kind }) => kind === 'transaction_event' || kind === 'trading_state_snapshot',
    );
    const first = kinds[0];
    if (first === undefined) return t.inconclusive('neither snapshot nor event arrived');
    t.expect.that(first.kind === 'trading_state_snapshot', {
      expected: 'the trading_state_snapshot first',
      actual: `a ${first.kind} first`,
      evidence: [first.record],
    });
  },
});

concurrent({
  id: 'subscriptions.snapshot-complete-under-load/in-snapshot-or-event',
  title: 'loses no order at the boundary: each is in the snapshot or in an event after it',
  purposes: [42],
  async run(t) {
    const events = await t.account.events();
    const orders = await Promise.all(Array.from({ length: 6 }, () => t.account.order()));
    const [, ...submissions] = await Promise.all([
      events.subscribe('transactions'),
      ...orders.map((order) => t.account.submit(order)),
    ]);
    const settled = await Promise.all(
      submissions
        .filter(({ accepted }) => accepted)
        .map(async (submission) => ({ submission, result: await t.account.settle(submission) })),
    );
    await barrier(t, events);
    const final = await t.account.state();
    const known = new Set<string>();
    for (const message of events.received) {
      if (message.kind !== 'transaction_event' && message.kind !== 'trading_state_snapshot') continue;
      for (const { id } of message.view.orders ?? []) if (id !== undefined) known.add(id);
    }
    const open = (final.orders ?? []).map(({ id }) => id).filter((id) => id !== undefined);
    if (open.length === 0 || settled.length === 0)
      return t.inconclusive('no open order with an identifier to follow', [final.record]);
    const lost = open.filter((id) => !known.has(id));
    t.expect.that(lost.length === 0, {
      expected: 'every order that is open in the end in the snapshot or in a later event',
      actual: `${lost.length} of ${open.length} in neither`,
      evidence: [final.record],
    });
  },
});

scenario({
  id: 'domain.events-lead-to-snapshot/second-connection',
  title: 'shows in a later snapshot what the first snapshot and the events after it add up to',
  purposes: [41],
  async run(t) {
    const events = await t.account.transactions();
    const seen = new Set((events.snapshot.view.orders ?? []).map(({ id }) => id));
    for (let n = 0; n < 3; n++) {
      const { submission } = await t.account.openOrder();
      const event = await events.resultOf(submission);
      for (const { id } of event?.view.orders ?? []) seen.add(id);
    }
    const state = await t.account.state();
    const ids = (state.orders ?? []).map(({ id }) => id);
    if (ids.includes(undefined))
      return t.inconclusive('orders show no identifier; bind it in the dialect', [state.record]);
    t.expect.that(ids.length === seen.size && ids.every((id) => seen.has(id)), {
      expected: `${seen.size} open orders, those of the snapshot and the events`,
      actual: `${ids.length} open orders, ${ids.filter((id) => !seen.has(id)).length} of them unknown`,
      evidence: [state.record, events.snapshot.record],
    });
  },
});

concurrent({
  id: 'subscriptions.all-connections-served/three-connections',
  title: 'delivers the event of an order on each of three subscribed connections',
  purposes: [46],
  async run(t) {
    const connections = await Promise.all([1, 2, 3].map(() => t.account.transactions()));
    // Not set-up by `openOrder`, which would wait for the very event that is judged here.
    const submission = await t.account.submit(await t.account.order());
    if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
    const received = await Promise.all(connections.map((events) => events.resultOf(submission)));
    const missing = received.filter((event) => event === undefined).length;
    t.expect.that(missing === 0, {
      expected: 'the event on all three connections',
      actual: `missing on ${missing}`,
      evidence: [submission.exchange.record, ...received.flatMap((event) => (event ? [event.record] : []))],
    });
  },
});

scenario({
  id: 'subscriptions.own-account-only/two-accounts',
  title: 'delivers nothing of an order on another account of the same key',
  purposes: [47],
  needs: { accounts: 2 },
  async run(t) {
    const [own, other] = t.accounts;
    if (own === undefined || other === undefined) return t.inconclusive('two accounts are needed');
    const events = await own.transactions();
    const { submission } = await other.openOrder();
    await barrier(t, events, own);
    const leaked = events
      .of('transaction_event')
      .filter(({ view }) =>
        view.clientRequestId === undefined
          ? view.operationId === submission.operationId
          : view.clientRequestId === submission.key,
      );
    t.expect.that(leaked.length === 0, {
      expected: 'no event of the other account',
      actual: 'the event of the other account arrived',
      evidence: [submission.exchange.record, ...leaked.map(({ record }) => record)],
    });
  },
});

scenario({
  id: 'subscriptions.own-account-only/snapshot',
  title: 'shows nothing of another account in the snapshot',
  purposes: [47],
  needs: { accounts: 2 },
  async run(t) {
    const [own, other] = t.accounts;
    if (own === undefined || other === undefined) return t.inconclusive('two accounts are needed');
    const before = await own.state();
    await other.openOrder();
    const after = await own.state();
    t.expect.at(after.record, '/view/orders', 'lengthIs', before.orders?.length ?? 0);
  },
});

scenario({
  id: 'subscriptions.own-account-only/deposit-on-another-account',
  title: 'delivers nothing of a deposit on another account of the same key',
  purposes: [47],
  needs: { accounts: 2, control: ['account.deposit'] },
  async run(t) {
    const [own, other] = t.accounts;
    if (own === undefined || other === undefined) return t.inconclusive('two accounts are needed');
    const events = await own.transactions();
    const witness = await other.transactions();
    await t.control('account.deposit', { account_id: other.id, kind: 'balance', amount: '3' });
    const deposit = await witness.next(({ kind }) => kind === 'transaction_event', { after: witness.snapshot.record });
    if (deposit === undefined) return t.inconclusive('the other account saw no event of its deposit');
    const submission = await own.submit(await own.order());
    if ((await events.resultOf(submission)) === undefined)
      return t.inconclusive('the order that serves as barrier brought no event');
    // The platform may book something on this account too.
    const booked = new Set(witness.of('transaction_event').flatMap(({ view }) => dealIds(view)));
    const leaked = events.of('transaction_event').filter(({ view }) => dealIds(view).some((id) => booked.has(id)));
    t.expect.that(leaked.length === 0, {
      expected: 'no event of the other account',
      actual: `${leaked.length} events with its deals`,
      evidence: [deposit.record, ...leaked.map(({ record }) => record)],
    });
  },
});

function dealIds({ deals = [] }: TransactionView): readonly string[] {
  return deals.flatMap(({ id }) => id ?? []);
}
