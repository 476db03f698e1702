// Whether results are those of the plan that the verifier's own suite computes: every check that is due, as the suite has it, with a
// verdict that the plan or the journal gives. What a plan is computed from is the command line's; here it is compared.

import { globMatches } from '../../toolkit/base/glob.js';
import type { JournalHeader } from '../../toolkit/journal/record.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import { sameJson } from '../../toolkit/payload/same-json.js';
import { worstVerdict } from '../model/conformance.js';
import type { CheckResult, RequirementResult, Results, RunFinding, RunInfo, Verdict } from '../model/model.js';
import type { JudgedCheck, Judgement } from '../rejudge/judgement.js';

export type SuiteIdentity = RunInfo['suite'];

export interface ExpectedCheck
  extends Pick<
    CheckResult,
    'id' | 'title' | 'requirements' | 'sections' | 'area' | 'kind' | 'level' | 'depth' | 'source' | 'line'
  > {
  /** The verdict that the plan gives without a request. */
  readonly obstacle?: Pick<CheckResult, 'verdict' | 'reason' | 'needs'>;
}

export interface ExpectedPlan {
  readonly checks: readonly ExpectedCheck[];
  readonly requirements: readonly Omit<RequirementResult, 'verdict'>[];
  /** What the run was asked for and of what, as the journal says it. */
  readonly run: Pick<RunInfo, 'selection' | 'level' | 'policy' | 'accepted' | 'program' | 'out' | 'ci'> & {
    readonly command?: string;
  };
  /** Of the checks, as the suite at hand calls it; nothing of it is compared where it is not known. */
  readonly catalogueVersion?: string;
  readonly target: Pick<RunInfo['target'], (typeof OF_TARGET)[number]>;
  readonly waivers: readonly NonNullable<CheckResult['waiver']>[];
  /** The command line that repeats a check; readers paste it, so that nobody else may have written it. */
  readonly reproduce?: (id: string) => string;
  /** Which failures follow from which. */
  readonly causes: (checks: readonly CheckResult[]) => readonly CheckResult[];
  /** What is to be said of the waivers, once everything was judged. */
  readonly ofWaivers: (verdicts: ReadonlyMap<string, Verdict>, day: string) => readonly RunFinding[];
}

/** Computes the plan of a run anew. Throws where the journal does not say enough. */
export type ComputePlan = (header: JournalHeader, run: RunInfo) => Promise<ExpectedPlan>;

/** What the journal says of who was judged. */
const OF_TARGET = [
  'name',
  'baseUrl',
  'environment',
  'fingerprint',
  'subject',
  'client',
  'embedded',
  'assumed',
  'build',
] as const;
/** How the run was called; the journal of a client says the first alone. */
const OF_CALL = ['command', 'program', 'out', 'ci'] as const;
/** Checks of users' own suites, which no other suite has. */
const OWN = 'own.';
/** As a run names its only target. */
const TARGET = 'target';
/** A clock may be set while a run goes on; nobody gains anything by so little. */
const CLOCK_SLACK_MS = 10 * 60_000;

/** Differences as sentences; empty when everything agrees. */
export function differencesFromPlan(plan: ExpectedPlan, results: Results, judgement: Judgement): readonly string[] {
  return [
    ...runDifferences(plan, results.run, judgement),
    ...waiverDifferences(plan, results),
    ...causeDifferences(plan, results.checks),
    ...timeDifferences(results.run, judgement),
    ...checkDifferences(plan, results, judgement),
    ...requirementDifferences(plan, results),
  ];
}

/** Why the suite at hand cannot say what the plan was. */
export function suiteDefect(signed: SuiteIdentity, own: SuiteIdentity): string | undefined {
  if (signed.name !== own.name || signed.version !== own.version) {
    return `it was made by ${signed.name} ${signed.version}, this is ${own.name} ${own.version}: verify with npx -p ${signed.name}@${signed.version} tsi verify`;
  }
  return signed.catalogue === own.catalogue
    ? undefined
    : `it was made with another catalogue of requirements than that of ${own.name} ${own.version} here`;
}

