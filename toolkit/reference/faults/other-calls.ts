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

export const otherCallFaults: readonly Fault[] = [
  fault(
    'event-missing-for-rejected-openings',
    '6.1',
    ['transactions.negative-results-delivered'],
    'Rejected openings are not announced.',
    rejecting(['openPosition'], (rules, isMeant) => ({
      ...rules,
      announcements: (event, surroundings) => {
        const isSilent = isMeant();
        const announced = rules.announcements(event, surroundings);
        return isSilent ? [] : announced;
      },
    })),
  ),
  fault(
    'event-missing-for-rejected-endings',
    '6.1',
    ['transactions.negative-results-delivered'],
    'Closes and cancellations that are rejected are not announced.',
    rejecting(['closePosition', 'cancelOrder'], (rules, isMeant) => ({
      ...rules,
      announcements: (event, surroundings) => {
        const isSilent = isMeant();
        const announced = rules.announcements(event, surroundings);
        return isSilent ? [] : announced;
      },
    })),
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
  fault(
    'executed-stops-reversed',
    '4.1',
    ['orders.parameters-kept'],
    'The event of an executed stop order shows a position of the other side.',
    changing('positionsOf', (honest) => (transaction, surroundings) => {
      const positions = honest(transaction, surroundings);
      const isStop = transaction.kind === 'fill' && transaction.orders[0]?.type === 'stop';
      return isStop ? positions.map((one) => ({ ...one, side: one.side === 'buy' ? 'sell' : 'buy' })) : positions;
    }),
    { needs: 'order.fill' },
  ),
  fault(
    'executed-limits-reversed',
    '4.1',
    ['orders.parameters-kept'],
    'The event of an executed limit order shows a position of the other side.',
    changing('positionsOf', (honest) => (transaction, surroundings) => {
      const positions = honest(transaction, surroundings);
      const isLimit = transaction.kind === 'fill' && transaction.orders[0]?.type === 'limit';
      return isLimit ? positions.map((one) => ({ ...one, side: one.side === 'buy' ? 'sell' : 'buy' })) : positions;
    }),
    { needs: 'order.fill' },
  ),
  fault(
    'snapshot-without-sold-positions',
    '6',
    ['subscriptions.transactions-snapshot-positions', 'domain.open-positions-in-snapshot'],
    'Snapshots show bought positions only.',
    changing('snapshotOf', (honest) => (state, context) => {
      const shown = honest(state, context);
      return { ...shown, positions: shown.positions.filter(({ side }) => side === 'buy') };
    }),
  ),
  fault(
    'snapshot-without-protected-positions',
    '6',
    ['subscriptions.transactions-snapshot-positions', 'domain.open-positions-in-snapshot'],
    'Snapshots leave out positions that an sltp order protects.',
    changing('snapshotOf', (honest) => (state, context) => {
      const shown = honest(state, context);
      return { ...shown, positions: shown.positions.filter(({ stopLossPrice }) => stopLossPrice === undefined) };
    }),
  ),
  fault(
    'protected-positions-without-volume',
    '6',
    ['subscriptions.transactions-snapshot-positions'],
    'Positions that an sltp order protects are shown with a volume of zero.',
    changing('protectedPosition', (honest) => (position, order) => ({
      ...honest(position, order),
      volume: { ...position.volume, coefficient: 0n },
    })),
  ),
  fault(
    'snapshot-with-one-position-per-instrument',
    '6',
    ['subscriptions.transactions-snapshot-positions', 'domain.open-positions-in-snapshot'],
    'Of several positions on one instrument snapshots show the last one.',
    changing('snapshotOf', (honest) => (state, context) => {
      const shown = honest(state, context);
      const last = new Map(shown.positions.map((position) => [position.instrument, position]));
      return { ...shown, positions: [...last.values()] };
    }),
  ),
  fault(
    'third-refusal-closes-connection',
    '6.3',
    ['instruments.refusal-keeps-existing', 'hmr.refusal-keeps-existing'],
    'Every third refused command ends its connection.',
    changing('refusalCloses', (honest) => {
      let refusals = 0;
      return (event) => {
        refusals += 1;
        return refusals % 3 === 0 || honest(event);
      };
    }),
  ),
  fault(
    'unknown-kind-ends-transactions',
    '4.5',
    ['subscriptions.malformed-command-harmless'],
    'Once a connection has asked for a kind that does not exist, no connection gets transaction events any more.',
    (rules) => {
      let hasAsked = false;
      return {
        ...rules,
        knowsKind: (event) => {
          const isKnown = rules.knowsKind(event);
          if (!isKnown) hasAsked = true;
          return isKnown;
        },
        deliversTo: (event, subscriptions, context) =>
          !(hasAsked && event.kind === 'transaction_event') && rules.deliversTo(event, subscriptions, context),
      };
    },
  ),
  fault(
    'close-only-streams-refused',
    '3',
    ['guards.close-only-streams'],
    'A close-only account has no events stream.',
    changing(
      'streamGuard',
      (honest) => (account, stream, moment) =>
        account.accountStatus === 'close_only' && stream === 'events'
          ? 'ACCOUNT_CLOSE_ONLY'
          : honest(account, stream, moment),
    ),
    { needs: 'account.restrict' },
  ),
  fault(
    'streams-stay-refused-after-a-restriction',
    '3',
    ['guards.lifted'],
    'An account on which trading was disabled once has no events stream any more.',
    changing('streamGuard', (honest) => {
      const disabled = new Set<string>();
      return (account, stream, moment) => {
        const code = honest(account, stream, moment);
        if (code !== undefined) disabled.add(account.id);
        return stream === 'events' && disabled.has(account.id) ? 'ACCOUNT_DISABLED' : code;
      };
    }),
    { needs: 'account.restrict' },
  ),
];
