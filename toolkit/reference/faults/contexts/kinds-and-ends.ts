// Faults of one kind of operation with one end, or of what it is done to (interface 1; 4.1; 4.3; 6; 6.1; 7.1): rejected sltp orders and
// closes in operation status, positions with one level, executed orders, cancellations and closes under a used key.
import type { Decimal } from '../../../decimal/index.js';
import type { Order, OrderType } from '../../domain.js';
import { amended, insteadWhere } from '../algebra/edits.js';
import { editAt, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const executedConflict = violating('7.1', ['idempotency.conflict-not-executed']);

/** With a zero for its last digit. */
function cut(value: Decimal | undefined): Decimal | undefined {
  return value && { ...value, coefficient: value.coefficient - (value.coefficient % 10n) };
}

function hasStopLossAlone({ type, stopLossPrice, takeProfitPrice }: Order): boolean {
  return type === 'sltp' && stopLossPrice !== undefined && takeProfitPrice === undefined;
}

function isExecuted(orders: readonly Order[], type: OrderType, side: Order['side']): boolean {
  return orders.some((one) => one.type === type && one.side === side && one.state === 'filled');
}

export const kindAndEndFaults: readonly Fault[] = [
  violating('1', ['domain.result-in-status', 'operations.agrees-with-event'])(
    'status-of-rejected-sltp-orders-never-ends',
    {
      summary: 'Operation status of an sltp order that was rejected never ends.',
      shownStatus: amended((shown, _status, _ageMs, { orderType }) =>
        orderType === 'sltp' && shown.state === 'rejected'
          ? { ...shown, state: 'pending' as const, errorCode: undefined, errorMessage: undefined }
          : shown,
      ),
    },
  ),
  violating('4.3', ['operations.error-message-when-rejected'])('status-of-rejected-closes-without-message', {
    summary: 'Operation status of a close that was rejected lacks error_message.',
    level: 'should',
    shownStatus: amended((shown, _status, _ageMs, { kind }) =>
      kind === 'closePosition' && shown.state === 'rejected' ? { ...shown, errorMessage: undefined } : shown,
    ),
  }),
  violating('6', ['transactions.every-change', 'domain.result-as-event'])('closes-beside-a-stop-loss-alone-untold', {
    summary: 'The close of a position that has a stop loss and no take profit is not announced.',
    announcements: (honest) => (event, surroundings) => {
      const { orders, positions } = event.payload;
      const isMeant = positions.some(({ state }) => state === 'closed') && orders.some(hasStopLossAlone);
      return isMeant ? [] : honest(event, surroundings);
    },
  }),
  violating('4.1', ['orders.parameters-kept'])('sltp-events-with-a-take-profit-cut', {
    summary: 'The event of an sltp order shows its take profit with a zero for the last digit.',
    ordersOf: amended((orders, { kind }) =>
      orders.map((one) => (kind === 'protection' ? { ...one, takeProfitPrice: cut(one.takeProfitPrice) } : one)),
    ),
  }),
  violating('1', ['domain.events-lead-to-snapshot'])('cancelled-limits-with-levels-told-as-pending', {
    summary: 'The event of the cancellation of a limit order with levels shows the order as pending.',
    level: 'should',
    ordersOf: amended((orders, { kind }) =>
      kind === 'cancel' && orders.some(({ type }) => type === 'sltp')
        ? orders.map((one) => (one.type === 'limit' ? { ...one, state: 'pending' as const } : one))
        : orders,
    ),
  }),
  violating('1', ['history.closed-orders'])('history-without-the-orders-of-later-closes', {
    summary: 'Of a position that is closed in parts the order of the first close alone is in history.',
    change: sharing(
      () => new Set<string>(),
      (parted) => ({
        // Told once the order is recorded.
        positionsOf: amended((positions, { kind }) => {
          if (kind === 'partial-close') for (const { id } of positions) parted.add(id);
          return positions;
        }),
        recordsOrder: amended(
          (records, { type, positionId = '' }) => records && !(type === 'market' && parted.has(positionId)),
        ),
      }),
    ),
  }),
  violating('6', ['transactions.every-change'])('executed-stops-to-buy-told-without-deal', {
    summary: 'The execution of a stop order to buy is told without its deal.',
    level: 'should',
    needs: 'order.fill',
    dealsOf: amended((deals, { kind, orders }) => (kind === 'fill' && isExecuted(orders, 'stop', 'buy') ? [] : deals)),
  }),
  executedConflict('conflicts-of-cancellations-executed', {
    summary: 'A request that conflicts with a cancellation is refused, and executed.',
    level: 'should',
    onConflict: insteadWhere(({ kind }) => kind === 'cancelOrder', 'execute-and-refuse'),
  }),
  executedConflict('conflicts-of-closes-executed', {
    summary: 'A request that conflicts with a close is refused, and executed.',
    level: 'should',
    onConflict: insteadWhere(({ kind }) => kind === 'closePosition', 'execute-and-refuse'),
  }),
  violating('6', ['account-state.shows-current'])('account-state-with-the-margin-before-an-execution', {
    summary: 'After a pending order was executed account state events go on to show the used_margin of before.',
    needs: 'order.fill',
    change: sharing(
      () => ({ executed: new Set<string>(), last: new Map<string, string>() }),
      ({ executed, last }) => ({
        ordersOf: amended((orders, { kind }, { accountId }) => {
          if (kind === 'fill') executed.add(accountId);
          else if (kind === 'market' || kind === 'close' || kind === 'partial-close') executed.delete(accountId);
          return orders;
        }),
        amendMessage: amended((message, _message, event, { accountId }) =>
          event.kind === 'account_state_event'
            ? editAt(message, ['payload', 'used_margin'], (margin) => {
                if (executed.has(accountId)) return last.get(accountId) ?? '0';
                last.set(accountId, String(margin));
                return margin;
              })
            : message,
        ),
      }),
    ),
  }),
];
