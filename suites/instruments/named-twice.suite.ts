// Lists that name an instrument twice (interface 4.5, rule 4; 6.2, rule 5; 6.3, rule 4): it is subscribed, and one unsubscribing ends it.
// Such a list may be refused. HMR messages may be whole, so that what one instrument of several gave up is not seen there.
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, CommandOutcome, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import {
  CHANGE_INSTRUMENTS,
  changeEventOf,
  changeInstrument,
  expectChangeEvent,
  expectNoInstrumentEvent,
} from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { CHANGE_PERIODS, createdPeriod, expectPeriodUpdate, hmr, upserts } from '../words/streams/periods.js';
import { ofPeriod } from '../words/streams/searches.js';

async function twoToChange(t: CheckContext): Promise<readonly [string, string]> {
  return [await instrumentToChange(t, 0), await instrumentToChange(t, 1)];
}

/** The command, unless the target refuses a list that names one twice. */
async function named(
  t: CheckContext,
  events: Events,
  list: readonly string[],
  kind: 'instruments' | 'hmr',
): Promise<CommandOutcome> {
  const command = await events.subscribe(kind, list);
  return command.outcome === 'refused'
    ? t.notApplicable('the target refuses a list that names an instrument twice, which it may')
    : command;
}

const TWO: Needs = { ...CHANGE_INSTRUMENTS, instruments: 2 };

scenario({
  id: 'subscriptions.instruments-list/named-twice',
  title: 'sends events for an instrument that a list names twice, and for the one between',
  purposes: [51],
  needs: TWO,
  async run(t) {
    const [twice, once] = await twoToChange(t);
    const events = await t.account.events();
    const command = await named(t, events, [twice, once, twice], 'instruments');
    for (const name of [twice, once]) await expectChangeEvent(t, events, name, command);
  },
});

for (const { id, words, subscribed, given } of [
  {
    id: 'instruments.unsubscribe-listed/subscribed-by-a-list-that-named-it-twice',
    words: 'was named twice when it was subscribed',
    subscribed: 2,
    given: 1,
  },
  {
    id: 'instruments.unsubscribe-listed/named-twice',
    words: 'is named twice when it is unsubscribed',
    subscribed: 1,
    given: 2,
  },
] as const satisfies readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly subscribed: number;
  readonly given: number;
}[]) {
  scenario({
    id,
    title: `sends nothing more for an instrument that ${words}, and goes on with another one`,
    requirements: ['instruments.unsubscribe-partial'],
    purposes: [43, 44],
    needs: TWO,
    async run(t) {
      const [dropped, kept] = await twoToChange(t);
      const events = await t.account.events();
      await named(t, events, [...Array<string>(subscribed).fill(dropped), kept], 'instruments');
      await changeEventOf(t, events, kept);
      const command = await events.unsubscribe('instruments', Array<string>(given).fill(dropped));
      if (command.outcome === 'refused') t.notApplicable('the target refuses a list that names an instrument twice');
      await changeInstrument(t, dropped);
      await expectStill(t, events, kept, command);
      await barrier(t, events);
      expectNoInstrumentEvent(t, events, dropped, command.record);
    },
  });
}

async function expectStill(t: CheckContext, events: Events, name: string, command: CommandOutcome): Promise<void> {
  await changeInstrument(t, name);
  const { record } = command;
  const still = await events.next('instrument_event', { after: record, where: ({ view }) => view.instrument === name });
  if (still === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [command]);
  t.expect.arrived(still, `an instrument_event: ${name} changed`, {
    evidence: [command],
    requirement: 'instruments.unsubscribe-partial',
  });
}

scenario({
  id: 'subscriptions.hmr-list/named-twice',
  title: 'sends the update of a period on an instrument that a list names twice',
  needs: CHANGE_PERIODS,
  async run(t) {
    const { name } = t.account.instrument();
    const events = await t.account.events();
    await expectPeriodUpdate(t, events, await named(t, events, [name, name], 'hmr'));
  },
});

scenario({
  id: 'hmr.unsubscribe/subscribed-by-a-list-that-named-it-twice',
  title: 'sends no update for an instrument that was named twice when it was subscribed, once it is unsubscribed',
  purposes: [44],
  needs: CHANGE_PERIODS,
  async run(t) {
    const { name } = t.account.instrument();
    const probe = await t.account.events();
    await named(t, probe, [name, name], 'hmr');
    await probe.close();
    const events = await hmr(t, [name, name]);
    const command = await events.unsubscribe('hmr', [name]);
    const { id } = await createdPeriod(t);
    await barrier(t, events);
    const late = events.of('hmr_update', { where: upserts(id) });
    t.expect.none(late, 'no hmr_update', { evidence: [command], sought: [ofPeriod(events, id)] });
  },
});
