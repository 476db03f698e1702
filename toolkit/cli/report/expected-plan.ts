// The plan of a finished run, computed anew by this suite from what its journal says of profile and wish; for certificates.
import type { Examiner } from '../../../reports/certificate/evidence.js';
import type { ComputePlan } from '../../../reports/certificate/expected-plan.js';
import { declaredChecks } from '../../../suites/runner/declared-checks.js';
import { ofPackage } from '../../../suites/runner/plan/of-catalogue.js';
import { waiverFindings } from '../../../suites/runner/plan/waivers.js';
import { requirementOf, sourceOf } from '../../../suites/runner/registry.js';
import { grouped } from '../../base/grouped.js';
import { settingsOf } from '../../checkers/settings.js';
import type { JsonValue } from '../../payload/json.js';
import { memberOf } from '../../payload/json-kind.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import { sameJson } from '../../payload/same-json.js';
import type { Profile } from '../../profile/profile.js';
import { asReported } from '../../requirements/as-reported.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { catalogueVersionOf } from '../../requirements/frozen-catalogue.js';
import { expectedOfClient } from '../client/client-facts.js';
import {
  ANY_CHECK,
  dueChecks,
  fingerprintOfFacts,
  type PlanFacts,
  planAgain,
  readPlanFacts,
} from '../run/plan-facts.js';
import { asRunFinding } from '../run/results.js';
import { withRootCauses } from '../run/root-causes.js';
import { version } from '../version.js';
import { evaluateAssertion } from './evaluate.js';
import { judgeHistory } from './judge-history.js';
import { judgeSent } from './judge-sent.js';
import { readAgain } from './read-again.js';

/** This very suite, as reports are measured by it. */
export async function ownExaminer(): Promise<Examiner> {
  const { digest } = await loadCatalogue();
  return {
    evaluate: evaluateAssertion,
    computePlan,
    readAgain,
    judgeSent,
    judgeHistory,
    suite: { name: 'tsi-conformance', version: version(), catalogue: digest },
  };
}

const computePlan: ComputePlan = async (header, { effort }) => {
  const [catalogue, all] = await Promise.all([loadCatalogue(), declaredChecks()]);
  if (memberOf(header.settings, 'subject') === 'client') return expectedOfClient(header.settings, catalogue);
  const facts = readPlanFacts(header.settings);
  requireOwnSettings(header.settings, facts);
  const checks = dueChecks(facts, all);
  const plan = planAgain(facts, effort, catalogue, checks);
  const judging = [...checks].flatMap(([id, { spec }]) =>
    [...new Set<string>([requirementOf(id), ...(spec.requirements ?? [])])].map((requirement) => ({ id, requirement })),
  );
  const covering = grouped(judging, ({ requirement }) => requirement);
  const { profile } = facts;
  const text = (name: string): string => String(profile[name] ?? '');
  const { inconclusive, accept } = (profile['policy'] ?? {}) as {
    readonly inconclusive?: 'listed';
    readonly accept?: readonly string[];
  }; // compared with the results afterwards
  const build = memberOf(profile, 'build');
  return {
    checks: plan.items.map(({ id, spec, area, requirements, sections, level, obstacle }) => ({
      id,
      title: spec.title,
      requirements,
      sections,
      area,
      kind: spec.kind,
      level,
      ...sourceOf(checks.get(id)),
      ...(obstacle !== undefined && { obstacle }),
    })),
    requirements: catalogue.requirements.map((requirement) => ({
      ...asReported(requirement),
      checks: (covering.get(requirement.id) ?? []).map((one) => one.id).sort(),
    })),
    run: {
      selection: facts.selection,
      level: facts.level === 'should' ? 'should' : 'must',
      ...(typeof facts.command === 'string' && { command: facts.command }),
      ...facts.about,
      ...(inconclusive !== undefined && { policy: inconclusive }),
      ...(accept !== undefined && { accepted: accept }),
    },
    catalogueVersion: facts.catalogue ?? catalogueVersionOf(ofPackage(all).keys()),
    target: {
      name: text('name'),
      baseUrl: text('baseUrl'),
      environment: text('environment'),
      fingerprint: fingerprintOfFacts(facts),
      ...(facts.embedded && { embedded: true as const }),
      ...(facts.assumed && { assumed: true as const }),
      ...(build !== undefined && { build: build as { readonly version?: string; readonly digest?: string } }), // compared afterwards
    },
    waivers: facts.waivers,
    causes: withRootCauses,
    ofWaivers: (verdicts, day) => waiverFindings(facts.waivers, all.keys(), verdicts, day).map(asRunFinding),
    ...(typeof facts.reproduce === 'string' && { reproduce: repeating(facts.reproduce) }),
  };
};

/** By what its histories are judged follows from the profile: whoever waits longer, or knows fewer decimals, finds less. */
function requireOwnSettings(settings: JsonValue, { profile }: PlanFacts): void {
  // A journal shows a profile as it is, but for its secrets.
  const own = settingsOf([profile as unknown as Profile]);
  if (sameJson(memberOf(settings, 'checkers') ?? null, own)) return;
  throw new ProtocolError(
    'verification-failed',
    'the settings by which its history is judged do not follow from the profile of the journal',
  );
}

function repeating(template: string): (id: string) => string {
  return (id) => template.replace(ANY_CHECK, () => id);
}
