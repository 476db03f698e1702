// What was unsubscribed is silent (interface 4.5, rule 4; 6), where a target lets it be given up.
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { awaitBeat } from '../words/streams/beats.js';
import { witnessedOrder } from '../words/streams/delivery.js';
import { unsubscribed } from '../words/streams/subscribing.js';

scenario({
  id: 'subscriptions.unsubscribed-silent/transactions',
  title: 'delivers no transaction_event after transactions were unsubscribed',
  purposes: [44],
  async run(t) {
    const events = await t.account.transactions();
    const given = await unsubscribed(t, events, 'transactions');
    const submission = await witnessedOrder(t);
    const again = await events.subscribe('transactions');
    const late = events.resultsOf(submission);
    t.expect.none(late, 'no event of an order placed after unsubscribing', { evidence: [given, again] });
  },
});

scenario({
  id: 'subscriptions.unsubscribed-silent/account-state',
  title: 'delivers no account_state_event after account_state was unsubscribed, where that is accepted',
  purposes: [44],
  needs: { claims: ['accountStateEvents'], shared: true },
  waitMs: 4500,
  async run(t) {
    const events = await t.account.subscribed('account_state');
    const given = await unsubscribed(t, events, 'account_state');
    if (given.outcome === 'unknown')
      t.notApplicable('the command to unsubscribe account_state was left unanswered, which is left open');
    // What had left before the answer may still arrive; the snapshot of another kind comes after it.
    await barrier(t, events);
    const ended = events.received.at(-1)?.record ?? given.record;
    const witness = await t.account.subscribed('account_state');
    const first = await awaitBeat(witness);
    await awaitBeat(witness, first.record);
    const late = events.of('account_state_event', { after: ended });
    t.expect.none(late, 'no account_state_event', { evidence: [given] });
  },
});
