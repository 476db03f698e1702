// What was unsubscribed can be subscribed once more on the same connection (interface 6, table; 4.5, rule 4): a snapshot of the present
// leads, where the kind has one, and events follow as they did the first time.
import type { CheckContext, CommandOutcome, Events, OpenedOrder, ReceivedOf } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { unsubscribed } from '../words/streams/commands.js';
import { expectDelivered, witnessedOrder } from '../words/streams/delivery.js';
import { CHANGE_INSTRUMENTS, expectChangeEvent, followedInstrument } from '../words/streams/instrument-events.js';
import { CHANGE_PERIODS, createdPeriod, hmr, nextUpsert, READ_HMR, upserts } from '../words/streams/periods.js';
import { ofOperation } from '../words/streams/searches.js';

interface Again {
  readonly events: Events;
  /** Placed in between. */
  readonly order: OpenedOrder;
  readonly command: CommandOutcome;
  readonly snapshot: ReceivedOf<'trading_state_snapshot'> | undefined;
}

/** Transactions, given up and subscribed again. */
async function transactionsAgain(t: CheckContext): Promise<Again> {
  const events = await t.account.transactions();
  const given = await unsubscribed(t, events, 'transactions');
  const order = await t.account.openOrder();
  const command = await events.subscribed('transactions');
  const snapshot = await events.next('trading_state_snapshot', { after: given.record });
  // To go on sending is open too, and then the second command subscribes to what is subscribed, for which nothing is said.
  const sent = events.of('transaction_event', { after: given.record, where: ({ record }) => record < command.record });
  if (snapshot === undefined && (given.outcome === 'unknown' || sent.length > 0)) {
    t.inconclusive('nothing shows that transactions were unsubscribed', [given]);
  }
  return { events, order, command, snapshot };
}

scenario({
  id: 'subscriptions.transactions-snapshot/subscribed-again',
  title: 'sends a snapshot of the present when transactions are subscribed again after they were unsubscribed',
  requirements: ['subscriptions.transactions-snapshot-orders'],
  purposes: [40],
  async run(t) {
    const { events, order, command, snapshot } = await transactionsAgain(t);
    const second = expectDelivered(t, events, snapshot, 'a second trading_state_snapshot', [command]);
    t.expect.lists(second, 'orders', order.orderId, { requirement: 'subscriptions.transactions-snapshot-orders' });
  },
});

scenario({
  id: 'subscriptions.transactions-snapshot-positions/subscribed-again',
  title:
    'shows an open position and the account state when transactions are subscribed again after they were unsubscribed',
  requirements: ['subscriptions.transactions-snapshot-account-state'],
  purposes: [40],
  needs: { claims: ['positions'] },
  async run(t) {
    const { positionId } = await t.account.openPosition();
    const { events, command, snapshot } = await transactionsAgain(t);
    const second = expectDelivered(t, events, snapshot, 'a second trading_state_snapshot', [command]);
    t.expect.lists(second, 'positions', positionId);
    t.expect.at(second, '/view/accountState', 'present', {
      requirement: 'subscriptions.transactions-snapshot-account-state',
    });
  },
});

scenario({
  id: 'transactions.every-change/subscribed-again',
  title: 'delivers transaction events after transactions were unsubscribed and subscribed again',
  async run(t) {
    const { events, command } = await transactionsAgain(t);
    const submission = await witnessedOrder(t);
    expectDelivered(t, events, await events.resultOf(submission), submission, [command]);
  },
});

scenario({
  id: 'delivery.no-replay/subscribed-again',
  title: 'does not deliver what happened while transactions were unsubscribed once they are subscribed again',
  purposes: [54],
  async run(t) {
    const events = await t.account.transactions();
    const given = await unsubscribed(t, events, 'transactions');
    const submission = await witnessedOrder(t);
    const command = await events.subscribed('transactions');
    const snapshot = await events.await('trading_state_snapshot', { after: given.record });
    await barrier(t, events);
    const told = events.resultsOf(submission).filter(({ record }) => record > snapshot.record);
    const sought = ofOperation(events, submission, snapshot.record);
    t.expect.none(told, 'no event of an order that was placed meanwhile', { evidence: [command], sought });
  },
});

scenario({
  id: 'subscriptions.hmr-snapshot/subscribed-again',
  title: 'sends an hmr_snapshot when hmr is subscribed again after it was unsubscribed',
  needs: READ_HMR,
  async run(t) {
    const list = [t.account.instrument().name];
    const events = await hmr(t, list);
    const given = await unsubscribed(t, events, 'hmr', list);
    const command = await events.subscribed('hmr', list);
    const snapshot = await events.next('hmr_snapshot', { after: given.record });
    expectDelivered(t, events, snapshot, 'a second hmr_snapshot', [command]);
  },
});

scenario({
  id: 'hmr.incremental-updates/subscribed-again',
  title: 'delivers hmr_update after hmr was unsubscribed and subscribed again',
  needs: CHANGE_PERIODS,
  async run(t) {
    const list = [t.account.instrument().name];
    const events = await hmr(t, list);
    await unsubscribed(t, events, 'hmr', list);
    const command = await events.subscribed('hmr', list);
    const witness = await hmr(t, list);
    const { id } = await createdPeriod(t);
    const seen = await witness.await('hmr_update', { where: upserts(id) });
    expectDelivered(t, events, await nextUpsert(events, id), `an hmr_update with period ${id}`, [seen, command]);
  },
});

scenario({
  id: 'instruments.event-per-instrument/subscribed-again',
  title: 'delivers instrument events after instruments were unsubscribed and subscribed again',
  needs: CHANGE_INSTRUMENTS,
  async run(t) {
    const { name, events } = await followedInstrument(t);
    await unsubscribed(t, events, 'instruments', [name]);
    const again = await events.subscribed('instruments', [name]);
    await expectChangeEvent(t, events, name, again);
  },
});
