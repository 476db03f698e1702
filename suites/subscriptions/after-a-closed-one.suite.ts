// A connection begins with nothing of the one that was closed before it (interface 6; 6.4): whatever it subscribes to itself, it is told
// nothing of the kinds and instruments that the account's last connection had. A witness that is opened later shows that there was
// something to tell; a barrier on the judged connection lets all that had been put on it arrive.
import type { EventKind } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { awaitBeat } from '../words/streams/beats.js';
import { CHANGE_INSTRUMENTS, changeEventOf, instrumentEventsOf } from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { CHANGE_PERIODS, createdPeriod, hmr, nextUpsert } from '../words/streams/periods.js';

type Told = readonly { readonly record: number }[];

/** What a connection had subscribed to before it was closed. */
interface Before {
  readonly kind: EventKind;
  readonly needs: Needs;
  readonly waitMs?: number;
  /** The instrument that its subscription names. */
  readonly instrument: (t: CheckContext) => Promise<string>;
  /** Makes the target tell something of the kind, and waits until a new witness has it; what of the kind came elsewhere. */
  readonly told: (t: CheckContext, instrument: string) => Promise<(judged: Events, until: number) => Told>;
}

const FIRST = async (t: CheckContext): Promise<string> => t.account.instrument().name;

const TRANSACTIONS: Before = {
  kind: 'transactions',
  needs: {},
  instrument: FIRST,
  async told(t) {
    const witness = await t.account.transactions();
    const { submission } = await t.account.openOrder({}, { events: witness });
    return (judged, until) => [
      ...judged.resultsOf(submission),
      ...judged.of('trading_state_snapshot', { where: ({ record }) => record < until }),
    ];
  },
};

const ACCOUNT_STATE: Before = {
  kind: 'account_state',
  needs: { claims: ['accountStateEvents'] },
  waitMs: 4500,
  instrument: FIRST,
  async told(t) {
    const witness = await t.account.subscribed('account_state');
    const first = await awaitBeat(t, witness);
    await awaitBeat(t, witness, first.record);
    return (judged) => judged.of('account_state_event');
  },
};

const INSTRUMENTS: Before = {
  kind: 'instruments',
  needs: CHANGE_INSTRUMENTS,
  instrument: (t) => instrumentToChange(t),
  async told(t, instrument) {
    await changeEventOf(t, await t.account.subscribed('instruments', [instrument]), instrument);
    return (judged) => instrumentEventsOf(judged, instrument);
  },
};

const HMR: Before = {
  kind: 'hmr',
  needs: CHANGE_PERIODS,
  instrument: FIRST,
  async told(t, instrument) {
    const witness = await hmr(t, [instrument]);
    const { id } = await createdPeriod(t, [instrument]);
    if ((await nextUpsert(witness, id)) === undefined) t.inconclusive(`no hmr_update with period ${id}`);
    return (judged) => [...judged.of('hmr_update'), ...judged.of('hmr_snapshot')];
  },
};

const CASES: readonly { readonly id: CheckId; readonly before: Before; readonly now: EventKind }[] = [
  { id: 'subscriptions.per-connection/instruments-then-transactions', before: INSTRUMENTS, now: 'transactions' },
  { id: 'subscriptions.per-connection/instruments-then-others', before: INSTRUMENTS, now: 'instruments' },
  { id: 'subscriptions.per-connection/instruments-then-hmr', before: INSTRUMENTS, now: 'hmr' },
  { id: 'subscriptions.per-connection/account-state-then-transactions', before: ACCOUNT_STATE, now: 'transactions' },
  { id: 'subscriptions.per-connection/account-state-then-instruments', before: ACCOUNT_STATE, now: 'instruments' },
  { id: 'subscriptions.per-connection/hmr-then-transactions', before: HMR, now: 'transactions' },
  { id: 'subscriptions.per-connection/hmr-then-instruments', before: HMR, now: 'instruments' },
  { id: 'subscriptions.per-connection/transactions-then-account-state', before: TRANSACTIONS, now: 'account_state' },
  { id: 'subscriptions.per-connection/transactions-then-instruments', before: TRANSACTIONS, now: 'instruments' },
  { id: 'subscriptions.per-connection/transactions-then-hmr', before: TRANSACTIONS, now: 'hmr' },
];

const CLAIMS = { account_state: 'accountStateEvents', instruments: 'instrumentEvents', hmr: 'hmrEvents' } as const;

for (const { id, before, now } of CASES) {
  const { kind, needs, waitMs } = before;
  const isAnotherList = kind === now;
  const claims = [...(needs.claims ?? []), ...(now === 'transactions' ? [] : [CLAIMS[now]])];
  scenario({
    id,
    title: isAnotherList
      ? `tells a new connection that subscribed to ${now} nothing of what the closed one before it had named`
      : `tells a new connection that subscribed to ${now} nothing of ${kind}, which the closed one before it had`,
    purposes: [47, 54],
    needs: { ...needs, claims: [...new Set(claims)], ...(isAnotherList && { instruments: 2 }) },
    ...(waitMs !== undefined && { waitMs }),
    effort: 'standard',
    async run(t) {
      const instrument = await before.instrument(t);
      const isListed = (one: EventKind): boolean => one === 'instruments' || one === 'hmr';
      const closed = await t.account.subscribed(kind, ...(isListed(kind) ? [[instrument]] : []));
      await closed.close();
      const judged = await t.account.events();
      const list = [t.account.instrument(isAnotherList && instrument === t.account.instrument().name ? 1 : 0).name];
      const command = await judged.subscribed(now, isListed(now) ? list : undefined);
      const straysOn = await before.told(t, instrument);
      const until = t.records().at(-1)?.i ?? 0;
      if (!judged.isOpen) t.inconclusive('the connection has ended, as it may', [command]);
      await barrier(t, judged);
      const strays = straysOn(judged, until);
      t.expect.none(strays, `nothing of ${kind} that the closed connection had`, {
        evidence: [closed.command, command],
      });
    },
  });
}
