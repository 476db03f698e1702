// Repeats a check that the market spoilt: a closed session, a requote, a price that moved past an order; or others who trade on its
// account, then on another one.

import type { CheckFinding } from '../verdict/tally.js';
import { type Attempt, type CheckRun, isOpen, setAside } from './attempt.js';
import { uncut } from './uncut.js';

/** Tries that passing states of the market may spoil. A try that showed where an instrument stands is not counted: the next one knows. */
const MOST_TRIES = 4;

/** Tries again what the market spoilt. */
export async function unhindered(run: CheckRun, controlWaitMs: number = 0): Promise<Attempt> {
  const findings: CheckFinding[] = [];
  let spentMs = 0;
  let made = run;
  let free = run.target.profile.market.instruments.length;
  for (let tries = 1; ; ) {
    const attempt = await uncut(made, controlWaitMs);
    const { decision, hindrance, journal, tally } = attempt;
    spentMs += attempt.spentMs;
    const isSpoilt = hindrance !== undefined && isOpen(decision);
    const isLast = !isSpoilt || tries >= (hindrance.mostTries ?? MOST_TRIES) || run.signal.aborted;
    // What has another cause after all has failed (`hindered`), and rests on what it asserted.
    if (isSpoilt && !(isLast && hindrance.isDoubtful)) setAside(journal, hindrance.cause, hindrance.evidence);
    if (isLast) {
      tally.findings.unshift(...findings);
      return { ...attempt, spentMs };
    }
    findings.push(...tally.findings);
    if (hindrance.isOfOthers) made = { ...run, isApart: true };
    if (hindrance.instrument === undefined || free === 0) tries += 1;
    else free -= 1;
  }
}