function runDifferences(plan: ExpectedPlan, run: RunInfo, { header, clockOffsetsMs }: Judgement): readonly string[] {
  const ofRun = (['selection', 'level', 'policy', 'accepted'] as const).map(
    (name) => [name, plan.run[name], run[name]] as const,
  );
  const ofTarget = OF_TARGET.map((name) => [`target.${name}`, plan.target[name], run.target[name]] as const);
  // A run of several shards has a command line of its own.
  const ofCall =
    plan.run.command === undefined
      ? []
      : OF_CALL.filter((name) => name === 'command' || plan.target.subject !== 'client').map(
          (name) => [name, plan.run[name], run[name]] as const,
        );
  const { clockOffsetMs } = run.target;
  const ofClock = clockOffsetMs === undefined && clockOffsetsMs.length === 0 ? [] : [clockOffsetMs];
  const ofOthers = [
    ...(plan.target.subject === 'client'
      ? []
      : [
          ['the targets', [TARGET], memberOf(header.settings, 'targets')],
          ['the observer', undefined, memberOf(header.settings, 'observed')],
        ]),
    ...ofClock
      .filter((one) => one === undefined || !clockOffsetsMs.includes(one))
      .map((one) => ['target.clockOffsetMs', clockOffsetsMs, one]),
    ...(run.waivers === undefined ? [] : [['waivers', plan.waivers, run.waivers]]),
  ] as const;
  const known = [...ofRun, ...ofCall, ...ofOthers];
  const { catalogueVersion } = plan;
  const ofSuite =
    catalogueVersion === undefined
      ? []
      : [['suite.catalogueVersion', catalogueVersion, run.suite.catalogueVersion] as const];
  return [...known, ...ofTarget, ...ofSuite]
    .filter(([, expected, found]) => !sameJson(plain(expected), plain(found)))
    .map(([name, expected, found]) => `${name}: the journal says ${shown(expected)}, the results say ${shown(found)}`);
}

function waiverDifferences(plan: ExpectedPlan, { run, checks, findings }: Results): readonly string[] {
  const verdicts = new Map(checks.map(({ id, verdict }) => [id, verdict]));
  // The day may change while a run goes on.
  const days = [run.started, run.finished].map((time) => time.slice(0, 10));
  const stated = messagesOf(findings.filter(({ kind }) => kind === 'waiver'));
  if (days.some((day) => messagesOf(plan.ofWaivers(verdicts, day)) === stated)) return [];
  return ['what is said of the waivers does not follow from them'];
}

function messagesOf(findings: readonly RunFinding[]): string {
  return [...new Set(findings.map(({ message }) => message))].sort().join('\n');
}

function causeDifferences({ causes }: ExpectedPlan, checks: readonly CheckResult[]): readonly string[] {
  const expected = new Map(causes(checks.map(({ because: _, ...check }) => check)).map((one) => [one.id, one.because]));
  return checks
    .filter(({ id, because }) => expected.get(id) !== because)
    .map(({ id, because = 'nothing' }) => `${id}: called a consequence of ${because}, which does not follow`);
}

function timeDifferences({ started, finished, durationMs }: RunInfo, { from, until }: Judgement): readonly string[] {
  const [start, end, first, last] = [started, finished, from, until].map((text) => Date.parse(text));
  if ([start, end, first, last].some((one) => one === undefined || Number.isNaN(one))) return ['a time is none'];
  const far = (a = 0, b = 0): boolean => Math.abs(a - b) > CLOCK_SLACK_MS;
  return [
    ...(far(start, first) ? [`started at ${started}, but the journal begins at ${from}`] : []),
    ...(far(end, last) ? [`finished at ${finished}, but the journal ends at ${until}`] : []),
    ...(durationMs === Math.max(0, (end ?? 0) - (start ?? 0))
      ? []
      : ['durationMs is not the time from start to finish']),
  ];
}

function checkDifferences(plan: ExpectedPlan, results: Results, judgement: Judgement): readonly string[] {
  const found = new Map(results.checks.map((check) => [check.id, check]));
  const expected = new Set(plan.checks.map(({ id }) => id));
  const strangers = results.checks.filter(({ id }) => !expected.has(id) && !id.startsWith(OWN));
  return [
    ...plan.checks.flatMap((check) => {
      const result = found.get(check.id);
      return result === undefined
        ? [`${check.id} is due, but not in the results`]
        : differenceOf(check, result, plan, judgement);
    }),
    ...(isInOrder(plan, results) ? [] : ['the checks are not in the order of the plan']),
    ...strangers.map(({ id }) => `${id} is in the results, but no check of the suite`),
  ];
}

function isInOrder({ checks: due }: ExpectedPlan, { checks }: Results): boolean {
  const place = new Map(due.map(({ id }, at) => [id, at]));
  const places = checks.flatMap(({ id }) => place.get(id) ?? []);
  return places.every((one, at) => at === 0 || one > (places[at - 1] ?? 0));
}

