// Results of a run that was killed before it could write them: what its journal shows, the rest `not-run`. Never more than that.

import { memberOf } from '../../toolkit/payload/json-kind.js';
import { planDigest } from '../join/plan-digest.js';
import { conformanceOf, worstVerdict } from '../model/conformance.js';
import type { CheckResult, RequirementResult, Results, Verdict } from '../model/model.js';
import type { JudgedCheck, Judgement } from './judgement.js';

/** What the journal does not know about a check; the command line takes it from the suites. */
export type CheckFacts = Pick<
  CheckResult,
  'title' | 'requirements' | 'sections' | 'area' | 'kind' | 'level' | 'source' | 'line'
>;

export interface KilledRun {
  readonly judgement: Judgement;
  /** Undefined for a check that this version does not know. */
  readonly facts: (check: string) => CheckFacts | undefined;
  readonly requirements: readonly Omit<RequirementResult, 'verdict' | 'checks'>[];
  readonly catalogue: string;
  readonly command: string;
}

const EFFORTS = ['quick', 'standard', 'thorough'] as const;

export function resultsFromJournal({ judgement, facts, requirements, catalogue, command }: KilledRun): Results {
  const { header, until } = judgement;
  const planned = memberOf(header.settings, 'checks');
  const ids = Array.isArray(planned) ? planned.filter((id): id is string => typeof id === 'string') : [];
  const all = [...new Set([...ids, ...judgement.checks.keys()])];
  const checks = all.map((id) => checkOf(id, judgement.checks.get(id), facts(id), header.seed));
  const run: Results['run'] = {
    id: header.run,
    seed: header.seed,
    started: header.started,
    finished: until,
    durationMs: Math.max(0, Date.parse(until) - Date.parse(header.started)) || 0,
    effort: EFFORTS.find((one) => one === memberOf(header.settings, 'effort')) ?? 'standard',
    level: 'must',
    selection: [],
    plan: planDigest(all),
    suite: { name: header.suite.name, version: header.suite.version, catalogue },
    node: header.node,
    target: {
      name: header.profile.name,
      baseUrl: 'not recorded',
      environment: 'unknown',
      fingerprint: header.profile.fingerprint,
    },
    command,
    killed: true,
  };
  const findings = [
    {
      kind: 'suite' as const,
      message: 'the run was killed; this report is made from its journal',
      evidence: [],
      fatal: false,
    },
  ];
  return {
    results: 1,
    run,
    ...conformanceOf({ checks, findings, run }),
    checks,
    observations: [],
    requirements: requirements.map((requirement) => {
      const own = checks.filter((check) => check.requirements.includes(requirement.id));
      const verdict = worstVerdict(own.map((check) => check.verdict)) ?? 'untested';
      return { ...requirement, verdict, checks: own.map((check) => check.id) };
    }),
    findings,
  };
}

function checkOf(
  id: string,
  judged: JudgedCheck | undefined,
  facts: CheckFacts | undefined,
  seed: string,
): CheckResult {
  const requirement = id.split('/')[0] ?? id;
  const verdict: Verdict = judged?.recomputed ?? 'not-run';
  const reason = judged?.recorded === undefined ? 'the run ended before this check did' : judged.reason;
  return {
    id,
    title: facts?.title ?? id,
    requirements: facts?.requirements ?? [requirement],
    sections: facts?.sections ?? [],
    area: facts?.area ?? requirement.split('.')[0] ?? 'unknown',
    kind: facts?.kind ?? 'scenario',
    level: judged?.level ?? facts?.level ?? 'must',
    ...(facts?.source === undefined ? {} : { source: facts.source }),
    ...(facts?.line === undefined ? {} : { line: facts.line }),
    verdict,
    ...(verdict === 'pass' ? {} : { reason: reason === '' ? verdict : reason }),
    ...(verdict === 'fail' && judged !== undefined && judged.violates.length > 0 && { violates: judged.violates }),
    evidence: judged?.evidence ?? [],
    reproduce: `tsi run '${id}' --seed ${seed}`,
    durationMs: 0,
  };
}
