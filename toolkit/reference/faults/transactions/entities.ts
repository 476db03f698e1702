// Faults of trading transactions (interface 2.2, 2.3, 3; 6.1): entities that are missing, foreign, wrong.
import { subtract } from '../../../decimal/index.js';
import type { Order, Transaction, TransactionKind } from '../../domain.js';
import { amended, exceptWhere, insteadOn } from '../algebra/edits.js';
import { type Change, editingMessage, type Fault, remove, violating } from '../algebra/index.js';

const placementSltpRelatedOrder = violating('6.1', ['transactions.placement-sltp-related-order']);
const placementOrder = violating('6.1', ['transactions.only-changed-entities', 'transactions.placement-order']);
const marketInOneEvent = violating('2.2', ['transactions.market-in-one-event', 'transactions.market-position']);
const placementOrderBy6Point1 = violating('6.1', [
  'transactions.placement-order',
  'transactions.only-changed-entities',
]);
const onlyChangedEntities = violating('6.1', ['transactions.only-changed-entities']);
const eventsLeadToSnapshot = violating('6.1', ['domain.events-lead-to-snapshot']);

const WORDS = {
  placement: 'a placement',
  market: 'a market execution',
  close: 'a position close',
} as const;

type Kind = keyof typeof WORDS;

const LISTS = { order: 'ordersOf', deal: 'dealsOf', position: 'positionsOf' } as const;

/** One entity list left out of the events of one kind of transaction. */
function without(kind: Kind, list: keyof typeof LISTS): Fault {
  return violating('6.1', [
    `transactions.${kind}-${list}`,
    ...(kind === 'market' ? ['transactions.market-in-one-event'] : []),
  ])(`${kind}-event-without-${list}`, {
    summary: `The event of ${WORDS[kind]} holds no ${list}.`,
    change: leavingOut(LISTS[list], (transaction) => transaction.kind === kind),
  });
}

function leavingOut(
  rule: 'ordersOf' | 'dealsOf' | 'positionsOf',
  where: (transaction: Transaction) => boolean,
): Change {
  // Each of the three rules answers with a list, so an empty one fits all of them.
  return (rules) => ({
    ...rules,
    [rule]: (transaction: Transaction, surroundings: Parameters<typeof rules.ordersOf>[1]) =>
      where(transaction) ? [] : rules[rule](transaction, surroundings),
  });
}

function withoutAccountState(kind: TransactionKind, word: string, where: (transaction: Transaction) => boolean): Fault {
  return violating('6.1', [`transactions.${word}-account-state`])(`${word}-event-without-account-state`, {
    summary: `The event of a ${word.replaceAll('-', ' ')} holds no account state.`,
    accountStateOf: insteadOn((transaction) => transaction.kind === kind && where(transaction), undefined),
  });
}

const always = (): boolean => true;

const hasRelated = ({ orders }: Transaction): boolean =>
  orders.some(({ parentOrderId }) => parentOrderId !== undefined);

const AT_ONCE_MS = 30;

/** The event of a transaction of that kind holds all open orders and positions of the account. */
function withEverythingOpen(kind: Transaction['kind'], what: 'ordersOf' | 'positionsOf'): Change {
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
  return violating('4.1', ['orders.parameters-kept'])(`executed-${type}s-reversed`, {
    summary: `The event of an executed ${type} order shows a position of the other side.`,
    needs: 'order.fill',
    positionsOf: amended((positions, transaction) => {
      const isMeant = transaction.kind === 'fill' && transaction.orders[0]?.type === type;
      return isMeant ? positions.map((one) => ({ ...one, side: one.side === 'buy' ? 'sell' : 'buy' })) : positions;
    }),
  });
}

