// The answer to a repeat (interface 8): accepted, with the operation_id of the original.
import type { CheckContext, ExpectOptions, Submission } from '../runner/context.js';

export const DUPLICATE_ACCEPTED = 'idempotency.duplicate-accepted';

/** The options name the requirements that are not the check's own: `accepted` of the acceptance, `same` of the operation_id. */
export function expectSameOperation(
  t: CheckContext,
  original: Submission,
  repeat: Submission,
  { accepted = {}, same = {} }: { readonly accepted?: ExpectOptions; readonly same?: ExpectOptions } = {},
): void {
  const operationId =
    original.operationId ?? t.inconclusive('the original shows no operation_id', [original.exchange.record]);
  t.expect.accepted(repeat.exchange, accepted);
  // Identifiers may be numbers; the reading of both answers is the same.
  t.expect.that(
    repeat.operationId === operationId,
    {
      expected: `operation_id ${operationId}, as in the ACK of the original`,
      actual: `operation_id ${repeat.operationId ?? 'missing'}`,
      evidence: [repeat.exchange.record, original.exchange.record],
    },
    same,
  );
}
