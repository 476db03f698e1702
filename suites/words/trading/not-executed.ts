// Judges that a faulty mutation never takes effect, wherever the target refuses it: before the ACK or in its final result.
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { CheckContext, ExpectOptions, FinalResult, SendOptions, Submission } from '../../runner/context.js';
import { countFrom } from './executions.js';

export interface WrongOrder {
  /** What must be accepted; the faulty order differs from it in one thing. */
  readonly good: RequestParams;
  readonly bad: RequestParams;
  readonly options?: SendOptions;
}

/** How an order was refused, before the ACK or in its final result; or that it was not. */
export interface Refusal {
  readonly submission: Submission;
  /** Present when the order was acknowledged first. */
  readonly result?: FinalResult;
}

/** Sends an order that may be refused in either phase, and sees it to its end. */
export async function submitToEnd(t: CheckContext, order: RequestParams, options?: SendOptions): Promise<Refusal> {
  const submission = await t.account.submit(order, options);
  return submission.accepted ? { submission, result: await t.account.settle(submission) } : { submission };
}

/** Judges that it was refused, in whichever phase. */
export function expectRefused(t: CheckContext, { submission, result }: Refusal, options?: ExpectOptions): void {
  if (result === undefined) t.expect.refused(submission.exchange, options);
  else {
    const expected = 'a refusal before the ACK, or a rejected or failed result';
    const actual = `result ${result.status}`;
    t.expect.that(result.status !== 'success', { expected, actual, evidence: [result] }, options);
  }
}

/** Judges that the refusal carries the public name, in whichever phase. */
export function expectNamed(t: CheckContext, refusal: Refusal, name: string, options?: ExpectOptions): void {
  const names = namesOf(refusal);
  const evidence = [refusal.result ?? refusal.submission];
  t.expect.that(names.includes(name), { expected: name, actual: names.join(', ') || 'no name', evidence }, options);
}

/**
 * Sends the good order, then the faulty one. The check fails when the faulty one succeeds or leaves an open order; it is undecided
 * when the good one does not succeed. Returns how the faulty one was refused.
 */
export async function expectNotExecuted(t: CheckContext, order: WrongOrder, options?: ExpectOptions): Promise<Refusal> {
  const executions = await countFrom(t);
  await t.account.complete(order.good);
  const refusal = await submitToEnd(t, order.bad, order.options);
  expectRefused(t, refusal, options);
  await executions.expect({ orders: 1 }, options);
  return refusal;
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
