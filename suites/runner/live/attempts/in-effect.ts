// Makes a check again that failed behind a control action which may not have taken effect yet.

import { type Attempt, type CheckRun, isOpen, setAside } from './attempt.js';
import { madeAgain, setAsideAsLate, withLongerPause } from './longer-pause.js';
import { unhindered } from './unhindered.js';

/** So often one is made again that stayed open behind a longer pause, where it had failed before. */
const OPEN_AGAIN = 2;

/**
 * A control action may answer before it takes effect. A check that failed or stayed open behind one is tried with a pause after each, and
 * a longer one; where it passes then, and ends as before without, the target is known for it, and every later check waits. One that is
 * known for it may be later another time: a longer pause alone decides then, and what fails behind that has failed.
 */
export async function withControlInEffect(run: CheckRun, failed: Attempt): Promise<Attempt> {
  const ended = await triedLonger(run, failed);
  return isStoppedTooSoon(run, ended) ? stopped(run, ended) : ended;
}

/** Whether the run ended before it could be told that its control actions had taken effect. */
function isStoppedTooSoon({ signal, target }: CheckRun, { decision, scope }: Attempt): boolean {
  return signal.aborted && decision.verdict === 'fail' && scope.controls.hasChanged && !target.controlPace.isStated;
}

function stopped({ signal }: CheckRun, failed: Attempt): Attempt {
  const { journal, decision } = failed;
  const reason =
    `the run was stopped (${String(signal.reason)}) before a pause after the control actions was tried, ` +
    `without which: ${decision.reason ?? 'the check failed'}`;
  setAside(journal, reason, decision.evidence);
  return { ...failed, decision: { verdict: 'inconclusive', reason, evidence: decision.evidence } };
}

async function triedLonger(run: CheckRun, failed: Attempt): Promise<Attempt> {
  if (!(await isWorthAPause(run, failed))) return failed;
  const { verdict } = failed.decision;
  const waitedMs = failed.scope.controls.waitMs;
  const tried = await run.target.controlPace.tryLonger(waitedMs, (waitMs) => withLongerPause(run, failed, waitMs));
  if (tried === undefined) return failed;
  const { made: longer, isInstead } = tried;
  const spentMs = failed.spentMs + longer.spentMs;
  if (longer.decision.verdict === 'pass' || longer.scope === failed.scope) return { ...longer, spentMs };
  const settled = verdict === 'fail' ? await decided(run, longer) : longer;
  if (settled.decision.verdict === 'pass') {
    const made = await madeAgain(run, settled, settled.scope.controls.waitMs);
    return { ...made, spentMs: failed.spentMs + settled.spentMs + made.spentMs };
  }
  const longest = await triedLonger(run, settled);
  const ended = { ...longest, spentMs: failed.spentMs + longest.spentMs };
  if (longest.decision.verdict === 'pass' || isInstead) return ended;
  if (verdict === 'fail' && !isAlike(longest, failed)) return ended;
  // Its own failure is told; what another attempt judged besides does not count.
  if (verdict !== 'fail' && longest.decision.verdict === 'fail') setAsideAsLate(longest);
  return { ...failed, spentMs: ended.spentMs };
}

/** Whether it failed in the same way: what was seen without a pause, and never behind one, may be a control action that was late. */
function isAlike({ decision }: Attempt, failed: Attempt): boolean {
  return decision.verdict === 'fail' && decision.requirement === failed.decision.requirement;
}

/** Whether a pause after its control actions may change how it ended. */
async function isWorthAPause({ target: { controlPace }, signal }: CheckRun, failed: Attempt): Promise<boolean> {
  const { controls } = failed.scope;
  const isKnown = (): boolean => controlPace.waitMs > controls.waitMs;
  if (!controls.hasChanged || signal.aborted || !isOpen(failed.decision)) return false;
  const { verdict, needs = [] } = failed.decision;
  if (verdict === 'fail') return true;
  // What only stayed undecided has another cause most of the time, and what the profile would have to give no pause gives.
  if (needs.length > 0) return false;
  if (isKnown() || controlPace.mayTryUndecided()) return true;
  await controlPace.trialsOfOthers();
  return isKnown();
}

/**
 * One that stayed open behind a pause confirms nothing: its account may have been left in a state by a check before, the end of which had
 * not taken effect. Made again on other accounts.
 */
async function decided(run: CheckRun, open: Attempt): Promise<Attempt> {
  let made = open;
  for (let turn = 0; turn < OPEN_AGAIN && made.decision.verdict === 'inconclusive' && !run.signal.aborted; turn += 1) {
    const next = await unhindered(run, open.scope.controls.waitMs);
    made = { ...next, spentMs: made.spentMs + next.spentMs };
  }
  return made;
}

/**
 * A check that passed behind a control action which was not in effect yet has seen nothing of it. It is made again with a pause, where
 * another check finds out meanwhile that the target is late.
 */
export async function confirmedInEffect(run: CheckRun, passed: Attempt): Promise<Attempt> {
  const { controlPace } = run.target;
  const { hasChanged, waitMs } = passed.scope.controls;
  if (!hasChanged || controlPace.isStated || run.signal.aborted) return passed;
  await controlPace.trialsOfOthers();
  if (controlPace.waitMs <= waitMs) return passed;
  setAsideAsLate(passed);
  const made = await unhindered(run, controlPace.waitMs);
  const settled = made.decision.verdict === 'pass' ? made : await withControlInEffect(run, made);
  return { ...settled, spentMs: passed.spentMs + settled.spentMs };
}
