// Faults of the trading snapshot, as message and as resource (interface 1, rule 2; 6; 6.4, rule 4).
import type { Position } from '../domain.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';
import { editingMessage, remove } from './json-edit.js';

export const snapshotFaults: readonly Fault[] = [
  fault(
    'snapshot-missing',
    '6',
    ['subscriptions.transactions-snapshot'],
    'Subscribing to transactions brings no snapshot.',
    changing('snapshotsOnSubscribe', () => () => 0),
  ),
  fault(
    'snapshot-missing-on-second-connection',
    '6',
    ['subscriptions.transactions-snapshot', 'reconnect.snapshot-is-baseline', 'reconnect.subscribes-again'],
    'Only the first connection of an account gets a snapshot.',
    changing('snapshotsOnSubscribe', (honest) => (context) => (context.ordinal === 1 ? honest(context) : 0)),
  ),
  fault(
    'snapshot-late',
    '6',
    ['subscriptions.snapshot-before-events'],
    'The snapshot comes a while after the subscription, and events of that time before it.',
    changing('snapshotDelayMs', () => () => 150),
  ),
  fault(
    'snapshot-without-orders',
    '6',
    ['subscriptions.transactions-snapshot-orders', 'domain.open-orders-in-snapshot'],
    'Snapshots hold no open orders.',
    changing('snapshotOf', (honest) => (state, context) => ({ ...honest(state, context), orders: [] })),
  ),
  fault(
    'snapshot-without-the-newest-order',
    '6',
    [
      'subscriptions.transactions-snapshot-orders',
      'domain.open-orders-in-snapshot',
      'subscriptions.snapshot-complete-under-load',
    ],
    'Snapshots lack the order that was placed last.',
    changing('snapshotOf', (honest) => (state, context) => {
      const shown = honest(state, context);
      return { ...shown, orders: shown.orders.slice(0, -1) };
    }),
  ),
  fault(
    'snapshot-of-two-orders',
    '6',
    ['domain.events-lead-to-snapshot', 'subscriptions.snapshot-complete-under-load'],
    'Snapshots hold the first two open orders only.',
    changing('snapshotOf', (honest) => (state, context) => {
      const shown = honest(state, context);
      return { ...shown, orders: shown.orders.slice(0, 2) };
    }),
  ),
  fault(
    'snapshot-without-positions',
    '6',
    ['subscriptions.transactions-snapshot-positions', 'domain.open-positions-in-snapshot'],
    'Snapshots hold no open positions.',
    changing('snapshotOf', (honest) => (state, context) => ({ ...honest(state, context), positions: [] })),
  ),
  fault(
    'snapshot-stale',
    '6.4',
    ['reconnect.snapshot-is-baseline', 'domain.events-lead-to-snapshot', 'subscriptions.transactions-snapshot-orders'],
    'Snapshots show the account as it was at the snapshot before.',
    changing('snapshotOf', (honest) => (state, context) => honest(context.previous ?? state, context)),
  ),
  fault(
    'snapshot-stale-after-reconnect',
    '6.4',
    ['reconnect.snapshot-is-baseline'],
    'The snapshot of a second connection shows the account as the first one saw it.',
    changing(
      'snapshotOf',
      (honest) => (state, context) => honest(context.connection > 1 ? (context.previous ?? state) : state, context),
    ),
  ),
  fault(
    'snapshot-keeps-closed-positions',
    '1',
    ['domain.closed-not-in-snapshot', 'positions.closed-not-open'],
    'Positions stay in snapshots after they were closed.',
    (rules) => {
      const closed = new Map<string, readonly Position[]>();
      return {
        ...rules,
        positionsOf: (transaction, surroundings) => {
          const changed = rules.positionsOf(transaction, surroundings);
          const before = closed.get(surroundings.accountId) ?? [];
          closed.set(surroundings.accountId, [...before, ...changed.filter(({ state }) => state === 'closed')]);
          return changed;
        },
        snapshotOf: (state, context) => {
          const shown = rules.snapshotOf(state, context);
          return { ...shown, positions: [...shown.positions, ...(closed.get(context.accountId) ?? [])] };
        },
      };
    },
  ),
  fault(
    'snapshot-resource-without-positions',
    '1',
    ['domain.snapshot-resource'],
    'The snapshot resource holds no positions, unlike the message.',
    changing(
      'snapshotOf',
      (honest) => (state, context) =>
        context.surface === 'resource' ? { ...honest(state, context), positions: [] } : honest(state, context),
    ),
  ),
  fault(
    'snapshot-without-account-state',
    '6',
    ['subscriptions.transactions-snapshot-account-state', 'domain.account-state-in-snapshot'],
    'Snapshots hold no account state.',
    editingMessage('trading_state_snapshot', 'payload/account_state', remove),
  ),
  fault(
    'snapshot-resource-without-orders',
    '1',
    ['domain.snapshot-resource'],
    'The snapshot resource holds no orders, unlike the message.',
    changing(
      'snapshotOf',
      (honest) => (state, context) =>
        context.surface === 'resource' ? { ...honest(state, context), orders: [] } : honest(state, context),
    ),
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
];
