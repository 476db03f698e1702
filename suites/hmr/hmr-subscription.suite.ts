// Subscribing to HMR events (interface 6.2, rules 4 and 5; 4.5, rule 4): an explicit list of instruments that the account may use, refused
// as a whole, while what was subscribed before goes on, and given up instrument by instrument.
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { listedInstruments } from '../words/listed-instruments.js';
import { READ } from '../words/needs.js';
import { barrier } from '../words/streams/barrier.js';
import { expectNotAccepted, expectNotRefused } from '../words/streams/commands.js';
import { addedInstrument } from '../words/streams/instrument-to-change.js';
import {
  announcedPeriod,
  CHANGE_PERIODS,
  createdPeriod,
  expectPeriodUpdate,
  HMR_EVENTS,
  hmr,
  READ_HMR,
  upserts,
} from '../words/streams/periods.js';

type List = (t: CheckContext) => readonly string[] | undefined;

/** Judges that the subscription is refused and sends no snapshot. */
async function expectSubscriptionRefused(t: CheckContext, list: List): Promise<void> {
  const events = await t.account.events();
  const command = await events.subscribe('hmr', list(t));
  expectNotAccepted(t, command);
  if (events.isOpen) await barrier(t, events);
  t.expect.none(events.of('hmr_snapshot'), 'no hmr_snapshot', {
    evidence: [command],
    sought: [{ on: events, kind: 'hmr_snapshot' }],
  });
}

const LISTS: readonly {
  readonly id: CheckId;
  /** What is judged of the subscription to transactions. */
  readonly keeps: CheckId;
  readonly words: string;
  readonly list: List;
  readonly facts?: readonly 'unavailableInstrument'[];
}[] = [
  {
    id: 'hmr.empty-list-refused/empty',
    keeps: 'hmr.refusal-keeps-existing/empty-list-refused',
    words: 'with an empty list',
    list: () => [],
  },
  {
    id: 'subscriptions.hmr-list-mandatory/no-list',
    keeps: 'hmr.refusal-keeps-existing/hmr-list-mandatory',
    words: 'without a list',
    list: () => undefined,
  },
  {
    id: 'subscriptions.hmr-no-wildcard/all',
    keeps: 'hmr.refusal-keeps-existing/hmr-no-wildcard',
    words: 'for ["all"]',
    list: () => ['all'],
  },
  {
    id: 'hmr.unknown-refused/with-a-good-one',
    keeps: 'hmr.refusal-keeps-existing/unknown-refused',
    words: 'that names an instrument that does not exist',
    list: (t) => [t.account.instrument().name, t.market.unknown],
  },
  {
    id: 'hmr.unavailable-refuses-whole/with-a-good-one',
    keeps: 'hmr.refusal-keeps-existing/unavailable-refuses-whole',
    words: 'that names an instrument that the account may not use',
    list: (t) => [t.account.instrument().name, t.market.unavailable[0] ?? ''],
    facts: ['unavailableInstrument'],
  },
];

for (const { id, keeps, words, list, facts = [] } of LISTS) {
  scenario({
    id,
    title: `refuses an hmr subscription ${words}, and sends no snapshot for it`,
    purposes: [45, 49],
    needs: { ...READ, facts },
    run: (t) => expectSubscriptionRefused(t, list),
  });

  scenario({
    id: keeps,
    title: `keeps the transactions subscription after it refused one to hmr ${words}`,
    purposes: [45],
    needs: { ...HMR_EVENTS, facts },
    async run(t) {
      const events = await t.account.transactions();
      const command = await events.subscribe('hmr', list(t));
      expectNotAccepted(t, command);
      // Not by `openOrder`, which awaits the very event that is judged.
      const submission = await t.account.place();
      t.expect.arrived(await events.resultOf(submission), submission, { evidence: [command] });
    },
  });
}

