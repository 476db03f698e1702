// Lapses of following operations, of recovery, and of the state that is kept (interface 3; 4.3; 6; 6.1; 6.4).
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import { HONEST } from '../conduct/conduct.js';
import type { FeedFacts, Subscriptions } from '../conduct/streams.js';
import { type Lapse, lapses } from './lapse.js';

const SUBSCRIBES_AGAIN: readonly ClientRequirementId[] = ['reconnect.client-subscribes-again', 'delivery.client-gaps'];
const RECOVERS: readonly ClientRequirementId[] = ['delivery.client-any-close', 'reconnect.client-subscribes-again'];
const BASELINE: readonly ClientRequirementId[] = ['reconnect.client-baseline', 'delivery.client-gaps'];

const without = (wanted: Subscriptions, kind: 'hmr' | 'instruments' | 'account_state'): Subscriptions =>
  new Map([...wanted].filter(([known]) => known !== kind));

const isRefusedForKey = ({ refused }: FeedFacts): boolean => refused === 401 || Number(refused) <= 1002;

/** Repeats that end one day, so that a run does. */
const MANY = 200;

export const OPERATION_LAPSES: readonly Lapse[] = lapses({
  'waits-forever': [
    'waits for an event that was missed',
    ['reconnect.client-polls', 'domain.client-final-result'],
    { pollsAfterMs: () => undefined },
  ],
  'assumes-success': [
    'takes what was under way when the stream broke for done',
    ['domain.client-final-result', 'reconnect.client-polls', 'domain.client-ack-not-final'],
    { onGap: 'success' },
  ],
  'assumes-failure': [
    'takes what was under way when the stream broke for failed',
    ['domain.client-final-result', 'reconnect.client-polls'],
    { onGap: 'failed' },
  ],
  'first-status-is-final': [
    'takes the first status that it reads for the last',
    'operations.client-unfinished',
    { statusMeans: (state) => (state === 'pending' || state === 'unknown' ? 'success' : state) },
  ],
  'every-status-is-success': [
    'takes whatever operation status it can read for success',
    ['domain.client-final-result', 'operations.client-unfinished'],
    { statusMeans: () => 'success' },
  ],
  'unknown-word-is-failed': [
    'takes a state that it does not know for a failure',
    'operations.client-unfinished',
    { statusMeans: (state) => (state === 'pending' || state === 'unknown' ? 'failed' : state) },
  ],
  'not-found-is-failed': [
    'takes an operation whose status is gone for failed',
    'operations.client-unreadable',
    { statusTroubleMeans: (status) => (status === 404 ? 'failed' : undefined) },
  ],
  'gone-means-rejected': [
    'takes an operation whose status is gone for rejected',
    'operations.client-unreadable',
    { statusTroubleMeans: (status) => (status === 404 ? 'rejected' : undefined) },
  ],
  'errors-count-as-lost': [
    'takes a status that cannot be read for a failure',
    'operations.client-unreadable',
    { statusTroubleMeans: (status) => (status === undefined || status >= 500 ? 'failed' : undefined) },
  ],
  'resubmits-on-silence': [
    'sends an order anew when its event is late',
    ['idempotency.client-same-key', 'domain.client-ack-not-final'],
    { resubmitsAfterMs: 1000 },
  ],
});

