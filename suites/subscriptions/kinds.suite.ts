// What can be subscribed on the events stream, and what cannot (interface 4.5, rules 3 and 4; section 6).

import type { MessageKind } from '../../toolkit/profile/dialect/views.js';
import { SERVER_EVENTS } from '../../toolkit/profile/dialect/views.js';
import type { Claim } from '../../toolkit/profile/profile.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { expectNotAccepted } from '../words/streams/subscribing.js';

scenario({
  id: 'subscriptions.transactions-snapshot/first-subscribe',
  title: 'answers a transactions subscription with a trading_state_snapshot',
  requirements: ['subscriptions.transactions-kind', 'subscriptions.command-over-connection'],
  purposes: [40],
  async run(t) {
    const events = await t.account.events();
    const { record } = await events.subscribe('transactions');
    const snapshot = await events.next((message) => message.kind === 'trading_state_snapshot');
    t.expect.that(snapshot !== undefined, {
      expected: 'a trading_state_snapshot',
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [snapshot?.record ?? record],
    });
  },
});

for (const { kind, of, claim, list } of [
  { kind: 'transactions', of: 'subscriptions.transactions-kind', claim: undefined, list: false },
  { kind: 'account_state', of: 'subscriptions.account-state-kind', claim: 'accountStateEvents', list: false },
  { kind: 'instruments', of: 'subscriptions.instruments-kind', claim: 'instrumentEvents', list: true },
  { kind: 'hmr', of: 'subscriptions.hmr-kind', claim: 'hmrEvents', list: true },
] satisfies readonly { kind: string; of: RequirementId; claim: Claim | undefined; list: boolean }[]) {
  scenario({
    id: `${of}/accepted`,
    title: `does not refuse a subscription to ${kind}`,
    requirements:
      kind === 'hmr' ? ['subscriptions.hmr-list'] : kind === 'instruments' ? ['subscriptions.instruments-list'] : [],
    needs: { claims: claim === undefined ? [] : [claim], shared: true },
    async run(t) {
      const events = await t.account.events();
      const outcome = await events.subscribe(kind, list ? [t.account.instrument().name] : undefined);
      t.expect.that(outcome.outcome !== 'refused' && events.isOpen, {
        expected: 'the subscription accepted, the connection open',
        actual: `${outcome.outcome}, the connection ${events.isOpen ? 'open' : 'closed'}`,
        evidence: [outcome.record],
      });
    },
  });
}

scenario({
  id: 'subscriptions.all-instruments/accepted',
  title: 'does not refuse the list ["all"] for instruments',
  purposes: [51],
  needs: { claims: ['instrumentEvents'], shared: true },
  async run(t) {
    const events = await t.account.events();
    const outcome = await events.subscribe('instruments', ['all']);
    t.expect.that(outcome.outcome !== 'refused' && events.isOpen, {
      expected: 'the subscription accepted, the connection open',
      actual: `${outcome.outcome}, the connection ${events.isOpen ? 'open' : 'closed'}`,
      evidence: [outcome.record],
    });
  },
});

scenario({
  id: 'subscriptions.ticks-refused/no-tick-arrives',
  title: 'delivers no tick on the events stream, also when they are asked for there',
  purposes: [52],
  async run(t) {
    const events = await t.account.events();
    const outcome = await events.subscribe('ticks', [t.account.instrument().name]);
    expectNotAccepted(t, outcome);
    await barrier(t, events);
    const ticks = events.of('tick');
    t.expect.that(ticks.length === 0, {
      expected: 'no tick',
      actual: `${ticks.length} ticks`,
      evidence: [outcome.record, ...ticks.map(({ record }) => record)],
    });
  },
});

scenario({
  id: 'subscriptions.unknown-kind-refused/nonsense',
  title: 'does not accept a subscription to a kind that does not exist',
  async run(t) {
    const events = await t.account.events();
    expectNotAccepted(t, await events.subscribe('no_such_kind'));
  },
});

/** Two standard intervals of account_state (interface 8), however short the profile's patience with other events is. */
const TWO_INTERVALS_MS = 4000;

const DATA_KINDS: ReadonlySet<MessageKind> = new Set(SERVER_EVENTS);

scenario({
  id: 'reconnect.new-connection-silent/before-subscribing',
  title: 'delivers no event on a new connection that subscribed to nothing',
  requirements: ['subscriptions.active-only', 'subscriptions.per-connection'],
  purposes: [54],
  async run(t) {
    const silent = await t.account.events();
    const witness = await t.account.transactions();
    const { submission } = await t.account.openOrder();
    if ((await witness.resultOf(submission)) === undefined)
      return t.inconclusive('the witness saw no event of the order');
    const { record } = await silent.subscribe('transactions');
    const data = silent.received.filter(({ kind }) => DATA_KINDS.has(kind));
    const unasked = data[0]?.kind === 'trading_state_snapshot' ? data.slice(1) : data;
    t.expect.that(unasked.length === 0, {
      expected: 'nothing but the snapshot that was asked for at the end',
      actual: data.map(({ kind }) => kind).join(', '),
      evidence: [record, ...unasked.map((message) => message.record)],
    });
  },
});