export const entityFaults: readonly Fault[] = [
  without('placement', 'order'),
  without('market', 'order'),
  without('market', 'deal'),
  without('market', 'position'),
  without('close', 'order'),
  without('close', 'deal'),
  without('close', 'position'),
  withoutAccountState('placement', 'placement', (transaction) => !hasRelated(transaction)),
  withoutAccountState('placement', 'placement-sltp', hasRelated),
  withoutAccountState('market', 'market', always),
  withoutAccountState('close', 'close', always),
  violating('6.1', ['transactions.placement-sltp-main-order'])('placement-sltp-event-without-main-order', {
    summary: 'The event of a placement with SL/TP holds the related sltp order alone.',
    ordersOf: amended((answer, transaction) =>
      answer.filter((order) => !hasRelated(transaction) || order.parentOrderId !== undefined),
    ),
  }),
  placementSltpRelatedOrder('placement-sltp-event-without-related-order', {
    summary: 'The event of a placement with SL/TP holds the main order alone.',
    ordersOf: amended((answer) => answer.filter((order) => order.parentOrderId === undefined)),
  }),
  ...(['stopLossPrice', 'takeProfitPrice'] as const).map((member) =>
    placementSltpRelatedOrder(
      member === 'stopLossPrice' ? 'stop-loss-alone-makes-no-sltp-order' : 'take-profit-alone-makes-no-sltp-order',
      {
        summary: `A placement with a ${member === 'stopLossPrice' ? 'stop loss' : 'take profit'} alone makes no sltp order.`,
        makesProtection: exceptWhere(
          (main) => main[member === 'stopLossPrice' ? 'takeProfitPrice' : 'stopLossPrice'] === undefined,
        ),
      },
    ),
  ),
  placementOrder('events-with-all-open-orders', {
    summary: 'Every event holds all open orders of the account.',
    ordersOf: amended((changed, transaction, surroundings) => {
      const ids = new Set(changed.map(({ id }) => id));
      return transaction.kind === 'balance'
        ? changed
        : [...changed, ...surroundings.openOrders().filter(({ id }) => !ids.has(id))];
    }),
  }),
  violating('6.1', ['transactions.only-changed-entities', 'transactions.placement-nothing-else'])(
    'events-with-all-open-positions',
    {
      summary: 'Every event holds all open positions of the account.',
      positionsOf: amended((changed, transaction, surroundings) => {
        const ids = new Set(changed.map(({ id }) => id));
        return transaction.kind === 'balance'
          ? changed
          : [...changed, ...surroundings.openPositions().filter(({ id }) => !ids.has(id))];
      }),
    },
  ),
  violating('6.1', ['transactions.placement-nothing-else'])('placement-event-with-a-deal', {
    summary: 'The event of a placement holds a deal of no volume.',
    dealsOf: (honest) => (transaction, surroundings) => {
      const [order] = transaction.orders;
      if (transaction.kind !== 'placement' || order === undefined) return honest(transaction, surroundings);
      return [
        {
          id: `${order.id}-reservation`,
          orderId: order.id,
          positionId: undefined,
          balanceKind: undefined,
          instrument: order.instrument,
          side: order.side,
          volume: { coefficient: 0n, scale: order.volume.scale },
          price: order.price,
          amount: { coefficient: 0n, scale: 0 },
          currencyDigits: 0,
          pointDigits: order.pointDigits,
          volumeDigits: order.volumeDigits,
          atMs: order.createdAtMs,
        },
      ];
    },
  }),
  violating('2.2', ['transactions.order-type-values'])('order-type-upper-case', {
    summary: 'Orders in events show their type as LIMIT_ORDER and STOP_ORDER.',
    change: editingMessage(
      'transaction_event',
      'payload/orders/*/type',
      (type) => `${String(type).toUpperCase()}_ORDER`,
    ),
  }),
  violating('2.2', ['transactions.order-type-values', 'orders.parameters-kept'])('stop-shown-as-limit', {
    summary: 'Stop orders are shown with the type limit.',
    change: editingMessage('transaction_event', 'payload/orders/*/type', (type) => (type === 'stop' ? 'limit' : type)),
  }),
  marketInOneEvent('market-execution-in-two-events', {
    summary: 'The position of a market execution comes in a second event.',
    announcements: amended((answer) =>
      answer.flatMap((one) => {
        const { payload } = one;
        const isOpening = payload.deals.length > 0 && payload.positions.some(({ state }) => state === 'open');
        return isOpening
          ? [
              { ...one, payload: { ...payload, positions: [] } },
              { ...one, payload: { ...payload, orders: [], deals: [] } },
            ]
          : [one];
      }),
    ),
  }),
  ...(['balance', 'equity', 'used_margin'] as const).map((figure) =>
    violating('2.3', ['account-state.entity-figures'])(`account-state-entity-without-${figure.replace('_', '-')}`, {
      summary: `The account state of transaction events lacks ${figure}.`,
      change: editingMessage('transaction_event', `payload/account_state/${figure}`, remove),
    }),
  ),
  violating('6.1', ['transactions.deal-volumes-conserved'])('market-deal-of-double-volume', {
    summary: 'The deal of a market execution shows twice the volume that was asked for.',
    dealsOf: amended((deals, transaction) =>
      transaction.kind === 'market'
        ? deals.map((deal) => ({
            ...deal,
            volume: deal.volume && { ...deal.volume, coefficient: 2n * deal.volume.coefficient },
          }))
        : deals,
    ),
  }),
  placementOrderBy6Point1('event-with-the-order-placed-just-before', {
    summary: 'Of placements within 30 milliseconds of each other every event shows the order of the one before.',
    ordersOf: (honest) => {
      const latest = new Map<string, { readonly orders: readonly Order[]; readonly atMs: number }>();
      return (transaction, surroundings) => {
        const orders = honest(transaction, surroundings);
        if (transaction.kind !== 'placement') return orders;
        const before = latest.get(surroundings.accountId);
        const atMs = performance.now();
        latest.set(surroundings.accountId, { orders, atMs });
        return before !== undefined && atMs - before.atMs < AT_ONCE_MS ? before.orders : orders;
      };
    },
  }),
  onlyChangedEntities('close-event-with-all-open-positions', {
    summary: 'The event of a close holds all positions that are still open.',
    change: withEverythingOpen('close', 'positionsOf'),
  }),
  onlyChangedEntities('cancellation-event-with-all-open-orders', {
    summary: 'The event of a cancellation holds all orders that are still open.',
    change: withEverythingOpen('cancel', 'ordersOf'),
  }),
  violating('6.1', ['transactions.balance-only'])('balance-event-with-open-positions', {
    summary: 'Balance transactions hold the open positions of the account.',
    needs: 'account.deposit',
    change: withEverythingOpen('balance', 'positionsOf'),
  }),
  eventsLeadToSnapshot('event-with-the-balance-before-a-close', {
    summary: 'The event of a close shows the balance without its profit or loss.',
    accountStateOf: amended((shown, _state, transaction) => {
      if (shown === undefined || transaction.kind !== 'close') return shown;
      const { coefficient, scale } = shown.balance;
      return { ...shown, balance: { coefficient: coefficient - transaction.balanceChange, scale } };
    }),
  }),
  eventsLeadToSnapshot('event-with-the-margin-before-an-opening', {
    summary: 'The event of an opening shows used_margin without its position.',
    accountStateOf: amended((shown, _state, transaction) => {
      const [position] = transaction.positions;
      return shown === undefined || position === undefined || transaction.kind !== 'market'
        ? shown
        : { ...shown, usedMargin: subtract(shown.usedMargin, position.margin) };
    }),
  }),
  executedReversed('stop'),
  executedReversed('limit'),
];
