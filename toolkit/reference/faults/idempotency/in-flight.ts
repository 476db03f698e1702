// Faults of keys while their operation has no result yet (interface 7.1, rule 1; 8), of one kind of operation alone.
import { alsoWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

export const inFlightKeyFaults: readonly Fault[] = [
  violating('8', ['idempotency.duplicate-not-executed'])('repeats-of-closes-in-flight-executed', {
    summary: 'The repeat of a close that has no result yet is answered with its operation and executed once more.',
    // The interface shows no call that closes.
    level: 'should',
    needs: 'operation.hold',
    executesDuplicate: alsoWhere(({ inFlight, kind }) => inFlight && kind === 'closePosition'),
  }),
  violating('7.1', ['idempotency.conflict-refused', 'idempotency.conflict-any-member'])(
    'conflicts-of-openings-in-flight-unnoticed',
    {
      summary: 'Another opening under the key of one that has no result yet is answered like its repeat.',
      needs: 'operation.hold',
      samePayload: alsoWhere((_remembered, _incoming, { inFlight, kind }) => inFlight && kind === 'openPosition'),
    },
  ),
];
