// instrument_event (interface 6.3, rules 1 and 2): created, updated and deleted instruments of the subscription, each with the whole
// condition object.
import { equals, readDecimal, toText } from '../../toolkit/decimal/index.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { ADD, CHANGE, CLAIMED, change, eventOn, expectArrived, updateOf } from '../words/streams/instrument-events.js';
import { instrumentToChange, listedInstrument } from '../words/streams/instrument-to-change.js';

scenario({
  id: 'instruments.updated/listed',
  title: 'announces the change of a subscribed instrument with action upd',
  requirements: ['subscriptions.instruments-list', 'subscriptions.instruments-kind'],
  needs: CHANGE,
  async run(t) {
    const instrument = await instrumentToChange(t);
    const events = await t.account.events();
    const command = await events.subscribed('instruments', [instrument]);
    await change(t, instrument);
    const event = await eventOn(events, instrument);
    expectArrived(t, event, `${instrument} changed`, command);
    t.expect.at(event?.record ?? command.record, '/view/action', 'equals', 'upd');
  },
});

scenario({
  id: 'instruments.deleted/listed',
  title: 'announces the deletion of a subscribed instrument with action del',
  needs: ADD,
  async run(t) {
    const { instrument } = await t.control('instrument.add', { account_id: t.account.id });
    if (instrument === undefined)
      return t.inconclusive('the control action instrument.add did not name the instrument; bind its result');
    const events = await t.account.events();
    const command = await events.subscribed('instruments', [instrument]);
    await t.control('instrument.remove', { account_id: t.account.id, instrument });
    const event = await eventOn(events, instrument);
    expectArrived(t, event, `${instrument} deleted`, command);
    t.expect.at(event?.record ?? command.record, '/view/action', 'equals', 'del');
    for (const member of ['volumeMin', 'volumeMax', 'volumeStep', 'pointDigits']) {
      t.expect.at(event?.record ?? command.record, `/view/conditions/${member}`, 'present', null, {
        requirement: 'instruments.full-conditions',
      });
    }
  },
  requirements: ['instruments.full-conditions'],
});

scenario({
  id: 'instruments.created/under-all',
  title: 'announces an instrument that is created with action new, where it announces it at all',
  needs: ADD,
  async run(t) {
    const events = await t.account.events();
    await events.subscribed('instruments', ['all']);
    const after = events.received.at(-1)?.record ?? 0;
    const instrument = await instrumentToChange(t);
    const event = await eventOn(events, instrument, undefined, after);
    if (event === undefined)
      return t.notApplicable(
        'the list ["all"] does not cover instruments that come later on this target, which is left open',
      );
    t.expect.at(event.record, '/view/action', 'equals', 'new');
  },
});

scenario({
  id: 'instruments.action-values/of-a-change',
  title: 'gives the event of a change one of the three actions',
  needs: CHANGE,
  async run(t) {
    const instrument = await instrumentToChange(t);
    const events = await t.account.events();
    await events.subscribed('instruments', [instrument]);
    const event = await updateOf(t, events, instrument);
    t.expect.at(event.record, '/view/action', 'oneOf', ['new', 'upd', 'del']);
  },
});

for (const { member, word } of [
  { member: 'volumeMin', word: 'volume-min' },
  { member: 'volumeMax', word: 'volume-max' },
  { member: 'volumeStep', word: 'volume-step' },
  { member: 'pointDigits', word: 'point-digits' },
]) {
  scenario({
    id: `instruments.full-conditions/${word}`,
    title: `shows ${word.replace('-', '_')} in the event of a change of volume_max`,
    needs: CHANGE,
    async run(t) {
      const instrument = await instrumentToChange(t);
      const events = await t.account.events();
      await events.subscribed('instruments', [instrument]);
      const event = await updateOf(t, events, instrument);
      t.expect.at(event.record, `/view/conditions/${member}`, 'present', null);
    },
  });
}

