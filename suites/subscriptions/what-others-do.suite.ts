// A connection goes on being told of what it subscribed to, whatever other connections of the account do with the same kind (interface
// 4.5, rule 4; 6, table; 6.2, rule 5; 6.3, rule 4): subscribe it too, have it refused, give it up, end.
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, Events, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { INTERVAL_MS, nextBeat, patienceMs } from '../words/streams/beats.js';
import { CHANGE_INSTRUMENTS, changeInstrument, nextInstrumentEvent } from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { lastRecord } from '../words/streams/last-record.js';
import { CHANGE_PERIODS, createdPeriod, nextUpsert } from '../words/streams/periods.js';

type Subscribed = Awaited<ReturnType<CheckContext['account']['subscribed']>>;

interface Kind {
  readonly id: CheckId;
  readonly kind: 'transactions' | 'account_state' | 'instruments' | 'hmr';
  readonly needs: Needs;
  readonly waitMs?: number;
  /** What is subscribed, where the kind has a list. */
  readonly list: (t: CheckContext) => Promise<readonly string[] | undefined>;
  /** Something of the kind happens; resolves to what is told of it. */
  readonly told: (t: CheckContext, events: Events, list: readonly string[]) => Promise<Received | undefined>;
}

const NO_LIST = (): Promise<undefined> => Promise.resolve(undefined);

const KINDS: readonly Kind[] = [
  {
    id: 'subscriptions.per-connection/transactions-whatever-others-do',
    kind: 'transactions',
    needs: {},
    list: NO_LIST,
    told: async (t, events) => events.resultOf(await t.account.place()),
  },
  {
    id: 'subscriptions.per-connection/account-state-whatever-others-do',
    kind: 'account_state',
    needs: { claims: ['accountStateEvents'], shared: true, readOnly: true },
    waitMs: 3 * INTERVAL_MS,
    list: NO_LIST,
    told: (t, events) => nextBeat(t, events, lastRecord(events)),
  },
  {
    id: 'subscriptions.per-connection/instruments-whatever-others-do',
    kind: 'instruments',
    needs: CHANGE_INSTRUMENTS,
    list: async (t) => [await instrumentToChange(t)],
    async told(t, events, [name = '']) {
      const after = lastRecord(events);
      await changeInstrument(t, name);
      return nextInstrumentEvent(events, name, after);
    },
  },
  {
    id: 'subscriptions.per-connection/hmr-whatever-others-do',
    kind: 'hmr',
    needs: CHANGE_PERIODS,
    list: (t) => Promise.resolve([t.account.instrument().name]),
    told: async (t, events, list) => nextUpsert(events, (await createdPeriod(t, list)).id),
  },
];

/** What the connections beside it do, one after the other; what comes of it there is theirs. */
const DEEDS: readonly {
  readonly words: string;
  readonly deed: (other: Events, kind: Kind['kind'], list: readonly string[] | undefined, unknown: string) => unknown;
}[] = [
  { words: 'others had subscribed to it too', deed: () => undefined },
  {
    words: 'others had been refused a list with an unknown instrument, and had given the kind up',
    async deed(other, kind, list, unknown) {
      if (list !== undefined) await other.subscribe(kind, [...list, unknown]);
      await other.unsubscribe(kind, list);
    },
  },
  {
    // Still subscribed: what is taken away with a connection may be more than what was its own.
    words: 'others had subscribed to it once more, and had ended',
    async deed(other, kind, list) {
      await other.subscribe(kind, list);
      await other.close();
    },
  },
];

for (const { id, kind, needs, waitMs, list, told } of KINDS) {
  scenario({
    id,
    title: `goes on delivering ${kind} on a connection, whatever an older and a newer one do with that kind`,
    requirements: ['subscriptions.all-connections-served'],
    purposes: [46],
    needs: { streams: 3, ...needs },
    ...(waitMs !== undefined && { waitMs }),
    effort: 'standard',
    async run(t) {
      const names = await list(t);
      const elder = await t.account.subscribed(kind, names);
      const events = await t.account.subscribed(kind, names);
      const others: readonly Subscribed[] = [elder, await t.account.subscribed(kind, names)];
      let last: { readonly record: number } = events.command;
      for (const { words, deed } of DEEDS) {
        for (const other of others) await deed(other, kind, names, t.market.unknown);
        const message = await told(t, events, names ?? []);
        if (message === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [last]);
        last = t.expect.arrived(message, `what happened of ${kind} after ${words}`, {
          evidence: [events.command, last],
          also: ['subscriptions.all-connections-served'],
          ...(kind === 'account_state' && { withinMs: patienceMs(t) }),
        });
      }
    },
  });
}
