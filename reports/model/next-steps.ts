// What to do next after a run: at most three steps, most useful first, each something that a person can act on at once.
import { isDecisiveFailure } from './conformance.js';
import { type CheckGroup, failureGroups, narrowerThan } from './failure-groups.js';
import type { Results } from './model.js';
import { capped } from './sanitize.js';
import { isTooSlow, undecidedCauses } from './undecided.js';
import { sectionOf, violatedBy } from './violated.js';

const MOST = 3;
const MANY = 10;
/** How causes of the runner begin that a part of the target is not there. */
const NOT_BUILT = 'not built yet: ';

export interface NextStep {
  readonly text: string;
  /** A command line to copy. */
  readonly command?: string;
}

export function nextSteps(results: Results, reportFile = 'index.html'): readonly NextStep[] {
  const stopped = fatalFindings(results, reportFile);
  if (stopped.length > 0 && results.exitCode === 3) return stopped.slice(0, 1);
  const [first = [], second = [], ...others] = whatUnlocks(results);
  const steps = [
    ...stopped,
    ...killedRun(results),
    ...forgottenProfile(results),
    ...suiteErrors(results),
    ...oddDialect(results),
    ...first,
    ...second,
    ...throttled(results),
    ...slow(results),
    ...sharedCause(results),
    ...others.flat(),
    ...leftBehind(results),
    ...missingNeeds(results),
    ...undecidedChecks(results),
    ...whenAllIsWell(results, reportFile),
  ];
  // Each check is shown once, even if it stands in several groups.
  const isFirst = ({ command }: NextStep, place: number): boolean =>
    command === undefined || steps.findIndex((step) => step.command === command) === place;
  return steps.filter(isFirst).slice(0, MOST);
}

function fatalFindings(results: Results, reportFile: string): readonly NextStep[] {
  return results.findings
    .filter((finding) => finding.fatal)
    .map(({ message, advice, preflight, evidence: [record] }) => {
      const text = capped(advice ?? message, 300);
      if (preflight === undefined) return { text };
      if (preflight === 'unreachable' || record === undefined || advice?.startsWith('is it') !== true) return { text };
      const journal = reportFile.replace(/[^/\\]*$/, 'journal.ndjson');
      return {
        text: `${text} What the doctor says of the request`,
        command: `tsi doctor ${journal} --record ${record}`,
      };
    });
}

/** Nothing asked for the service that was judged. */
function forgottenProfile({ run }: Results): readonly NextStep[] {
  if (run.target.assumed !== true) return [];
  if (run.target.subject === 'client') {
    const text = 'judge your own client: about thirty lines around it let it be told what to do (vectors/CLIENTS.md)';
    return [{ text, command: 'tsi client run --exec "COMMAND"' }];
  }
  return [
    {
      text: 'judge your own service: write a profile of it, then tsi run --profile target.yaml',
      command: 'tsi init target.yaml',
    },
  ];
}

/** What fails and what is not built yet, by how many checks wait for it. */
function whatUnlocks(results: Results): readonly (readonly NextStep[])[] {
  const unsigned = acceptedDamages(results);
  const groups = failureGroups(results);
  const failures = groups
    .map((group) => ({ weight: group.checks.length, steps: failureStep(group, groups, results) }))
    .filter(
      ({ steps }) =>
        steps.length > 0 && (unsigned.length === 0 || steps.every(({ text }) => !/(^fix|fails:) auth\./.test(text))),
    );
  const missing = undecidedCauses(results)
    .filter(({ accept }) => accept.startsWith(NOT_BUILT))
    .map(({ accept, checks }) => ({
      weight: checks.length,
      steps: [{ text: `implement ${accept.slice(NOT_BUILT.length)}: ${many(checks.length, 'waits', 'wait')} for it` }],
    }));
  const sorted = [...failures];
  for (const one of missing) {
    const place = sorted.findIndex(({ weight }) => weight < one.weight);
    sorted.splice(place === -1 ? sorted.length : place, 0, one);
  }
  return [...(unsigned.length > 0 ? [unsigned] : []), ...sorted.map(({ steps }) => steps)];
}

/** A service that does not look at signatures yet fails on each way to damage one. */
function acceptedDamages({ checks }: Results): readonly NextStep[] {
  const failed = checks.filter(({ verdict, signature }) => verdict === 'fail' && signature?.verdict === 'broken');
  const requirements = new Set(failed.map(violatedBy));
  const [first] = failed;
  if (first === undefined || failed.length < MANY || requirements.size < MANY / 2) return [];
  const text = `verify the signature of every request (interface 5): ${many(failed.length, 'fails', 'fail')} because what is wrongly signed was accepted`;
  return [{ text, command: first.reproduce }];
}

