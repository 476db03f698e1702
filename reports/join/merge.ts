// Joins the results of shards into those of one run, and proves that nothing is missing: the union of their checks must be exactly
// the plan that every shard names. What does not belong together is refused with the reason.

import { shellWord } from '../../toolkit/base/shell-word.js';
import { ProtocolError } from '../../toolkit/payload/protocol-error.js';
import { conformanceOf, worstVerdict } from '../model/conformance.js';
import type {
  CheckResult,
  Observation,
  RequirementResult,
  Results,
  RunFinding,
  RunInfo,
  Verdict,
} from '../model/model.js';
import { planDigest } from './plan-digest.js';
import { decidedIn, isOfEveryShard } from './shared-checks.js';

export interface MergeInput {
  /** For messages: the folder that the results came from. */
  readonly name: string;
  readonly results: Results;
  /** Records in the journals before this one, when these are joined too: its evidence moves by as much. */
  readonly recordsBefore?: number;
}

/** What only all checks together show; the command line knows how. */
export interface WholeJudgement {
  /** Which failures follow from which. */
  readonly causes?: (checks: readonly CheckResult[]) => readonly CheckResult[];
  /** What is to be said of the waivers, now that everything was judged. */
  readonly ofWaivers?: (run: RunInfo, checks: readonly CheckResult[]) => readonly RunFinding[];
  /** The folder of the joined report, which no shard can name. */
  readonly out?: string;
}

/** Throws `ProtocolError` of code `results-invalid`: other seeds, suites or profiles, a shard twice, checks missing or alien. */
export function mergeResults(
  inputs: readonly MergeInput[],
  { causes = (checks) => checks, ofWaivers = () => [], out }: WholeJudgement = {},
): Results {
  const [first, ...rest] = inputs;
  if (first === undefined) throw new RangeError('inputs: expected at least one, got none');
  for (const other of rest) refuseStrangers(first, other);
  refuseShards(inputs);
  const decided = decidedIn(inputs);
  const checks = causes(mergedChecks(inputs, decided));
  proveDenominator(inputs, checks);
  const run = mergedRun(inputs, first.results.run, out);
  const findings = [...mergedFindings(inputs), ...ofWaivers(first.results.run, checks)];
  return {
    results: 1,
    run,
    ...conformanceOf({ checks, findings, run }),
    checks,
    observations: inputs.flatMap(({ results, recordsBefore = 0 }, index): readonly Observation[] =>
      results.observations
        .filter(({ check }) => check === null || decided.get(check) === index)
        .map((one) => ({ ...one, evidence: moved(one.evidence, recordsBefore) })),
    ),
    requirements: mergedRequirements(first.results.requirements, checks),
    findings,
  };
}

/** In the order of a single run. */
function mergedChecks(inputs: readonly MergeInput[], decided: ReadonlyMap<string, number>): readonly CheckResult[] {
  return inputs
    .flatMap(({ results, recordsBefore = 0 }, index) =>
      results.checks
        .filter(({ id }) => decided.get(id) === index)
        .map(({ signature, ...check }) => ({
          ...check,
          evidence: moved(check.evidence, recordsBefore),
          ...(signature !== undefined && { signature: { ...signature, record: signature.record + recordsBefore } }),
        })),
    )
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
    .map(({ place: _, because: __, ...check }) => check);
}

/** What several shards say is said once. */
function mergedFindings(inputs: readonly MergeInput[]): readonly RunFinding[] {
  const found = new Map<string, RunFinding>();
  for (const { results, recordsBefore = 0 } of inputs) {
    for (const one of results.findings) {
      const said = `${one.kind} ${one.message}`;
      if (!found.has(said)) found.set(said, { ...one, evidence: moved(one.evidence, recordsBefore) });
    }
  }
  return [...found.values()];
}

function moved(evidence: readonly number[], by: number): readonly number[] {
  return evidence.map((index) => index + by);
}

