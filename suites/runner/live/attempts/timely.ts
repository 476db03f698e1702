// Makes a check again whose repeat of a key came so late that the record of the key may have expired: a moment in which the machine or the
// target was slow.
import { type Attempt, type CheckRun, setAside } from './attempt.js';
import { expiredKey } from './other-causes.js';
import { unhindered } from './unhindered.js';

/** Where it is late each time, it stays undecided. */
const MOST_TRIES = 3;

export async function timely(run: CheckRun): Promise<Attempt> {
  for (let tries = 1; ; tries += 1) {
    const attempt = await unhindered(run);
    const late = tries < MOST_TRIES && !run.signal.aborted ? expiredKey(attempt) : undefined;
    if (late === undefined) return attempt;
    setAside(attempt.journal, late.reason ?? '', late.evidence);
  }
}
