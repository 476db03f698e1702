// Repeats with plain orders, on the first instrument, a check that came to no verdict with orders of its own kind, which an account may
// not be able to pay, or a venue not take: variety finds more, and never costs a verdict.

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

/** What the profile lacks, or the market did, no other order makes good; what an account cannot pay, a smaller one may. */
function isWorthPlainOrders({ signal, usual }: CheckRun, { decision, hindrance, scope, tally }: Attempt): boolean {
  const { verdict, needs = [] } = decision;
  if (usual !== undefined || signal.aborted || !scope.leftToUsual) return false;
  if (verdict === 'not-applicable') return true;
  return verdict === 'inconclusive' && (tally.exhausted.length > 0 || (needs.length === 0 && hindrance === undefined));
}
