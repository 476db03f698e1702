// From the plan and what was played to the results of a run: every planned check is there with a verdict. Counts, completeness and the
// exit code are `reports/model/conformance.ts`'s.
import { conformanceOf, worstVerdict } from '../../../reports/model/conformance.js';
import {
  type CheckResult,
  type Observation,
  RESULTS_FORMAT,
  type RequirementResult,
  type Results,
  type RunFinding,
  type RunInfo,
} from '../../../reports/model/model.js';
import type { ClientPlanItem } from '../../../suites/clients/playing/plan.js';
import { requirementsOf } from '../../../suites/clients/playing/plan.js';
import type { PlayedCheck } from '../../../suites/clients/playing/play.js';
import type { ClientCheck } from '../../../suites/clients/stage/registry.js';
import { lowestOf } from '../../../suites/runner/level.js';
import { type Waiver, waiverFindings, waiverFor } from '../../../suites/runner/plan/waivers.js';
import type { JsonValue } from '../../payload/json.js';
import type { Catalogue } from '../../requirements/catalogue.js';
import { ended, notRun, obstructed } from '../run/check-result.js';
import { asRunFinding } from '../run/results.js';
import { withRootCauses } from '../run/root-causes.js';

export interface ClientResultsInput {
  readonly run: RunInfo;
  readonly items: readonly ClientPlanItem[];
  readonly played: readonly PlayedCheck[];
  readonly findings: readonly RunFinding[];
  readonly catalogue: Catalogue;
  /** All checks that exist, selected or not. */
  readonly checks: Iterable<ClientCheck>;
  readonly waivers: readonly Waiver[];
  /** `YYYY-MM-DD` in UTC. */
  readonly today: string;
  readonly reproduce: (checkId: string) => string;
}

export function clientResults(input: ClientResultsInput): Results {
  const { run, items, played, catalogue, waivers, today } = input;
  const byCheck = new Map(played.map((one) => [one.check, one]));
  const toResult = clientCheckResults(input);
  const checks = withRootCauses(items.map((item) => toResult(item, byCheck.get(item.check.spec.id))));
  const verdicts = new Map(checks.map((check) => [check.id, check.verdict]));
  const all = [...input.checks];
  const ids = all.map(({ spec }) => spec.id);
  // What a shard does not show, another may.
  const shown = run.shard === undefined ? verdicts : new Map<string, CheckResult['verdict']>();
  const stale = waiverFindings(waivers, ids, shown, today).map(asRunFinding);
  const findings = [...input.findings, ...stale];
  return {
    results: RESULTS_FORMAT,
    run,
    ...conformanceOf({ checks, findings, run }),
    checks,
    observations: played.flatMap(({ check, observed }) =>
      observed.map(({ name, value }): Observation => ({ ...observation(name, value), check })),
    ),
    requirements: requirementResults(catalogue, all, verdicts),
    findings,
  };
}

/** As results and the journal have it. */
export function observation(
  name: string,
  value: JsonValue,
): Pick<Observation, 'name' | 'value' | 'section'> & { readonly evidence: [] } {
  return { name, value, section: '', evidence: [] };
}

/** The result of one check as soon as it is known; used for progress too. */
export function clientCheckResults(
  input: Pick<ClientResultsInput, 'reproduce' | 'waivers' | 'today' | 'catalogue'>,
): (item: ClientPlanItem, played: PlayedCheck | undefined) => CheckResult {
  const levelOf = (id: string | undefined): 'should' | undefined =>
    input.catalogue.byId.get(id ?? '')?.level === 'should' ? 'should' : undefined;
  return (item, played) => {
    const { check, obstacle } = item;
    const { id } = check.spec;
    const base = {
      ...plannedCheck(item),
      ...(item.place !== undefined && { place: item.place }),
      reproduce: input.reproduce(id),
    };
    if (obstacle !== undefined) return { ...base, ...obstructed(obstacle) };
    if (played === undefined) return { ...base, ...notRun('planned, and the run was over before it') };
    const isFailed = played.verdict === 'fail';
    const level = lowestOf(check.spec.level, played.level, levelOf(played.requirement));
    const waiver = isFailed ? waiverFor(id, input.waivers, input.today) : undefined;
    return { ...base, ...(isFailed && { level }), ...ended(played, waiver) };
  };
}

/** A check as the plan has it, whatever becomes of it. */
export function plannedCheck({
  check: { spec, area, source },
  requirements,
  sections,
  level,
}: ClientPlanItem): Pick<
  CheckResult,
  'id' | 'title' | 'requirements' | 'sections' | 'area' | 'kind' | 'level' | 'depth' | 'source'
> {
  const { id, title, depth } = spec;
  return { id, title, requirements, sections, area, kind: 'scenario', level, depth, source };
}

/** The statements that bind clients, with their checks; what binds services is not in question here. */
export function clientStatements(
  { requirements }: Catalogue,
  checks: readonly ClientCheck[],
): readonly Omit<RequirementResult, 'verdict'>[] {
  return requirements
    .filter(({ subject }) => subject === 'client')
    .map(({ id, section, level, statement, untestable }) => {
      const own = checks.filter(({ spec }) => requirementsOf(spec).includes(id)).map(({ spec }) => spec.id);
      return {
        id,
        section,
        level,
        statement,
        ...(untestable !== undefined && { untestable }),
        checks: [...own].sort(),
      };
    });
}

function requirementResults(
  catalogue: Catalogue,
  checks: readonly ClientCheck[],
  verdicts: ReadonlyMap<string, CheckResult['verdict']>,
): readonly RequirementResult[] {
  return clientStatements(catalogue, checks).map((one) => {
    const met = one.checks.flatMap((check) => verdicts.get(check) ?? []);
    return { ...one, verdict: one.checks.length === 0 ? 'untested' : (worstVerdict(met) ?? 'not-run') };
  });
}
