// Faults of what snapshots show beside what events told (interface 1, rule 2; 6, table): volumes that end in a zero, sltp orders that are
// over, positions that are added up.
import { add, type Decimal } from '../../../decimal/index.js';
import type { Order, Position } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const leads = violating('1', ['domain.events-lead-to-snapshot']);

/** Without the zero at the end of its units, as a writer does it that forgets where the point was. */
function tenth(value: Decimal): Decimal {
  const { coefficient } = value;
  return coefficient !== 0n && coefficient % 10n === 0n ? { ...value, coefficient: coefficient / 10n } : value;
}

/** Sltp orders that an event shows as cancelled beside such another order stay in the snapshots. */
function cancelledLevelsStay(beside: (other: Order) => boolean): Change {
  return sharing(
    () => new Map<string, Order[]>(),
    (kept) => ({
      ordersOf: amended((orders, _transaction, { accountId }) => {
        const over = orders.some(beside) ? orders.filter(isCancelledSltp) : [];
        const stay = over.map((one) => ({ ...one, state: 'pending' as const }));
        kept.set(accountId, [...(kept.get(accountId) ?? []), ...stay]);
        return orders;
      }),
      snapshotOf: amended((shown, _state, { accountId }) => ({
        ...shown,
        orders: [...shown.orders, ...(kept.get(accountId) ?? [])],
      })),
    }),
  );
}

function isCancelledSltp({ type, state }: Order): boolean {
  return type === 'sltp' && state === 'cancelled';
}

function addedUp(positions: readonly Position[]): readonly Position[] {
  const sums = new Map<string, Position>();
  for (const one of positions) {
    const name = `${one.instrument} ${one.side}`;
    const before = sums.get(name);
    sums.set(name, before === undefined ? one : { ...before, volume: add(before.volume, one.volume) });
  }
  return [...sums.values()];
}

export const toldAndShownFaults: readonly Fault[] = [
  leads('snapshot-volumes-that-end-in-zero-a-tenth', {
    summary: 'Snapshots show volumes of positions that end in a zero as a tenth of what they are.',
    snapshotOf: amended((shown) => ({
      ...shown,
      positions: shown.positions.map((one) => ({ ...one, volume: tenth(one.volume) })),
    })),
  }),
  leads('levels-of-cancelled-stops-stay-in-snapshots', {
    summary: 'The sltp order of a stop order that was cancelled stays in the snapshots.',
    change: cancelledLevelsStay(({ type }) => type === 'stop'),
  }),
  leads('replaced-levels-stay-in-snapshots', {
    summary: 'The sltp order of a position that was replaced by another one stays in the snapshots.',
    change: cancelledLevelsStay(({ type, state }) => type === 'sltp' && state === 'pending'),
  }),
  violating('1', ['domain.events-lead-to-snapshot', 'domain.snapshot-resource'])(
    'snapshot-resource-adds-positions-up',
    {
      summary: 'The snapshot resource adds the positions of one instrument and side up to one.',
      snapshotOf: amended((shown, _state, { surface }) =>
        surface === 'resource' ? { ...shown, positions: addedUp(shown.positions) } : shown,
      ),
    },
  ),
];
