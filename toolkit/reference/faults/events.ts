// Faults of trading transactions (interface 2.2, 2.3, 3; 6.1): entities that are missing, foreign, wrong.
import type { Transaction, TransactionKind } from '../domain.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';
import { editingMessage, remove } from './json-edit.js';

const WORDS = {
  placement: 'a placement',
  market: 'a market execution',
  close: 'a position close',
} as const;

type Kind = keyof typeof WORDS;

const LISTS = { order: 'ordersOf', deal: 'dealsOf', position: 'positionsOf' } as const;

/** One entity list left out of the events of one kind of transaction. */
function without(kind: Kind, list: keyof typeof LISTS): Fault {
  return fault(
    `${kind}-event-without-${list}`,
    '6.1',
    [`transactions.${kind}-${list}`, ...(kind === 'market' ? ['transactions.market-in-one-event'] : [])],
    `The event of ${WORDS[kind]} holds no ${list}.`,
    leavingOut(LISTS[list], (transaction) => transaction.kind === kind),
  );
}

function leavingOut(
  rule: 'ordersOf' | 'dealsOf' | 'positionsOf',
  where: (transaction: Transaction) => boolean,
): Fault['change'] {
  // Each of the three rules answers with a list, so an empty one fits all of them.
  return (rules) => ({
    ...rules,
    [rule]: (transaction: Transaction, surroundings: Parameters<typeof rules.ordersOf>[1]) =>
      where(transaction) ? [] : rules[rule](transaction, surroundings),
  });
}

function withoutAccountState(kind: TransactionKind, word: string, where: (transaction: Transaction) => boolean): Fault {
  return fault(
    `${word}-event-without-account-state`,
    '6.1',
    [`transactions.${word}-account-state`],
    `The event of a ${word.replaceAll('-', ' ')} holds no account state.`,
    changing(
      'accountStateOf',
      (honest) => (state, transaction) =>
        transaction.kind === kind && where(transaction) ? undefined : honest(state, transaction),
    ),
  );
}

const always = (): boolean => true;
const hasRelated = ({ orders }: Transaction): boolean =>
  orders.some(({ parentOrderId }) => parentOrderId !== undefined);

