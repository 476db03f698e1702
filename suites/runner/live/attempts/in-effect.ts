// Repeats a check that failed behind a control action which may not have taken effect yet.

import { type Attempt, type CheckRun, isOpen, setAside } from './attempt.js';
import { madeAgain, setAsideAsLate, withLongerPause } from './longer-pause.js';
import { unhindered } from './unhindered.js';

/** How often a check is repeated that had failed, and was undecided behind a longer pause. */
const OPEN_AGAIN = 2;

/**
 * A control action may answer before it takes effect. A check that failed or was undecided behind one is repeated with a pause after each
 * action, then with a longer one. If it passes with the pause and ends as before without it, the target counts as late, and every later
 * check waits. A late target may be later another time: then a longer pause decides alone, and what fails behind it has failed.
 */
export async function withControlInEffect(run: CheckRun, failed: Attempt): Promise<Attempt> {
  const ended = await triedLonger(run, failed);
  return isStoppedTooSoon(run, ended) ? stopped(run, ended) : ended;
}

/** Whether the run was stopped before anybody could know that the control actions of the check had taken effect. */
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
  // The report names the check's own failure; what another attempt judged besides does not count.
  if (verdict !== 'fail' && longest.decision.verdict === 'fail') setAsideAsLate(longest);
  return { ...failed, spentMs: ended.spentMs };
}

/** Whether it failed in the same way. A failure seen without a pause, and never with one, may be due to a late control action. */
function isAlike({ decision }: Attempt, failed: Attempt): boolean {
  return decision.verdict === 'fail' && decision.requirement === failed.decision.requirement;
}

/** Whether a pause after the control actions of a check might change its verdict. */
async function isWorthAPause({ target: { controlPace }, signal }: CheckRun, failed: Attempt): Promise<boolean> {
  const { controls } = failed.scope;
  const isKnown = (): boolean => controlPace.waitMs > controls.waitMs;
  if (!controls.hasChanged || signal.aborted || !isOpen(failed.decision)) return false;
  const { verdict, needs = [] } = failed.decision;
  if (verdict === 'fail') return true;
  // An undecided check mostly has another cause, and no pause supplies what the profile lacks.
  if (needs.length > 0) return false;
  if (isKnown() || controlPace.mayTryUndecided()) return true;
  await controlPace.trialsOfOthers();
  return isKnown();
}

/**
 * An undecided attempt behind a pause confirms nothing: the check before it may have left its account in a state whose end had not taken
 * effect. So it is repeated on other accounts.
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
 * A check that passed before its control action took effect has seen nothing of it. So it is repeated with a pause if another check finds
 * out meanwhile that the target is late.
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
