// Identifiers of many operations of one account (interface 2.1; 4.3): each is of its own, however many there were, so that a counter that
// begins again after a round number of them is seen. Most operations are of orders that a rule rejects, which leave nothing behind.
import type { Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { belowMinimum } from '../words/trading/rejected-order.js';

/** Beyond what six and seven bits count, and two digits; and beyond eight bits. */
const OPERATIONS = { quick: 130, standard: 130, thorough: 270 } as const;
const AT_ONCE = 16;

scenario({
  id: 'ack.operation-id-unique/many-operations',
  title: 'gives each of many operations of one account an operation_id of its own',
  purposes: [23],
  effort: 'standard',
  async run(t) {
    const order = await belowMinimum(t);
    const accepted: Submission[] = [];
    for (let sent = 0; sent < OPERATIONS[t.effort]; sent += AT_ONCE) {
      const some = await Promise.all(Array.from({ length: AT_ONCE }, () => t.account.submit(order)));
      accepted.push(...some.filter((submission) => submission.accepted));
    }
    if (accepted.length < OPERATIONS[t.effort] / 2) t.inconclusive('most orders were not acknowledged', accepted);
    const seen = new Map<string, Submission>();
    for (const submission of accepted) {
      const operationId = submission.operationId ?? t.inconclusive('an ACK shows no operation_id', [submission]);
      const before = seen.get(operationId);
      t.expect.that(before === undefined, {
        expected: `an operation_id that none of the ${seen.size} operations before has`,
        actual: `${operationId} once more`,
        evidence: before === undefined ? [submission] : [before, submission],
      });
      seen.set(operationId, submission);
    }
  },
});
