// Faults that show where there are more than a few (interface 1, rule 2; 6, table; 6.2, rule 2): lists that end too early.
import { isJsonArray } from '../../../payload/json-kind.js';
import { amended } from '../algebra/edits.js';
import { editingMessage, type Fault, violating } from '../algebra/index.js';

const ORDERS = 20;
const POSITIONS = 4;
const PERIODS = 3;

export const beyondAFewFaults: readonly Fault[] = [
  violating('6', ['subscriptions.transactions-snapshot-orders', 'domain.open-orders-in-snapshot'])(
    'snapshot-of-twenty-orders',
    {
      summary: `Snapshots hold the first ${ORDERS} open orders only.`,
      snapshotOf: amended((shown) => ({ ...shown, orders: shown.orders.slice(0, ORDERS) })),
    },
  ),
  violating('6', ['subscriptions.transactions-snapshot-positions', 'domain.open-positions-in-snapshot'])(
    'snapshot-of-four-positions',
    {
      summary: `Snapshots hold the first ${POSITIONS} open positions only.`,
      snapshotOf: amended((shown) => ({ ...shown, positions: shown.positions.slice(0, POSITIONS) })),
    },
  ),
  violating('6.2', ['hmr.snapshot-complete'])('hmr-snapshot-of-three-periods', {
    summary: `An hmr_snapshot holds the first ${PERIODS} periods only.`,
    needs: 'hmr.upsert',
    change: editingMessage('hmr_snapshot', 'periods', (list) => (isJsonArray(list) ? list.slice(0, PERIODS) : list)),
  }),
];
