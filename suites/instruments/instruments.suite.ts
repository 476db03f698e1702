// instrument_event (interface 6.3, rules 1 and 2): created, updated and deleted instruments of the subscription, each with its action.
import { scenario } from '../runner/registry.js';
import {
  ADD_INSTRUMENTS,
  CHANGE_INSTRUMENTS,
  changeEventOf,
  expectChangeEvent,
  followedInstrument,
  type InstrumentEvent,
  nextInstrumentEvent,
} from '../words/streams/instrument-events.js';
import { addedInstrument, instrumentToChange } from '../words/streams/instrument-to-change.js';
import { lastRecord } from '../words/streams/last-record.js';

scenario({
  id: 'instruments.updated/listed',
  title: 'announces the change of a subscribed instrument with action upd',
  needs: CHANGE_INSTRUMENTS,
  async run(t) {
    const { name, events } = await followedInstrument(t);
    const event = await expectChangeEvent(t, events, name, events.command);
    t.expect.at(event, '/view/action', 'equals', 'upd');
  },
});

scenario({
  id: 'instruments.deleted/listed',
  title: 'announces the deletion of a subscribed instrument with action del',
  requirements: ['instruments.full-conditions'],
  needs: ADD_INSTRUMENTS,
  async run(t) {
    const { name, remove } = await addedInstrument(t);
    const events = await t.account.subscribed('instruments', [name]);
    await remove();
    const expected = `an instrument_event: ${name} deleted`;
    const event = t.expect.arrived(await nextInstrumentEvent(events, name), expected, { evidence: [events.command] });
    t.expect.at(event, '/view/action', 'equals', 'del');
    for (const member of ['volumeMin', 'volumeMax', 'volumeStep', 'pointDigits'])
      t.expect.at(event, `/view/conditions/${member}`, 'present', { requirement: 'instruments.full-conditions' });
  },
});

scenario({
  id: 'instruments.deleted/created-again',
  title: 'announces each deletion of an instrument that was deleted and created again, to who subscribed to it since',
  needs: { ...ADD_INSTRUMENTS, params: { 'instrument.add': ['instrument'] } },
  effort: 'standard',
  async run(t) {
    let name: string | undefined;
    for (let turn = 0; turn < 2; turn += 1) {
      const added = await addedInstrument(t, name);
      name = added.name;
      const events = await t.account.subscribed('instruments', [name]);
      await added.remove();
      const isDeleted = ({ view: { instrument, action } }: InstrumentEvent): boolean =>
        instrument === name && action === 'del';
      const event = await events.next('instrument_event', { where: isDeleted });
      t.expect.arrived(event, `an instrument_event: ${name} deleted`, { evidence: [events.command] });
    }
  },
});

scenario({
  id: 'instruments.created/under-all',
  title: 'announces an instrument that is created with action new, where it announces it at all',
  needs: ADD_INSTRUMENTS,
  async run(t) {
    const events = await t.account.subscribed('instruments', ['all']);
    const after = lastRecord(events);
    const event = await nextInstrumentEvent(events, await instrumentToChange(t), after);
    if (event === undefined) {
      return t.notApplicable('whether the list ["all"] covers instruments that come later is open');
    }
    t.expect.at(event, '/view/action', 'equals', 'new');
  },
});

scenario({
  id: 'instruments.created/created-again',
  title: 'announces an instrument that comes, or comes back, to a subscription by its name or to ["all"]',
  // Neither is it said that a subscription outlives its instrument, nor what ["all"] covers later; but one of them brings `new`.
  level: 'should',
  needs: { ...ADD_INSTRUMENTS, params: { 'instrument.add': ['instrument'] } },
  async run(t) {
    const { name, remove } = await addedInstrument(t);
    const [named, all] = [
      await t.account.subscribed('instruments', [name]),
      await t.account.subscribed('instruments', ['all']),
    ];
    await remove();
    const after = { named: lastRecord(named), all: lastRecord(all) };
    // One that never was there comes as well: a list ["all"] may cover it, and not the other.
    const names = [(await addedInstrument(t, name)).name, (await addedInstrument(t)).name];
    const isNew = ({ view: { instrument, action } }: InstrumentEvent): boolean =>
      names.includes(String(instrument)) && action !== 'del';
    const [byName, byAll] = [
      named.next('instrument_event', { where: isNew, after: after.named }),
      all.next('instrument_event', { where: isNew, after: after.all }),
    ];
    const first = (await Promise.race([byName, byAll])) ?? (await byName) ?? (await byAll);
    const event = t.expect.arrived(first, `an instrument_event: ${names.join(' or ')} created`, {
      evidence: [named.command],
    });
    t.expect.at(event, '/view/action', 'equals', 'new');
  },
});

scenario({
  id: 'instruments.created/created-again-under-all',
  title: 'announces an instrument that comes back wherever it announces one that was never there',
  // What ["all"] covers later is open; but what comes back is created like what comes.
  level: 'should',
  needs: { ...ADD_INSTRUMENTS, params: { 'instrument.add': ['instrument'] } },
  async run(t) {
    const { name, remove } = await addedInstrument(t);
    await remove();
    const events = await t.account.subscribed('instruments', ['all']);
    const after = lastRecord(events);
    await addedInstrument(t, name);
    const { name: fresh } = await addedInstrument(t);
    if ((await nextInstrumentEvent(events, fresh, after)) === undefined) {
      t.notApplicable('whether the list ["all"] covers instruments that come later is open');
    }
    const isNew = ({ view: { instrument, action } }: InstrumentEvent): boolean =>
      instrument === name && action !== 'del';
    const event = await events.next('instrument_event', { where: isNew, after });
    t.expect.arrived(event, `an instrument_event: ${name} created again`, { evidence: [events.command] });
  },
});

scenario({
  id: 'instruments.action-values/of-a-change',
  title: 'gives the event of a change one of the three actions',
  needs: CHANGE_INSTRUMENTS,
  async run(t) {
    const { name, events } = await followedInstrument(t);
    t.expect.at(await changeEventOf(t, events, name), '/view/action', 'oneOf', ['new', 'upd', 'del']);
  },
});
