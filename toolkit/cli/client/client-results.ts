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
import { violated } from '../../../reports/model/violated.js';
import type { ClientPlanItem } from '../../../suites/clients/playing/plan.js';
import { requirementsOf } from '../../../suites/clients/playing/plan.js';
import type { PlayedCheck } from '../../../suites/clients/playing/play.js';
import type { ClientCheck } from '../../../suites/clients/stage/registry.js';
import { lowestOf } from '../../../suites/runner/level.js';
import { type Waiver, waiverFindings, waiverFor } from '../../../suites/runner/plan/waivers.js';
import type { Catalogue } from '../../requirements/catalogue.js';

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
  const checks = items.map((item) => toResult(item, byCheck.get(item.check.spec.id)));
  const verdicts = new Map(checks.map((check) => [check.id, check.verdict]));
  const all = [...input.checks];
  const ids = all.map(({ spec }) => spec.id);
  const stale = waiverFindings(waivers, ids, verdicts, today).map(
    ({ message }): RunFinding => ({ kind: 'waiver', message, evidence: [], fatal: true }),
  );
  const findings = [...input.findings, ...stale];
  return {
    results: RESULTS_FORMAT,
    run,
    ...conformanceOf({ checks, findings, run }),
    checks,
    observations: played.flatMap(({ check, observed }) =>
      observed.map(({ name, value }): Observation => ({ name, value, section: '', check, evidence: [] })),
    ),
    requirements: requirementResults(catalogue, all, verdicts),
    findings,
  };
}

/** The result of one check as soon as it is known; used for progress too. */
export function clientCheckResults(
  input: Pick<ClientResultsInput, 'reproduce' | 'waivers' | 'today' | 'catalogue'>,
): (item: ClientPlanItem, played: PlayedCheck | undefined) => CheckResult {
  const levelOf = (id: string | undefined): 'should' | undefined =>
    input.catalogue.byId.get(id ?? '')?.level === 'should' ? 'should' : undefined;
  return ({ check, requirements, sections, level, obstacle }, played) => {
    const { id, title } = check.spec;
    const base = {
      id,
      title,
      requirements,
      sections,
      area: check.area,
      kind: 'scenario' as const,
      level,
      reproduce: input.reproduce(id),
      source: check.source,
    };
    if (obstacle !== undefined) {
      const { verdict, reason, needs } = obstacle;
      const unreachable = verdict === 'inconclusive' ? { unreachable: true } : {};
      return { ...base, verdict, reason, needs, ...unreachable, evidence: [], durationMs: 0 };
    }
    if (played === undefined) {
      return {
        ...base,
        verdict: 'not-run',
        reason: 'planned, and the run was over before it',
        evidence: [],
        durationMs: 0,
      };
    }
    const { verdict, reason, expected, actual, evidence, needs, durationMs, requirement } = played;
    const waiver = verdict === 'fail' ? waiverFor(id, input.waivers, input.today) : undefined;
    return {
      ...base,
      ...(verdict === 'fail' && { level: lowestOf(check.spec.level, played.level, levelOf(requirement)) }),
      ...(requirement !== undefined && {
        requirements: [requirement, ...requirements.filter((one) => one !== requirement)],
      }),
      verdict,
      ...(reason !== undefined && { reason }),
      ...(expected !== undefined && { expected }),
      ...(actual !== undefined && { actual }),
      ...(needs !== undefined && { needs }),
      ...(verdict === 'fail' && violated(played)),
      evidence,
      durationMs,
      ...(waiver !== undefined && { waiver }),
    };
  };
}

/** What binds services is not in question here. */
function requirementResults(
  catalogue: Catalogue,
  checks: readonly ClientCheck[],
  verdicts: ReadonlyMap<string, CheckResult['verdict']>,
): readonly RequirementResult[] {
  return catalogue.requirements
    .filter(({ subject }) => subject === 'client')
    .map(({ id, section, level, statement, untestable }) => {
      const ids = checks.filter(({ spec }) => requirementsOf(spec).includes(id)).map(({ spec }) => spec.id);
      const met = ids.flatMap((check) => verdicts.get(check) ?? []);
      return {
        id,
        section,
        level,
        statement,
        verdict: ids.length === 0 ? 'untested' : (worstVerdict(met) ?? 'not-run'),
        checks: [...ids].sort(),
        ...(untestable !== undefined && { untestable }),
      };
    });
}
