// Subscribing to instrument_event (interface 6.3, rules 2 to 4; 4.5, rule 4): only the instruments of the list, refused as a whole, given
// up one by one or all at once.

import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import {
  CHANGE,
  CLAIMED,
  change,
  eventOn,
  expectArrived,
  expectSilent,
  updateOf,
} from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { expectNotAccepted } from '../words/streams/subscribing.js';

scenario({
  id: 'instruments.subscribed-only/another-instrument',
  title: 'sends no event for an instrument outside the subscription',
  requirements: ['instruments.event-per-instrument', 'subscriptions.instruments-list'],
  needs: CHANGE,
  async run(t) {
    const [inside, outside] = [await instrumentToChange(t, 0), await instrumentToChange(t, 1)];
    const events = await t.account.events();
    const command = await events.subscribed('instruments', [inside]);
    await change(t, outside);
    await change(t, inside);
    expectArrived(t, await eventOn(events, inside), `${inside} changed, the barrier`, command);
    expectSilent(t, events, outside, command.record);
  },
});

scenario({
  id: 'subscriptions.all-instruments/each-one',
  title: 'sends events for each of two instruments under ["all"]',
  purposes: [51],
  needs: CHANGE,
  async run(t) {
    const both = [await instrumentToChange(t, 0), await instrumentToChange(t, 1)];
    const events = await t.account.events();
    const command = await events.subscribed('instruments', ['all']);
    for (const instrument of both) {
      const after = events.received.at(-1)?.record;
      await change(t, instrument);
      expectArrived(t, await eventOn(events, instrument, undefined, after), `${instrument} changed`, command);
    }
  },
});

for (const { id, list, requirement } of [
  {
    id: 'instruments.unsubscribe-listed/the-only-one',
    list: 'listed',
    requirement: 'subscriptions.unsubscribed-silent',
  },
  {
    id: 'instruments.unsubscribe-all/listed-before',
    list: 'all',
    requirement: 'subscriptions.all-instruments-unsubscribe',
  },
] as const) {
  scenario({
    id,
    title: `sends nothing for an instrument after ${list === 'all' ? '["all"]' : 'its name'} was unsubscribed`,
    requirements: [requirement],
    purposes: [44, 51],
    needs: CHANGE,
    async run(t) {
      const instrument = await instrumentToChange(t);
      const events = await t.account.events();
      await events.subscribed('instruments', [instrument]);
      const before = await updateOf(t, events, instrument);
      const command = await events.unsubscribe('instruments', list === 'all' ? ['all'] : [instrument]);
      await change(t, instrument);
      await barrier(t, events);
      expectSilent(t, events, instrument, Math.max(command.record, before.record));
    },
  });
}

scenario({
  id: 'instruments.unsubscribe-partial/one-of-two',
  title: 'keeps sending events for the instrument that stays subscribed, and none for the other',
  purposes: [43],
  needs: CHANGE,
  async run(t) {
    const [dropped, kept] = [await instrumentToChange(t, 0), await instrumentToChange(t, 1)];
    const events = await t.account.events();
    await events.subscribed('instruments', [dropped, kept]);
    const command = await events.unsubscribe('instruments', [dropped]);
    await change(t, dropped);
    await change(t, kept);
    expectArrived(t, await eventOn(events, kept, undefined, command.record), `${kept} changed`, command);
    expectSilent(t, events, dropped, command.record);
  },
});

for (const { id, title, bad, facts } of [
  {
    id: 'instruments.unknown-refused/with-a-good-one',
    title: 'that does not exist',
    bad: (t: CheckContext) => t.market.unknown,
    facts: [],
  },
  {
    id: 'instruments.unavailable-refuses-whole/with-a-good-one',
    title: 'that the account may not use',
    bad: (t: CheckContext) => t.market.unavailable[0] ?? '',
    facts: ['unavailableInstrument'],
  },
] as const) {
  scenario({
    id,
    title: `refuses a whole instruments subscription for one instrument ${title}, and subscribes to none of it`,
    purposes: [45],
    needs: { ...CHANGE, facts },
    async run(t) {
      const good = await instrumentToChange(t);
      const events = await t.account.events();
      const outcome = await events.subscribe('instruments', [good, bad(t)]);
      expectNotAccepted(t, outcome);
      await change(t, good);
      if (events.isOpen) await barrier(t, events);
      expectSilent(t, events, good, 0);
    },
  });

  scenario({
    id: `instruments.refusal-keeps-existing/${id.includes('unknown') ? 'unknown' : 'unavailable'}`,
    title: `keeps the earlier subscription after it refused one for an instrument ${title}`,
    purposes: [45],
    needs: { ...CHANGE, facts },
    async run(t) {
      const kept = await instrumentToChange(t);
      const events = await t.account.events();
      await events.subscribed('instruments', [kept]);
      const outcome = await events.subscribe('instruments', [bad(t)]);
      expectNotAccepted(t, outcome);
      await change(t, kept);
      expectArrived(t, await eventOn(events, kept), `${kept} changed`, outcome);
    },
  });
}

/** Without control actions only the answer to the command tells. */
for (const { slug, bad, facts } of [
  { slug: 'unknown', bad: (t: CheckContext) => t.market.unknown, facts: ['commandRefused'] },
  {
    slug: 'unavailable',
    bad: (t: CheckContext) => t.market.unavailable[0] ?? '',
    facts: ['commandRefused', 'unavailableInstrument'],
  },
] as const) {
  scenario({
    id: `instruments.${slug === 'unknown' ? 'unknown-refused' : 'unavailable-refuses-whole'}/by-its-answer`,
    title: `refuses an instruments subscription that names an ${slug} instrument beside a good one, and stays connected`,
    requirements: ['instruments.refusal-keeps-existing'],
    purposes: [45],
    needs: { ...CLAIMED, facts, shared: true },
    async run(t) {
      const events = await t.account.transactions();
      const outcome = await events.subscribe('instruments', [t.account.instrument().name, bad(t)]);
      t.expect.that(outcome.outcome === 'refused', {
        expected: 'the command refused',
        actual: outcome.outcome,
        evidence: [outcome.record],
      });
      t.expect.that(
        events.isOpen,
        { expected: 'the connection open', actual: 'the connection closed', evidence: [outcome.record] },
        { requirement: 'instruments.refusal-keeps-existing' },
      );
    },
  });
}
