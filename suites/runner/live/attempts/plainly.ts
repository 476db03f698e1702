// Repeats with plain orders a check that was left undecided with orders of its own kind, which an account may not be able to pay, or a
// venue not take: variety finds more, and never costs a verdict.

import { PLAIN_ORDER } from '../account/usual-order.js';
import { type Attempt, type CheckRun, setAside } from './attempt.js';
import { timely } from './timely.js';

export async function plainly(run: CheckRun): Promise<Attempt> {
  const attempt = await timely(run);
  if (!isWorthPlainOrders(run, attempt)) return attempt;
  setAside(attempt.journal, attempt.decision.reason ?? '', attempt.decision.evidence);
  const plain = await timely({ ...run, usual: PLAIN_ORDER });
  return { ...plain, spentMs: attempt.spentMs + plain.spentMs };
}

/** What the profile lacks, or the market did, no other order makes good. */
function isWorthPlainOrders({ signal, usual }: CheckRun, { decision, hindrance, scope }: Attempt): boolean {
  const { verdict, needs = [] } = decision;
  if (verdict !== 'inconclusive' || needs.length > 0 || hindrance !== undefined) return false;
  return usual === undefined && scope.hasAsked && !signal.aborted;
}
