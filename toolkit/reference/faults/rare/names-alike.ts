// Faults of instruments whose names begin alike (interface 2.4; 4.4; 6.3, rule 2): a service that looks for a name by its beginning takes
// the longer one for the shorter.
import type { Conditions } from '../../domain.js';
import { alsoWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

export const namesAlikeFaults: readonly Fault[] = [
  violating('6.3', ['instruments.subscribed-only', 'instruments.event-per-instrument'])(
    'instrument-events-by-the-beginning-of-their-names',
    {
      summary: 'Who is subscribed to an instrument is told of those, too, whose names begin with its own.',
      needs: 'instrument.add',
      deliversTo: alsoWhere(
        (event, { instruments }, { ownAccount, stream }) =>
          event.kind === 'instrument_event' &&
          ownAccount &&
          stream === 'events' &&
          [...instruments].some((name) => event.conditions.instrument.startsWith(name)),
      ),
    },
  ),
  violating('2.4', ['configuration.conditions-named-instrument'])('conditions-by-the-beginning-of-a-name', {
    summary:
      'The conditions of an instrument are those of another one that was read before, where its name begins with the name of that.',
    needs: 'instrument.add',
    resolved: (honest) => {
      const read = new Map<string, Conditions>();
      return (own, platform, surface, before) => {
        const shown = honest(own, platform, surface, before);
        if (surface !== 'read') return shown;
        read.set(shown.instrument, shown);
        const shorter = [...read.keys()].find((name) => name !== shown.instrument && shown.instrument.startsWith(name));
        return read.get(shorter ?? shown.instrument) ?? shown;
      };
    },
  }),
];
