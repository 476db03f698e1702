// Faults by which one connection of an account suffers from what happens beside it (interface 6, table): another one that is closed, a
// handshake that is refused, a command that follows at once.
import type { EventKind } from '../../../profile/dialect/dialect.js';
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

/** Kinds as they are subscribed to, and the events that carry them. */
const CARRIED = [
  { kind: 'transactions', word: 'transactions', events: ['transaction_event'] },
  { kind: 'account_state', word: 'account-state', events: ['account_state_event'] },
  { kind: 'instruments', word: 'instruments', events: ['instrument_event'] },
  { kind: 'hmr', word: 'hmr', events: ['hmr_update', 'hmr_snapshot'] },
] as const;

/** A subscription that ends with its connection ends that of those beside it. */
function endedTogether(kind: EventKind, events: readonly string[]): Change {
  return sharing(
    () => ({ subscribed: new Map<string, Set<string>>(), most: new Map<string, number>() }),
    ({ subscribed, most }) => ({
      beginsDelivery: amended((begins, event, { accountId, id }) => {
        if (event === kind) subscribed.set(accountId, (subscribed.get(accountId) ?? new Set()).add(id));
        return begins;
      }),
      endsDelivery: amended((ends, event, { accountId, id }) => {
        if (event === kind) subscribed.get(accountId)?.delete(id);
        return ends;
      }),
      deliversTo: exceptWhere((event, _subscriptions, { accountId, id, others }) => {
        if (!events.includes(event.kind)) return false;
        const before = most.get(id) ?? 0;
        most.set(id, Math.max(before, others));
        return others < before && (subscribed.get(accountId)?.size ?? 0) > others + 1;
      }),
    }),
  );
}

export const neighbourFaults: readonly Fault[] = [
  ...CARRIED.map(({ kind, word, events }) =>
    violating('6', ['subscriptions.all-connections-served', 'subscriptions.per-connection'])(
      `closing-a-subscribed-connection-ends-${word}-elsewhere`,
      {
        summary: `A connection that ends while it is subscribed to ${kind} takes the ${kind} of its sisters with it.`,
        change: endedTogether(kind, events),
      },
    ),
  ),
  violating('6', ['subscriptions.all-connections-served'])('closing-a-connection-ends-its-siblings', {
    summary: 'Once one of its sisters has been closed a connection carries nothing any more.',
    deliversTo: (honest) => {
      const most = new Map<string, number>();
      return (event, subscriptions, context) => {
        const before = most.get(context.id) ?? 0;
        most.set(context.id, Math.max(before, context.others));
        return context.others >= before && honest(event, subscriptions, context);
      };
    },
  }),
  violating('6', ['subscriptions.all-connections-served'])('closing-a-connection-ends-a-newer-one', {
    summary: 'A connection that is not the first of its account carries no transaction events once another was closed.',
    deliversTo: (honest) => {
      const most = new Map<string, number>();
      return (event, subscriptions, context) => {
        const { id, others, ordinal } = context;
        most.set(id, Math.max(most.get(id) ?? 0, others));
        const isDeaf = event.kind === 'transaction_event' && ordinal > 1 && others < (most.get(id) ?? 0);
        return !isDeaf && honest(event, subscriptions, context);
      };
    },
  }),
  violating('4.5', ['subscriptions.any-order'])('second-command-at-once-unheard', {
    summary: 'Of two kinds that are subscribed on a connection at once the second is acknowledged and never delivered.',
    beginsDelivery: (honest) => {
      const latest = new Map<string, number>();
      return (event, context) => {
        const before = latest.get(context.id) ?? Number.NEGATIVE_INFINITY;
        latest.set(context.id, performance.now());
        return performance.now() - before > 5 && honest(event, context);
      };
    },
  }),
  violating('6', ['subscriptions.all-connections-served'])('refused-handshake-ends-open-streams', {
    summary: 'A handshake with a bad signature silences the open streams of the account.',
    change: sharing(
      () => ({ open: new Map<string, Set<string>>(), dead: new Set<string>() }),
      ({ open, dead }) => ({
        acceptsSignature: amended((accepted, _trial, { isHandshake, accountId }) => {
          if (isHandshake && !accepted) for (const id of open.get(accountId) ?? []) dead.add(id);
          return accepted;
        }),
        beginsDelivery: amended((begins, _event, { accountId, id }) => {
          open.set(accountId, (open.get(accountId) ?? new Set()).add(id));
          return begins;
        }),
        deliversTo: amended((delivers, _event, _subscriptions, { id }) => delivers && !dead.has(id)),
      }),
    ),
  }),
];
