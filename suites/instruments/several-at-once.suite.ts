// Lists of several instruments (interface 4.5, rule 4; 6.2, rule 5; 6.3, rules 2 and 4): each is subscribed, each is given up, and none
// beside them is touched.

import type { JsonValue } from '../../toolkit/payload/json.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { same } from '../words/figures.js';
import { barrier } from '../words/streams/barrier.js';
import {
  ADD_INSTRUMENTS,
  CHANGE_INSTRUMENTS,
  changeEventOf,
  changeInstrument,
  expectChangeEvent,
  expectNoInstrumentEvent,
  followedInstrument,
  nextInstrumentEvent,
} from '../words/streams/instrument-events.js';
import { addedInstrument, instrumentToChange } from '../words/streams/instrument-to-change.js';
import { announcedPeriod, CHANGE_PERIODS, createdPeriod, hmr, nextUpsert, upserts } from '../words/streams/periods.js';
import { ofPeriod } from '../words/streams/searches.js';

async function threeToChange(t: CheckContext): Promise<readonly [string, string, string]> {
  return [await instrumentToChange(t, 0), await instrumentToChange(t, 1), await instrumentToChange(t, 2)];
}

const THREE = { ...CHANGE_INSTRUMENTS, instruments: 3 };

scenario({
  id: 'subscriptions.instruments-list/each-of-three',
  title: 'sends events for each of three instruments that were named in one list',
  purposes: [51],
  needs: THREE,
  async run(t) {
    const all = await threeToChange(t);
    const events = await t.account.subscribed('instruments', all);
    for (const name of all) await expectChangeEvent(t, events, name, events.command);
  },
});

scenario({
  id: 'instruments.unsubscribe-listed/two-of-three',
  title: 'sends nothing for either of two instruments that were unsubscribed in one list, and goes on with the third',
  requirements: ['instruments.unsubscribe-partial'],
  purposes: [43, 44],
  needs: THREE,
  async run(t) {
    const all = await threeToChange(t);
    const [kept, ...dropped] = all;
    const events = await t.account.subscribed('instruments', all);
    await changeEventOf(t, events, kept);
    const command = await events.unsubscribe('instruments', dropped);
    for (const name of dropped) await changeInstrument(t, name);
    await changeInstrument(t, kept);
    await barrier(t, events);
    for (const name of dropped) expectNoInstrumentEvent(t, events, name, command.record);
    const still = events.of('instrument_event', {
      after: command.record,
      where: ({ view }) => view.instrument === kept,
    });
    t.expect.arrived(still[0], `an instrument_event: ${kept} changed`, {
      evidence: [command],
      requirement: 'instruments.unsubscribe-partial',
    });
  },
});

scenario({
  id: 'instruments.subscribed-only/after-a-second-list',
  title: 'sends no event for an instrument that is in neither of two lists',
  needs: THREE,
  async run(t) {
    const [first, second, outside] = await threeToChange(t);
    const events = await t.account.subscribed('instruments', [first]);
    // Whether a further list adds to the first one or takes its place is open.
    const command = await events.subscribed('instruments', [second]);
    await changeInstrument(t, outside);
    await expectChangeEvent(t, events, second, command);
    expectNoInstrumentEvent(t, events, outside, command.record);
  },
});

scenario({
  id: 'hmr.unsubscribe/two-at-once',
  title: 'sends no update for either of two instruments whose hmr was unsubscribed in one list',
  purposes: [44],
  needs: { ...CHANGE_PERIODS, instruments: 2 },
  async run(t) {
    const both = [t.account.instrument(0).name, t.account.instrument(1).name];
    const events = await hmr(t, both);
    await announcedPeriod(t, events);
    const command = await events.unsubscribe('hmr', both);
    const periods = [await createdPeriod(t, both.slice(0, 1)), await createdPeriod(t, both.slice(1))];
    await barrier(t, events);
    const late = periods.flatMap(({ id }) => events.of('hmr_update', { where: upserts(id) }));
    const sought = periods.map(({ id }) => ofPeriod(events, id));
    t.expect.none(late, 'no hmr_update', { evidence: [command], sought });
  },
});

