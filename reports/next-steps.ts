// What to do next after a run: at most three steps, most useful first, each something that a person can act on at once.
import { failuresOf } from './headline.js';
import type { CheckResult, Results } from './model.js';
import { capped } from './sanitize.js';

const MOST = 3;

export interface NextStep {
  readonly text: string;
  /** A command line to copy. */
  readonly command?: string;
}

export function nextSteps(results: Results, reportFile = 'index.html'): readonly NextStep[] {
  const steps = [
    ...fatalFindings(results),
    ...suiteErrors(results),
    ...failureGroups(results),
    ...leftBehind(results),
    ...missingNeeds(results),
    ...undecidedChecks(results),
    ...whenAllIsWell(results, reportFile),
  ];
  return steps.slice(0, MOST);
}

function fatalFindings(results: Results): readonly NextStep[] {
  return results.findings.filter((finding) => finding.fatal).map((finding) => ({ text: capped(finding.message, 300) }));
}

function suiteErrors(results: Results): readonly NextStep[] {
  const errors = results.checks.filter((check) => check.verdict === 'error');
  const first = errors[0];
  if (first === undefined) return [];
  const text = `${errors.length} ${errors.length === 1 ? 'check' : 'checks'} ended in an error of the suite; report the first: ${first.reason ?? first.id}`;
  return [{ text, command: first.reproduce }];
}

/** Failures that share a requirement have one cause as a rule: the requirement with most failures first. */
function failureGroups(results: Results): readonly NextStep[] {
  const groups = groupBy(
    failuresOf(results).filter((check) => check.waiver === undefined),
    (check) => [check.requirements[0] ?? check.id],
  );
  return groups.map(([requirement, checks]) => {
    const [first] = checks;
    const also = checks.length > 1 ? `${checks.length} checks fail on it` : 'one check fails on it';
    return {
      text: `fix ${requirement} (interface ${first.sections.join(', ')}): ${also}; start with "${first.title}"`,
      command: first.reproduce,
    };
  });
}

function leftBehind(results: Results): readonly NextStep[] {
  const leaks = results.findings.filter((finding) => finding.kind === 'leak' && !finding.fatal);
  return leaks.length === 0 ? [] : [{ text: `remove what the run left on the target: ${leaks[0]?.message ?? ''}` }];
}

function missingNeeds(results: Results): readonly NextStep[] {
  const open = results.checks.filter((check) => check.verdict === 'inconclusive');
  return groupBy(open, (check) => check.needs ?? []).map(([need, checks]) => ({
    text: `give the profile ${need}: it would let ${checks.length} more ${checks.length === 1 ? 'check' : 'checks'} decide`,
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
  if (results.run.selection.length > 0) return [{ text: 'run without a selection to judge the whole interface' }, look];
  return [look, { text: 'sign this for third parties', command: 'tsi certify --key FILE' }];
}

function groupBy(
  checks: readonly CheckResult[],
  keysOf: (check: CheckResult) => readonly string[],
): readonly (readonly [string, readonly [CheckResult, ...CheckResult[]]])[] {
  const groups = new Map<string, [CheckResult, ...CheckResult[]]>();
  for (const check of checks) {
    for (const key of keysOf(check)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [check]);
      else group.push(check);
    }
  }
  return [...groups].sort((a, b) => b[1].length - a[1].length);
}
