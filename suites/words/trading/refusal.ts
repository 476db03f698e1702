// Judges what becomes of a mutation that may be refused before the ACK or in its final result (interface 4.1): wherever that happens, a
// wrong one never takes effect, and the public name is the same.
import type { RequestName, RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type {
  Account,
  CheckContext,
  Evidence,
  ExpectOptions,
  Fact,
  FinalResult,
  SendOptions,
  Submission,
} from '../../runner/context.js';
import { countFrom } from './executions.js';

/** How an order was refused, before the ACK or in its final result; or that it was not. */
export interface Refusal {
  readonly submission: Submission;
  /** Present when the order was acknowledged first. */
  readonly result?: FinalResult;
}

interface Sending extends SendOptions {
  /** The placement of an order when left out. */
  readonly request?: RequestName;
  readonly account?: Account;
}

/** Sends an order, or another mutating request, that may be refused in either phase, and sees it to its end. */
export async function submitToEnd(
  t: CheckContext,
  order: RequestParams,
  { account = t.account, ...options }: Sending = {},
): Promise<Refusal> {
  const submission = await account.submit(order, options);
  return submission.accepted ? { submission, result: await account.settle(submission) } : { submission };
}

/** Judges that it was refused, in whichever phase. */
export function expectRefused(
  t: CheckContext,
  { submission, result }: Refusal,
  { of, ...options }: ExpectOptions & { readonly of?: string | undefined } = {},
): void {
  if (result === undefined) t.expect.refused(submission, options);
  else {
    const what = of === undefined ? '' : ` of ${of}`;
    const expected = `a refusal${what} before the ACK, or a rejected or failed result`;
    const actual = `result ${result.status}`;
    const shown = [shownStatus(result, 'success', 'notEquals')];
    t.expect.that(result.status !== 'success', { expected, actual, evidence: [result, submission], shown }, options);
  }
}

/** Judges no more than that it does not succeed, however it is answered. */
export function expectNoSuccess(t: CheckContext, refusal: Refusal, of: string, options?: ExpectOptions): void {
  const { submission, result } = refusal;
  const shown: Fact =
    result === undefined ? [submission, '/status', 'atLeast', 400] : shownStatus(result, 'success', 'notEquals');
  const claim = { expected: `no success of ${of}`, actual: 'result success', evidence: evidenceOf(refusal) };
  t.expect.that(result?.status !== 'success', { ...claim, shown: [shown] }, options);
}

/** Judges the status of an immediate refusal; one that comes as final result has none. */
export function expectStatusAtOnce(
  t: CheckContext,
  { submission, result }: Refusal,
  status: number,
  options: ExpectOptions = {},
): void {
  if (result === undefined) t.expect.status(submission, status, options);
}

/** Judges that it is acknowledged, and sees it to its end. */
export async function expectAcknowledged(
  t: CheckContext,
  order: RequestParams,
  { account = t.account, ...options }: Sending = {},
): Promise<Required<Refusal>> {
  const submission = await account.submit(order, options);
  t.expect.accepted(submission);
  return { submission, result: await account.settle(submission) };
}

/** Judges that it is acknowledged and ends in success; `evidence`: what led to it. */
export async function expectSuccess(
  t: CheckContext,
  order: RequestParams,
  { evidence = [], ...options }: Sending & { readonly evidence?: readonly Evidence[] } = {},
): Promise<void> {
  const { submission, result } = await expectAcknowledged(t, order, options);
  t.expect.succeeded(result, { evidence: [submission, ...evidence] });
}

/** Judges that the refusal carries the public name, or one of them, in whichever phase. */
export function expectNamed(
  t: CheckContext,
  refusal: Refusal,
  name: string | readonly string[],
  options?: ExpectOptions,
): void {
  const wanted = typeof name === 'string' ? [name] : name;
  const names = namesOf(refusal);
  const holds = names.some((one) => wanted.includes(one));
  const named = shownNames(refusal, (name) => wanted.includes(name));
  const shown = named.map(([subject, pointer]): Fact => [subject, pointer, 'oneOf', wanted]);
  const claim = { expected: wanted.join(' or '), actual: names.join(', ') || 'no name', evidence: evidenceOf(refusal) };
  t.expect.that(holds, { ...claim, shown }, options);
}

/** Judges that none of these is what is said against it: it may be refused for another reason. */
export function expectNotNamed(
  t: CheckContext,
  refusal: Refusal,
  { names, of, ...options }: ExpectOptions & { readonly names: readonly string[]; readonly of: string },
): void {
  const blamed = namesOf(refusal).filter((name) => names.includes(name));
  const shown = shownNames(refusal, () => true).map(
    ([subject, pointer, name]): Fact =>
      name === undefined ? [subject, pointer, 'absentOrNull'] : [subject, pointer, 'notOneOf', names],
  );
  t.expect.none(blamed, `none of ${names.join(', ')} for ${of}`, { evidence: evidenceOf(refusal), shown, ...options });
}

export interface WrongOrder {
  /** Makes an order that must be accepted, each time another one; an order that rests when left out. */
  readonly make?: () => Promise<RequestParams>;
  /** What makes the wrong one of it, */
  readonly spoil?: (order: RequestParams) => RequestParams;
  /** or of how it is sent. */
  readonly send?: SendOptions;
  /** What is wrong, and by which rule, for whoever reads of a failure: `volume 0.015 (in steps of 0.01)`. */
  readonly of?: string;
}

/**
 * Sends the good order, then the wrong one. The check fails when the wrong one succeeds or leaves an open order; it is undecided
 * when the good one does not succeed. Returns how the wrong one was refused.
 */
export async function expectNotExecuted(
  t: CheckContext,
  { make = () => t.account.order(), spoil = (order) => order, send, of }: WrongOrder,
): Promise<Refusal> {
  const [good, bad] = [await make(), spoil(await make())];
  const executions = await countFrom(t);
  await t.account.complete(good);
  const refusal = await submitToEnd(t, bad, send);
  // What was done weighs more than the status of an answer.
  if (refusal.submission.accepted) expectRefused(t, refusal, { of });
  await executions.expect({ orders: 1 });
  if (!refusal.submission.accepted) expectRefused(t, refusal, { of });
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

/** That a final result has that status, or has it not, where it was told. */
export function shownStatus(
  result: FinalResult,
  status: FinalResult['status'],
  predicate: 'equals' | 'notEquals' = 'equals',
): Fact {
  return [result, result.event === undefined ? '/view/state' : '/view/status', predicate, status];
}

/** Where its names stand, as far as they fit; undefined where none stands there. */
function shownNames(
  { submission, result }: Refusal,
  fits: (name: string) => boolean,
): readonly (readonly [subject: { readonly record: number }, pointer: string, name: string | undefined])[] {
  const view = result?.event ?? result?.operation;
  const places =
    result === undefined
      ? ([
          ['/view/code', submission.error?.code],
          ['/view/message', submission.error?.message],
        ] as const)
      : ([
          ['/view/errorCode', view?.errorCode],
          ['/view/errorMessage', view?.errorMessage],
        ] as const);
  return places
    .map(([pointer, value]) => {
      const name = value === undefined || value === null ? undefined : String(value);
      return [result ?? submission, pointer, name] as const;
    })
    .filter(([, , name]) => fits(name ?? ''));
}

/** The last word on it. */
function evidenceOf({ submission, result }: Refusal): readonly Evidence[] {
  return [result ?? submission];
}
