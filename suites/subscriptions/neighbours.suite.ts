// What happens beside a connection takes nothing from it (interface 6, table): another connection of the account that is closed, a
// handshake that is refused, and commands that do not wait for one another.
import { damageOf } from '../../toolkit/wire/damage/library.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { INTERVAL_MS, nextBeat, patienceMs } from '../words/streams/beats.js';
import { CHANGE_PERIODS, createdPeriod, nextUpsert } from '../words/streams/periods.js';

interface Neighbour {
  readonly id: CheckId;
  readonly words: string;
  /** Where the other connection is the older one; the newer one otherwise. */
  readonly isOlder?: true;
  /** `sister`: another subscribed connection, which is expendable. */
  readonly happens: (t: CheckContext, sister: Events) => Promise<unknown>;
}

const NEIGHBOURS: readonly Neighbour[] = [
  {
    id: 'subscriptions.all-connections-served/after-another-was-closed',
    words: 'another connection of the account was closed',
    happens: async (_t, sister) => sister.close(),
  },
  {
    id: 'subscriptions.all-connections-served/after-an-older-one-was-closed',
    words: 'the connection before it was closed, which was subscribed as well',
    isOlder: true,
    happens: async (_t, sister) => sister.close(),
  },
  {
    id: 'subscriptions.all-connections-served/after-a-refused-handshake',
    words: 'a handshake for the account was refused',
    async happens(t) {
      const handshake = await t.account.handshake('eventsStream', { damage: damageOf('sign-bit-in-s').damage });
      if (handshake.opened) t.inconclusive('a handshake with a wrong signature was accepted', [handshake]);
    },
  },
];

for (const { id, words, isOlder, happens } of NEIGHBOURS) {
  scenario({
    id,
    title: `delivers the event of an order on a connection after ${words}`,
    purposes: [46],
    needs: { streams: 3 },
    effort: 'standard',
    async run(t) {
      const both = [await t.account.transactions(), await t.account.transactions()] as const;
      const [events, sister] = isOlder ? ([both[1], both[0]] as const) : both;
      // Both are seen to be served, so that what is missing later is missing because of what happens in between.
      const before = await t.account.place();
      for (const one of [events, sister]) await one.awaitResultOf(before);
      await happens(t, sister);
      const submission = await t.account.place();
      const event = await events.resultOf(submission);
      if (!events.isOpen) t.inconclusive('the connection has ended, as it may', [events.snapshot]);
      t.expect.arrived(event, submission, { on: events });
    },
  });
}

scenario({
  id: 'subscriptions.any-order/sent-at-once',
  title: 'delivers transactions whose subscription was sent together with another, before either was answered',
  purposes: [43],
  needs: { claims: ['accountStateEvents'], streams: 1 },
  effort: 'standard',
  async run(t) {
    const events = await t.account.events();
    const commands = await Promise.all([events.subscribe('account_state'), events.subscribe('transactions')]);
    // A target need not answer what it accepts.
    if (!events.isOpen || commands.some(({ outcome }) => outcome === 'refused')) {
      t.inconclusive('one of the commands was refused', commands);
    }
    const submission = await t.account.place();
    t.expect.arrived(await events.resultOf(submission), submission, { on: events });
  },
});

const KINDS = ['instruments', 'account_state', 'hmr', 'transactions'] as const;

for (const { id, words, kinds } of [
  { id: 'subscriptions.any-order/all-sent-at-once', words: 'transactions last', kinds: KINDS },
  {
    id: 'subscriptions.any-order/all-sent-at-once-reversed',
    words: 'transactions first',
    kinds: [...KINDS].reverse(),
  },
] as const) {
  scenario({
    id,
    title: `delivers each of four kinds whose subscriptions were sent together, ${words}`,
    purposes: [43],
    needs: { ...CHANGE_PERIODS, claims: ['accountStateEvents', 'hmrEvents', 'instrumentEvents'], streams: 1 },
    waitMs: INTERVAL_MS,
    effort: 'standard',
    async run(t) {
      const names = [t.account.instrument().name];
      const events = await t.account.events();
      const commands = await Promise.all(
        kinds.map((kind) => events.subscribe(kind, kind === 'hmr' || kind === 'instruments' ? names : undefined)),
      );
      // Answers that come out of order may be taken for one another, so that it is what is told that counts.
      if (!events.isOpen) t.inconclusive('the connection has ended, as it may', commands);
      const submission = await t.account.place();
      t.expect.arrived(await events.resultOf(submission), submission, { on: events, evidence: commands });
      const { id: period } = await createdPeriod(t, names);
      t.expect.arrived(await nextUpsert(events, period), `an hmr_update with period ${period}`, { evidence: commands });
      const beat = await nextBeat(t, events);
      t.expect.arrived(beat, 'an account_state_event', { evidence: commands, withinMs: patienceMs(t) });
    },
  });
}