function differenceOf(
  expected: ExpectedCheck,
  result: CheckResult,
  { waivers, requirements, reproduce, target }: ExpectedPlan,
  judgement: Judgement,
): readonly string[] {
  const { id, obstacle } = expected;
  const members = ['title', 'requirements', 'sections', 'area', 'kind', 'depth', 'source', 'line'] as const;
  const other = members.find((name) => !sameJson(plain(expected[name]), plain(result[name])));
  if (other !== undefined) return [`${id}: its ${other} is not that of the suite`];
  const recorded = judgement.checks.get(id);
  const mayDiffer = result.verdict === 'fail' && (result.level === 'must' || lowersLevel(recorded, requirements));
  if (result.level !== expected.level && !mayDiffer) return [`${id}: level ${result.level} is not that of the suite`];
  if (reproduce !== undefined && result.reproduce !== reproduce(id)) {
    return [`${id}: the command that repeats it is not that of the run`];
  }
  const { waiver } = result;
  if (
    waiver !== undefined &&
    !waivers.some((one) => sameJson({ ...one }, { ...waiver }) && globMatches(one.pattern, id))
  ) {
    return [`${id}: waived, but the run had no such waiver`];
  }
  // A client may break a neighbouring statement where it shows this one.
  const judged = target.subject === 'client' ? [] : (recorded?.requirements ?? []);
  const alien = judged.find((one) => !expected.requirements.includes(one));
  if (alien !== undefined) return [`${id}: an assertion judges ${alien}, which the check does not`];
  if (result.place !== undefined) return [`${id}: has a place among shards`];
  if (obstacle === undefined) {
    if (recorded?.recorded === undefined) return [`${id}: ${result.verdict}, but the journal has no verdict of it`];
    if (result.unreachable !== undefined) return [`${id}: called unreachable, but nothing was in its way`];
    // Of a client its assertions tell all that there is.
    if (recorded.told === undefined && target.subject !== 'client') {
      return [`${id}: the journal does not tell what came of it`];
    }
    return [];
  }
  const { verdict, reason, needs } = obstacle;
  const planned = { verdict, reason, needs, unreachable: verdict === 'inconclusive', evidence: [] };
  const stated = {
    verdict: result.verdict,
    reason: result.reason,
    needs: result.needs,
    unreachable: result.unreachable === true,
    evidence: result.evidence,
    ...(result.durationMs !== 0 && { durationMs: result.durationMs }),
    ...Object.fromEntries(OF_A_RUN.flatMap((name) => (result[name] === undefined ? [] : [[name, result[name]]]))),
  };
  const isAsPlanned = sameJson(plain(planned), plain(stated));
  if (!isAsPlanned) return [`${id}: ${result.verdict}, but by the plan it is ${verdict} (${reason})`];
  return recorded === undefined ? [] : [`${id}: ${verdict} by the plan, but the journal has records of it`];
}

/** What a check that did not run cannot have. */
const OF_A_RUN = ['expected', 'actual', 'property', 'signature', 'because', 'waiver'] as const;

/** A failed assertion may weigh less than its check: by itself, or because of the requirement that it names. */
function lowersLevel(check: JudgedCheck | undefined, requirements: ExpectedPlan['requirements']): boolean {
  const lowered = new Set(requirements.flatMap(({ id, level }) => (level === 'should' ? [id] : [])));
  return check?.failed.some(({ requirement, isLowered }) => isLowered || lowered.has(requirement)) === true;
}

function requirementDifferences(plan: ExpectedPlan, { checks, requirements }: Results): readonly string[] {
  const verdicts = new Map(checks.map(({ id, verdict }) => [id, verdict]));
  const found = new Map(requirements.map((one) => [one.id, one]));
  const wrong = plan.requirements.filter((one) => {
    const met = one.checks.flatMap((id) => verdicts.get(id) ?? []);
    const verdict = one.checks.length === 0 ? 'untested' : (worstVerdict(met) ?? 'not-run');
    const stated = found.get(one.id);
    // Own suites may judge stated requirements besides.
    const others = stated?.checks.some((id) => id.startsWith(OWN)) === true;
    return stated === undefined || (!others && !sameJson(plain({ ...one, verdict }), plain(stated)));
  });
  const strangers =
    requirements.length === plan.requirements.length ? [] : ['the requirements are not those of the catalogue'];
  return [...wrong.map(({ id }) => `the requirement ${id} is not as catalogue and checks say`), ...strangers];
}

/** As JSON has it: members that are undefined vanish. */
function plain(value: unknown): JsonValue {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as JsonValue);
}

function shown(value: unknown): string {
  return JSON.stringify(plain(value)).slice(0, 200);
}
