// Faults that wait for the third time (interface 1, rule 5; 3; 6.1, rule 2; 7.1; 8): what is refused, told or closed twice as it should be,
// and then not; and what a page, a conflict or a repeat leaves behind for the next one.
import type { Order } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

/** Counts by name; the first is 1. */
function counted(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
}

/** A restricted account lets orders pass once two were refused. */
function passesTheThird(isRestricted: (code: string) => boolean): Pick<Edits, 'placementGuard'> {
  return {
    placementGuard: (honest) => {
      const times = counted();
      return (account, type) => {
        const code = honest(account, type);
        if (code === undefined || !isRestricted(code)) return code;
        return times(account.id) > 2 ? undefined : code;
      };
    },
  };
}

/** Keeps the orders that were cancelled by their account and key. */
function resurrecting(): Change {
  return sharing(
    () => ({ cancelled: new Map<string, Order>(), back: new Map<string, Order[]>() }),
    ({ cancelled, back }) => ({
      ordersOf: amended((orders, _transaction, { accountId }) => {
        for (const one of orders) {
          if (one.state === 'cancelled') cancelled.set(`${accountId} ${one.clientRequestId}`, one);
        }
        return orders;
      }),
      recordName: amended((name, { accountId, idempotencyKey }) => {
        const order = cancelled.get(`${accountId} ${idempotencyKey}`);
        if (order !== undefined) back.set(accountId, [order]);
        return name;
      }),
      snapshotOf: amended((shown, _state, { accountId }) => ({
        ...shown,
        orders: [...shown.orders, ...(back.get(accountId) ?? []).map((one) => ({ ...one, state: 'pending' as const }))],
      })),
    }),
  );
}

export const thirdTimeFaults: readonly Fault[] = [
  violating('3', ['guards.close-only-refuses-limit', 'guards.close-only-refuses-stop'])(
    'third-order-placed-while-close-only',
    {
      summary: 'An account that is close only has two pending orders refused, and places those after them.',
      needs: 'account.restrict',
      ...passesTheThird((code) => code === 'ACCOUNT_CLOSE_ONLY'),
    },
  ),
  violating('3', ['guards.disabled-refuses-limit', 'guards.disabled-refuses-stop'])(
    'third-order-placed-while-disabled',
    {
      summary: 'An account on which trading is disabled has two orders refused, and places those after them.',
      needs: 'account.restrict',
      ...passesTheThird((code) => code === 'ACCOUNT_DISABLED'),
    },
  ),
  violating('3', ['guards.close-only-allows-sltp'])('second-sltp-order-refused-while-close-only', {
    summary: 'An account that is close only takes one sltp order and refuses the next.',
    needs: 'account.restrict',
    placementGuard: (honest) => {
      const times = counted();
      return (account, type) =>
        account.accountStatus === 'close_only' && type === 'sltp' && times(account.id) > 1
          ? 'ACCOUNT_CLOSE_ONLY'
          : honest(account, type);
    },
  }),
  violating('3', ['positions.partial-close-volume', 'positions.partial-close-stays-open'])(
    'third-partial-close-closes-the-rest',
    {
      summary: 'The third partial close of a position closes all that is left of it.',
      change: sharing(
        () => ({ id: '', volumes: new Map<string, Set<bigint>>() }),
        (memory) => ({
          closes: amended((position) => {
            memory.id = position.id;
            return position;
          }),
          // A close may be decided about more than once.
          volumeAfterClose: amended((rest, open) => {
            const before = memory.volumes.get(memory.id) ?? new Set();
            memory.volumes.set(memory.id, before.add(open));
            return before.size >= 3 ? 0n : rest;
          }),
        }),
      ),
    },
  ),
  violating('6.1', ['transactions.negative-results-delivered', 'domain.every-ack-one-result'])(
    'third-rejection-in-a-row-untold',
    {
      summary: 'The third rejection in a row on an account is not told by an event.',
      announcements: (honest) => {
        const inARow = new Map<string, number>();
        return (event, surroundings) => {
          const times = event.status === 'rejected' ? (inARow.get(surroundings.accountId) ?? 0) + 1 : 0;
          inARow.set(surroundings.accountId, times);
          return times === 3 ? [] : honest(event, surroundings);
        };
      },
    },
  ),
  violating('1', ['history.limit-respected'])('limit-of-the-first-page-goes-on', {
    summary:
      'Pages behind a cursor are as long as the last first page that was asked for, where fewer rows are asked for.',
    pageSize: (honest) => {
      let first: number | undefined;
      return (asked, standard, max, isFirst) => {
        if (isFirst) first = asked;
        const size = honest(asked, standard, max, isFirst);
        return isFirst || asked === undefined ? size : Math.max(size, first ?? 0);
      };
    },
  }),
  violating('4.3', ['operations.final-result-stays', 'idempotency.conflict-keeps-original'])(
    'status-rejected-by-a-conflict',
    {
      summary: 'Operation status turns to rejected when its key comes with another payload.',
      change: sharing(
        () => ({ asked: '', conflicts: new Set<string>() }),
        (memory) => ({
          recordName: amended((name, { accountId, idempotencyKey }) => {
            memory.asked = `${accountId} ${idempotencyKey}`;
            return name;
          }),
          onConflict: amended((fate) => {
            memory.conflicts.add(memory.asked);
            return fate;
          }),
          shownStatus: amended((shown, _status, _ageMs, { accountId, clientRequestId }) =>
            memory.conflicts.has(`${accountId} ${clientRequestId}`)
              ? { ...shown, state: 'rejected', errorCode: 'REQUEST_INVALID' }
              : shown,
          ),
        }),
      ),
    },
  ),
  violating('8', ['idempotency.duplicate-not-executed', 'domain.closed-not-in-snapshot'])(
    'cancelled-order-back-with-a-repeat',
    {
      summary: 'An order that was cancelled is in the snapshots again when its request is repeated.',
      change: resurrecting(),
    },
  ),
  violating('4.1', ['orders.sltp-accepted'])('levels-at-the-first-position', {
    summary: 'Snapshots show the levels of an sltp order at the first position of the account, whichever it names.',
    snapshotOf: amended((shown) => {
      const [first] = shown.positions;
      if (first === undefined || shown.positions.length < 2) return shown;
      const levels = shown.orders.find(({ type, positionId }) => type === 'sltp' && positionId !== undefined);
      const of = { stopLossPrice: levels?.stopLossPrice, takeProfitPrice: levels?.takeProfitPrice };
      return {
        ...shown,
        orders: shown.orders.map((one) =>
          one.type === 'sltp' && one.positionId ? { ...one, positionId: first.id } : one,
        ),
        positions: shown.positions.map((one, at) => ({
          ...one,
          ...(at === 0 ? of : { stopLossPrice: undefined, takeProfitPrice: undefined }),
        })),
      };
    }),
  }),
];
