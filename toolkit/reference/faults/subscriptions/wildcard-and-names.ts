// Faults of the wildcard and names on one connection (interface 4.5, rule 4; 6.3, rules 2 and 4): each undoes the other.
import { exceptWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { afterLeavingAll } from '../algebra/wildcard-leavers.js';

export const wildcardFaults: readonly Fault[] = [
  violating('6.3', ['subscriptions.all-instruments', 'instruments.event-per-instrument'])(
    'named-beside-the-wildcard-untold',
    {
      summary: 'An instrument that is subscribed by its name and by the wildcard is told of under neither.',
      needs: 'instrument.update',
      deliversTo: exceptWhere(
        (event, { allInstruments, instruments }) =>
          event.kind === 'instrument_event' && allInstruments && instruments.has(event.conditions.instrument),
      ),
    },
  ),
  violating('6.3', ['instruments.event-per-instrument'])('names-after-the-wildcard-unserved', {
    summary: 'A connection that has unsubscribed from all instruments is told of none any more, whatever it names.',
    needs: 'instrument.update',
    change: afterLeavingAll((hasLeft) => ({
      deliversTo: exceptWhere((event, _subscriptions, { id }) => event.kind === 'instrument_event' && hasLeft(id)),
    })),
  }),
];