scenario({
  id: 'subscriptions.active-only/transactions-only',
  title: 'delivers nothing of other kinds on a connection that subscribed to transactions alone',
  requirements: ['account-state.no-operations'],
  purposes: [47],
  needs: { claims: ['accountStateEvents'] },
  waitMs: 2500,
  async run(t) {
    const witness = await t.account.events();
    await witness.subscribed('account_state');
    const events = await t.account.transactions();
    // A first message may come at once; only one after the subscription shows what the other connection is spared.
    const beat = await witness.next((message) => message.kind === 'account_state_event', {
      after: events.snapshot.record,
      withinMs: Math.max(t.timing.eventMs, TWO_INTERVALS_MS),
    });
    if (beat === undefined) return t.inconclusive('the witness received no account_state_event');
    await barrier(t, events);
    const others = events.received.filter(({ kind }) =>
      ['account_state_event', 'instrument_event', 'hmr_snapshot', 'hmr_update', 'tick'].includes(kind),
    );
    t.expect.that(others.length === 0, {
      expected: 'transactions alone',
      actual: others.map(({ kind }) => kind).join(', '),
      evidence: [beat.record, ...others.map(({ record }) => record)],
    });
  },
});

scenario({
  id: 'subscriptions.unsubscribed-silent/transactions',
  title: 'delivers no transaction_event after transactions were unsubscribed',
  purposes: [44],
  async run(t) {
    const events = await t.account.transactions();
    const outcome = await events.unsubscribe('transactions');
    if (outcome.outcome === 'refused')
      return t.notApplicable('the target refuses to unsubscribe transactions, which is left open');
    const witness = await t.account.transactions();
    const { submission } = await t.account.openOrder();
    if ((await witness.resultOf(submission)) === undefined)
      return t.inconclusive('the witness saw no event of the order');
    const again = await events.subscribe('transactions');
    const late = events.of('transaction_event').filter(({ view }) => view.operationId === submission.operationId);
    t.expect.that(late.length === 0, {
      expected: 'no event of an order placed after unsubscribing',
      actual: 'the event of that order arrived',
      evidence: [outcome.record, again.record, ...late.map(({ record }) => record)],
    });
  },
});

scenario({
  id: 'subscriptions.unsubscribed-silent/account-state',
  title: 'delivers no account_state_event after account_state was unsubscribed, where that is accepted',
  purposes: [44],
  needs: { claims: ['accountStateEvents'], shared: true },
  waitMs: 4500,
  async run(t) {
    const events = await t.account.events();
    await events.subscribed('account_state');
    const outcome = await events.unsubscribe('account_state');
    if (outcome.outcome !== 'accepted')
      return t.notApplicable(
        `the command to unsubscribe account_state was ${outcome.outcome === 'refused' ? 'refused' : 'left unanswered'}, which is left open`,
      );
    // What had left before the answer may still arrive; the snapshot of another kind comes after it.
    await barrier(t, events);
    const ended = events.received.at(-1)?.record ?? outcome.record;
    const witness = await t.account.events();
    await witness.subscribed('account_state');
    let beat: number | undefined;
    for (let n = 0; n < 2; n++) {
      const next = await witness.next(({ kind }) => kind === 'account_state_event', {
        withinMs: Math.max(t.timing.eventMs, TWO_INTERVALS_MS),
        ...(beat !== undefined && { after: beat }),
      });
      if (next === undefined) return t.inconclusive('the witness received no account_state_event');
      beat = next.record;
    }
    const late = events.of('account_state_event').filter(({ record }) => record > ended);
    t.expect.that(late.length === 0, {
      expected: 'no account_state_event',
      actual: `${late.length} of them`,
      evidence: [outcome.record, ...late.map(({ record }) => record)],
    });
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
    t.expect.that(event !== undefined && events.isOpen, {
      expected: 'the event of an order on the other connection',
      actual: events.isOpen ? 'no event' : 'the other connection was closed',
      evidence: [submission.exchange.record, event?.record ?? events.snapshot.record],
    });
    // Whatever had been sent there has arrived with the snapshot that is asked for now; a target may have ended that connection.
    // An answer to a malformed command may be taken for the answer to this one, so its snapshot alone is waited for.
    if (noisy.isOpen) {
      await noisy.subscribe('transactions');
      await noisy.next(({ kind }) => kind === 'trading_state_snapshot');
    }
    const [asked] = noisy.of('trading_state_snapshot').slice(-1);
    const leaked = noisy.received.filter(({ kind, record }) => DATA_KINDS.has(kind) && record !== asked?.record);
    t.expect.that(leaked.length === 0, {
      expected: 'no event on the connection of the malformed commands',
      actual: leaked.map(({ kind }) => kind).join(', '),
      evidence: leaked.map(({ record }) => record),
    });
  },
});
