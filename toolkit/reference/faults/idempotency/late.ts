// Faults of what is answered rightly and lies in a queue all the same (interface 7.1, rule 1; 8): a second later it is carried out.
import { always, amended } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const LATE_MS = 1000;

/** What comes under a key that was there before ends that much later. */
function carriedOutLate(edits: Edits): Change {
  return sharing(
    () => new Set<string>(),
    (seen) => ({
      ...edits,
      finaliseDelayMs: amended((delayMs, _asked, { accountId, kind, clientRequestId }) => {
        const name = `${accountId} ${kind} ${clientRequestId}`;
        const isAgain = seen.has(name);
        seen.add(name);
        return isAgain ? delayMs + LATE_MS : delayMs;
      }),
    }),
  );
}

export const lateExecutionFaults: readonly Fault[] = [
  violating('8', ['idempotency.duplicate-not-executed', 'idempotency.duplicate-same-operation'])(
    'repeats-executed-a-second-later',
    {
      summary: 'A repeat is answered with the original operation and executed a second later.',
      change: carriedOutLate({ executesDuplicate: always(true) }),
    },
  ),
  violating('7.1', ['idempotency.conflict-not-executed', 'idempotency.conflict-refused'])(
    'conflicts-executed-a-second-later',
    {
      summary: 'A conflicting request is refused and carried out a second later.',
      change: carriedOutLate({ onConflict: always('execute-and-refuse') }),
    },
  ),
];
