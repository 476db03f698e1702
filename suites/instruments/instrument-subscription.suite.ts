// Subscribing to instrument_event (interface 6.3, rules 2 to 4; 4.5, rule 4): only the instruments of the list, refused as a whole, given
// up one by one or all at once.
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { expectNotAccepted, unsubscribed } from '../words/streams/commands.js';
import {
  ADD_INSTRUMENTS,
  CHANGE_INSTRUMENTS,
  changeEventOf,
  changeInstrument,
  expectChangeEvent,
  expectNoInstrumentEvent,
  followedInstrument,
  INSTRUMENT_EVENTS,
} from '../words/streams/instrument-events.js';
import { addedInstrument, instrumentToChange, twoToChange } from '../words/streams/instrument-to-change.js';

scenario({
  id: 'instruments.subscribed-only/another-instrument',
  title: 'sends no event for an instrument outside the subscription',
  requirements: ['instruments.event-per-instrument', 'subscriptions.instruments-list'],
  needs: CHANGE_INSTRUMENTS,
  async run(t) {
    const [inside, outside] = await twoToChange(t);
    const events = await t.account.subscribed('instruments', [inside]);
    await changeInstrument(t, outside);
    // The barrier.
    await expectChangeEvent(t, events, inside, events.command);
    expectNoInstrumentEvent(t, events, outside, events.command.record, {
      also: ['instruments.event-per-instrument', 'subscriptions.instruments-list'],
    });
  },
});

for (const { id, words, before } of [
  {
    id: 'instruments.subscribed-only/given-up-before-the-next-list',
    words: 'was given up before the next list was subscribed',
    async before(t, events, name) {
      await events.subscribed('instruments', [name]);
      await unsubscribed(t, events, 'instruments', [name]);
    },
  },
  {
    id: 'instruments.subscribed-only/in-a-refused-list-before-the-next',
    words: 'was in a list that was refused before the next one was subscribed',
    async before(t, events, name) {
      const command = await events.subscribe('instruments', [name, t.market.unknown]);
      if (command.outcome === 'accepted') {
        t.inconclusive('the target takes a list with an unknown instrument', [command]);
      }
    },
  },
] as const satisfies readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly before: (t: CheckContext, events: Events, name: string) => Promise<void>;
}[]) {
  scenario({
    id,
    title: `sends no event for an instrument that ${words}`,
    requirements: ['instruments.event-per-instrument'],
    needs: CHANGE_INSTRUMENTS,
    async run(t) {
      const [inside, outside] = await twoToChange(t);
      const events = await t.account.events();
      await before(t, events, outside);
      const command = await events.subscribed('instruments', [inside]);
      await changeInstrument(t, outside);
      // The barrier.
      await expectChangeEvent(t, events, inside, command);
      expectNoInstrumentEvent(t, events, outside, command.record, { also: ['instruments.event-per-instrument'] });
    },
  });
}

scenario({
  id: 'instruments.subscribed-only/created-and-deleted',
  title: 'sends no event of an instrument that is created and deleted outside of the list',
  needs: ADD_INSTRUMENTS,
  async run(t) {
    const events = await t.account.subscribed('instruments', [t.account.instrument().name]);
    const { name, remove } = await addedInstrument(t);
    await remove();
    await barrier(t, events);
    expectNoInstrumentEvent(t, events, name, events.command.record);
  },
});

scenario({
  id: 'subscriptions.all-instruments/each-one',
  title: 'sends events for each of two instruments under ["all"]',
  purposes: [51],
  needs: CHANGE_INSTRUMENTS,
  async run(t) {
    const both = await twoToChange(t);
    const events = await t.account.subscribed('instruments', ['all']);
    for (const instrument of both) await expectChangeEvent(t, events, instrument, events.command);
  },
});

for (const { id, words, list, also } of [
  {
    id: 'instruments.unsubscribe-listed/the-only-one',
    words: 'its name',
    list: (name: string) => [name],
    also: ['subscriptions.unsubscribed-silent'],
  },
  {
    id: 'instruments.unsubscribe-all/listed-before',
    words: '["all"]',
    list: () => ['all'],
    also: ['subscriptions.all-instruments-unsubscribe'],
  },
] as const) {
  scenario({
    id,
    title: `sends nothing for an instrument after ${words} was unsubscribed`,
    requirements: also,
    purposes: [44, 51],
    needs: CHANGE_INSTRUMENTS,
    async run(t) {
      const { name, events } = await followedInstrument(t);
      await changeEventOf(t, events, name);
      const command = await events.unsubscribe('instruments', list(name));
      await changeInstrument(t, name);
      await barrier(t, events);
      expectNoInstrumentEvent(t, events, name, command.record, { also });
    },
  });
}