export const eventFaults: readonly Fault[] = [
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
  fault(
    'placement-sltp-event-without-main-order',
    '6.1',
    ['transactions.placement-sltp-main-order'],
    'The event of a placement with SL/TP holds the related sltp order alone.',
    changing(
      'ordersOf',
      (honest) => (transaction, surroundings) =>
        honest(transaction, surroundings).filter(
          (order) => !hasRelated(transaction) || order.parentOrderId !== undefined,
        ),
    ),
  ),
  fault(
    'placement-sltp-event-without-related-order',
    '6.1',
    ['transactions.placement-sltp-related-order'],
    'The event of a placement with SL/TP holds the main order alone.',
    changing(
      'ordersOf',
      (honest) => (transaction, surroundings) =>
        honest(transaction, surroundings).filter((order) => order.parentOrderId === undefined),
    ),
  ),
  ...(['stopLossPrice', 'takeProfitPrice'] as const).map((member) =>
    fault(
      member === 'stopLossPrice' ? 'stop-loss-alone-makes-no-sltp-order' : 'take-profit-alone-makes-no-sltp-order',
      '6.1',
      ['transactions.placement-sltp-related-order'],
      `A placement with a ${member === 'stopLossPrice' ? 'stop loss' : 'take profit'} alone makes no sltp order.`,
      changing(
        'makesProtection',
        (honest) => (main) =>
          honest(main) && main[member === 'stopLossPrice' ? 'takeProfitPrice' : 'stopLossPrice'] !== undefined,
      ),
    ),
  ),
  fault(
    'events-with-all-open-orders',
    '6.1',
    ['transactions.only-changed-entities', 'transactions.placement-order'],
    'Every event holds all open orders of the account.',
    changing('ordersOf', (honest) => (transaction, surroundings) => {
      const changed = honest(transaction, surroundings);
      const ids = new Set(changed.map(({ id }) => id));
      return transaction.kind === 'balance'
        ? changed
        : [...changed, ...surroundings.openOrders().filter(({ id }) => !ids.has(id))];
    }),
  ),
  fault(
    'events-with-all-open-positions',
    '6.1',
    ['transactions.only-changed-entities', 'transactions.placement-nothing-else'],
    'Every event holds all open positions of the account.',
    changing('positionsOf', (honest) => (transaction, surroundings) => {
      const changed = honest(transaction, surroundings);
      const ids = new Set(changed.map(({ id }) => id));
      return transaction.kind === 'balance'
        ? changed
        : [...changed, ...surroundings.openPositions().filter(({ id }) => !ids.has(id))];
    }),
  ),
  fault(
    'placement-event-with-a-deal',
    '6.1',
    ['transactions.placement-nothing-else'],
    'The event of a placement holds a deal of no volume.',
    changing('dealsOf', (honest) => (transaction, surroundings) => {
      const [order] = transaction.orders;
      if (transaction.kind !== 'placement' || order === undefined) {
        return honest(transaction, surroundings);
      }
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
    }),
  ),
  fault(
    'order-type-upper-case',
    '2.2',
    ['transactions.order-type-values'],
    'Orders in events show their type as LIMIT_ORDER and STOP_ORDER.',
    editingMessage('transaction_event', 'payload/orders/*/type', (type) => `${String(type).toUpperCase()}_ORDER`),
  ),
  fault(
    'stop-shown-as-limit',
    '2.2',
    ['transactions.order-type-values', 'orders.parameters-kept'],
    'Stop orders are shown with the type limit.',
    editingMessage('transaction_event', 'payload/orders/*/type', (type) => (type === 'stop' ? 'limit' : type)),
  ),
  fault(
    'market-execution-in-two-events',
    '2.2',
    ['transactions.market-in-one-event', 'transactions.market-position'],
    'The position of a market execution comes in a second event.',
    changing(
      'announcements',
      (honest) => (event, surroundings) =>
        honest(event, surroundings).flatMap((one) => {
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
  ),
  fault(
    'partial-close-volume-unchanged',
    '3',
    ['transactions.partial-close-position', 'positions.partial-close-volume', 'transactions.deal-volumes-conserved'],
    'A partial close leaves the volume of the position as it was.',
    changing('volumeAfterClose', (honest) => (open, closed) => (closed < open ? open : honest(open, closed))),
  ),
  fault(
    'partial-close-one-step-off',
    '3',
    ['positions.partial-close-volume', 'transactions.deal-volumes-conserved'],
    'A partial close takes one step more than was asked for.',
    changing('volumeAfterClose', (honest) => (open, closed) => {
      const left = honest(open, closed);
      return left > 1n ? left - 1n : left;
    }),
  ),
  fault(
    'partial-close-closes-all',
    '3',
    ['positions.partial-close-stays-open', 'transactions.partial-close-position'],
    'A partial close closes the whole position.',
    changing('volumeAfterClose', () => () => 0n),
  ),
  fault(
    'partial-close-event-with-old-volume',
    '6.1',
    ['transactions.partial-close-position'],
    'The event of a partial close shows the position as it was before.',
    changing(
      'positionsOf',
      (honest) => (transaction, surroundings) =>
        transaction.kind === 'partial-close'
          ? honest(transaction, surroundings).map((position) => ({
              ...position,
              volume: {
                coefficient: position.volume.coefficient + (transaction.deals[0]?.volume?.coefficient ?? 0n),
                scale: position.volume.scale,
              },
            }))
          : honest(transaction, surroundings),
    ),
  ),
  fault(
    'close-leaves-position-open',
    '3',
    ['positions.closed-not-open', 'domain.closed-not-in-snapshot'],
    'A position that was closed in full stays open with no volume.',
    changing('staysOpen', () => () => true),
  ),
  ...(['balance', 'equity', 'used_margin'] as const).map((figure) =>
    fault(
      `account-state-entity-without-${figure.replace('_', '-')}`,
      '2.3',
      ['account-state.entity-figures'],
      `The account state of transaction events lacks ${figure}.`,
      editingMessage('transaction_event', `payload/account_state/${figure}`, remove),
    ),
  ),
  fault(
    'partial-close-rounds-to-even-steps',
    '1',
    ['numbers.volume-precision-by-instrument', 'positions.partial-close-volume'],
    'What a partial close leaves is rounded down to an even number of steps.',
    changing('volumeAfterClose', (honest) => (open, closed) => (honest(open, closed) / 2n) * 2n),
  ),
];
