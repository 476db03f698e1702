// instrument_event (interface 6.3; 4.5, rule 4): created, updated and deleted instruments of the subscription, each with the whole
// condition object.
import { parseDecimal, readDecimal, toText } from '../../toolkit/decimal/index.js';
import { barrier } from '../runner/barrier.js';
import type { CheckContext, CommandOutcome, Events, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { expectNotAccepted, subscribed } from '../subscriptions/subscribing.js';
import { instrumentToChange } from './instrument-to-change.js';

const CLAIMED = { claims: ['instrumentEvents'] } as const;
const ADD = { ...CLAIMED, control: ['instrument.add', 'instrument.remove'] } as const;
const CHANGE = { ...CLAIMED, control: ['instrument.update'] } as const;

type InstrumentEvent = Extract<Received, { readonly kind: 'instrument_event' }>;

/** Doubles volume_max as it is now: a change to the same value would be none, of which no event need come. */
async function change(t: CheckContext, instrument: string): Promise<void> {
  const { answer } = await t.account.request('conditions', { instrument });
  const volumeMax = answer?.body === undefined ? undefined : t.dialect.readConditions(answer.body).volumeMax;
  const max = typeof volumeMax === 'string' ? readDecimal(volumeMax) : undefined;
  const more = max ?? parseDecimal('100');
  await t.control('instrument.update', {
    account_id: t.account.id,
    instrument,
    volume_max: toText({ ...more, coefficient: more.coefficient * 2n }),
  });
}

function eventOn(events: Events, instrument: string, action?: string, after?: number): Promise<Received | undefined> {
  return events.next(
    (message) =>
      message.kind === 'instrument_event' &&
      message.view.instrument === instrument &&
      (action === undefined || message.view.action === action),
    after === undefined ? {} : { after },
  );
}

async function updateOf(t: CheckContext, events: Events, instrument: string): Promise<InstrumentEvent> {
  await change(t, instrument);
  const event = await eventOn(events, instrument);
  return event?.kind === 'instrument_event'
    ? event
    : t.inconclusive(`no instrument_event followed the change of ${instrument}`);
}

function expectArrived(t: CheckContext, event: Received | undefined, what: string, command: CommandOutcome): void {
  t.expect.that(event !== undefined, {
    expected: `an instrument_event: ${what}`,
    actual: `none within ${t.timing.eventMs} ms`,
    evidence: [event?.record ?? command.record],
  });
}

function expectSilent(t: CheckContext, events: Events, instrument: string, after: number): void {
  const late = events
    .of('instrument_event')
    .filter((event) => event.view.instrument === instrument && event.record > after);
  t.expect.that(late.length === 0, {
    expected: `no instrument_event for ${instrument}`,
    actual: `${late.length} of them`,
    evidence: [after, ...late.map(({ record }) => record)],
  });
}

scenario({
  id: 'instruments.updated/listed',
  title: 'announces the change of a subscribed instrument with action upd',
  requirements: ['subscriptions.instruments-list', 'subscriptions.instruments-kind'],
  needs: CHANGE,
  async run(t) {
    const instrument = await instrumentToChange(t);
    const events = await t.account.events();
    const command = await subscribed(t, events, 'instruments', [instrument]);
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
    const command = await subscribed(t, events, 'instruments', [instrument]);
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
    await subscribed(t, events, 'instruments', ['all']);
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
    await subscribed(t, events, 'instruments', [instrument]);
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
      await subscribed(t, events, 'instruments', [instrument]);
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
    await subscribed(t, events, 'instruments', [instrument]);
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
    await subscribed(t, events, 'instruments', [name]);
    const event = await updateOf(t, events, name);
    const read = await t.account.request('conditions', { instrument: name });
    const shown = event.view.conditions?.volumeMax;
    if (typeof shown !== 'string' || readDecimal(shown) === undefined) {
      return t.inconclusive('the event shows no volume_max as a decimal string', [event.record]);
    }
    t.expect.at(read.record, '/view/volumeMax', 'sameDecimal', shown);
  },
});

scenario({
  id: 'instruments.subscribed-only/another-instrument',
  title: 'sends no event for an instrument outside the subscription',
  requirements: ['instruments.event-per-instrument', 'subscriptions.instruments-list'],
  needs: CHANGE,
  async run(t) {
    const [inside, outside] = [await instrumentToChange(t, 0), await instrumentToChange(t, 1)];
    const events = await t.account.events();
    const command = await subscribed(t, events, 'instruments', [inside]);
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
    const command = await subscribed(t, events, 'instruments', ['all']);
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
      await subscribed(t, events, 'instruments', [instrument]);
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
    await subscribed(t, events, 'instruments', [dropped, kept]);
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
      await subscribed(t, events, 'instruments', [kept]);
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