function many(count: number, one: string, more: string): string {
  return count === 1 ? `one check ${one}` : `${count} checks ${more}`;
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
  const isOwn = first.area === 'own';
  const whose = isOwn ? 'an error of your own suite; mend the first' : 'an error of the suite; report the first';
  const text = `${many(errors.length, 'ended', 'ended')} in ${whose}: ${first.reason ?? first.id}`;
  return [{ text, command: first.reproduce }];
}

/** What the dialect misreads shows as failures and open checks of every kind. */
function oddDialect(results: Results): readonly NextStep[] {
  const found = results.findings.find((finding) => finding.kind === 'dialect' && !finding.fatal);
  return found === undefined
    ? []
    : [{ text: `look at the dialect of the profile before anything else: ${capped(found.message, 300)}` }];
}

function failureStep(group: CheckGroup, groups: readonly CheckGroup[], results: Results): readonly NextStep[] {
  const { key, checks } = group;
  const [first] = checks;
  if (checks.every((check) => check.waiver !== undefined)) return [];
  const decisive = checks.filter((check) => isDecisiveFailure(check, results.run.level)).length;
  const count = decisive > 0 ? many(decisive, 'fails', 'fail') : many(checks.length, 'warns', 'warn');
  const deed = narrowerThan(group, groups) === undefined ? 'fix' : 'then see whether this still fails:';
  const text = `${deed} ${key} (interface ${sectionOf(first, results) ?? '?'}): ${count} on it; start with "${first.title}"`;
  return [{ text, command: first.reproduce }];
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

/** Answers that came too late say nothing of the interface, and much of the machine. */
function slow(results: Results): readonly NextStep[] {
  const cause = undecidedCauses(results).find(({ checks }) => isTooSlow(checks[0].reason ?? ''));
  if (cause === undefined || cause.checks.length < MANY) return [];
  const text = `run it again where the target has more to itself, or with a greater timing.answerMs: ${cause.checks.length} checks are undecided since no complete answer came in time`;
  const [{ id, reproduce }] = cause.checks;
  // Of the same target: a run that names none judges another.
  const selector = [`'${id}'`, id].find((one) => reproduce.includes(` ${one}`));
  if (selector === undefined) return [{ text }];
  return [{ text, command: reproduce.replace(selector, () => '--failed') }];
}

/** One cause that keeps many checks undecided is worth more than the third failure. */
function sharedCause(results: Results): readonly NextStep[] {
  const [cause] = undecidedCauses(results).filter(
    ({ checks: [{ needs = [], reason = '' }] }) => needs.length === 0 && !isTooSlow(reason),
  );
  if (cause === undefined || cause.checks.length < MANY) return [];
  const [first] = cause.checks;
  const text = `find out why ${cause.checks.length} checks stayed undecided for one reason: ${capped(first.reason ?? '', 200)}`;
  return [{ text, command: first.reproduce }];
}

function leftBehind(results: Results): readonly NextStep[] {
  const leaks = results.findings.filter((finding) => finding.kind === 'leak' && !finding.fatal);
  return leaks.length === 0
    ? []
    : [{ text: `remove what the run left on the target, unless it is of another client: ${leaks[0]?.message ?? ''}` }];
}

function missingNeeds(results: Results): readonly NextStep[] {
  return undecidedCauses(results)
    .filter(({ checks, accept }) => (checks[0].needs ?? []).length > 0 && !accept.startsWith(NOT_BUILT))
    .map(({ accept, checks }) => ({
      text: `give the ${results.run.target.subject ?? 'profile'} ${accept}: it would let ${checks.length} more ${checks.length === 1 ? 'check' : 'checks'} decide`,
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
  const folder = reportFile.includes('/') ? reportFile.replace(/\/[^/]*$/, '') : 'DIR';
  const mayBeCertified = results.run.effort !== 'quick' && results.run.target.embedded !== true;
  if (!mayBeCertified) {
    return results.run.effort === 'quick' && results.run.target.embedded !== true
      ? [{ text: 'run at effort standard, which judges what quick leaves out, before you certify' }, look]
      : [look];
  }
  return [
    look,
    { text: 'sign this for third parties (tsi keygen makes a key)', command: `tsi certify ${folder} --key FILE` },
  ];
}
