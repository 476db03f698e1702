// Faults of the trading snapshot, as message and as resource (interface 1, rule 2; 6; 6.4, rule 4).
import type { Order, Position } from '../../domain.js';
import { always, amended, insteadWhere, readAs } from '../algebra/edits.js';
import { editingBody, editingMessage, type Fault, remove, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';
import { begunFaults } from './begun.js';

const transactionsSnapshotPositions = violating('6', [
  'subscriptions.transactions-snapshot-positions',
  'domain.open-positions-in-snapshot',
]);
const snapshotResource = violating('1', ['domain.snapshot-resource']);

export const snapshotFaults: readonly Fault[] = [
  violating('6', ['subscriptions.transactions-snapshot'])('snapshot-missing', {
    summary: 'Subscribing to transactions brings no snapshot.',
    snapshotsOnSubscribe: always(0),
  }),
  violating('6', [
    'subscriptions.transactions-snapshot',
    'reconnect.snapshot-is-baseline',
    'reconnect.subscribes-again',
  ])('snapshot-missing-on-second-connection', {
    summary: 'Only the first connection of an account gets a snapshot.',
    snapshotsOnSubscribe: insteadWhere(({ ordinal }) => ordinal !== 1, 0),
  }),
  violating('6', ['subscriptions.snapshot-before-events'])('snapshot-late', {
    summary: 'The snapshot comes a while after the subscription, and events of that time before it.',
    snapshotDelayMs: always(150),
  }),
  violating('6', ['subscriptions.transactions-snapshot-orders', 'domain.open-orders-in-snapshot'])(
    'snapshot-without-orders',
    { summary: 'Snapshots hold no open orders.', snapshotOf: amended((answer) => ({ ...answer, orders: [] })) },
  ),
  violating('6', [
    'subscriptions.transactions-snapshot-orders',
    'domain.open-orders-in-snapshot',
    'subscriptions.snapshot-complete-under-load',
  ])('snapshot-without-the-newest-order', {
    summary: 'Snapshots lack the order that was placed last.',
    snapshotOf: amended((shown) => ({ ...shown, orders: shown.orders.slice(0, -1) })),
  }),
  violating('6', ['domain.events-lead-to-snapshot', 'subscriptions.snapshot-complete-under-load'])(
    'snapshot-of-two-orders',
    {
      summary: 'Snapshots hold the first two open orders only.',
      snapshotOf: amended((shown) => ({ ...shown, orders: shown.orders.slice(0, 2) })),
    },
  ),
  transactionsSnapshotPositions('snapshot-without-positions', {
    summary: 'Snapshots hold no open positions.',
    snapshotOf: amended((answer) => ({ ...answer, positions: [] })),
  }),
  violating('6.4', [
    'reconnect.snapshot-is-baseline',
    'domain.events-lead-to-snapshot',
    'subscriptions.transactions-snapshot-orders',
  ])('snapshot-stale', {
    summary: 'Snapshots show the account as it was at the snapshot before.',
    snapshotOf: readAs((state, context) => context.previous ?? state),
  }),
  violating('6.4', ['reconnect.snapshot-is-baseline'])('snapshot-stale-after-reconnect', {
    summary: 'The snapshot of a second connection shows the account as the first one saw it.',
    snapshotOf: readAs((state, context) => (context.connection > 1 ? (context.previous ?? state) : state)),
  }),
  violating('1', ['domain.closed-not-in-snapshot', 'positions.closed-not-open'])('snapshot-keeps-closed-positions', {
    summary: 'Positions stay in snapshots after they were closed.',
    change: sharing(
      () => new Map<string, readonly Position[]>(),
      (closed) => ({
        positionsOf: amended((changed, _transaction, { accountId }) => {
          const before = closed.get(accountId) ?? [];
          closed.set(accountId, [...before, ...changed.filter(({ state }) => state === 'closed')]);
          return changed;
        }),
        snapshotOf: amended((shown, _state, { accountId }) => ({
          ...shown,
          positions: [...shown.positions, ...(closed.get(accountId) ?? [])],
        })),
      }),
    ),
  }),
  snapshotResource('snapshot-resource-without-positions', {
    summary: 'The snapshot resource holds no positions, unlike the message.',
    snapshotOf: amended((answer, _state, context) =>
      context.surface === 'resource' ? { ...answer, positions: [] } : answer,
    ),
  }),
  ...(
    [
      ['snapshot-with-an-empty-account-state', 'is empty', 'payload/account_state', () => ({}), {}],
      // Its figures are listed for the event and the entity, not for the snapshot.
      [
        'snapshot-without-used-margin',
        'lacks used_margin',
        'payload/account_state/used_margin',
        remove,
        { level: 'should' },
      ],
    ] as const
  ).map(([id, words, place, edit, level]) =>
    violating('6', ['subscriptions.transactions-snapshot-account-state'])(id, {
      summary: `The account state of the trading_state_snapshot ${words}.`,
      ...level,
      change: editingMessage('trading_state_snapshot', place, edit),
    }),
  ),
  violating('6', ['subscriptions.transactions-snapshot-account-state', 'domain.account-state-in-snapshot'])(
    'snapshot-without-account-state',
    {
      summary: 'Snapshots hold no account state.',
      change: editingMessage('trading_state_snapshot', 'payload/account_state', remove),
    },
  ),
  snapshotResource('snapshot-resource-without-account-state', {
    summary: 'The snapshot resource holds no account state, unlike the message.',
    change: editingBody('snapshot', 200, 'account_state', remove),
  }),
  snapshotResource('snapshot-resource-with-another-balance', {
    summary: 'The snapshot resource shows a balance of a unit less than the message.',
    snapshotOf: amended((answer, _state, context) => {
      const { balance } = answer.accountState;
      const less = { ...balance, coefficient: balance.coefficient - 1n };
      return context.surface === 'resource'
        ? { ...answer, accountState: { ...answer.accountState, balance: less } }
        : answer;
    }),
  }),
  snapshotResource('snapshot-resource-without-orders', {
    summary: 'The snapshot resource holds no orders, unlike the message.',
    snapshotOf: amended((answer, _state, context) =>
      context.surface === 'resource' ? { ...answer, orders: [] } : answer,
    ),
  }),
  transactionsSnapshotPositions('snapshot-without-sold-positions', {
    summary: 'Snapshots show bought positions only.',
    snapshotOf: amended((shown) => ({ ...shown, positions: shown.positions.filter(({ side }) => side === 'buy') })),
  }),
  transactionsSnapshotPositions('snapshot-without-protected-positions', {
    summary: 'Snapshots leave out positions that an sltp order protects.',
    snapshotOf: amended((shown) => ({
      ...shown,
      positions: shown.positions.filter(({ stopLossPrice }) => stopLossPrice === undefined),
    })),
  }),
  violating('6', ['subscriptions.transactions-snapshot-positions'])('protected-positions-without-volume', {
    summary: 'Positions that an sltp order protects are shown with a volume of zero.',
    protectedPosition: amended((answer, position) => ({
      ...answer,
      volume: { ...position.volume, coefficient: 0n },
    })),
  }),
  transactionsSnapshotPositions('snapshot-with-one-position-per-instrument', {
    summary: 'Of several positions on one instrument snapshots show the last one.',
    snapshotOf: amended((shown) => {
      const last = new Map(shown.positions.map((position) => [position.instrument, position]));
      return { ...shown, positions: [...last.values()] };
    }),
  }),
  violating('6', ['subscriptions.own-account-only'])('snapshot-with-orders-of-other-accounts', {
    summary: 'Snapshots hold the orders that other accounts placed last.',
    change: sharing(
      () => new Map<string, readonly Order[]>(),
      (placed) => ({
        ordersOf: amended((changed, _transaction, { accountId }) => {
          const pending = changed.filter(({ state }) => state === 'pending');
          placed.set(accountId, pending);
          return changed;
        }),
        snapshotOf: amended((shown, _state, context) => {
          const others = [...placed].filter(([accountId]) => accountId !== context.accountId);
          return { ...shown, orders: [...shown.orders, ...others.flatMap(([, orders]) => orders)] };
        }),
      }),
    ),
  }),
  ...begunFaults,
];
