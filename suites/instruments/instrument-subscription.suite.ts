// Which instruments a connection gets instrument_event of (interface 6.3, rules 2 and 4; 4.5, rule 4): those of its list, until they are
// given up one by one or all at once.
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import {
  ADD,
  CHANGE,
  change,
  expectSilent,
  expectUpdate,
  followed,
  updateOf,
} from '../words/streams/instrument-events.js';
import { addedInstrument, twoToChange } from '../words/streams/instrument-to-change.js';

scenario({
  id: 'instruments.subscribed-only/another-instrument',
  title: 'sends no event for an instrument outside the subscription',
  requirements: ['instruments.event-per-instrument', 'subscriptions.instruments-list'],
  needs: CHANGE,
  async run(t) {
    const [inside, outside] = await twoToChange(t);
    const events = await t.account.subscribed('instruments', [inside]);
    await change(t, outside);
    // The barrier.
    await expectUpdate(t, events, inside, events.command);
    expectSilent(t, events, outside, events.command.record);
  },
});

scenario({
  id: 'instruments.subscribed-only/created-and-deleted',
  title: 'sends no event of an instrument that is created and deleted outside of the list',
  needs: ADD,
  async run(t) {
    const events = await t.account.subscribed('instruments', [t.account.instrument().name]);
    const { name, remove } = await addedInstrument(t);
    await remove();
    await barrier(t, events);
    expectSilent(t, events, name, events.command.record);
  },
});

scenario({
  id: 'subscriptions.all-instruments/each-one',
  title: 'sends events for each of two instruments under ["all"]',
  purposes: [51],
  needs: CHANGE,
  async run(t) {
    const both = await twoToChange(t);
    const events = await t.account.subscribed('instruments', ['all']);
    for (const instrument of both) await expectUpdate(t, events, instrument, events.command);
  },
});

for (const { id, words, list, requirement } of [
  {
    id: 'instruments.unsubscribe-listed/the-only-one',
    words: 'its name',
    list: (name: string) => [name],
    requirement: 'subscriptions.unsubscribed-silent',
  },
  {
    id: 'instruments.unsubscribe-all/listed-before',
    words: '["all"]',
    list: () => ['all'],
    requirement: 'subscriptions.all-instruments-unsubscribe',
  },
] as const) {
  scenario({
    id,
    title: `sends nothing for an instrument after ${words} was unsubscribed`,
    requirements: [requirement],
    purposes: [44, 51],
    needs: CHANGE,
    async run(t) {
      const { name, events } = await followed(t);
      await updateOf(t, events, name);
      const command = await events.unsubscribe('instruments', list(name));
      await change(t, name);
      await barrier(t, events);
      expectSilent(t, events, name, command.record);
    },
  });
}

scenario({
  id: 'instruments.unsubscribe-partial/one-of-two',
  title: 'keeps sending events for the instrument that stays subscribed, and none for the other',
  purposes: [43],
  needs: CHANGE,
  async run(t) {
    const [dropped, kept] = await twoToChange(t);
    const events = await t.account.subscribed('instruments', [dropped, kept]);
    const command = await events.unsubscribe('instruments', [dropped]);
    await change(t, dropped);
    await expectUpdate(t, events, kept, command);
    expectSilent(t, events, dropped, command.record);
  },
});
