// What was unsubscribed can be subscribed once more on the same connection (interface 6, table; 4.5, rule 4): a snapshot of the present
// leads, where the kind has one, and events follow as they did the first time.

import type { CheckContext, CommandOutcome, Events, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import type { Transactions } from '../words/streams/event-of.js';
import { CHANGE, change, eventOn, expectArrived } from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { CLAIMED, hmr, period, UPSERT, upsertOf } from '../words/streams/periods.js';

/** Unsubscribing all kinds alike is open, so that a target may refuse it. */
async function unsubscribed(
  t: CheckContext,
  events: Events,
  event: string,
  instruments?: readonly string[],
): Promise<CommandOutcome> {
  const outcome = await events.unsubscribe(event, instruments);
  return outcome.outcome === 'refused'
    ? t.notApplicable(`the target refuses to unsubscribe ${event}, which is left open`)
    : outcome;
}

/** Transactions, given up and subscribed again; in between an order was placed. */
async function transactionsAgain(t: CheckContext): Promise<{
  readonly events: Transactions;
  readonly orderId: string | undefined;
  readonly snapshot: Received | undefined;
  readonly record: number;
}> {
  const events = await t.account.transactions();
  const { record: given, outcome } = await unsubscribed(t, events, 'transactions');
  const { orderId } = await t.account.openOrder();
  const { record } = await events.subscribed('transactions');
  const snapshot = await events.next(({ kind }) => kind === 'trading_state_snapshot', { after: given });
  if (snapshot === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [record]);
  // To go on sending is open too, and then the second command subscribes to what is subscribed, for which nothing is said.
  const stillSent = events.of('transaction_event').some((message) => message.record > given && message.record < record);
  if (snapshot === undefined && (outcome === 'unknown' || stillSent))
    t.inconclusive('nothing shows that transactions were unsubscribed', [given]);
  return { events, orderId, snapshot, record };
}

scenario({
  id: 'subscriptions.transactions-snapshot/subscribed-again',
  title: 'sends a snapshot of the present when transactions are subscribed again after they were unsubscribed',
  requirements: ['subscriptions.transactions-snapshot-orders'],
  purposes: [40],
  async run(t) {
    const { orderId, snapshot, record } = await transactionsAgain(t);
    t.expect.that(snapshot !== undefined, {
      expected: 'a trading_state_snapshot after the second subscription too',
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [snapshot?.record ?? record],
    });
    if (orderId === undefined) return;
    t.expect.at(
      snapshot?.record ?? record,
      '/view/orders',
      'some',
      { member: 'id', predicate: 'equals', expected: orderId },
      { requirement: 'subscriptions.transactions-snapshot-orders' },
    );
  },
});

scenario({
  id: 'transactions.every-change/subscribed-again',
  title: 'delivers transaction events after transactions were unsubscribed and subscribed again',
  async run(t) {
    const { events, record } = await transactionsAgain(t);
    const witness = await t.account.transactions();
    const { submission } = await t.account.openOrder({}, { events: witness });
    const event = await events.resultOf(submission);
    if (event === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [record]);
    t.expect.that(event !== undefined, {
      expected: 'the event of an order, which a new connection received',
      actual: 'no event',
      evidence: [event?.record ?? record, submission.exchange.record],
    });
  },
});

scenario({
  id: 'subscriptions.hmr-snapshot/subscribed-again',
  title: 'sends an hmr_snapshot when hmr is subscribed again after it was unsubscribed',
  needs: { ...CLAIMED, shared: true, readOnly: true },
  async run(t) {
    const list = [t.account.instrument().name];
    const { events } = await hmr(t, list);
    const { record: given } = await unsubscribed(t, events, 'hmr', list);
    const { record } = await events.subscribed('hmr', list);
    const snapshot = await events.next(({ kind }) => kind === 'hmr_snapshot', { after: given });
    if (snapshot === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [record]);
    t.expect.that(snapshot !== undefined, {
      expected: 'an hmr_snapshot after the second subscription too',
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [snapshot?.record ?? record],
    });
  },
});

scenario({
  id: 'hmr.incremental-updates/subscribed-again',
  title: 'delivers hmr_update after hmr was unsubscribed and subscribed again',
  needs: UPSERT,
  async run(t) {
    const list = [t.account.instrument().name];
    const { events } = await hmr(t, list);
    await unsubscribed(t, events, 'hmr', list);
    const { record } = await events.subscribed('hmr', list);
    const witness = await hmr(t, list);
    const { id } = await period(t);
    const seen = await upsertOf(witness.events, id);
    if (seen === undefined) return t.inconclusive('the witness received no hmr_update of the period', [record]);
    const update = await upsertOf(events, id);
    if (update === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [record]);
    t.expect.that(update !== undefined, {
      expected: `an hmr_update that brings period ${id}, as a new connection received it`,
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [seen.record, update?.record ?? record],
    });
  },
});

scenario({
  id: 'instruments.event-per-instrument/subscribed-again',
  title: 'delivers instrument events after instruments were unsubscribed and subscribed again',
  needs: CHANGE,
  async run(t) {
    const name = await instrumentToChange(t);
    const events = await t.account.events();
    await events.subscribed('instruments', [name]);
    await unsubscribed(t, events, 'instruments', [name]);
    const again = await events.subscribed('instruments', [name]);
    await change(t, name);
    expectArrived(t, await eventOn(events, name), `${name} changed`, again);
  },
});
