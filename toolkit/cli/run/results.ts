// From the plan and what the worker reported to the results of the run. Every planned check is there with a verdict; nothing is
// invented. Counts, completeness and the exit code are `reports/model/conformance.ts`'s.

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
import type { Outcome } from '../../../suites/runner/live/outcome.js';
import type { PlanItem } from '../../../suites/runner/plan/plan.js';
import { type Waiver, type WaiverFinding, waiverFindings, waiverFor } from '../../../suites/runner/plan/waivers.js';
import { type DeclaredCheck, requirementOf, sourceOf } from '../../../suites/runner/registry.js';
import { grouped } from '../../base/grouped.js';
import { asReported } from '../../requirements/as-reported.js';
import type { Catalogue } from '../../requirements/catalogue.js';
import { ended, notRun, obstructed } from './check-result.js';
import { withRootCauses } from './root-causes.js';

export interface ResultsInput {
  readonly run: RunInfo;
  readonly items: readonly PlanItem[];
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly RunFinding[];
  readonly catalogue: Catalogue;
  /** All checks that exist, selected or not. */
  readonly checks: ReadonlyMap<string, DeclaredCheck>;
  readonly waivers: readonly Waiver[];
  /** `YYYY-MM-DD` in UTC. */
  readonly today: string;
  readonly reproduce: (checkId: string) => string;
}

export function makeResults(input: ResultsInput): Results {
  const { run, items, outcomes, catalogue, waivers, today } = input;
  const byCheck = new Map(outcomes.map((outcome) => [outcome.check, outcome]));
  const toResult = checkResults(input);
  const isShard = run.shard !== undefined;
  const checks = withRootCauses(
    items.map((item) => ({ ...toResult(item, byCheck.get(item.id)), ...(isShard && { place: item.place }) })),
  );
  const verdicts = new Map(checks.map((check) => [check.id, check.verdict]));
  // What a shard does not show, another may.
  const stale = waiverFindings(waivers, input.checks.keys(), isShard ? new Map() : verdicts, today).map(asRunFinding);
  const findings = [...input.findings, ...checkFindings(outcomes), ...stale];
  return {
    results: RESULTS_FORMAT,
    run,
    ...conformanceOf({ checks, findings, run }),
    checks,
    observations: outcomes.flatMap((outcome) =>
      outcome.observations.map((one): Observation => ({ ...one, check: outcome.check })),
    ),
    requirements: requirementResults(catalogue, input.checks, verdicts),
    findings,
  };
}

export function asRunFinding({ message }: WaiverFinding): RunFinding {
  return { kind: 'waiver', message, evidence: [], fatal: true };
}

/** The result of one check as soon as it is known; used for progress too. */
export function checkResults(
  input: Pick<ResultsInput, 'reproduce' | 'waivers' | 'today' | 'checks'>,
): (item: PlanItem, outcome: Outcome | undefined) => CheckResult {
  return (item, outcome) => {
    const base = {
      id: item.id,
      title: item.spec.title,
      requirements: item.requirements,
      sections: item.sections,
      area: item.area,
      kind: item.spec.kind,
      level: outcome?.level ?? item.level,
      reproduce: input.reproduce(item.id),
      ...sourceOf(input.checks.get(item.id)),
    };
    if (item.obstacle !== undefined) return { ...base, ...obstructed(item.obstacle) };
    if (outcome === undefined) return { ...base, ...notRun('planned, but no verdict was reported: the suite lost it') };
    const waiver = outcome.verdict === 'fail' ? waiverFor(item.id, input.waivers, input.today) : undefined;
    return { ...base, ...ended(outcome, waiver) };
  };
}

/** What checks found about the run as a whole, each message once. */
function checkFindings(outcomes: readonly Outcome[]): readonly RunFinding[] {
  const found = new Map<string, RunFinding>();
  for (const { findings } of outcomes) {
    for (const { kind, message, evidence } of findings) {
      found.set(`${kind} ${message}`, { kind, message, evidence, fatal: false });
    }
  }
  return [...found.values()];
}

function requirementResults(
  catalogue: Catalogue,
  checks: ReadonlyMap<string, DeclaredCheck>,
  verdicts: ReadonlyMap<string, CheckResult['verdict']>,
): readonly RequirementResult[] {
  const judging = [...checks].flatMap(([id, { spec }]) =>
    [...new Set<string>([requirementOf(id), ...(spec.requirements ?? [])])].map((requirement) => ({ id, requirement })),
  );
  const covering = grouped(judging, ({ requirement }) => requirement);
  return catalogue.requirements.map((requirement) => {
    const ids = (covering.get(requirement.id) ?? []).map(({ id }) => id);
    const met = ids.flatMap((id) => verdicts.get(id) ?? []);
    return {
      ...asReported(requirement),
      verdict: ids.length === 0 ? 'untested' : (worstVerdict(met) ?? 'not-run'),
      checks: ids.sort(),
    };
  });
}
