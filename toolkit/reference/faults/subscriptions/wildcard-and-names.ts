// Faults of the wildcard and names on one connection (interface 4.5, rule 4; 6.3, rules 2 and 4): each undoes the other.
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

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
    change: sharing(
      () => ({ asks: '', givenUp: new Set<string>() }),
      (memory) => ({
        endsDelivery: amended((ends, _event, { id }) => {
          memory.asks = id;
          return ends;
        }),
        isWildcard: amended((isAll, _list, _kind, action) => {
          if (isAll && action === 'unsubscribe') memory.givenUp.add(memory.asks);
          return isAll;
        }),
        deliversTo: exceptWhere(
          (event, _subscriptions, { id }) => event.kind === 'instrument_event' && memory.givenUp.has(id),
        ),
      }),
    ),
  }),
];
