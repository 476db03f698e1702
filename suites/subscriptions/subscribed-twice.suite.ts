// Subscribed more than once, and given up (interface 4.5, rule 4; 6; 6.2, rule 5; 6.3, rule 4). What a second
// subscription does is open; that nothing comes once the kind was unsubscribed as often as it was subscribed is not,
// and one connection gives up for itself alone.

import type { Needs } from '../runner/check.js';
import type { CheckId, JudgedId } from '../runner/check-id.js';
import type { CheckContext, CommandOutcome, Events, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { awaitBeat, INTERVAL_MS, nextBeat, SHORTEST_MS } from '../words/streams/beats.js';
import { CHANGE_INSTRUMENTS, changeInstrument, instrumentEventsOf } from '../words/streams/instrument-events.js';
import { twoToChange } from '../words/streams/instrument-to-change.js';
import { lastRecord } from '../words/streams/last-record.js';
import { CHANGE_PERIODS, createdPeriod, hmr, upserts } from '../words/streams/periods.js';

/** What has come of an occurrence on a connection. */
type Told = (events: Events) => readonly Received[];

/** A kind on an account: what to subscribe, and something that a witness is told of. */
interface Ground {
  readonly list?: readonly string[];
  /** Brings about the n-th occurrence, 0 or 1, and waits until the witness was told; `watched`: the connections that are looked at. */
  readonly occur: (n: 0 | 1, watched: readonly Events[]) => Promise<Told>;
  readonly witness: Events;
}

interface Kind {
  readonly event: 'transactions' | 'account_state' | 'instruments' | 'hmr';
  readonly slug: string;
  readonly needs: Needs;
  readonly waitMs?: number;
  readonly ground: (t: CheckContext) => Promise<Ground>;
  /** What an occurrence that is told more often than to the witness goes against. */
  readonly once: JudgedId;
  /** How many of the messages are told beside another; all are where it is not the clock that tells. */
  readonly together?: (told: readonly Received[]) => number;
}

const KINDS: readonly Kind[] = [
  {
    event: 'transactions',
    slug: 'transactions',
    needs: {},
    once: 'transactions.every-change',
    async ground(t) {
      const witness = await t.account.transactions();
      return {
        witness,
        async occur() {
          const { submission } = await t.account.openOrder({}, { events: witness });
          return (events) => events.resultsOf(submission);
        },
      };
    },
  },
  {
    event: 'account_state',
    slug: 'account-state',
    needs: { claims: ['accountStateEvents'] },
    waitMs: 4 * INTERVAL_MS,
    once: 'account-state.interval',
    together: (told) =>
      told.filter(({ atNs }, n) => n > 0 && atNs - (told[n - 1]?.atNs ?? 0) < (SHORTEST_MS / 2) * 1e6).length,
    async ground(t) {
      const witness = await t.account.subscribed('account_state');
      return {
        witness,
        async occur(_n, watched) {
          for (const events of watched) await barrier(t, events);
          const since = new Map([witness, ...watched].map((events) => [events.conn, lastRecord(events)]));
          const first = await awaitBeat(t, witness, lastRecord(witness));
          const { record: until } = await awaitBeat(t, witness, first.record);
          return (events) =>
            events.of('account_state_event', {
              after: since.get(events.conn) ?? 0,
              where: ({ record }) => record <= until,
            });
        },
      };
    },
  },
  {
    event: 'instruments',
    slug: 'instruments',
    needs: CHANGE_INSTRUMENTS,
    once: 'instruments.event-per-instrument',
    async ground(t) {
      const list = await twoToChange(t);
      const witness = await t.account.subscribed('instruments', list);
      return {
        list,
        witness,
        async occur(n) {
          const name = list[n];
          await changeInstrument(t, name);
          await witness.await('instrument_event', { where: ({ view }) => view.instrument === name });
          return (events) => instrumentEventsOf(events, name);
        },
      };
    },
  },
  {
    event: 'hmr',
    slug: 'hmr',
    needs: CHANGE_PERIODS,
    once: 'hmr.incremental-updates',
    async ground(t) {
      const list = [t.account.instrument().name];
      const witness = await hmr(t, list);
      return {
        list,
        witness,
        async occur() {
          const { id } = await createdPeriod(t, list);
          await witness.await('hmr_update', { where: upserts(id) });
          return (events) => events.of('hmr_update', { where: upserts(id) });
        },
      };
    },
  },
];

/** Rounds of subscribing and unsubscribing before the one that is looked at. */
const ROUNDS = 2;
const SILENT = 'subscriptions.unsubscribed-silent';

for (const kind of KINDS) {
  const { event, slug, needs, waitMs, once, together = (told) => told.length } = kind;
  const facts = { needs, effort: 'standard', ...(waitMs !== undefined && { waitMs }) } as const;

  scenario({
    id: `${SILENT}/${slug}-subscribed-twice` satisfies CheckId,
    title: `delivers nothing more of ${event} that was subscribed twice and unsubscribed twice, on one connection`,
    ...facts,
    async run(t) {
      const { list, occur } = await kind.ground(t);
      const events = await t.account.events();
      const watched = event === 'account_state' ? [events] : [];
      await subscribedTwice(events, event, list);
      const first = await givenUp(t, events, event, list);
      // At once, before anything can have been sent. Where the first has ended both, it may be refused: nothing is subscribed then.
      const second = await events.unsubscribe(event, list);
      const afterBoth = await occur(0, watched);
      await subscribedTwice(events, event, list);
      const given = await givenUp(t, events, event, list);
      const afterOne = await occur(1, watched);
      await flushed(t, events, event);
      t.expect.none(afterBoth(events), 'nothing of it after it was unsubscribed twice', { evidence: [second, first] });
      // Instruments are removed by name; of what has no list a target may count subscriptions, since nothing is said of a second one.
      const options = list === undefined ? ({ level: 'should' } as const) : {};
      t.expect.none(afterOne(events), 'nothing of it after it was unsubscribed', { evidence: [given], ...options });
    },
  });

  scenario({
    id: `${SILENT}/${slug}-time-after-time` satisfies CheckId,
    title: `delivers what happens once, and nothing once unsubscribed, when ${event} was subscribed and unsubscribed before`,
    requirements: [once],
    ...facts,
    async run(t) {
      const { list, occur, witness } = await kind.ground(t);
      const events = await t.account.events();
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        await events.subscribed(event, list);
        await givenUp(t, events, event, list);
      }
      const command = await events.subscribed(event, list);
      const during = await occur(0, [events]);
      const given = await givenUp(t, events, event, list);
      const afterwards = await occur(1, event === 'account_state' ? [events] : []);
      await flushed(t, events, event);
      t.expect.none(afterwards(events), 'nothing of it after it was unsubscribed', { evidence: [given] });
      const [own, others] = [during(events), during(witness)];
      t.expect.that(
        // Messages that a busy machine held up come at once too, but are not more.
        own.length <= others.length || together(own) <= together(others),
        {
          expected: `no more messages than on another connection, which got ${others.length}`,
          actual: `${own.length}, ${together(own)} of them at once with another`,
          evidence: [...own, command],
        },
        { requirement: once, level: 'should' },
      );
    },
  });

  scenario({
    id: `${SILENT}/${slug}-on-one-of-two` satisfies CheckId,
    title: `ends ${event} on the connection that unsubscribes and on no other, whichever was opened first`,
    requirements: ['subscriptions.per-connection'],
    ...facts,
    async run(t) {
      // The witness is open already, so the first of the two is neither the first nor the last of the account.
      const { list, occur, witness } = await kind.ground(t);
      const giving = await t.account.events();
      await giving.subscribed(event, list);
      const keeping = await t.account.events();
      const command = await keeping.subscribed(event, list);
      const given = await givenUp(t, giving, event, list);
      const told = await occur(0, [giving, keeping]);
      // The clock of a connection may be the later one.
      const kept =
        event === 'account_state'
          ? await nextBeat(t, keeping, given.record)
          : await keeping.next((message) => told(keeping).some(({ record }) => record === message.record));
      await flushed(t, giving, event);
      t.expect.none(told(giving), 'nothing of it on the connection that unsubscribed', { evidence: [given] });
      if (!keeping.isOpen) t.inconclusive('the connection has ended, as it may', [command]);
      t.expect.arrived(kept, 'it on the connection that did not unsubscribe', {
        evidence: [given, ...told(witness)],
        requirement: 'subscriptions.per-connection',
      });
    },
  });
}

/** The second time it may be refused. */
async function subscribedTwice(
  events: Events,
  event: Kind['event'],
  list: readonly string[] | undefined,
): Promise<void> {
  await events.subscribed(event, list);
  await events.subscribe(event, list);
}

/** Whether kinds can be given up, and whether that is answered, is open for some of them. */
async function givenUp(
  t: CheckContext,
  events: Events,
  event: Kind['event'],
  list: readonly string[] | undefined,
): Promise<CommandOutcome> {
  const given = await events.unsubscribe(event, list);
  if (!events.isOpen) t.inconclusive('the connection has ended, as it may', [given]);
  return given.outcome === 'accepted'
    ? given
    : t.notApplicable(
        `the command to unsubscribe ${event} was ${given.outcome === 'unknown' ? 'left unanswered' : 'refused'}, which is left open`,
      );
}

/** Whatever the target had put on the connection has arrived. */
async function flushed(t: CheckContext, events: Events, event: Kind['event']): Promise<void> {
  if (event !== 'transactions') return barrier(t, events);
  await events.subscribe('transactions');
}