function refuseStrangers(first: MergeInput, other: MergeInput): void {
  const aspects: readonly (readonly [what: string, of: (run: RunInfo) => string])[] = [
    ['seed', (run) => run.seed],
    ['suite', (run) => `${run.suite.name} ${run.suite.version}`],
    ['catalogue', (run) => run.suite.catalogue],
    ['profile', (run) => run.target.fingerprint],
    // Shards may each meet a fresh server: the same target on another port.
    ['target', (run) => run.target.name],
    ['embedded', (run) => String(run.target.embedded === true)],
    ['client', (run) => JSON.stringify(run.target.client ?? null)],
    ['build', (run) => run.target.build?.digest ?? run.target.build?.version ?? 'none'],
    ['effort', (run) => run.effort],
    ['level', (run) => run.level],
    ['selection', (run) => run.selection.join(' ') || 'everything'],
    ['plan', (run) => run.plan?.digest ?? 'none'],
    ['waivers', (run) => run.waivers?.map(({ pattern }) => pattern).join(' ') || 'none'],
  ];
  for (const [what, of] of aspects) {
    const [a, b] = [of(first.results.run), of(other.results.run)];
    if (a === b) continue;
    const remedy = what === 'seed' ? '; run all shards with one --seed' : '';
    refuse(`${first.name} and ${other.name} are of different runs: ${what} ${a} and ${b}${remedy}`);
  }
}

function refuseShards(inputs: readonly MergeInput[]): void {
  const seen = new Map<string, string>();
  const counts = new Set<string>();
  for (const { name, results } of inputs) {
    const { shard } = results.run;
    if (shard === undefined) refuse(`${name} is no shard: it was run whole`);
    const twin = seen.get(shard);
    if (twin !== undefined) refuse(`${twin} and ${name} are both shard ${shard}`);
    seen.set(shard, name);
    counts.add(shard.split('/')[1] ?? '');
  }
  if (counts.size > 1) refuse(`the shards are cut differently: ${[...seen.keys()].join(', ')}`);
  const wanted = Number([...counts][0]);
  const missing = Array.from({ length: wanted }, (_, index) => `${index + 1}/${wanted}`).filter(
    (shard) => !seen.has(shard),
  );
  if (missing.length > 0) refuse(`of ${wanted} shards these are missing: ${missing.join(', ')}`);
}

function proveDenominator(inputs: readonly MergeInput[], checks: readonly CheckResult[]): void {
  const plan = inputs[0]?.results.run.plan;
  if (plan === undefined) refuse('the shards do not name their plan, so nothing proves that the checks are complete');
  const owners = new Map<string, string>();
  for (const { name, results } of inputs) {
    for (const { id, kind } of results.checks) {
      const owner = isOfEveryShard({ kind }) ? undefined : owners.get(id);
      if (owner !== undefined) refuse(`${id} was run in ${owner} and again in ${name}`);
      owners.set(id, name);
    }
  }
  const { checks: count, digest } = planDigest(checks.map((check) => check.id));
  if (count !== plan.checks) refuse(`the plan has ${plan.checks} checks, the shards together have ${count}`);
  if (digest !== plan.digest) refuse(`the shards have as many checks as the plan (${count}), but not the same ones`);
}

function mergedRun(inputs: readonly MergeInput[], first: RunInfo, out: string | undefined): RunInfo {
  const runs = inputs.map(({ results }) => results.run);
  const started = runs.map((run) => run.started).sort()[0] ?? first.started;
  const finished =
    runs
      .map((run) => run.finished)
      .sort()
      .at(-1) ?? first.finished;
  const interrupted = runs.find((run) => run.interrupted !== undefined)?.interrupted;
  const { shard: _shard, waivers: _waivers, interrupted: _interrupted, out: _out, ...whole } = first;
  const words = ['tsi', 'merge', ...inputs.map(({ name }) => name), ...(out === undefined ? [] : ['--out', out])];
  return {
    ...whole,
    id: `${first.id}+${inputs.length - 1}`,
    started,
    finished,
    durationMs: Math.max(0, Date.parse(finished) - Date.parse(started)),
    command: words.map(shellWord).join(' '),
    ...(out === undefined ? {} : { out: shellWord(out) }),
    ...(interrupted === undefined ? {} : { interrupted }),
    ...(runs.some((run) => run.killed === true) ? { killed: true } : {}),
    ...(runs.some((run) => run.bailed === true) ? { bailed: true } : {}),
  };
}

function mergedRequirements(
  requirements: readonly RequirementResult[],
  checks: readonly CheckResult[],
): readonly RequirementResult[] {
  const verdicts = new Map(checks.map((check) => [check.id, check.verdict]));
  return requirements.map((requirement) => {
    const met = requirement.checks.flatMap((id): readonly Verdict[] => {
      const verdict = verdicts.get(id);
      return verdict === undefined ? [] : [verdict];
    });
    const otherwise = requirement.checks.length === 0 ? 'untested' : 'not-run';
    return { ...requirement, verdict: worstVerdict(met) ?? otherwise };
  });
}

function refuse(message: string): never {
  throw new ProtocolError('results-invalid', message);
}