for (const { id, words, listOf } of [
  {
    id: 'instruments.unsubscribe-all/two-names',
    words: 'two instruments that were subscribed by name',
    listOf: (names: readonly string[]) => names,
  },
  {
    id: 'subscriptions.all-instruments-unsubscribe/after-all',
    words: 'two instruments of the list ["all"]',
    listOf: () => ['all'],
  },
] as const) {
  scenario({
    id,
    title: `sends nothing for ${words} after ["all"] was unsubscribed`,
    purposes: [44, 51],
    needs: CHANGE_INSTRUMENTS,
    async run(t) {
      const both = await twoToChange(t);
      const events = await t.account.subscribed('instruments', listOf(both));
      for (const name of both) await changeEventOf(t, events, name);
      const command = await events.unsubscribe('instruments', ['all']);
      for (const name of both) await changeInstrument(t, name);
      await barrier(t, events);
      for (const name of both) expectNoInstrumentEvent(t, events, name, command.record);
    },
  });
}

for (const { id, title, isLast } of [
  {
    id: 'instruments.unsubscribe-partial/one-of-two',
    title: 'keeps sending events for the instrument that stays subscribed, and none for the other',
    isLast: false,
  },
  {
    id: 'instruments.unsubscribe-partial/the-last-of-two',
    title: 'keeps sending events for the instrument that was named first, and none for the last, which is unsubscribed',
    isLast: true,
  },
] as const) {
  scenario({
    id,
    title,
    purposes: [43],
    needs: CHANGE_INSTRUMENTS,
    async run(t) {
      const both = await twoToChange(t);
      const [kept, dropped] = isLast ? both : ([both[1], both[0]] as const);
      const events = await t.account.subscribed('instruments', both);
      const command = await events.unsubscribe('instruments', [dropped]);
      await changeInstrument(t, dropped);
      await expectChangeEvent(t, events, kept, command);
      expectNoInstrumentEvent(t, events, dropped, command.record);
    },
  });
}

scenario({
  id: 'instruments.unsubscribe-partial/two-of-three',
  title: 'keeps sending events for the instrument that stays subscribed, when two others are unsubscribed at once',
  purposes: [43],
  needs: CHANGE_INSTRUMENTS,
  async run(t) {
    const [first, kept] = await twoToChange(t);
    const last = await instrumentToChange(t, 2);
    const events = await t.account.subscribed('instruments', [first, kept, last]);
    const command = await events.unsubscribe('instruments', [first, last]);
    for (const dropped of [first, last]) await changeInstrument(t, dropped);
    await expectChangeEvent(t, events, kept, command);
    for (const dropped of [first, last]) expectNoInstrumentEvent(t, events, dropped, command.record);
  },
});

for (const { word, words, requirement, bad, facts } of [
  {
    word: 'unknown',
    words: 'that does not exist',
    requirement: 'instruments.unknown-refused',
    bad: (t: CheckContext) => t.market.unknown,
    facts: [],
  },
  {
    word: 'unavailable',
    words: 'that the account may not use',
    requirement: 'instruments.unavailable-refuses-whole',
    bad: (t: CheckContext) => t.market.unavailable[0] ?? '',
    facts: ['unavailableInstrument'],
  },
] as const) {
  scenario({
    id: `${requirement}/with-a-good-one`,
    title: `refuses a whole instruments subscription for one instrument ${words}, and subscribes to none of it`,
    purposes: [45],
    needs: { ...CHANGE_INSTRUMENTS, facts },
    async run(t) {
      const good = await instrumentToChange(t);
      const events = await t.account.events();
      expectNotAccepted(t, await events.subscribe('instruments', [good, bad(t)]));
      await changeInstrument(t, good);
      if (events.isOpen) await barrier(t, events);
      expectNoInstrumentEvent(t, events, good, 0);
    },
  });

  scenario({
    id: `instruments.refusal-keeps-existing/${word}`,
    title: `keeps the earlier subscription after it refused one for an instrument ${words}`,
    purposes: [45],
    needs: { ...CHANGE_INSTRUMENTS, facts },
    async run(t) {
      const { name: kept, events } = await followedInstrument(t);
      const command = await events.subscribe('instruments', [bad(t)]);
      expectNotAccepted(t, command);
      await expectChangeEvent(t, events, kept, command);
    },
  });

  // Without control actions only the answer to the command tells.
  scenario({
    id: `${requirement}/by-its-answer`,
    title: `refuses an instruments subscription that names an ${word} instrument beside a good one, and stays connected`,
    requirements: ['instruments.refusal-keeps-existing'],
    purposes: [45],
    needs: { ...INSTRUMENT_EVENTS, facts: ['commandRefused', ...facts], shared: true },
    async run(t) {
      const events = await t.account.transactions();
      const command = await events.subscribe('instruments', [t.account.instrument().name, bad(t)]);
      const { outcome } = command;
      // Whether every refusal is told is open (interface 4.5, rule 5; 7.1).
      if (outcome === 'unknown') t.inconclusive('the command was not answered', [command]);
      t.expect.that(outcome === 'refused', { expected: 'the command refused', actual: outcome, evidence: [command] });
      t.expect.that(
        events.isOpen,
        { expected: 'the connection open', actual: 'the connection closed', evidence: [command] },
        { requirement: 'instruments.refusal-keeps-existing' },
      );
    },
  });
}
