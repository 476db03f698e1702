// One pass of the history checkers over the journal of a run, shared by all checks that are made of them.
import { type CheckerResult, checkJournal } from '../../toolkit/checkers/index.js';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import type { CheckContext } from '../runner/context.js';

/** By the first record, which belongs to one target of one run. */
const judgements = new WeakMap<JournalRecord, Promise<readonly CheckerResult[]>>();

/** What a checker found in the journal of the run. */
export async function judgementOf(t: CheckContext, checker: string): Promise<CheckerResult> {
  const records = await t.history();
  const results = await judge(records, t);
  const result = results.find((one) => one.checker === checker);
  if (result === undefined) throw new RangeError(`checker: expected the name of a history checker, got ${checker}`);
  return result;
}

function judge(records: readonly JournalRecord[], t: CheckContext): Promise<readonly CheckerResult[]> {
  const [first] = records;
  const known = first === undefined ? undefined : judgements.get(first);
  if (known !== undefined) return known;
  const { resultMs, eventMs } = t.timing;
  const results = checkJournal(records, {
    resultMs,
    eventMs,
    currencyDigits: (account) => t.currencyDigitsOf(account),
  });
  if (first !== undefined) judgements.set(first, results);
  return results;
}

/** Turns the result of a checker into the verdict of a check: each requirement is an assertion, found or not. */
export function assertResult(t: CheckContext, result: CheckerResult): void {
  const { outcome, judgedBy, findings, more, requirements, isBroken, reason = '' } = result;
  if (outcome === 'unknown' && isBroken) t.inconclusive(reason);
  if (outcome === 'unknown') t.notApplicable(reason);
  for (const requirement of requirements) {
    const judged = judgedBy[requirement];
    // What the run did not bring is not claimed to hold.
    if (judged === undefined) continue;
    const found = findings.filter((finding) => finding.requirement === requirement);
    const [finding] = found;
    const others = found.length - 1 + more;
    t.expect.that(
      finding === undefined,
      {
        expected: finding?.expected ?? 'nothing that contradicts it in the journal',
        actual: finding?.actual ?? `${judged} things judged`,
        evidence: finding?.evidence ?? [],
      },
      {
        requirement,
        ...(finding && { message: others > 0 ? `${finding.message} (and ${others} more)` : finding.message }),
      },
    );
  }
}
