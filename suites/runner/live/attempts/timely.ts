// Repeats a check whose second use of a key came so late, on a slow machine or target, that the record of the key may have expired.
import { type Attempt, type CheckRun, setAside } from './attempt.js';
import { expiredKey } from './other-causes.js';
import { unhindered } from './unhindered.js';

/** If the second use is late each time, the check is undecided. */
const MOST_TRIES = 3;

export async function timely(run: CheckRun): Promise<Attempt> {
  for (let tries = 1; ; tries += 1) {
    const attempt = await unhindered(run);
    const late = tries < MOST_TRIES && !run.signal.aborted ? expiredKey(attempt) : undefined;
    if (late === undefined) return attempt;
    setAside(attempt.journal, late.reason ?? '', late.evidence);
  }
}
