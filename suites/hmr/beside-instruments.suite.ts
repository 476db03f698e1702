// hmr and instruments on one connection (interface 4.5, rule 4; 6; 6.2, rules 4 and 5; 6.3, rules 3 and 4): both are lists of
// instruments, and a command on one of them leaves the other, and transactions, as they were.

import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, CommandOutcome, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { CHANGE, change, eventOn, expectArrived, expectSilent, updateOf } from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { hmr, period, READ, UPSERT, update, upsertOf } from '../words/streams/periods.js';
import { expectNotAccepted } from '../words/streams/subscribing.js';

const BOTH = ['hmrEvents', 'instrumentEvents'] as const;
const CHANGE_BOTH: Needs = { ...CHANGE, claims: BOTH };
const UPSERT_BOTH: Needs = { ...UPSERT, claims: BOTH };

/** A command on one kind, after which the other is judged. */
interface Command {
  readonly slug: string;
  readonly words: string;
  readonly give: (events: Events, t: CheckContext, instrument: string) => Promise<CommandOutcome>;
}

const ON_HMR: readonly (Command & { readonly id: RequirementId })[] = [
  {
    id: 'hmr.unsubscribe',
    slug: 'instruments-go-on',
    words: 'unsubscribed',
    give: (events, _t, instrument) => events.unsubscribe('hmr', [instrument]),
  },
  {
    id: 'hmr.refusal-keeps-existing',
    slug: 'instruments-go-on',
    words: 'refused for an instrument that does not exist',
    give: (events, t) => events.subscribe('hmr', [t.market.unknown]),
  },
];

for (const { id, slug, words, give } of ON_HMR) {
  scenario({
    id: `${id}/${slug}`,
    title: `keeps sending instrument_event after hmr was ${words}`,
    purposes: [43, 45],
    needs: CHANGE_BOTH,
    async run(t) {
      const instrument = await instrumentToChange(t);
      const events = await t.account.events();
      await events.subscribed('instruments', [instrument]);
      await events.subscribed('hmr', [instrument]);
      const before = await updateOf(t, events, instrument);
      const command = await give(events, t, instrument);
      await change(t, instrument);
      const event = await eventOn(events, instrument, undefined, Math.max(command.record, before.record));
      if (event === undefined && !events.isOpen) t.inconclusive('the connection has ended', [command.record]);
      expectArrived(t, event, `${instrument} changed, to which the connection is still subscribed`, command);
    },
  });
}

const ON_INSTRUMENTS: readonly (Command & { readonly id: RequirementId })[] = [
  {
    id: 'instruments.unsubscribe-listed',
    slug: 'hmr-goes-on',
    words: 'unsubscribed',
    give: (events, _t, instrument) => events.unsubscribe('instruments', [instrument]),
  },
  {
    id: 'instruments.refusal-keeps-existing',
    slug: 'hmr-goes-on',
    words: 'refused for an instrument that does not exist',
    give: (events, t) => events.subscribe('instruments', [t.market.unknown]),
  },
];

for (const { id, slug, words, give } of ON_INSTRUMENTS) {
  scenario({
    id: `${id}/${slug}`,
    title: `keeps sending hmr_update after instruments was ${words}`,
    purposes: [43, 45],
    needs: UPSERT_BOTH,
    effort: 'standard',
    async run(t) {
      const { name } = t.account.instrument();
      const { events } = await hmr(t);
      await events.subscribed('instruments', [name]);
      const { update: before } = await update(t, events);
      const command = await give(events, t, name);
      const { id: later } = await period(t);
      const message = await upsertOf(events, later, before.record);
      if (message === undefined && !events.isOpen) t.inconclusive('the connection has ended', [command.record]);
      t.expect.that(message !== undefined, {
        expected: `an hmr_update with period ${later}, to which the connection is still subscribed`,
        actual: `none within ${t.timing.eventMs} ms`,
        evidence: [message?.record ?? command.record],
      });
    },
  });
}

