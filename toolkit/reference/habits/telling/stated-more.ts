// Legal ways beside statements that are judged strictly: where levels of positions show, how quotas name their windows, what a
// subscription to instruments outlives, what stands where a time would (interface 1, rule 3; 4.1; 4.5; 6.1, rule 3; 8).
import { isJsonObject } from '../../../payload/json-kind.js';
import type { Order, Position } from '../../domain.js';
import { amended, exceptWhere } from '../../faults/algebra/edits.js';
import { editingBody, editingMessage, together } from '../../faults/algebra/index.js';
import { among, type Habit } from '../algebra/index.js';

const levels = among('levels-of-positions', '6.1', ['snapshot-sltp-form', 'entity-fields']);
const windows = among('window-of-quotas', '8', ['config-bodies', 'quota-values']);
const dynamic = among('what-all-covers-later', '6.3', ['all-dynamic']);
const lists = among('length-of-lists', '4.5', ['ws-details']);
const noTime = among('time-of-what-has-none', '1', ['date-fields']);

const isOfPosition = (order: Order): boolean => order.type === 'sltp' && order.positionId !== undefined;
const bare = (position: Position): Position => ({
  ...position,
  stopLossPrice: undefined,
  takeProfitPrice: undefined,
});

export const statedMoreHabits: readonly Habit[] = [
  levels('levels-on-the-position-alone', {
    summary: 'Snapshots show the levels of a position on the position, and no sltp order for it.',
    rules: {
      snapshotOf: amended((shown) => ({ ...shown, orders: shown.orders.filter((order) => !isOfPosition(order)) })),
    },
  }),
  levels('levels-as-orders-alone', {
    summary: 'Snapshots show the levels of a position as an sltp order, and none on the position.',
    rules: { snapshotOf: amended((shown) => ({ ...shown, positions: shown.positions.map(bare) })) },
    costs: [
      {
        checks: 'orders.sltp-accepted/levels-at-positions-in-contexts',
        verdict: 'not-applicable',
        because: 'show no levels',
      },
    ],
  }),
  levels('levels-here-and-there', {
    summary: 'Snapshots show the levels of a position on the position and as an sltp order in turn.',
    rules: {
      snapshotOf: (honest) => {
        let turn = 0;
        return (state, context) => {
          const shown = honest(state, context);
          turn += 1;
          return turn % 2 === 0
            ? { ...shown, positions: shown.positions.map(bare) }
            : { ...shown, orders: shown.orders.filter((order) => !isOfPosition(order)) };
        };
      },
    },
  }),
  levels('levels-unseen', {
    summary: 'An sltp order is done once its levels are set; snapshots show neither it nor the levels, which hold.',
    // The contrary dialect, too, writes null where there is none: that would be said, not left out.
    dialect: 'default',
    excludes: ['success-with-null-errors'],
    rules: {
      ordersOf: amended((orders) =>
        orders.map((order) =>
          isOfPosition(order) && order.state === 'pending' ? { ...order, state: 'filled' } : order,
        ),
      ),
      snapshotOf: amended((shown) => ({
        ...shown,
        orders: shown.orders.filter((order) => !isOfPosition(order)),
        positions: shown.positions.map(bare),
      })),
    },
    costs: [
      { checks: 'orders.sltp-accepted/levels-*', verdict: 'not-applicable', because: 'show no levels' },
      { checks: 'orders.account-of-the-path/sltp', verdict: 'not-applicable', because: 'do not show' },
    ],
  }),
  windows('quota-window-as-a-word', {
    summary: 'The window of a quota is a word under a name of its own.',
    dialect: 'default',
    rules: editingBody('limits', 200, 'limits/*', (quota) => {
      if (!isJsonObject(quota)) return quota;
      const { window_ms: _, ...rest } = quota;
      return { ...rest, window: 'minute' };
    }),
    costs: [
      { checks: 'limits.quota-readable/limit-and-window', verdict: 'not-applicable', because: 'bind bodies.limits' },
    ],
  }),
  dynamic('all-covers-what-was-there', {
    summary:
      'The list ["all"] means the instruments there are when it is sent; others that come are not announced to it.',
    rules: {
      deliversTo: exceptWhere(
        (event, subscriptions) =>
          event.kind === 'instrument_event' &&
          event.action === 'new' &&
          !subscriptions.instruments.has(event.conditions.instrument),
      ),
    },
    costs: [{ checks: 'instruments.created/under-all', verdict: 'not-applicable', because: 'is open' }],
  }),
  dynamic('names-end-with-their-instrument', {
    summary:
      'A subscription by name ends when its instrument is deleted; one that comes is announced to ["all"] alone.',
    rules: {
      deliversTo: exceptWhere(
        (event, subscriptions) =>
          event.kind === 'instrument_event' && event.action === 'new' && !subscriptions.allInstruments,
      ),
    },
  }),
  lists('lists-of-three-at-most', {
    summary: 'A command with more than three instruments is refused.',
    rules: {
      acceptedPart: amended((part, wanted) => (wanted.length > 3 ? undefined : part)),
    },
  }),
  noTime('unset-times-as-empty-text', {
    summary: 'An order that has not ended has an empty text where its end would stand, a position a word.',
    dialect: 'default',
    rules: together(
      ...(['transaction_event', 'trading_state_snapshot'] as const).flatMap((kind) => [
        editingMessage(kind, 'payload/orders/*', (order) =>
          isJsonObject(order) ? { closed_at: '', ...order } : order,
        ),
        editingMessage(kind, 'payload/positions/*', (position) =>
          isJsonObject(position) ? { closed_at: 'never', ...position } : position,
        ),
      ]),
    ),
  }),
];
