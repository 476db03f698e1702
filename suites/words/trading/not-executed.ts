// Judges that a faulty mutation never takes effect, wherever the target refuses it: before the ACK or in its final result.
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { CheckContext, ExpectOptions, FinalResult, SendOptions, Submission } from '../../runner/context.js';
import { countFrom } from './executions.js';

export interface FaultyOrder {
  /** What must be accepted; the faulty order differs from it in one thing. */
  readonly good: RequestParams;
  readonly bad: RequestParams;
  readonly options?: SendOptions;
}

export interface Refusal {
  readonly submission: Submission;
  /** Present when the order was acknowledged first. */
  readonly result?: FinalResult;
}

/**
 * Sends the good order, then the faulty one. The check fails when the faulty one succeeds or leaves an open order; it is undecided
 * when the good one does not succeed. Returns how the faulty one was refused.
 */
export async function expectNotExecuted(
  t: CheckContext,
  order: FaultyOrder,
  options?: ExpectOptions,
): Promise<Refusal> {
  const executions = await countFrom(t);
  const twin = await t.account.submit(order.good);
  if (!twin.accepted) t.inconclusive('the valid twin was refused', [twin.exchange.record]);
  const accepted = await t.account.settle(twin);
  if (accepted.status !== 'success') t.inconclusive(`the valid twin ended ${accepted.status}`, [accepted.record]);

  const submission = await t.account.submit(order.bad, order.options);
  const result = submission.accepted ? await t.account.settle(submission) : undefined;
  if (result === undefined) t.expect.refused(submission.exchange, options);
  else {
    t.expect.that(
      result.status !== 'success',
      {
        expected: 'a refusal before the ACK, or a rejected or failed result',
        actual: `result ${result.status}`,
        evidence: [result.record],
      },
      options,
    );
  }
  await executions.expect({ orders: 1 }, options);
  return { submission, ...(result && { result }) };
}

/** The final error code of a refusal that came after the ACK, as text; undefined where there is none. */
export function finalCode(refusal: Refusal): string | undefined {
  const code = refusal.result?.event?.errorCode ?? refusal.result?.operation?.errorCode;
  return code === undefined || code === null ? undefined : String(code);
}

/** Public names by which a refusal may be known, from whichever phase: `error_code` or `error_message`, `error.code` or its message. */
export function namesOf({ submission, result }: Refusal): readonly string[] {
  const view = result?.event ?? result?.operation;
  const values =
    result === undefined ? [submission.error?.code, submission.error?.message] : [view?.errorCode, view?.errorMessage];
  return values.filter((value) => value !== undefined && value !== null).map(String);
}
