// Faults by which one connection of an account suffers from what happens beside it (interface 6, table): another one that is closed, a
// handshake that is refused, a command that follows at once.
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

export const neighbourFaults: readonly Fault[] = [
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