for (const { id, words, list } of [
  {
    id: 'subscriptions.hmr-no-wildcard/all-before-a-good-one',
    words: 'all before an instrument',
    list: (name: string) => ['all', name],
  },
  {
    id: 'subscriptions.hmr-no-wildcard/all-after-a-good-one',
    words: 'all after an instrument',
    list: (name: string) => [name, 'all'],
  },
] as const) {
  scenario({
    id,
    title: `refuses an hmr subscription that names ${words}`,
    purposes: [45, 49],
    needs: READ_HMR,
    run: (t) => expectSubscriptionRefused(t, () => list(t.account.instrument().name)),
  });
}

scenario({
  id: 'hmr.empty-list-refused/once-subscribed',
  title: 'refuses an hmr subscription with an empty list also where hmr is subscribed already',
  purposes: [45, 49],
  needs: READ_HMR,
  async run(t) {
    const events = await hmr(t);
    expectNotAccepted(t, await events.subscribe('hmr', []));
  },
});

scenario({
  id: 'hmr.refusal-keeps-existing/updates-go-on',
  title: 'keeps the hmr subscription that there was after it refused one for an instrument that does not exist',
  purposes: [45],
  needs: CHANGE_PERIODS,
  async run(t) {
    const events = await hmr(t);
    const command = await events.subscribe('hmr', [t.market.unknown]);
    expectNotAccepted(t, command);
    await expectPeriodUpdate(t, events, command);
  },
});

scenario({
  id: 'hmr.unsubscribe/the-only-instrument',
  title: 'sends no update for an instrument after hmr was unsubscribed for it',
  purposes: [44],
  needs: CHANGE_PERIODS,
  async run(t) {
    const events = await hmr(t);
    await announcedPeriod(t, events);
    const command = await events.unsubscribe('hmr', [t.account.instrument().name]);
    const { id } = await createdPeriod(t);
    await barrier(t, events);
    const late = events.of('hmr_update', { where: upserts(id) });
    t.expect.none(late, 'no hmr_update', { evidence: [command] });
  },
});

for (const { id, title, dropped, kept } of [
  {
    id: 'hmr.unsubscribe-partial/one-of-two',
    title: 'keeps sending updates for the instrument that stays subscribed',
    dropped: [0],
    kept: 1,
  },
  {
    id: 'hmr.unsubscribe-partial/the-last-of-two',
    title: 'keeps sending updates for the instrument that was named first, when the last is unsubscribed',
    dropped: [1],
    kept: 0,
  },
  {
    id: 'hmr.unsubscribe-partial/two-of-three',
    title: 'keeps sending updates for the instrument that stays subscribed, when two others are unsubscribed at once',
    dropped: [0, 2],
    kept: 1,
  },
] as const) {
  scenario({
    id,
    title,
    purposes: [43],
    needs: { ...CHANGE_PERIODS, instruments: dropped.length + 1 },
    async run(t) {
      const name = (n: number): string => t.account.instrument(n).name;
      const events = await hmr(t, [...dropped, kept].sort().map(name));
      const command = await events.unsubscribe('hmr', dropped.map(name));
      await expectPeriodUpdate(t, events, command, [t.account.instrument(kept).name]);
    },
  });
}

scenario({
  id: 'subscriptions.hmr-list/created',
  title: 'subscribes an instrument that was created for the account, and tells of its periods',
  needs: { ...CHANGE_PERIODS, control: ['hmr.upsert', 'hmr.remove', 'instrument.add', 'instrument.remove'] },
  effort: 'standard',
  async run(t) {
    const { name } = await addedInstrument(t);
    // A created instrument may be listed after a moment, and be available then.
    const listed = await eventually(
      t,
      () => listedInstruments(t),
      ({ names }) => names.includes(name),
    );
    if (!listed.names.includes(name)) t.inconclusive('the created instrument is not listed', [listed]);
    const events = await t.account.events();
    const command = await events.subscribe('hmr', [name]);
    expectNotRefused(t, events, command);
    await expectPeriodUpdate(t, events, command, [name]);
  },
});
