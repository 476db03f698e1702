// What to do next after a run: at most three steps, most useful first, each something that a person can act on at once.
import { failureGroups, undecidedGroups } from './failure-groups.js';
import type { Results } from './model.js';
import { capped } from './sanitize.js';

const MOST = 3;
const MANY = 10;

export interface NextStep {
  readonly text: string;
  /** A command line to copy. */
  readonly command?: string;
}

export function nextSteps(results: Results, reportFile = 'index.html'): readonly NextStep[] {
  const failures = failureSteps(results);
  const stopped = results.findings.some(({ kind, fatal }) => kind === 'preflight' && fatal);
  const steps = [
    ...fatalFindings(results),
    ...killedRun(results),
    ...suiteErrors(results),
    ...oddDialect(results),
    ...failures.slice(0, 2),
    ...throttled(results),
    ...(stopped ? [] : sharedCause(results)),
    ...failures.slice(2),
    ...leftBehind(results),
    ...missingNeeds(results),
    ...(stopped ? [] : undecidedChecks(results)),
    ...whenAllIsWell(results, reportFile),
  ];
  return steps.slice(0, MOST);
}

function fatalFindings(results: Results): readonly NextStep[] {
  return results.findings.filter((finding) => finding.fatal).map((finding) => ({ text: capped(finding.message, 300) }));
}

function killedRun({ run }: Results): readonly NextStep[] {
  return run.killed === true
    ? [{ text: 'run it again: it was killed before it ended', command: `tsi run --seed ${run.seed}` }]
    : [];
}

function suiteErrors(results: Results): readonly NextStep[] {
  const errors = results.checks.filter((check) => check.verdict === 'error');
  const first = errors[0];
  if (first === undefined) return [];
  const text = `${errors.length} ${errors.length === 1 ? 'check' : 'checks'} ended in an error of the suite; report the first: ${first.reason ?? first.id}`;
  return [{ text, command: first.reproduce }];
}

/** What the dialect misreads shows as failures and open checks of every kind. */
function oddDialect(results: Results): readonly NextStep[] {
  const found = results.findings.find((finding) => finding.kind === 'dialect' && !finding.fatal);
  return found === undefined
    ? []
    : [{ text: `look at the dialect of the profile before anything else: ${capped(found.message, 300)}` }];
}

function failureSteps(results: Results): readonly NextStep[] {
  return failureGroups(results).flatMap(({ key, checks }): readonly NextStep[] => {
    const [first] = checks;
    if (checks.every((check) => check.waiver !== undefined)) return [];
    const many = checks.length > 1 ? `${checks.length} checks fail on it` : 'one check fails on it';
    const text = `fix ${key} (interface ${first.sections[0] ?? '?'}): ${many}; start with "${first.title}"`;
    return [{ text, command: first.reproduce }];
  });
}

/** A run that was throttled explains much of what it left undecided (interface 4.1, 7.1). */
function throttled(results: Results): readonly NextStep[] {
  const { length } = results.checks.filter(
    ({ verdict, reason = '' }) => verdict === 'inconclusive' && /\b(?:HTTP|answered) 429\b/.test(reason),
  );
  if (length === 0) return [];
  const checks = length === 1 ? 'one check undecided' : `${length} checks undecided`;
  return [{ text: `lower limits.requestsPerSecond in the profile: answers of 429 left ${checks}` }];
}

/** One cause that keeps many checks undecided is worth more than the third failure. */
function sharedCause(results: Results): readonly NextStep[] {
  const [group] = undecidedGroups(results);
  if (group === undefined || group.checks.length < MANY || group.checks[0].needs !== undefined) return [];
  const [first] = group.checks;
  const text = `find out why ${group.checks.length} checks stayed undecided for one reason: ${capped(group.key, 200)}`;
  return [{ text, command: first.reproduce }];
}

function leftBehind(results: Results): readonly NextStep[] {
  const leaks = results.findings.filter((finding) => finding.kind === 'leak' && !finding.fatal);
  return leaks.length === 0 ? [] : [{ text: `remove what the run left on the target: ${leaks[0]?.message ?? ''}` }];
}

function missingNeeds(results: Results): readonly NextStep[] {
  const counts = new Map<string, number>();
  for (const check of results.checks) {
    if (check.verdict !== 'inconclusive') continue;
    for (const need of check.needs ?? []) counts.set(need, (counts.get(need) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([need, count]) => ({
      text: `give the profile ${need}: it would let ${count} more ${count === 1 ? 'check' : 'checks'} decide`,
    }));
}

function undecidedChecks(results: Results): readonly NextStep[] {
  const open = results.checks.filter((check) => check.verdict === 'inconclusive' && (check.needs ?? []).length === 0);
  const first = open[0];
  if (first === undefined) return [];
  return [{ text: `decide ${first.id}: ${first.reason ?? 'it stayed open'}`, command: first.reproduce }];
}

function whenAllIsWell(results: Results, reportFile: string): readonly NextStep[] {
  const look = { text: `open ${reportFile} for the evidence behind every verdict` };
  if (results.exitCode !== 0) return [look];
  if (results.run.shard !== undefined) {
    return [{ text: 'join it with the other shards', command: 'tsi merge DIR... --out DIR' }, look];
  }
  if (results.run.selection.length > 0) return [{ text: 'run without a selection to judge the whole interface' }, look];
  return [look, { text: 'sign this for third parties', command: 'tsi certify DIR --key FILE' }];
}
