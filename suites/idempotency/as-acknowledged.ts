// Where the interface leaves open what becomes of a key (7.1, 8), each outcome is reported; judged is that the target executes exactly the
// operations that it acknowledged.
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { CheckContext, Submission } from '../runner/context.js';
import type { Executions } from '../words/trading/executions.js';

/** Judges that as many orders came to be as operations were acknowledged and ended in success. */
export async function expectAsAcknowledged(
  t: CheckContext,
  executions: Executions,
  submissions: readonly Submission[],
  requirement: RequirementId,
): Promise<void> {
  const operations = new Map(submissions.flatMap((one) => (one.accepted ? [[one.operationId, one] as const] : [])));
  const results = await Promise.all([...operations.values()].map((one) => t.account.settle(one)));
  await executions.expect({ orders: results.filter(({ status }) => status === 'success').length }, { requirement });
}
