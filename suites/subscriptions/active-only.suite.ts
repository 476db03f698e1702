// A connection is sent what it subscribed to and nothing else (interface 4.5, rule 4; 6, table; 6.4): not before it subscribed, not of
// other kinds, not after it unsubscribed, and not for malformed commands.
import type { Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { awaitBeat } from '../words/streams/beats.js';
import { unsubscribed } from '../words/streams/commands.js';
import { witnessedOrder } from '../words/streams/delivery.js';
import { lastRecord } from '../words/streams/last-record.js';
import { ofOperation, ofUnasked } from '../words/streams/searches.js';
import { dataOn, unaskedOn } from '../words/streams/unasked.js';

function kindsOf(messages: readonly Received[]): string {
  return messages.map(({ kind }) => kind).join(', ');
}

scenario({
  id: 'reconnect.new-connection-silent/before-subscribing',
  title: 'delivers no event on a new connection that subscribed to nothing',
  requirements: ['subscriptions.per-connection'],
  purposes: [54],
  async run(t) {
    const silent = await t.account.events();
    const ended = await witnessedOrder(t);
    const command = await silent.subscribe('transactions');
    const expected = 'nothing but the snapshot that was asked for at the end';
    t.expect.none(unaskedOn(silent, ended), expected, {
      actual: kindsOf(dataOn(silent)),
      evidence: [command],
      sought: ofUnasked(silent, ended),
      also: ['subscriptions.per-connection'],
    });
  },
});

scenario({
  id: 'reconnect.new-connection-silent/after-two-that-ended',
  title: 'delivers no event on a third connection that subscribed to nothing, after two that had subscribed and ended',
  requirements: ['subscriptions.per-connection'],
  purposes: [54],
  async run(t) {
    for (let turn = 0; turn < 2; turn += 1) await (await t.account.transactions()).close();
    const silent = await t.account.events();
    const ended = await t.account.place();
    await t.account.settle(ended);
    const command = await silent.subscribe('transactions');
    t.expect.none(unaskedOn(silent, ended), 'nothing but the snapshot that was asked for at the end', {
      actual: kindsOf(dataOn(silent)),
      evidence: [command],
      sought: ofUnasked(silent, ended),
      also: ['subscriptions.per-connection'],
    });
  },
});

const OTHERS: readonly string[] = ['account_state_event', 'instrument_event', 'hmr_snapshot', 'hmr_update', 'tick'];

scenario({
  id: 'subscriptions.active-only/transactions-only',
  title: 'delivers nothing of other kinds on a connection that subscribed to transactions alone',
  purposes: [47],
  needs: { claims: ['accountStateEvents'] },
  waitMs: 2500,
  async run(t) {
    const witness = await t.account.subscribed('account_state');
    const events = await t.account.transactions();
    // A first message may come at once; only one after the subscription shows what the other connection is spared.
    const beat = await awaitBeat(t, witness, events.snapshot.record);
    await barrier(t, events);
    const others = events.received.filter(({ kind }) => OTHERS.includes(kind));
    const sought = [{ on: events, where: [['/kind', 'oneOf', OTHERS] as const] }];
    t.expect.none(others, 'transactions alone', { actual: kindsOf(others), evidence: [beat], sought });
  },
});

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
    const sought = ofOperation(events, submission);
    t.expect.none(late, 'no event of an order placed after unsubscribing', { evidence: [given, again], sought });
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
    if (given.outcome === 'unknown') {
      t.notApplicable('the command to unsubscribe account_state was left unanswered, which is left open');
    }
    // What had left before the answer may still arrive; the snapshot of another kind comes after it.
    await barrier(t, events);
    const ended = lastRecord(events);
    const witness = await t.account.subscribed('account_state');
    const first = await awaitBeat(t, witness);
    await awaitBeat(t, witness, first.record);
    const late = events.of('account_state_event', { after: ended });
    const sought = [{ on: events, after: ended, kind: 'account_state_event' as const }];
    t.expect.none(late, 'no account_state_event', { evidence: [given], sought });
  },
});

scenario({
  id: 'subscriptions.malformed-command-harmless/then-an-order',
  title: 'is not disturbed by malformed commands of another connection',
  purposes: [64],
  async run(t) {
    const events = await t.account.transactions();
    const noisy = await t.account.events();
    for (const text of ['{', '[]', 'null', '"subscribe"', '{"event":{"event":[]}}', '\u0000', '{}'])
      noisy.sendRaw(text);
    const { submission } = await t.account.openOrder();
    const event = await events.resultOf(submission);
    t.expect.arrived(event, submission, { on: events, evidence: [events.snapshot] });
    // Whatever had been sent there has arrived with the snapshot that is asked for now; a target may have ended that connection.
    // An answer to a malformed command may be taken for the answer to this one, so its snapshot alone is waited for.
    if (noisy.isOpen) {
      await noisy.subscribe('transactions');
      await noisy.next('trading_state_snapshot');
    }
    const asked = noisy.of('trading_state_snapshot').at(-1);
    const leaked = unaskedOn(noisy, submission);
    const actual = kindsOf(leaked);
    const sought = ofUnasked(noisy, submission);
    t.expect.none(leaked, 'no event on the connection of the malformed commands', {
      actual,
      evidence: [asked],
      sought,
    });
  },
});