export const RECOVERY_LAPSES: readonly Lapse[] = lapses({
  'never-reconnects': ['does not come back after a drop', RECOVERS, { returnsAfterMs: () => undefined }],
  'no-resubscribe': [
    'comes back and subscribes nothing, and takes itself for current',
    SUBSCRIBES_AGAIN,
    { resubscribes: () => new Map() },
  ],
  'current-without-snapshot': [
    'takes itself for current as soon as it is connected',
    [...SUBSCRIBES_AGAIN, 'guards.client-disabled-stream'],
    { isCurrent: ({ isOpen }) => isOpen },
  ],
  'current-while-away': [
    'takes itself for current without a connection',
    ['delivery.client-gaps'],
    { isCurrent: ({ wasEverSynced }) => wasEverSynced },
  ],
  'forgets-hmr': [
    'does not subscribe hmr again',
    SUBSCRIBES_AGAIN,
    { resubscribes: (wanted) => without(wanted, 'hmr') },
  ],
  'forgets-instruments': [
    'does not subscribe instruments again',
    SUBSCRIBES_AGAIN,
    { resubscribes: (wanted) => without(wanted, 'instruments') },
  ],
  'forgets-account-state': [
    'does not subscribe account_state again',
    SUBSCRIBES_AGAIN,
    { resubscribes: (wanted) => without(wanted, 'account_state') },
  ],
  'forgets-lists': [
    'subscribes again with the first instrument of each list alone',
    SUBSCRIBES_AGAIN,
    { resubscribes: (wanted) => new Map([...wanted].map(([kind, list]) => [kind, list?.slice(0, 1)])) },
  ],
  'thinks-subscribed': [
    'subscribes again only what had been accepted when the connection ended',
    SUBSCRIBES_AGAIN,
    { resubscribes: (_wanted, confirmed) => confirmed },
  ],
  'merges-snapshot': [
    'adds the snapshot to what it held',
    BASELINE,
    {
      baseline: (old, next) => ({
        orders: new Map([...old.orders, ...next.orders]),
        positions: new Map([...old.positions, ...next.positions]),
        account: { ...old.account, ...next.account },
      }),
    },
  ],
  'keeps-old-snapshot': [
    'keeps its orders and positions over a drop, and takes only the figures',
    BASELINE,
    {
      baseline: (old, next, { isFirstConnection }) => (isFirstConnection ? next : { ...old, account: next.account }),
    },
  ],
  'first-snapshot-only': [
    'takes the first snapshot and no other',
    BASELINE,
    { baseline: (old, next, { isFirstConnection }) => (isFirstConnection ? next : old) },
  ],
  'only-1006': [
    'takes a connection that was closed politely for one that it may do without',
    RECOVERS,
    { returnsAfterMs: (code, nth) => (code === 1006 ? HONEST.returnsAfterMs(code, nth) : undefined) },
  ],
  'stays-away-after-1000': [
    'takes a close with 1000 for the end of its day',
    RECOVERS,
    { returnsAfterMs: (code, nth) => (code === 1000 ? undefined : HONEST.returnsAfterMs(code, nth)) },
  ],
  'applies-fragments': [
    'applies what there is of a message that was cut off, and needs no other',
    [...BASELINE, 'reconnect.client-subscribes-again'],
    { readsFragments: true },
  ],
  'one-reconnect-only': [
    'comes back once',
    RECOVERS,
    { returnsAfterMs: (code, nth) => (nth > 1 ? undefined : HONEST.returnsAfterMs(code, nth)) },
  ],
  'gives-up-on-503': [
    'gives up when the handshake is answered with 503',
    RECOVERS,
    {
      repeatsAfterMs: (trouble) =>
        trouble.kind === 'handshake' && trouble.status === 503 ? undefined : HONEST.repeatsAfterMs(trouble),
    },
  ],
  hammers: [
    'comes back without a pause',
    ['auth.client-refusal-heeded', 'delivery.client-any-close'],
    {
      repeatsAfterMs: (trouble) =>
        trouble.kind === 'handshake' && trouble.attempt < MANY ? 2 : HONEST.repeatsAfterMs(trouble),
    },
  ],
  'current-while-refused': [
    'takes itself for current although its key is refused',
    ['delivery.client-gaps', 'auth.client-refusal-heeded'],
    { isCurrent: (facts) => HONEST.isCurrent(facts) || (isRefusedForKey(facts) && facts.wasEverSynced) },
  ],
  'current-while-disabled': [
    'takes itself for current although its account cannot have the stream',
    ['guards.client-disabled-stream', 'delivery.client-gaps'],
    { isCurrent: (facts) => HONEST.isCurrent(facts) || (facts.refused !== undefined && !isRefusedForKey(facts)) },
  ],
  'periods-current-while-away': [
    'takes its HMR periods for current without a connection',
    'delivery.client-gaps',
    {
      isCurrent: (facts) => (facts.kind === 'hmr' ? facts.wasEverSynced : HONEST.isCurrent(facts)),
    },
  ],
  'listens-late': [
    'hears nothing of what comes right behind the 101 when it returns',
    ['reconnect.client-baseline', 'delivery.client-gaps', 'delivery.client-unknown-frames'],
    { hearsFirstFrames: false },
  ],
  'waits-for-second-snapshot': [
    'waits for a snapshot that does not come',
    ['reconnect.client-subscribes-again', 'reconnect.client-resubscribes', 'delivery.client-gaps'],
    { snapshotPatienceMs: Number.POSITIVE_INFINITY },
  ],
  'ignores-foreign-operations': [
    'ignores events of operations that it did not start',
    ['reconnect.client-resubscribes', 'transactions.client-foreign-events', 'transactions.client-entities-replace'],
    { onUnknownOperation: 'ignore' },
  ],
  'adds-volumes': [
    'adds the volume of each event to that of the position',
    ['transactions.client-entities-replace', 'positions.client-partial-close'],
    {
      position: (old, next) => {
        const [before, after] = [old?.volume, next.volume];
        return before === undefined || after === undefined
          ? next
          : { ...next, volume: String(Number(before) + Number(after)) };
      },
    },
  ],
  'appends-deals': [
    'appends the deals of each event to its list, whether it has them or not',
    'transactions.client-entities-replace',
    { dealSlot: (id, isHeld) => (isHeld(id) ? `${id} again` : id) },
  ],
  'old-connection-doubles': [
    'hears two connections into one state and adds up what both say',
    ['transactions.client-entities-replace'],
    { sharesState: true },
    'twin-socket',
  ],
  'close-removes-position': [
    'removes a position when some of it is closed',
    'positions.client-partial-close',
    {
      position: (old, next) => (Number(old?.volume) > Number(next.volume) ? undefined : next),
    },
  ],
  'first-word-on-positions': [
    'keeps a position as it was told first, whatever becomes of it',
    ['positions.client-partial-close', 'transactions.client-entities-replace'],
    { position: (old, next) => old ?? next },
  ],
  'keeps-volume-on-close': [
    'keeps the volume of a position until all of it is closed',
    'positions.client-partial-close',
    {
      position: (old, next) =>
        old?.volume !== undefined && Number(old.volume) > Number(next.volume) ? { ...next, volume: old.volume } : next,
    },
  ],
  'counts-sltp-as-order': [
    'shows the stop loss of an order as another order of its kind',
    'transactions.client-sltp-forms',
    { shownOrder: (order) => (order.type === 'sltp' ? { ...order, type: 'limit' } : order) },
  ],
  'missing-id-crash': [
    'breaks on an event without operation_id',
    ['transactions.client-balance-kinds', 'transactions.client-foreign-events'],
    { survives: (met) => met.what !== 'event' || met.result.operationId !== undefined },
  ],
  'unknown-kind-crash': [
    'breaks on a message of a kind that it does not know',
    'delivery.client-unknown-frames',
    { survives: (met) => met.what !== 'frame' || (met.kind !== 'unknown' && met.kind !== 'ignored') },
  ],
  'unknown-kind-ends-session': [
    'breaks on a message of a kind that no dialect names',
    'delivery.client-unknown-frames',
    { survives: (met) => met.what !== 'frame' || met.kind !== 'unknown' },
  ],
  'small-frame-limit': [
    'takes messages of 64 KiB at most',
    ['reconnect.client-baseline', 'delivery.client-gaps', 'reconnect.client-subscribes-again'],
    { maxFrameBytes: 64 * 1024 },
  ],
  'frame-limit-of-a-quarter': [
    'takes messages of a quarter of a MiB at most',
    ['reconnect.client-baseline', 'delivery.client-gaps', 'reconnect.client-subscribes-again'],
    { maxFrameBytes: 256 * 1024 },
  ],
  'parse-float': [
    'reads figures as floating-point numbers',
    'numbers.client-reads-exact',
    { figure: (text) => (/^-?[0-9]/.test(text) ? String(Number.parseFloat(text)) : text) },
  ],
  'account-state-clears': [
    'takes an account_state_event for the whole state',
    'account-state.client-figures',
    { afterAccountState: (state) => ({ ...state, orders: new Map(), positions: new Map() }) },
  ],
  'ignores-account-state': [
    'keeps the figures of the snapshot whatever account_state_event says',
    'account-state.client-figures',
    { takesAccountState: false },
  ],
  'gap-is-nothing': [
    'asks for nothing after a gap',
    ['reconnect.client-history', 'reconnect.client-polls'],
    { readsHistoryAfterGap: false },
  ],
});
