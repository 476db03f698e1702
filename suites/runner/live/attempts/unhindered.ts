// Makes a check again that the market spoilt: a closed session, a requote, prices that passed by.

import type { CheckFinding } from '../verdict/tally.js';
import { type Attempt, type CheckRun, isOpen, setAside } from './attempt.js';
import { uncut } from './uncut.js';

/** Tries that what passes by itself may spoil. One that showed where the market of an instrument stands is free, as the next knows it. */
const MOST_TRIES = 4;

/** Tries again what the market spoilt. */
export async function unhindered(run: CheckRun, controlWaitMs: number = 0): Promise<Attempt> {
  const findings: CheckFinding[] = [];
  let spentMs = 0;
  let free = run.target.profile.market.instruments.length;
  for (let tries = 1; ; ) {
    const attempt = await uncut(run, controlWaitMs);
    const { decision, hindrance, journal, tally } = attempt;
    spentMs += attempt.spentMs;
    const isSpoilt = hindrance !== undefined && isOpen(decision);
    if (isSpoilt) setAside(journal, hindrance.cause, hindrance.evidence);
    if (!isSpoilt || tries >= (hindrance.mostTries ?? MOST_TRIES) || run.signal.aborted) {
      tally.findings.unshift(...findings);
      return { ...attempt, spentMs };
    }
    findings.push(...tally.findings);
    if (hindrance.instrument === undefined || free === 0) tries += 1;
    else free -= 1;
  }
}
