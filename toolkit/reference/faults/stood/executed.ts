// Faults of positions that a pending order opened when it was executed (interface 3; 6.1, rule 2): what is done to those that were opened
// at the market is done to them in part only, or not told.
import { amended } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

/** The positions that executed orders opened, and the one that a close is of. */
interface Executed {
  readonly ids: Set<string>;
  closing: string;
}

function ofExecutedOrders(edits: (executed: Executed) => Edits): Change {
  return sharing<Executed>(
    () => ({ ids: new Set(), closing: '' }),
    (executed) => ({
      recordsOrder: amended((records, { state, type, positionId }) => {
        if (state === 'filled' && (type === 'limit' || type === 'stop') && positionId !== undefined) {
          executed.ids.add(positionId);
        }
        return records;
      }),
      closes: amended((position) => {
        executed.closing = position.id;
        return position;
      }),
      ...edits(executed),
    }),
  );
}

export const executedOrderFaults: readonly Fault[] = [
  violating('3', ['positions.partial-close-volume', 'transactions.partial-close-position'])(
    'partial-close-of-an-executed-order-keeps-its-volume',
    {
      summary: 'A position that a pending order opened keeps its volume when a part of it is closed.',
      needs: 'order.fill',
      change: ofExecutedOrders((executed) => ({
        volumeAfterClose: amended((left, open) => (left > 0n && executed.ids.has(executed.closing) ? open : left)),
      })),
    },
  ),
  violating('6.1', ['transactions.close-deal'])('close-event-of-an-executed-order-without-deal', {
    summary: 'The close of a position that a pending order opened is told without its deal.',
    needs: 'order.fill',
    change: ofExecutedOrders(({ ids }) => ({
      dealsOf: amended((deals, { kind, positions }) =>
        kind === 'close' && positions.some(({ id }) => ids.has(id)) ? [] : deals,
      ),
    })),
  }),
];
