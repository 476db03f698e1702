// From history checkers to verdicts: over the journal of the whole run, in one pass that all checks share, or over the records of
// one check that played a scene.
import {
  CHECKERS,
  type CheckerResult,
  type CheckerSettings,
  checkJournal,
  type Finding,
} from '../../toolkit/checkers/index.js';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import type { JudgedId } from '../runner/check-id.js';
import type { CheckContext, History } from '../runner/context.js';

/** By the first record, which belongs to one target of one run. */
const judgements = new WeakMap<JournalRecord, Promise<readonly JudgedRun[]>>();

/** `until`: the last record that the checker saw. */
export type JudgedRun = CheckerResult & { readonly until: number };

/** What a checker found in the journal of the run. */
export async function judgementOf(t: CheckContext, checker: string): Promise<JudgedRun> {
  const records = await t.history();
  const [first] = records;
  const known = first === undefined ? undefined : judgements.get(first);
  const judged = known ?? judgeRun(t, records);
  if (first !== undefined) judgements.set(first, judged);
  const result = (await judged).find((one) => one.checker === checker);
  if (result === undefined) throw new RangeError(`checker: expected the name of a history checker, got ${checker}`);
  return result;
}

async function judgeRun(t: CheckContext, records: readonly JournalRecord[]): Promise<readonly JudgedRun[]> {
  const until = records.at(-1)?.i ?? 0;
  return (await checkJournal(records, settingsOf(t))).map((result) => ({ ...result, until }));
}

/** Turns the result of a checker into the verdict of a check: an assertion for each requirement that it had something to judge by. */
export function assertResult(t: CheckContext, result: JudgedRun): void {
  const { outcome, requirements, isBroken, reason = '' } = result;
  if (outcome === 'unknown' && isBroken) t.inconclusive(reason);
  if (outcome === 'unknown') t.notApplicable(reason);
  // A checker that gave up half way has seen what it found, and not that the rest holds.
  const shown = isBroken ? requirements.filter((one) => findingsOf(one, [result]).length > 0) : requirements;
  assertRequirements(t, shown, [result], { over: 'run', until: result.until, checker: result.checker });
}

/**
 * Judges what this check has sent and received so far by the checkers of the requirements; undecided where a scene showed nothing of the
 * first, which is what the check is about.
 */
export async function assertScene(t: CheckContext, requirements: readonly JudgedId[]): Promise<void> {
  const results = await judgeScene(t, requirements);
  const [first] = requirements;
  if (results.every(({ judgedBy }) => first === undefined || judgedBy[first] === undefined)) {
    t.inconclusive(
      `the messages of the scene show nothing that could be judged of ${first ?? 'anything'}; bind the members in the dialect`,
    );
  }
  assertOfScene(t, requirements, results);
}

/** The same for a check that has judged by itself what it is about: of the requirements, those that the scene shows something of. */
export async function assertBesides(t: CheckContext, requirements: readonly JudgedId[]): Promise<void> {
  assertOfScene(t, requirements, await judgeScene(t, requirements));
}

async function judgeScene(t: CheckContext, requirements: readonly JudgedId[]): Promise<readonly CheckerResult[]> {
  const ofThese = CHECKERS.filter((checker) => checker.requirements.some((one) => requirements.includes(one)));
  const results = await checkJournal(t.records(), { ...settingsOf(t), only: ofThese.map(({ name }) => name) });
  const broken = results.find(({ isBroken }) => isBroken);
  if (broken !== undefined) t.inconclusive(broken.reason ?? broken.checker);
  return results;
}

function assertOfScene(t: CheckContext, requirements: readonly JudgedId[], results: readonly CheckerResult[]): void {
  assertRequirements(t, requirements, results, { over: 'check', until: t.records().at(-1)?.i ?? 0 });
}

/** What binds comes first: the first assertion that fails ends the check, and no warning may hide a failure. */
function assertRequirements(
  t: CheckContext,
  requirements: readonly JudgedId[],
  results: readonly CheckerResult[],
  history: History,
): void {
  for (const requirement of requirements) assertBinding(t, requirement, results, history);
  for (const requirement of requirements) {
    const found = findingsOf(requirement, results).filter(({ level }) => level === 'should');
    if (found.length > 0) assertNone(t, requirement, found, { level: 'should', history });
  }
}

function assertBinding(
  t: CheckContext,
  requirement: JudgedId,
  results: readonly CheckerResult[],
  history: History,
): void {
  const judged = results.reduce((sum, { judgedBy }) => sum + (judgedBy[requirement] ?? 0), 0);
  // What the journal does not show is not claimed to hold.
  if (judged === 0) return;
  const found = findingsOf(requirement, results).filter(({ level }) => level === undefined);
  assertNone(t, requirement, found, { actual: `${judged} things judged`, history });
}

function findingsOf(requirement: JudgedId, results: readonly CheckerResult[]): readonly Finding[] {
  return results.flatMap(({ findings }) => findings.filter((finding) => finding.requirement === requirement));
}

function assertNone(
  t: CheckContext,
  requirement: JudgedId,
  found: readonly Finding[],
  { level, actual = '', history }: { readonly level?: 'should'; readonly actual?: string; readonly history: History },
): void {
  const [finding] = found;
  const more = found.length > 1 ? ` (and ${found.length - 1} more)` : '';
  t.expect.that(
    finding === undefined,
    {
      expected: finding?.expected ?? 'nothing that contradicts it in the journal',
      actual: finding?.actual ?? actual,
      evidence: finding?.evidence ?? [],
      history,
    },
    { requirement, ...(level && { level }), ...(finding && { message: `${finding.message}${more}` }) },
  );
}

function settingsOf(t: CheckContext): CheckerSettings {
  const { resultMs, eventMs } = t.timing;
  return {
    resultMs,
    eventMs,
    currencyDigits: (account) => t.currencyDigitsOf(account),
    dateTimeMembers: t.dialect.dateTimeMembers,
    historyOrder: (collection) => t.stated(collection).order,
  };
}
