// One trial of a check that failed or stayed open behind control actions, with a longer pause after each of them.

import { type Attempt, type CheckRun, setAside } from './attempt.js';
import { unhindered } from './unhindered.js';

/** How often a check is repeated without a pause: whether the effect or the judgement comes first is a race, lost only now and then. */
const AT_ONCE_AGAIN = 8;
/** How often it must pass with a shorter pause before that pause counts as long enough. */
const SHORTER_AGAIN = 2;
/** How often it must pass with a pause for each repetition that it took to fail without one: a rare fault fails behind pauses, too. */
const PAUSED_AGAIN = 2;
const MOST_PAUSED_AGAIN = 8;
/** What the trials of one check may take: with many control actions it pauses often in each, and whatever fails at random has many. */
const MOST_TRIALS_MS = 100_000;
/** On a target that is known to be late: how often a check is repeated with the pause known so far. */
const LATER_AGAIN = 3;

const LATE = 'the control actions of the target take effect after their answers';

export interface Tried {
  readonly made: Attempt;
  /** Whether it replaces the attempt that it repeats, which counts no longer. */
  readonly isInstead: boolean;
}

/** Marks the assertions of an attempt as void, since a control action took effect too late for them. */
export function setAsideAsLate({ journal, decision }: Attempt): void {
  setAside(journal, LATE, decision.evidence);
}

/** Repeats the check in the place of an attempt that no longer counts. */
export function madeAgain(run: CheckRun, before: Attempt, waitMs: number): Promise<Attempt> {
  setAsideAsLate(before);
  return unhindered(run, waitMs);
}

export async function withLongerPause(run: CheckRun, failed: Attempt, waitMs: number): Promise<Tried> {
  const { controlPace } = run.target;
  if (!controlPace.isLate) return findOut(run, failed, waitMs);
  const made = await madeAgain(run, failed, waitMs);
  if (made.decision.verdict === 'pass') {
    const isConfirmed = await failsOnceMore(run, failed);
    controlPace[isConfirmed ? 'foundOut' : 'suspected'](waitMs, run.spec.id);
  }
  return { made, isInstead: true };
}

/** Whether the known pause is too short again. One check that says so makes every later check wait longer, so it must be sure. */
async function failsOnceMore(run: CheckRun, { decision, scope: { controls } }: Attempt): Promise<boolean> {
  const { controlPace } = run.target;
  // Once another check has found a longer one out, every attempt waits for that.
  const isKnown = (): boolean => controlPace.waitMs > controls.waitMs;
  for (let turn = 0; turn < LATER_AGAIN && !run.signal.aborted && !isKnown(); turn += 1) {
    if ((await unhindered(run, controls.waitMs)).decision.verdict === decision.verdict) return true;
  }
  return false;
}

/** A few failures in many attempts may be a race or a rare fault. It passed behind every pause, where a fault would have shown as well. */
function undecidedAsRare({ decision, journal, scope, ...failed }: Attempt, times: string): Attempt {
  const { reason: failure = 'it failed', evidence } = decision;
  const reason =
    `failed ${times} ${scope.controls.waitMs > 0 ? `${scope.controls.waitMs} ms` : 'right'} after a control ` +
    `action, which may not have taken effect yet, and never behind a longer pause; state timing.controlMs in the profile: ${failure}`;
  setAside(journal, reason, evidence);
  return { ...failed, scope, journal, decision: { verdict: 'inconclusive', reason, evidence } };
}

/** The target is late if the check passes with the pause and ends as before without it. Stops early once another check has found out. */
async function findOut(run: CheckRun, failed: Attempt, waitMs: number): Promise<Tried> {
  const { controlPace } = run.target;
  const waitedMs = failed.scope.controls.waitMs;
  const { verdict } = failed.decision;
  const isKnown = (): boolean => controlPace.waitMs > waitedMs;
  let spentMs = 0;
  const startedMs = performance.now();
  const isOverlong = (): boolean => performance.now() - startedMs > MOST_TRIALS_MS;
  const attempt = async (pauseMs: number): Promise<Attempt> => {
    const one = await unhindered(run, pauseMs);
    spentMs += one.spentMs;
    return one;
  };
  const patient = await attempt(waitMs);
  if (patient.decision.verdict !== 'pass') return { made: patient, isInstead: false };
  let again = patient;
  let turns = 0;
  for (; turns < AT_ONCE_AGAIN && again.decision.verdict !== verdict && !isKnown(); turns += 1) {
    again = await attempt(waitedMs);
  }
  const isFailing = again.decision.verdict === verdict;
  if (!isKnown() && !isFailing && verdict !== 'fail') return { made: { ...failed, spentMs }, isInstead: false };
  const times = isFailing ? Math.min(PAUSED_AGAIN * turns, MOST_PAUSED_AGAIN) : AT_ONCE_AGAIN;
  let confirmed = 0;
  let paused: Attempt | undefined;
  for (; confirmed < times && paused === undefined && !isKnown() && !isOverlong(); confirmed += 1) {
    const made = await attempt(waitMs);
    if (made.decision.verdict !== 'pass') paused = made;
  }
  if (!isKnown()) {
    // Something else is wrong, or the pause is too short.
    if (paused !== undefined) return { made: { ...paused, spentMs }, isInstead: false };
    if (!isFailing || confirmed < times) {
      const rare = isFailing ? `twice of ${turns + 1} times` : `once of ${AT_ONCE_AGAIN + 1} times`;
      const made = verdict === 'fail' ? undecidedAsRare(failed, rare) : failed;
      return { made: { ...made, spentMs }, isInstead: false };
    }
    const leastMs = await controlPace.shortest(waitMs, waitedMs, async (lessMs) => {
      for (let turn = 0; turn < SHORTER_AGAIN; turn += 1) {
        if ((await attempt(lessMs)).decision.verdict !== 'pass') return false;
      }
      return true;
    });
    controlPace.foundOut(leastMs, run.spec.id);
  }
  const made = await madeAgain(run, again, controlPace.waitMs);
  return { made: { ...made, spentMs: spentMs + made.spentMs }, isInstead: true };
}
