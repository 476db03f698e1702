// Faults of the second time (interface 2.2; 3; 4.1, purpose; 6; 6.2; 8): what works once, and is left out, repeated or refused when
// the same is done to the same again.
import type { Order } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { keptBy } from '../algebra/memory.js';

/** Counts uses by name; the first is 1. */
function counter(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
}

export const secondTimeFaults: readonly Fault[] = [
  violating('4.1', ['orders.sltp-accepted'])('levels-set-once', {
    summary: 'A position keeps the levels of the first sltp order that set them.',
    snapshotOf: (honest) => {
      const first = new Map<string, Pick<Order, 'stopLossPrice' | 'takeProfitPrice'>>();
      return (state, context) => {
        const shown = honest(state, context);
        const orders = shown.orders.map((order) => {
          const { type, positionId, stopLossPrice, takeProfitPrice } = order;
          if (type !== 'sltp' || positionId === undefined) return order;
          const levels = first.get(positionId) ?? { stopLossPrice, takeProfitPrice };
          first.set(positionId, levels);
          return { ...order, ...levels };
        });
        return { ...shown, orders, positions: shown.positions.map((one) => ({ ...one, ...first.get(one.id) })) };
      };
    },
  }),
  violating('2.2', ['transactions.balance-arithmetic'])('every-other-withdrawal-not-booked', {
    summary: 'Every other withdrawal leaves the balance as it was.',
    needs: 'account.deposit',
    balanceChange: (honest) => {
      let withdrawals = 0;
      return (kind, amount, digits) => {
        if (amount < 0n) withdrawals += 1;
        return amount < 0n && withdrawals % 2 === 0 ? 0n : honest(kind, amount, digits);
      };
    },
  }),
  violating('6.1', ['transactions.partial-close-position', 'positions.partial-close-volume'])(
    'second-partial-close-event-as-the-first',
    {
      summary: 'The event of a further partial close shows the position as the first one left it.',
      positionsOf: keptBy((_shown, { kind, positions }) => (kind === 'partial-close' ? positions[0]?.id : undefined)),
    },
  ),
  violating('6', ['subscriptions.hmr-snapshot'])('hmr-snapshot-once-on-a-connection', {
    summary: 'A connection that gives hmr up and subscribes to it again gets no further hmr_snapshot.',
    snapshotsHmrOnSubscribe: (honest) => {
      const uses = counter();
      return (ordinal, connection) => honest(ordinal, connection) && uses(connection) === 1;
    },
  }),
  violating('6.2', ['hmr.update-upserted', 'hmr.updates-add-up'])('period-changed-again-untold', {
    summary: 'The update of a period that is changed for the second time holds no period.',
    needs: 'hmr.upsert',
    upsertedPeriods: (honest) => {
      const uses = counter();
      return (changed, all) => (uses(changed.id) < 3 ? honest(changed, all) : []);
    },
  }),
  violating('8', ['idempotency.duplicate-same-operation', 'idempotency.duplicate-not-executed'])(
    'third-use-of-a-key-executed',
    {
      summary: 'A key is known again once: its third use is a new request.',
      recordName: (honest) => {
        const uses = counter();
        return (request) => {
          const name = honest(request);
          // The name is asked for twice where a record is made.
          const count = uses(name);
          return count > 3 ? `${name}\n${count}` : name;
        };
      },
    },
  ),
  violating('7.2', ['errors.volume-too-large', 'transactions.rejected-by-rules'])('code-of-the-first-rejection', {
    summary: 'Every rejection of an account has the code of its first.',
    finalCode: keptBy((_code, _given, { accountId }) => accountId),
  }),
  violating('6', ['subscriptions.per-connection', 'subscriptions.active-only'])(
    'subscriptions-of-the-connection-before',
    {
      summary: 'A third connection of an account and those after it begin with the subscriptions of the one before.',
      initial: amended((initial, previous, { ordinal }) =>
        ordinal >= 3 && previous !== undefined ? { ...previous } : initial,
      ),
    },
  ),
  violating('3', ['positions.partial-close-volume'])('second-partial-close-of-twice-as-much', {
    summary: 'A partial close after another one takes twice as much where there is enough.',
    volumeAfterClose: (honest) => {
      const left = new Set<bigint>();
      return (open, closed) => {
        const isSecond = left.has(open) && 2n * closed < open;
        const rest = honest(open, isSecond ? 2n * closed : closed);
        // Positions are not told apart, but by the volume that was left.
        if (rest > 0n) left.add(rest);
        return rest;
      };
    },
  }),
];
