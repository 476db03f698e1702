// Faults of trading transactions (interface 2.2, 2.3, 3; 6.1): entities that are missing, foreign, wrong.

import { subtract } from '../../../decimal/index.js';
import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { Order, Transaction, TransactionKind } from '../../domain.js';
import type { Rules } from '../../rules/rules.js';
import { amended, exceptWhere, insteadOn, insteadWhere } from '../algebra/edits.js';
import { editingMessage, type Fault, remove, violating } from '../algebra/index.js';

const placementSltpRelatedOrder = violating('6.1', ['transactions.placement-sltp-related-order']);
const placementOrder = violating('6.1', ['transactions.only-changed-entities', 'transactions.placement-order']);
const marketInOneEvent = violating('2.2', ['transactions.market-in-one-event', 'transactions.market-position']);
const placementOrderOnly = violating('6.1', ['transactions.placement-order', 'transactions.only-changed-entities']);
const onlyChangedEntities = violating('6.1', ['transactions.only-changed-entities']);
const eventsLeadToSnapshot = violating('6.1', ['domain.events-lead-to-snapshot']);

/** One entity list left out of the events of one kind of transaction. */
const WITHOUT = [
  ['placement-event-without-order', 'transactions.placement-order', 'placement', 'ordersOf'],
  ['market-event-without-order', 'transactions.market-order', 'market', 'ordersOf'],
  ['market-event-without-deal', 'transactions.market-deal', 'market', 'dealsOf'],
  ['market-event-without-position', 'transactions.market-position', 'market', 'positionsOf'],
  ['close-event-without-order', 'transactions.close-order', 'close', 'ordersOf'],
  ['close-event-without-deal', 'transactions.close-deal', 'close', 'dealsOf'],
  ['close-event-without-position', 'transactions.close-position', 'close', 'positionsOf'],
] as const;
const KINDS = { placement: 'a placement', market: 'a market execution', close: 'a position close' } as const;
const IN_ONE: readonly RequirementId[] = ['transactions.market-in-one-event'];
type Kind = keyof typeof KINDS;
const LISTS = { ordersOf: 'order', dealsOf: 'deal', positionsOf: 'position' } as const;

function withoutAccountState(
  kind: TransactionKind,
  word: Kind | 'placement-sltp',
  where: (transaction: Transaction) => boolean,
): Fault {
  return violating('6.1', [`transactions.${word}-account-state`])(`${word}-event-without-account-state`, {
    summary: `The event of a ${word.replaceAll('-', ' ')} holds no account state.`,
    accountStateOf: insteadOn((transaction) => transaction.kind === kind && where(transaction), undefined),
  });
}

const whichever = (): boolean => true;

const hasRelated = ({ orders }: Transaction): boolean =>
  orders.some(({ parentOrderId }) => parentOrderId !== undefined);

const isProtectedExecution = ({ kind, orders }: Transaction): boolean =>
  kind === 'market' && orders.some(({ type, state }) => type === 'sltp' && state === 'pending');

const AT_ONCE_MS = 30;

