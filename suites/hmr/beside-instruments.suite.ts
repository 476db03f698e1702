// hmr and instruments on one connection (interface 4.5, rule 4; 6; 6.2, rules 4 and 5; 6.3, rules 3 and 4): both are lists of
// instruments, and a command on one of them leaves the other, and transactions, as they were.
import type { Needs } from '../runner/check.js';
import type { CheckContext, CommandOutcome, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { expectDelivered, witnessedOrder } from '../words/streams/delivery.js';
import {
  CHANGE_INSTRUMENTS,
  changeEventOf,
  changeInstrument,
  expectNoInstrumentEvent,
  followedInstrument,
  nextInstrumentEvent,
} from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { announcedPeriod, CHANGE_PERIODS, createdPeriod, hmr, nextUpsert } from '../words/streams/periods.js';

const BOTH = ['hmrEvents', 'instrumentEvents'] as const;
const CHANGE_BOTH: Needs = { ...CHANGE_INSTRUMENTS, claims: BOTH };
const UPSERT_BOTH: Needs = { ...CHANGE_PERIODS, claims: BOTH };

type Kind = 'hmr' | 'instruments';

/** Commands on one kind, after which the other is judged. */
const UNSUBSCRIBED = {
  words: 'unsubscribed',
  give: (_t: CheckContext, events: Events, kind: Kind, name: string): Promise<CommandOutcome> =>
    events.unsubscribe(kind, [name]),
};
const REFUSED = {
  words: 'refused for an instrument that does not exist',
  give: (t: CheckContext, events: Events, kind: Kind): Promise<CommandOutcome> =>
    events.subscribe(kind, [t.market.unknown]),
};

for (const { id, words, give } of [
  { id: 'hmr.unsubscribe/instruments-go-on', ...UNSUBSCRIBED },
  { id: 'hmr.refusal-keeps-existing/instruments-go-on', ...REFUSED },
] as const) {
  scenario({
    id,
    title: `keeps sending instrument_event after hmr was ${words}`,
    purposes: [43, 45],
    needs: CHANGE_BOTH,
    async run(t) {
      const { name, events } = await followedInstrument(t);
      await events.subscribed('hmr', [name]);
      await changeEventOf(t, events, name);
      const command = await give(t, events, 'hmr', name);
      await changeInstrument(t, name);
      const event = await nextInstrumentEvent(events, name, command.record);
      expectDelivered(t, events, event, `an instrument_event: ${name} changed, still subscribed`, [command]);
    },
  });
}

for (const { id, words, give } of [
  { id: 'instruments.unsubscribe-listed/hmr-goes-on', ...UNSUBSCRIBED },
  { id: 'instruments.refusal-keeps-existing/hmr-goes-on', ...REFUSED },
] as const) {
  scenario({
    id,
    title: `keeps sending hmr_update after instruments was ${words}`,
    purposes: [43, 45],
    needs: UPSERT_BOTH,
    effort: 'standard',
    async run(t) {
      const { name } = t.account.instrument();
      const events = await hmr(t);
      await events.subscribed('instruments', [name]);
      await announcedPeriod(t, events);
      const command = await give(t, events, 'instruments', name);
      const { id } = await createdPeriod(t);
      const update = await nextUpsert(events, id);
      expectDelivered(t, events, update, `an hmr_update with period ${id}, still subscribed`, [command]);
    },
  });
}

scenario({
  id: 'hmr.incremental-updates/after-all-instruments-were-unsubscribed',
  title: 'keeps sending hmr_update and transaction_event after all instruments were unsubscribed',
  requirements: ['transactions.every-change'],
  purposes: [43],
  needs: UPSERT_BOTH,
  effort: 'standard',
  async run(t) {
    const events = await hmr(t);
    await events.subscribed('transactions');
    await events.subscribed('instruments', ['all']);
    await announcedPeriod(t, events);
    const command = await events.unsubscribe('instruments', ['all']);
    const { id } = await createdPeriod(t);
    const update = await nextUpsert(events, id);
    expectDelivered(t, events, update, `an hmr_update with period ${id}, still subscribed`, [command]);
    const submission = await witnessedOrder(t);
    t.expect.arrived(await events.resultOf(submission), submission, { requirement: 'transactions.every-change' });
  },
});

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
      const submission = await witnessedOrder(t);
      expectDelivered(t, events, await events.resultOf(submission), submission, [command]);
    },
  });
}

scenario({
  id: 'subscriptions.active-only/hmr-alone',
  title: 'sends no instrument_event on a connection that subscribed to hmr alone',
  requirements: ['subscriptions.per-connection'],
  purposes: [47],
  needs: CHANGE_BOTH,
  async run(t) {
    const instrument = await instrumentToChange(t);
    const events = await hmr(t, [instrument]);
    const witness = await t.account.subscribed('instruments', [instrument]);
    await changeEventOf(t, witness, instrument);
    await barrier(t, events);
    expectNoInstrumentEvent(t, events, instrument, events.snapshot.record, { also: ['subscriptions.per-connection'] });
  },
});

scenario({
  id: 'subscriptions.active-only/instruments-alone',
  title: 'sends no hmr_update on a connection that subscribed to instruments alone',
  purposes: [47],
  needs: UPSERT_BOTH,
  effort: 'standard',
  async run(t) {
    const events = await t.account.subscribed('instruments', [t.account.instrument().name]);
    await announcedPeriod(t, await hmr(t));
    await barrier(t, events);
    const stray = [...events.of('hmr_snapshot'), ...events.of('hmr_update')];
    const sought = (['hmr_snapshot', 'hmr_update'] as const).map((kind) => ({ on: events, kind }));
    t.expect.none(stray, 'nothing of hmr', { evidence: [events.command], sought });
  },
});
