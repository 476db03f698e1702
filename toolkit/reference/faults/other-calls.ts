// Faults that show on calls other than placements alone (interface 2.2; 6.1; 8): what holds for orders was forgotten for openings and endings.
import { subtract } from '../../decimal/index.js';
import type { OperationKind, Transaction } from '../domain.js';
import type { Rules } from '../rules/rules.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

/** Tells whether the result that is being announced is the rejection of an operation of these kinds. */
function rejecting(
  kinds: readonly OperationKind[],
  change: (rules: Rules, isMeant: () => boolean) => Rules,
): Fault['change'] {
  return (rules) => {
    // A code is found before its event is made, and a success has none.
    let isMeant = false;
    const watching: Rules = {
      ...rules,
      finalCode: (code, context) => {
        isMeant = kinds.includes(context.kind);
        return rules.finalCode(code, context);
      },
      announcements: (event, surroundings) => {
        const announced = rules.announcements(event, surroundings);
        isMeant = false;
        return announced;
      },
    };
    return change(watching, () => isMeant);
  };
}

/** The event of a transaction of that kind holds all open orders and positions of the account. */
function withEverythingOpen(kind: Transaction['kind'], what: 'ordersOf' | 'positionsOf'): Fault['change'] {
  return (rules) => ({
    ...rules,
    ...(what === 'ordersOf'
      ? {
          ordersOf: (transaction, surroundings) => {
            const changed = rules.ordersOf(transaction, surroundings);
            return transaction.kind === kind ? [...changed, ...surroundings.openOrders()] : changed;
          },
        }
      : {
          positionsOf: (transaction, surroundings) => {
            const changed = rules.positionsOf(transaction, surroundings);
            return transaction.kind === kind ? [...changed, ...surroundings.openPositions()] : changed;
          },
        }),
  });
}

function executedReversed(type: 'limit' | 'stop'): Fault {
  return fault(
    `executed-${type}s-reversed`,
    '4.1',
    ['orders.parameters-kept'],
    `The event of an executed ${type} order shows a position of the other side.`,
    changing('positionsOf', (honest) => (transaction, surroundings) => {
      const positions = honest(transaction, surroundings);
      const isMeant = transaction.kind === 'fill' && transaction.orders[0]?.type === type;
      return isMeant ? positions.map((one) => ({ ...one, side: one.side === 'buy' ? 'sell' : 'buy' })) : positions;
    }),
    { needs: 'order.fill' },
  );
}

function silentOnRejection(kinds: readonly OperationKind[]): Fault['change'] {
  return rejecting(kinds, (rules, isMeant) => ({
    ...rules,
    announcements: (event, surroundings) => {
      const isSilent = isMeant();
      const announced = rules.announcements(event, surroundings);
      return isSilent ? [] : announced;
    },
  }));
}

export const otherCallFaults: readonly Fault[] = [
  fault(
    'event-missing-for-rejected-openings',
    '6.1',
    ['transactions.negative-results-delivered'],
    'Rejected openings are not announced.',
    silentOnRejection(['openPosition']),
  ),
  fault(
    'event-missing-for-rejected-endings',
    '6.1',
    ['transactions.negative-results-delivered'],
    'Closes and cancellations that are rejected are not announced.',
    silentOnRejection(['closePosition', 'cancelOrder']),
  ),
  fault(
    'event-without-key-for-rejected-openings',
    '8',
    ['transactions.client-request-id-echo'],
    'The event of a rejected opening lacks its key.',
    rejecting(['openPosition'], (rules, isMeant) => ({
      ...rules,
      echo: (key, surface, context) =>
        surface === 'event' && isMeant() ? undefined : rules.echo(key, surface, context),
    })),
  ),
  fault(
    'event-without-operation-id-for-endings',
    '2.2',
    ['transactions.operation-id-of-request'],
    'Events of closes and cancellations carry no operation_id.',
    changing(
      'operationIdOf',
      (honest) => (operationId, transaction) =>
        transaction?.kind === 'close' || transaction?.kind === 'cancel' ? undefined : honest(operationId, transaction),
    ),
  ),
  fault(
    'close-event-with-all-open-positions',
    '6.1',
    ['transactions.only-changed-entities'],
    'The event of a close holds all positions that are still open.',
    withEverythingOpen('close', 'positionsOf'),
  ),
  fault(
    'cancellation-event-with-all-open-orders',
    '6.1',
    ['transactions.only-changed-entities'],
    'The event of a cancellation holds all orders that are still open.',
    withEverythingOpen('cancel', 'ordersOf'),
  ),
  fault(
    'balance-event-with-open-positions',
    '6.1',
    ['transactions.balance-only'],
    'Balance transactions hold the open positions of the account.',
    withEverythingOpen('balance', 'positionsOf'),
    { needs: 'account.deposit' },
  ),
  fault(
    'event-with-the-balance-before-a-close',
    '6.1',
    ['domain.events-lead-to-snapshot'],
    'The event of a close shows the balance without its profit or loss.',
    changing('accountStateOf', (honest) => (state, transaction) => {
      const shown = honest(state, transaction);
      if (shown === undefined || transaction.kind !== 'close') return shown;
      const { coefficient, scale } = shown.balance;
      return { ...shown, balance: { coefficient: coefficient - transaction.balanceChange, scale } };
    }),
  ),
  fault(
    'event-with-the-margin-before-an-opening',
    '6.1',
    ['domain.events-lead-to-snapshot'],
    'The event of an opening shows used_margin without its position.',
    changing('accountStateOf', (honest) => (state, transaction) => {
      const shown = honest(state, transaction);
      const [position] = transaction.positions;
      return shown === undefined || position === undefined || transaction.kind !== 'market'
        ? shown
        : { ...shown, usedMargin: subtract(shown.usedMargin, position.margin) };
    }),
  ),
  fault(
    'simultaneous-bookings-lost',
    '6.1',
    ['transactions.balance-arithmetic'],
    'Of bookings within 20 milliseconds of each other the later one is announced and not added.',
    changing('balanceChange', (honest) => {
      let latestMs = Number.NEGATIVE_INFINITY;
      return (...asked) => {
        const atMs = performance.now();
        const isLost = atMs - latestMs < 20;
        latestMs = atMs;
        return isLost ? 0n : honest(...asked);
      };
    }),
    { needs: 'account.deposit' },
  ),
  executedReversed('stop'),
  executedReversed('limit'),
];