scenario({
  id: 'instruments.conditions-current/changed-twice-at-once',
  title: 'tells how an instrument is after two changes that follow each other at once',
  needs: CHANGE_INSTRUMENTS,
  effort: 'standard',
  async run(t) {
    const { name, events } = await followedInstrument(t);
    const read = async (): Promise<{ readonly value: JsonValue | undefined; readonly record: number }> => {
      const { answer, record } = await t.account.request('conditions', { instrument: name });
      return { value: answer?.body && t.dialect.readConditions(answer.body).volumeMax, record };
    };
    const before = await read();
    await changeInstrument(t, name);
    await changeInstrument(t, name);
    // Reads may follow after a moment. Whether each of the two has an event of its own is not judged: the last one shows what is.
    const { value, record } = await eventually(t, read, ({ value: now }) => now !== before.value);
    if (typeof value !== 'string' || value === before.value) t.inconclusive('no read shows the change', [record]);
    const told = await events.next('instrument_event', {
      where: ({ view }) => view.instrument === name && same(view.conditions?.volumeMax, value),
    });
    if (told === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [events.command]);
    t.expect.arrived(told, `an instrument_event with volume_max ${value}`, { evidence: [record] });
  },
});

/** More than a list that is cut after two, three or four. */
const FIVE = 5;

scenario({
  id: 'subscriptions.instruments-list/each-of-five',
  title: 'sends events for each of five instruments that were named in one list',
  needs: ADD_INSTRUMENTS,
  effort: 'standard',
  async run(t) {
    const all: string[] = [];
    while (all.length < FIVE) all.push((await addedInstrument(t)).name);
    const events = await t.account.events();
    const command = await events.subscribe('instruments', all);
    if (command.outcome === 'refused') return t.notApplicable('the target refuses a list of five, which it may');
    for (const name of all) await changeInstrument(t, name);
    for (const name of all) {
      const event = await nextInstrumentEvent(events, name, command.record);
      t.expect.arrived(event, `an instrument_event: ${name} changed`, { evidence: [command] });
    }
  },
});

scenario({
  id: 'subscriptions.hmr-list/last-of-five',
  title: 'sends the update of a period on the last of five instruments that were named in one list',
  needs: { ...CHANGE_PERIODS, instruments: FIVE },
  effort: 'standard',
  async run(t) {
    const names = t.account.instruments.slice(0, FIVE).map(({ name }) => name);
    const events = await t.account.events();
    const command = await events.subscribe('hmr', names);
    if (command.outcome === 'refused') return t.notApplicable('the target refuses a list of five, which it may');
    const { id } = await createdPeriod(t, names.slice(-1));
    t.expect.arrived(await nextUpsert(events, id), `an hmr_update with period ${id}`, { evidence: [command] });
  },
});

scenario({
  id: 'instruments.unsubscribe-partial/one-that-was-not-subscribed',
  title: 'goes on sending events for an instrument when another one is unsubscribed that was not subscribed',
  needs: { ...CHANGE_INSTRUMENTS, instruments: 2 },
  async run(t) {
    const [kept, other] = [await instrumentToChange(t, 0), await instrumentToChange(t, 1)];
    const events = await t.account.subscribed('instruments', [kept]);
    await changeEventOf(t, events, kept);
    // Whether that is refused is open.
    const command = await events.unsubscribe('instruments', [other]);
    if (!events.isOpen) t.inconclusive('the connection has ended, as it may', [command]);
    await expectChangeEvent(t, events, kept, command);
  },
});

scenario({
  id: 'hmr.unsubscribe-partial/one-that-was-not-subscribed',
  title: 'goes on sending updates for an instrument when another one is unsubscribed that was not subscribed',
  needs: { ...CHANGE_PERIODS, instruments: 2 },
  async run(t) {
    const [kept = '', other = ''] = t.account.instruments.map(({ name }) => name);
    const events = await hmr(t, [kept]);
    const before = await createdPeriod(t, [kept]);
    await events.await('hmr_update', { where: upserts(before.id) });
    const command = await events.unsubscribe('hmr', [other]);
    if (!events.isOpen) t.inconclusive('the connection has ended, as it may', [command]);
    const { id } = await createdPeriod(t, [kept]);
    t.expect.arrived(await nextUpsert(events, id), `an hmr_update with period ${id}`, { evidence: [command] });
  },
});