scenario({
  id: 'instruments.conditions-current/equal-to-the-read',
  title: 'shows in the event of a change the conditions that a read returns afterwards',
  needs: CHANGE,
  async run(t) {
    const instrument = await instrumentToChange(t);
    const events = await t.account.events();
    await events.subscribed('instruments', [instrument]);
    const event = await updateOf(t, events, instrument);
    const read = await t.account.request('conditions', { instrument });
    t.expect.accepted(read, { requirement: 'configuration.conditions-readable' });
    for (const member of ['volumeMin', 'volumeMax', 'volumeStep'] as const) {
      const shown = event.view.conditions?.[member];
      if (typeof shown !== 'string' || readDecimal(shown) === undefined)
        return t.inconclusive(`the event shows no ${member} as a decimal string`, [event.record]);
      t.expect.at(read.record, `/view/${member}`, 'sameDecimal', shown);
    }
  },
  requirements: ['configuration.conditions-readable'],
});

scenario({
  id: 'instruments.conditions-current/of-another-account',
  title: 'announces to another account what changed there, with the conditions that a read returns there',
  requirements: ['instruments.updated', 'subscriptions.own-account-only'],
  needs: { ...CHANGE, accounts: 2 },
  async run(t) {
    const [, other] = t.accounts;
    if (other === undefined) return t.inconclusive('two accounts are needed');
    const instrument = await listedInstrument(t, 0);
    const volumeMax = async () => {
      const { answer, record } = await other.request('conditions', { instrument });
      if (answer !== undefined && answer.status >= 400) t.notApplicable('the other account may not use the instrument');
      const shown = answer?.body === undefined ? undefined : t.dialect.readConditions(answer.body).volumeMax;
      const value = typeof shown === 'string' ? readDecimal(shown) : undefined;
      return {
        value: value ?? t.inconclusive('the other account shows no volume_max as a decimal string', [record]),
        record,
      };
    };
    const before = await volumeMax();
    const [events, theirs] = [await t.account.events(), await other.events()];
    await events.subscribed('instruments', [instrument]);
    await theirs.subscribed('instruments', [instrument]);
    await updateOf(t, events, instrument);
    const after = await volumeMax();
    const owesNone = equals(before.value, after.value);
    t.expect.that(
      owesNone || (await eventOn(theirs, instrument)) !== undefined,
      {
        expected: `volume_max as before on account ${other.id}, or an instrument_event there`,
        actual: `volume_max ${toText(after.value)} after ${toText(before.value)}, and no event within ${t.timing.eventMs} ms`,
        evidence: [after.record, before.record],
      },
      { requirement: 'instruments.updated' },
    );
    await barrier(t, theirs, other);
    // The last, since an earlier one may tell of a change before this check.
    const last = theirs.of('instrument_event').findLast(({ view }) => view.instrument === instrument);
    if (typeof last?.view.conditions?.volumeMax !== 'string') return;
    for (const requirement of ['instruments.conditions-current', 'subscriptions.own-account-only'] as const) {
      t.expect.at(last.record, '/view/conditions/volumeMax', 'sameDecimal', toText(after.value), { requirement });
    }
  },
});

scenario({
  id: 'instruments.conditions-current/of-a-listed-instrument',
  title:
    'shows in the event of a change for this account what a read returns for it, on an instrument that others have too',
  needs: { ...CLAIMED, control: ['instrument.update'] },
  async run(t) {
    const { name } = t.account.instrument();
    const { volumeMax, record } = await t.account.conditions(name);
    if (typeof volumeMax !== 'string' || readDecimal(volumeMax) === undefined) {
      return t.inconclusive('the conditions show no volume_max as a decimal string', [record]);
    }
    t.cleanup(async () => {
      await t.control('instrument.update', { account_id: t.account.id, instrument: name, volume_max: volumeMax });
    });
    const events = await t.account.events();
    await events.subscribed('instruments', [name]);
    const event = await updateOf(t, events, name);
    const read = await t.account.request('conditions', { instrument: name });
    const shown = event.view.conditions?.volumeMax;
    if (typeof shown !== 'string' || readDecimal(shown) === undefined) {
      return t.inconclusive('the event shows no volume_max as a decimal string', [event.record]);
    }
    t.expect.at(read.record, '/view/volumeMax', 'sameDecimal', shown);
  },
});