/** Needs no control action: transactions show whether unsubscribing reached further than its kind. */
for (const { id, kind, claims } of [
  { id: 'hmr.unsubscribe/transactions-go-on', kind: 'hmr', claims: ['hmrEvents'] },
  { id: 'instruments.unsubscribe-listed/transactions-go-on', kind: 'instruments', claims: ['instrumentEvents'] },
] as const) {
  scenario({
    id,
    title: `keeps delivering transactions after ${kind} was unsubscribed`,
    purposes: [43],
    needs: { claims },
    async run(t) {
      const { name } = t.account.instrument();
      const events = await t.account.transactions();
      await events.subscribed(kind, [name]);
      const command = await events.unsubscribe(kind, [name]);
      const witness = await t.account.transactions();
      const { submission } = await t.account.openOrder({}, { events: witness });
      const event = await events.resultOf(submission);
      if (event === undefined && !events.isOpen) t.inconclusive('the connection has ended', [command.record]);
      t.expect.that(event !== undefined, {
        expected: 'the event of an order, which another connection received',
        actual: 'no event',
        evidence: [command.record, submission.exchange.record],
      });
    },
  });
}

scenario({
  id: 'hmr.empty-list-refused/once-subscribed',
  title: 'refuses an hmr subscription with an empty list also where hmr is subscribed already',
  purposes: [45, 49],
  needs: READ,
  async run(t) {
    const { events } = await hmr(t);
    expectNotAccepted(t, await events.subscribe('hmr', []));
  },
});

for (const { slug, list } of [
  { slug: 'all-before-a-good-one', list: (name: string) => ['all', name] },
  { slug: 'all-after-a-good-one', list: (name: string) => [name, 'all'] },
])
  scenario({
    id: `subscriptions.hmr-no-wildcard/${slug}`,
    title: `refuses an hmr subscription that names all ${slug.includes('before') ? 'before' : 'after'} an instrument`,
    requirements: ['hmr.unknown-refused'],
    purposes: [45, 49],
    needs: READ,
    async run(t) {
      const events = await t.account.events();
      const outcome = await events.subscribe('hmr', list(t.account.instrument().name));
      expectNotAccepted(t, outcome);
      if (events.isOpen) await barrier(t, events);
      const snapshots = events.of('hmr_snapshot');
      t.expect.that(snapshots.length === 0, {
        expected: 'no hmr_snapshot',
        actual: `${snapshots.length} of them`,
        evidence: [outcome.record, ...snapshots.map(({ record }) => record)],
      });
    },
  });

scenario({
  id: 'subscriptions.active-only/hmr-alone',
  title: 'sends no instrument_event on a connection that subscribed to hmr alone',
  requirements: ['subscriptions.per-connection'],
  purposes: [47],
  needs: CHANGE_BOTH,
  async run(t) {
    const instrument = await instrumentToChange(t);
    const { events, snapshot } = await hmr(t, [instrument]);
    const witness = await t.account.events();
    await witness.subscribed('instruments', [instrument]);
    await updateOf(t, witness, instrument);
    await barrier(t, events);
    expectSilent(t, events, instrument, snapshot.record);
  },
});

scenario({
  id: 'subscriptions.active-only/instruments-alone',
  title: 'sends no hmr_update on a connection that subscribed to instruments alone',
  requirements: ['subscriptions.per-connection'],
  purposes: [47],
  needs: UPSERT_BOTH,
  effort: 'standard',
  async run(t) {
    const events = await t.account.events();
    const command = await events.subscribed('instruments', [t.account.instrument().name]);
    const { events: witness } = await hmr(t);
    await update(t, witness);
    await barrier(t, events);
    const stray = events.received.filter(({ kind }) => kind === 'hmr_update' || kind === 'hmr_snapshot');
    t.expect.that(stray.length === 0, {
      expected: 'nothing of hmr',
      actual: stray.map(({ kind }) => kind).join(', '),
      evidence: [command.record, ...stray.map(({ record }) => record)],
    });
  },
});
