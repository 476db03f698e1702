// After a list was refused as a whole, nothing of it is subscribed (interface 6.2, rule 4; 6.3, rule 3): each good instrument of it is made
// to tell something, which a witness on another connection receives, and the connection of the refused command does not.
import { LISTS_WITH_ONE_BAD } from '../../toolkit/values/lists.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { expectNotAccepted } from '../words/streams/commands.js';
import { CHANGE_INSTRUMENTS, changeInstrument, instrumentEventsOf } from '../words/streams/instrument-events.js';
import { twoToChange } from '../words/streams/instrument-to-change.js';
import { lastRecord } from '../words/streams/last-record.js';
import { CHANGE_PERIODS, createdPeriod, hmr, upserts } from '../words/streams/periods.js';

/** A kind of subscription that takes a list of instruments. */
interface ListKind {
  readonly event: 'hmr' | 'instruments';
  readonly needs: Needs;
  /** Two that may be subscribed, and that can be made to tell something. */
  readonly good: (t: CheckContext) => Promise<readonly [string, string]>;
  readonly witness: (t: CheckContext, names: readonly string[]) => Promise<Events>;
  /** Makes the instrument tell something, and waits until the witness has it; what of it came elsewhere. */
  readonly told: (t: CheckContext, witness: Events, name: string) => Promise<Strays>;
}

type Told = { readonly record: number };
type Strays = (events: Events) => readonly Told[];

const HMR: ListKind = {
  event: 'hmr',
  needs: { ...CHANGE_PERIODS, instruments: 2 },
  good: async (t) => [t.account.instrument(0).name, t.account.instrument(1).name],
  witness: (t, names) => hmr(t, names),
  async told(t, witness, name) {
    const { id } = await createdPeriod(t, [name]);
    await witness.await('hmr_update', { where: upserts(id), what: `hmr_update of period ${id}` });
    return (events) => events.of('hmr_update', { where: upserts(id) });
  },
};

const INSTRUMENTS: ListKind = {
  event: 'instruments',
  needs: CHANGE_INSTRUMENTS,
  good: twoToChange,
  witness: (t, names) => t.account.subscribed('instruments', names),
  async told(t, witness, name) {
    const after = lastRecord(witness);
    await changeInstrument(t, name);
    const event = await witness.await('instrument_event', {
      where: ({ view }) => view.instrument === name,
      after,
      what: `instrument_event after the change of ${name}`,
    });
    // What another check changed before is none of this.
    return (events) => instrumentEventsOf(events, name, Math.min(after, event.record));
  },
};

/** Which instrument makes the list bad. */
const BAD = {
  unknown: { words: 'that does not exist', facts: [], of: (t: CheckContext) => t.market.unknown },
  unavailable: {
    words: 'that the account may not use',
    facts: ['unavailableInstrument'],
    of: (t: CheckContext) => t.market.unavailable[0] ?? '',
  },
} as const;

const CASES: readonly { readonly id: CheckId; readonly kind: ListKind; readonly bad: keyof typeof BAD }[] = [
  { id: 'hmr.unknown-refused/nothing-is-taken', kind: HMR, bad: 'unknown' },
  { id: 'hmr.unavailable-refuses-whole/nothing-is-taken', kind: HMR, bad: 'unavailable' },
  { id: 'instruments.unknown-refused/nothing-is-taken', kind: INSTRUMENTS, bad: 'unknown' },
  { id: 'instruments.unavailable-refuses-whole/nothing-is-taken', kind: INSTRUMENTS, bad: 'unavailable' },
];

for (const { id, kind, bad } of CASES) {
  const { words, facts, of } = BAD[bad];
  scenario({
    id,
    title: `sends nothing for the good instruments of lists that it refused for one ${words}, wherever that stands`,
    purposes: [45],
    needs: { ...kind.needs, facts },
    async run(t) {
      const good = await kind.good(t);
      const witness = await kind.witness(t, good);
      const events = await t.account.events();
      const commands: Told[] = [];
      for (const { of: list } of LISTS_WITH_ONE_BAD) {
        const command = await events.subscribe(kind.event, list(good, of(t)));
        expectNotAccepted(t, command);
        commands.push(command);
      }
      const strays: Strays[] = [];
      for (const name of good) strays.push(await kind.told(t, witness, name));
      if (events.isOpen) await barrier(t, events);
      const found = strays.flatMap((strayOn) => strayOn(events));
      t.expect.none(found, 'nothing of a list that was refused', { evidence: commands });
    },
  });
}

for (const { id, kind, isRefusedFirst } of [
  { id: 'hmr.refusal-keeps-existing/and-adds-nothing', kind: HMR, isRefusedFirst: false },
  { id: 'instruments.refusal-keeps-existing/and-adds-nothing', kind: INSTRUMENTS, isRefusedFirst: false },
  { id: 'hmr.unknown-refused/nothing-comes-with-the-next', kind: HMR, isRefusedFirst: true },
  { id: 'instruments.unknown-refused/nothing-comes-with-the-next', kind: INSTRUMENTS, isRefusedFirst: true },
] as const) {
  const when = isRefusedFirst ? 'comes after' : 'was there before';
  scenario({
    id,
    title: `keeps to the ${kind.event} subscription that ${when} a list with another instrument in it that was refused`,
    purposes: [45],
    needs: { ...kind.needs, streams: 3 },
    async run(t) {
      const [before, other] = await kind.good(t);
      const witness = await kind.witness(t, [before, other]);
      const beside = await kind.witness(t, [before]);
      const events = isRefusedFirst ? await t.account.events() : await kind.witness(t, [before]);
      // That what was subscribed before is named in it as well must not cost it.
      const refused = [...(isRefusedFirst ? [] : [before]), other, t.market.unknown];
      const command = await events.subscribe(kind.event, refused);
      expectNotAccepted(t, command);
      if (isRefusedFirst && events.isOpen) await events.subscribed(kind.event, [before]);
      const [strayOn, ownOn] = [await kind.told(t, witness, other), await kind.told(t, witness, before)];
      for (const each of [beside, events]) if (each.isOpen) await barrier(t, each);
      if (!events.isOpen) t.inconclusive('the connection has ended, as it may', [command]);
      t.expect.arrived(ownOn(events)[0], `${before} told as subscribed`, { evidence: [command, ...ownOn(witness)] });
      // Whether a subscription is narrowed to its list is open for hmr: then one of the same list is told of everything, too.
      if (strayOn(beside).length === 0) t.expect.none(strayOn(events), `nothing of ${other}`, { evidence: [command] });
    },
  });
}

for (const { id, words, list } of [
  { id: 'hmr.refusal-keeps-existing/an-empty-list', words: 'an empty list', list: [] },
  { id: 'hmr.refusal-keeps-existing/a-wildcard', words: 'a wildcard', list: ['all'] },
] as const) {
  scenario({
    id,
    title: `keeps to the hmr subscription that was there before ${words} was refused`,
    purposes: [45],
    needs: { ...HMR.needs, streams: 2 },
    async run(t) {
      const name = t.account.instrument().name;
      const witness = await hmr(t, [name]);
      const events = await hmr(t, [name]);
      const command = await events.subscribe('hmr', list);
      if (command.outcome !== 'refused') t.inconclusive(`the command was ${command.outcome}`, [command]);
      const ownOn = await HMR.told(t, witness, name);
      if (!events.isOpen) t.inconclusive('the connection has ended, as it may', [command]);
      await barrier(t, events);
      t.expect.arrived(ownOn(events)[0], `${name} told as subscribed`, { evidence: [command, ...ownOn(witness)] });
    },
  });
}
