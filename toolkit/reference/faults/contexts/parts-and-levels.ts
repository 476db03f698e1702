// Faults of how much of a position is closed, and of what becomes of it and of its levels (interface 1, rule 2; 3; 4.1): all but the least
// that can be left, more than a hundred steps, a part before the levels, an end by the levels.
import type { Order, Position } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const isLevelOrder = ({ type, positionId }: Order, picked: ReadonlySet<string>): boolean =>
  type === 'sltp' && picked.has(positionId ?? '');

export const partAndLevelFaults: readonly Fault[] = [
  violating('3', [
    'domain.open-positions-in-snapshot',
    'domain.snapshot-resource',
    'positions.partial-close-stays-open',
    'positions.partial-close-volume',
    'transactions.partial-close-position',
  ])('partial-close-that-leaves-a-step-closes-all', {
    summary: 'A partial close that leaves one step of the volume closes the position.',
    staysOpen: amended((stays, left) => stays && left > 1n),
  }),
  violating('3', [
    'positions.partial-close-volume',
    'transactions.deal-volumes-conserved',
    'transactions.partial-close-position',
  ])('partial-close-of-hundreds-closes-the-rest', {
    summary: 'A partial close of more than a hundred steps closes what is beyond the hundreds.',
    volumeAfterClose: amended((left, open, closed) => (closed > 100n && closed < open ? open - (closed % 100n) : left)),
  }),
  violating('3', ['positions.closed-not-open', 'domain.closed-not-in-snapshot'])(
    'closed-by-levels-still-in-snapshots',
    {
      summary: 'A position that was closed by stop loss or take profit stays in the snapshots.',
      needs: 'market.price',
      change: sharing(
        () => ({ open: new Map<string, Position>(), kept: new Map<string, Position[]>() }),
        ({ open, kept }) => ({
          positionsOf: amended((positions, { kind, orders }, { accountId, requested }) => {
            for (const one of positions) {
              const before = open.get(one.id);
              if (kind === 'close' && !requested && orders[0]?.type === 'sltp' && before) {
                kept.set(accountId, [...(kept.get(accountId) ?? []), before]);
              } else open.set(one.id, one);
            }
            return positions;
          }),
          snapshotOf: amended((shown, _state, { accountId }) => ({
            ...shown,
            positions: [...shown.positions, ...(kept.get(accountId) ?? [])],
          })),
        }),
      ),
    },
  ),
  violating('6', ['domain.events-lead-to-snapshot'])('levels-behind-a-partial-close-in-no-snapshot', {
    summary: 'An sltp order for a position that was closed in part is shown in no snapshot.',
    change: sharing(
      () => new Set<string>(),
      (picked) => ({
        positionsOf: amended((told, { kind }) => {
          if (kind === 'partial-close') for (const { id } of told) picked.add(id);
          return told;
        }),
        protectedPosition: amended((after, position) => (picked.has(position.id) ? position : after)),
        snapshotOf: amended((shown) => ({
          ...shown,
          orders: shown.orders.filter((order) => !isLevelOrder(order, picked)),
        })),
      }),
    ),
  }),
  violating('1', ['history.agrees-with-events'])('history-executed-levels-as-market-orders', {
    summary: 'History shows the sltp order that closed a position as a market order.',
    needs: 'market.price',
    shownOrder: amended((order) =>
      order.type === 'sltp' && order.state === 'filled' ? { ...order, type: 'market' as const } : order,
    ),
  }),
];
