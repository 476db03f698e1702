// The answer to a repeat and to another request (interface 8): both accepted, the one with the operation_id of the original, the other not.
import type { JudgedId } from '../../runner/check-id.js';
import type { CheckContext, Fact, Submission } from '../../runner/context.js';

/** The ids name the requirements that are not the check's own: `accepted` of the acceptance, `same` and `also` of the operation_id. */
export function expectSameOperation(
  t: CheckContext,
  original: Submission,
  repeat: Submission,
  names: { readonly accepted?: JudgedId; readonly same?: JudgedId; readonly also?: readonly JudgedId[] } = {},
): void {
  const { accepted, same, also = [] } = names;
  const operationId = original.operationId ?? t.inconclusive('the original shows no operation_id', [original]);
  t.expect.accepted(repeat, accepted && { requirement: accepted });
  // Identifiers may be numbers; the reading of both answers is the same.
  t.expect.that(
    repeat.operationId === operationId,
    {
      expected: `operation_id ${operationId}, as in the ACK of the original`,
      actual: `operation_id ${repeat.operationId ?? 'missing'}`,
      evidence: [repeat, original],
      shown: shownOperation(original, original, repeat),
    },
    { ...(same && { requirement: same }), also },
  );
}

/** That each of these shows the operation_id of the ACK; nothing where it shows none. */
export function shownOperation({ ack }: Submission, ...told: readonly { readonly record: number }[]): readonly Fact[] {
  const operationId = ack?.operationId ?? undefined;
  return operationId === undefined ? [] : told.map((one) => [one, '/view/operationId', 'equals', operationId]);
}

export function expectOtherOperation(t: CheckContext, original: Submission, other: Submission): void {
  t.expect.accepted(other);
  t.expect.at(other, '/view/operationId', 'notEquals', original.operationId ?? null);
}
