// Faults of volumes whose last digit is lost (interface 1, rule 6; 3): where a step is less than what is shown, an even number of steps
// hides it. XAUUSD has steps of 0.05, and is shown by tenths.
import type { JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import { editingMessage, type Fault, violating } from '../algebra/index.js';
import type { JsonEdit } from '../algebra/json-edit.js';

const conserved = violating('3', ['transactions.deal-volumes-conserved', 'transactions.partial-close-position']);

const byTenths: JsonEdit = (value: JsonValue) =>
  isJsonObject(value) && value['instrument'] === 'XAUUSD' && typeof value['volume'] === 'string'
    ? { ...value, volume: value['volume'].replace(/(\.\d)\d+$/, '$1') }
    : value;

export const lastDigitFaults: readonly Fault[] = [
  conserved('deal-volumes-by-tenths', {
    summary: 'Events show the volumes of deals of XAUUSD cut to one decimal.',
    // What deals add up to is reckoned, not said.
    level: 'should',
    change: editingMessage('transaction_event', 'payload/deals/*', byTenths),
  }),
  conserved('position-volumes-by-tenths', {
    summary: 'Events show the volumes of positions of XAUUSD cut to one decimal.',
    change: editingMessage('transaction_event', 'payload/positions/*', byTenths),
  }),
  violating('3', ['positions.partial-close-volume', 'numbers.volume-precision-by-instrument'])(
    'snapshot-volumes-by-tenths',
    {
      summary: 'Snapshots show the volumes of positions of XAUUSD cut to one decimal.',
      change: editingMessage('trading_state_snapshot', 'payload/positions/*', byTenths),
    },
  ),
];
