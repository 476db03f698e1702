// Faults of what comes right after its like (interface 3; 6, table; 6.1, rule 2): an event that still holds what the one before it was
// about, a partial close that does not see the other, a connection that is not seen beside another.
import type { Transaction } from '../../domain.js';
import type { EventSurroundings } from '../../rules/telling/events.js';
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const MOMENT_MS = 1000;
/** As close as two requests come that are sent together. */
const TOGETHER_MS = 100;

const onlyChanged = violating('6.1', ['transactions.only-changed-entities']);

/** The list of an event, with that of the last event of its kind on the account where it was within the moment. */
function withThoseBefore(kind: Transaction['kind']) {
  return <Entity>(
    honest: (transaction: Transaction, surroundings: EventSurroundings) => readonly Entity[],
  ): ((transaction: Transaction, surroundings: EventSurroundings) => readonly Entity[]) => {
    const latest = new Map<string, { readonly list: readonly Entity[]; readonly atMs: number }>();
    return (transaction, surroundings) => {
      const list = honest(transaction, surroundings);
      if (transaction.kind !== kind) return list;
      const before = latest.get(surroundings.accountId);
      latest.set(surroundings.accountId, { list, atMs: performance.now() });
      return before !== undefined && performance.now() - before.atMs < MOMENT_MS ? [...list, ...before.list] : list;
    };
  };
}

export const inARowFaults: readonly Fault[] = [
  onlyChanged('close-event-with-the-position-closed-before', {
    summary: `The event of a close holds the position that was closed within ${MOMENT_MS} ms before it, too.`,
    positionsOf: withThoseBefore('close'),
  }),
  onlyChanged('close-event-with-the-deal-before', {
    summary: `The event of a close holds the deal of the one within ${MOMENT_MS} ms before it, too.`,
    dealsOf: withThoseBefore('close'),
  }),
  onlyChanged('opening-event-with-the-position-before', {
    summary: `The event of an opening holds the position that was opened within ${MOMENT_MS} ms before it, too.`,
    positionsOf: withThoseBefore('market'),
  }),
  onlyChanged('cancellation-event-with-the-order-before', {
    summary: `The event of a cancellation holds the order that was cancelled within ${MOMENT_MS} ms before it, too.`,
    ordersOf: withThoseBefore('cancel'),
  }),
  violating('3', ['positions.partial-close-volume'])('simultaneous-partial-closes-lose-one', {
    summary: `Of two partial closes of a position within ${TOGETHER_MS} ms the second does not see what the first has left.`,
    volumeAfterClose: (honest) => {
      let last: { readonly before: bigint; readonly after: bigint; readonly atMs: number } | undefined;
      return (open, closed) => {
        // Positions are not told apart, but by the volume that was left.
        const isStale = last?.after === open && performance.now() - last.atMs < TOGETHER_MS;
        const after = honest(isStale && last !== undefined ? last.before : open, closed);
        last = { before: open, after, atMs: performance.now() };
        return after;
      };
    },
  }),
  violating('6', ['subscriptions.transactions-snapshot', 'subscriptions.all-connections-served'])(
    'snapshot-for-one-of-those-that-subscribe-together',
    {
      summary: `Of connections that subscribe to transactions within ${TOGETHER_MS} ms the first alone gets a snapshot.`,
      snapshotsOnSubscribe: (honest) => {
        const latest = new Map<string, { readonly id: string; readonly atMs: number }>();
        return (context) => {
          const before = latest.get(context.accountId);
          const isSecond =
            before !== undefined && before.id !== context.id && performance.now() - before.atMs < TOGETHER_MS;
          if (!isSecond) latest.set(context.accountId, { id: context.id, atMs: performance.now() });
          return isSecond ? 0 : honest(context);
        };
      },
    },
  ),
  violating('6', ['subscriptions.own-account-only'])('events-of-all-where-two-accounts-subscribe-together', {
    summary: `Of two accounts that subscribe to transactions within ${TOGETHER_MS} ms the second is sent the events of every account.`,
    change: sharing(
      () => ({ mixed: new Set<string>(), last: { accountId: '', atMs: Number.NEGATIVE_INFINITY } }),
      (memory) => ({
        snapshotsOnSubscribe: (honest) => (context) => {
          const { accountId, id } = context;
          const isTogether = performance.now() - memory.last.atMs < TOGETHER_MS;
          if (isTogether && accountId !== memory.last.accountId) memory.mixed.add(id);
          memory.last = { accountId, atMs: performance.now() };
          return honest(context);
        },
        offersToAllAccounts: () => (event) => event.kind === 'transaction_event',
        deliversTo: (honest) => (event, subscriptions, context) =>
          honest(event, subscriptions, memory.mixed.has(context.id) ? { ...context, ownAccount: true } : context),
      }),
    ),
  }),
  violating('6', ['subscriptions.hmr-snapshot', 'subscriptions.all-connections-served'])(
    'hmr-snapshot-for-one-of-those-that-subscribe-together',
    {
      summary: `Of connections that subscribe to hmr within ${TOGETHER_MS} ms the first alone gets a snapshot.`,
      change: sharing(
        () => ({ account: '', lastAtMs: new Map<string, number>() }),
        (memory) => ({
          beginsDelivery: amended((begins, _event, { accountId }) => {
            memory.account = accountId;
            return begins;
          }),
          snapshotsHmrOnSubscribe: amended((sends) => {
            const before = memory.lastAtMs.get(memory.account) ?? Number.NEGATIVE_INFINITY;
            memory.lastAtMs.set(memory.account, performance.now());
            return sends && performance.now() - before >= TOGETHER_MS;
          }),
        }),
      ),
    },
  ),
];