function withOthers<Entity extends { readonly id: string }>(some: readonly Entity[], all: readonly Entity[]): Entity[] {
  const ids = new Set(some.map(({ id }) => id));
  return [...some, ...all.filter(({ id }) => !ids.has(id))];
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
  ...WITHOUT.map(([id, requirement, kind, list]) =>
    violating('6.1', [requirement, ...(kind === 'market' ? IN_ONE : [])])(id, {
      summary: `The event of ${KINDS[kind]} holds no ${LISTS[list]}.`,
      // Each of the three rules answers with a list, so an empty one fits all of them.
      [list]: insteadWhere<Parameters<Rules['ordersOf']>, readonly never[]>(
        (transaction) => transaction.kind === kind,
        [],
      ),
    }),
  ),
  ...WITHOUT.filter(([, , kind]) => kind === 'market').map(([id, requirement, , list]) =>
    violating('6.1', [requirement])(id.replace('market-', 'protected-market-'), {
      summary: `The event of a market execution with stop loss or take profit holds no ${LISTS[list]}.`,
      [list]: insteadWhere<Parameters<Rules['ordersOf']>, readonly never[]>(isProtectedExecution, []),
    }),
  ),
  violating('6.1', ['transactions.market-account-state'])('protected-market-event-without-account-state', {
    summary: 'The event of a market execution with stop loss or take profit holds no account state.',
    accountStateOf: insteadOn(isProtectedExecution, undefined),
  }),
  withoutAccountState('placement', 'placement', (transaction) => !hasRelated(transaction)),
  withoutAccountState('placement', 'placement-sltp', hasRelated),
  withoutAccountState('market', 'market', whichever),
  withoutAccountState('close', 'close', whichever),
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
  placementSltpRelatedOrder('protected-stop-event-without-related-order', {
    summary: 'The event of a stop order with stop loss and take profit holds the main order alone.',
    ordersOf: amended((answer) =>
      answer.some(({ type }) => type === 'stop') ? answer.filter((order) => order.parentOrderId === undefined) : answer,
    ),
  }),
  placementSltpRelatedOrder('protected-stop-with-stop-loss-alone-makes-no-sltp-order', {
    summary: 'A stop order to sell with a stop loss alone makes no sltp order.',
    // That either of the two makes such an order is how SL/TP reads, and not said in words.
    level: 'should',
    makesProtection: exceptWhere(
      ({ type, side, takeProfitPrice }) => type === 'stop' && side === 'sell' && takeProfitPrice === undefined,
    ),
  }),
  ...(['stopLossPrice', 'takeProfitPrice'] as const).map((member) =>
    placementSltpRelatedOrder(
      member === 'stopLossPrice' ? 'stop-loss-alone-makes-no-sltp-order' : 'take-profit-alone-makes-no-sltp-order',
      {
        summary: `A placement with a ${member === 'stopLossPrice' ? 'stop loss' : 'take profit'} alone makes no sltp order.`,
        // That either of the two makes such an order is how SL/TP reads, and not said in words.
        level: 'should',
        makesProtection: exceptWhere(
          (main) => main[member === 'stopLossPrice' ? 'takeProfitPrice' : 'stopLossPrice'] === undefined,
        ),
      },
    ),
  ),
  placementOrder('events-with-all-open-orders', {
    summary: 'Every event holds all open orders of the account.',
    ordersOf: amended((changed, { kind }, { openOrders }) =>
      kind === 'balance' ? changed : withOthers(changed, openOrders()),
    ),
  }),
  violating('6.1', ['transactions.only-changed-entities', 'transactions.placement-nothing-else'])(
    'events-with-all-open-positions',
    {
      summary: 'Every event holds all open positions of the account.',
      positionsOf: amended((changed, { kind }, { openPositions }) =>
        kind === 'balance' ? changed : withOthers(changed, openPositions()),
      ),
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
  placementOrderOnly('event-with-the-order-placed-just-before', {
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
    positionsOf: amended((changed, { kind }, open) =>
      kind === 'close' ? [...changed, ...open.openPositions()] : changed,
    ),
  }),
  onlyChangedEntities('cancellation-event-with-all-open-orders', {
    summary: 'The event of a cancellation holds all orders that are still open.',
    ordersOf: amended((changed, { kind }, open) => (kind === 'cancel' ? [...changed, ...open.openOrders()] : changed)),
  }),
  violating('6.1', ['transactions.balance-only'])('balance-event-with-open-positions', {
    summary: 'Balance transactions hold the open positions of the account.',
    needs: 'account.deposit',
    positionsOf: amended((changed, { kind }, open) =>
      kind === 'balance' ? [...changed, ...open.openPositions()] : changed,
    ),
  }),
  eventsLeadToSnapshot('event-with-the-balance-before-a-close', {
    summary: 'The event of a close shows the balance without its profit or loss.',
    // At which moment the figures of an event are taken is not said.
    level: 'should',
    accountStateOf: amended((shown, _state, transaction) => {
      if (shown === undefined || transaction.kind !== 'close') return shown;
      const { coefficient, scale } = shown.balance;
      return { ...shown, balance: { coefficient: coefficient - transaction.balanceChange, scale } };
    }),
  }),
  eventsLeadToSnapshot('event-with-the-margin-before-an-opening', {
    summary: 'The event of an opening shows used_margin without its position.',
    // As above.
    level: 'should',
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
