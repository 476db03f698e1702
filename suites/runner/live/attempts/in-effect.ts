// Makes a check again that failed behind a control action which may not have taken effect yet.

import { type Attempt, type CheckRun, isOpen, setAside } from './attempt.js';
import { unhindered } from './unhindered.js';

/** So often a check is made again without a pause: which comes first, the effect or what is judged, is a race. */
const AT_ONCE_AGAIN = 8;
/** So often it passes with a shorter pause before that is taken for long enough. */
const SHORTER_AGAIN = 2;

/** So often one is made again that stayed open behind a longer pause, where it had failed before. */
const OPEN_AGAIN = 2;

const LATE = 'the control actions of the target take effect after their answers';

/**
 * A control action may answer before it takes effect. A check that failed or stayed open behind one is tried with a pause after each, and
 * a longer one; where it passes then, and ends as before without, the target is known for it, and every later check waits. One that is
 * known for it may be later another time: a longer pause alone decides then, and what fails behind that has failed.
 */
export async function withControlInEffect(run: CheckRun, failed: Attempt): Promise<Attempt> {
  const { controlPace } = run.target;
  const waitedMs = failed.scope.controls.waitMs;
  const isKnown = (): boolean => controlPace.waitMs > waitedMs;
  if (!failed.scope.controls.hasChanged || run.signal.aborted) return failed;
  const { verdict, needs = [] } = failed.decision;
  if (!isOpen(failed.decision)) return failed;
  // What only stayed undecided has another cause most of the time, and what the profile would have to give no pause gives.
  if (verdict !== 'fail' && needs.length > 0) return failed;
  if (verdict !== 'fail' && !isKnown() && !controlPace.mayTryUndecided()) {
    await controlPace.trialsOfOthers();
    if (!isKnown()) return failed;
  }
  let isSetAside = false;
  const madeAgain = (before: Attempt, waitMs: number): Promise<Attempt> => {
    isSetAside = true;
    setAside(before.journal, LATE, before.decision.evidence);
    return unhindered(run, waitMs);
  };
  const longer = await controlPace.tryLonger(waitedMs, async (waitMs) => {
    if (controlPace.isLate) {
      const made = await madeAgain(failed, waitMs);
      if (made.decision.verdict === 'pass') controlPace.foundOut(waitMs, run.spec.id);
      return made;
    }
    const patient = await unhindered(run, waitMs);
    if (patient.decision.verdict !== 'pass') return patient;
    let { spentMs } = patient;
    let again = patient;
    for (let turn = 0; turn < AT_ONCE_AGAIN && again.decision.verdict !== verdict && !isKnown(); turn += 1) {
      again = await unhindered(run, waitedMs);
      spentMs += again.spentMs;
    }
    if (!isKnown()) {
      if (again.decision.verdict !== verdict) return { ...failed, spentMs };
      const leastMs = await controlPace.shortest(waitMs, waitedMs, async (lessMs) => {
        for (let turn = 0; turn < SHORTER_AGAIN; turn += 1) {
          const sooner = await unhindered(run, lessMs);
          spentMs += sooner.spentMs;
          if (sooner.decision.verdict !== 'pass') return false;
        }
        return true;
      });
      controlPace.foundOut(leastMs, run.spec.id);
    }
    const made = await madeAgain(again, controlPace.waitMs);
    return { ...made, spentMs: spentMs + made.spentMs };
  });
  if (longer === undefined) return failed;
  const spentMs = failed.spentMs + longer.spentMs;
  if (longer.decision.verdict === 'pass' || longer.scope === failed.scope) return { ...longer, spentMs };
  const settled = verdict === 'fail' ? await decided(run, longer) : longer;
  if (settled.decision.verdict === 'pass') {
    const made = await madeAgain(settled, settled.scope.controls.waitMs);
    return { ...made, spentMs: failed.spentMs + settled.spentMs + made.spentMs };
  }
  const longest = await withControlInEffect(run, settled);
  const ended = { ...longest, spentMs: failed.spentMs + longest.spentMs };
  if (longest.decision.verdict === 'pass' || isSetAside) return ended;
  // Its own failure is told; what another attempt judged besides does not count.
  if (verdict !== 'fail' && longest.decision.verdict === 'fail') setAside(longest.journal, LATE);
  return { ...failed, spentMs: ended.spentMs };
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
  setAside(passed.journal, LATE);
  const made = await unhindered(run, controlPace.waitMs);
  const settled = made.decision.verdict === 'pass' ? made : await withControlInEffect(run, made);
  return { ...settled, spentMs: passed.spentMs + settled.spentMs };
}
