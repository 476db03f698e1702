// Whether results say what their journal says: the same run, the same verdicts, a conformance that follows from them.

import type { JsonValue } from '../../toolkit/payload/json.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import { canonicalJson, sameJson } from '../../toolkit/payload/same-json.js';
import { conformanceOf } from '../model/conformance.js';
import type { CheckResult, Results, RunFinding, RunInfo } from '../model/model.js';
import { inconsistency } from '../model/results-json.js';
import { observationText } from './check-judge.js';
import type { JudgedCheck, Judgement, RunFindingRecord } from './judgement.js';
import { readsAlike } from './redacted-texts.js';

/** Differences as sentences; empty when everything agrees. */
export function differencesFromResults(judgement: Judgement, results: Results): readonly string[] {
  return [
    ...headerDifferences(judgement, results.run),
    ...verdictDifferences(judgement, results),
    ...evidenceDifferences(judgement, results.checks),
    ...findingDifferences(judgement, results),
    ...observationDifferences(judgement, results),
    ...conformanceDifferences(results),
  ];
}

function headerDifferences({ header, footer }: Judgement, run: RunInfo): readonly string[] {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['run', header.run, run.id],
    ['seed', header.seed, run.seed],
    ['suite version', header.suite.version, run.suite.version],
    ['profile fingerprint', header.profile.fingerprint, run.target.fingerprint],
    ['suite name', header.suite.name, run.suite.name],
    ['effort', memberOf(header.settings, 'effort'), run.effort],
    ['profile name', header.profile.name, run.target.name],
    ['node', header.node, run.node],
  ];
  const differing = pairs
    .filter(([, journal, results]) => journal !== results)
    .map(([what, journal, results]) => `${what}: the journal says ${journal}, the results say ${results}`);
  const interrupted = footer?.reason === 'interrupted' && run.interrupted === undefined;
  return interrupted ? [...differing, 'the journal was interrupted, the results do not say so'] : differing;
}

/** What is found after the journal was closed: about waivers, lost results, secrets in it. */
const OF_THE_MAIN_THREAD: readonly string[] = ['waiver', 'suite', 'secret'];

/** What a run found besides its checks weighs as much as they do. */
function findingDifferences({ runFindings, footer, records }: Judgement, { findings }: Results): readonly string[] {
  if (runFindings === undefined) return [];
  const odd = findings.find((one) => isFatal(one) !== one.fatal || one.evidence.some((index) => index > records));
  if (odd !== undefined) {
    return [`the finding (${odd.kind}: ${odd.message}) weighs other than it does, or rests on nothing`];
  }
  const { named = 0, echoed = 0 } = footer?.secrets ?? {};
  const expected = [named, echoed].filter((count) => count > 0).length;
  if (findings.filter(({ kind }) => kind === 'secret').length !== expected) {
    return ['what is said of secrets on the wire is not what the journal says'];
  }
  const isIn = (list: readonly RunFindingRecord[], { kind, message }: RunFindingRecord): boolean =>
    list.some((one) => one.kind === kind && one.message === message);
  const lost = runFindings.filter((one) => !isIn(findings, one));
  const added = findings.filter((one) => !OF_THE_MAIN_THREAD.includes(one.kind) && !isIn(runFindings, one));
  return [
    ...lost.map(({ kind, message }) => `the journal has a finding (${kind}: ${message}) that the results lack`),
    ...added.map(({ kind, message }) => `the results have a finding (${kind}: ${message}) that the journal lacks`),
  ];
}

/** Findings that fail a run: what only the suite or its user can mend, and that nothing could be judged. */
function isFatal({ kind, preflight }: RunFinding): boolean {
  return kind === 'suite' || kind === 'waiver' || preflight !== undefined;
}

function verdictDifferences(judgement: Judgement, results: Results): readonly string[] {
  const known = new Map(results.checks.map((check) => [check.id, check]));
  const sentences = results.checks.flatMap((check) => {
    const judged = judgement.checks.get(check.id);
    if (judged === undefined) {
      return needsRecords(check) ? [`${check.id}: ${check.verdict}, but the journal has nothing of it`] : [];
    }
    // A run that is being stopped takes a check back that had come to no decision.
    const taken = check.verdict === 'not-run' && (judged.recorded === 'inconclusive' || judged.recorded === undefined);
    if (taken) return [];
    if (judged.recomputed !== check.verdict) {
      return [`${check.id}: the results say ${check.verdict}, the journal says ${judged.recomputed}`];
    }
    const told = toldOtherwise(judged, check);
    if (told !== undefined) return [`${check.id}: its ${told} is not that of the journal`];
    const { level = check.level } = judged;
    if (check.verdict !== 'fail' || level === check.level) return [];
    return [`${check.id}: failed at level ${check.level} by the results, at level ${level} by the journal`];
  });
  const hidden = [...judgement.checks.keys()].filter((id) => !known.has(id));
  return [...sentences, ...hidden.map((id) => `${id}: in the journal, but not in the results`)];
}

/** What the journal says of a verdict besides; texts may be shortened in it. */
function toldOtherwise(
  { recorded, reason, evidence, told, violates: judgedViolates }: JudgedCheck,
  check: CheckResult,
): string | undefined {
  if (recorded !== check.verdict) return undefined;
  const stated = check.reason ?? '';
  const cut = /\.\.\. \(\d+ characters\)$/.exec(reason);
  const isSame = cut === null ? stated === reason : stated.startsWith(reason.slice(0, cut.index));
  if (!isSame) return 'reason';
  if (!sameJson([...evidence], [...check.evidence])) return 'evidence';
  // Results of an earlier version do not name what is violated.
  const { violates = judgedViolates } = check;
  if (!sameJson([...violates], [...judgedViolates])) return 'list of violated requirements';
  if (told === undefined) return undefined;
  return TOLD.find((name) => !saysTheSame(memberOf(told, name), check[name]));
}

const TOLD = ['expected', 'actual', 'needs', 'durationMs', 'property', 'signature'] as const;

function saysTheSame(journal: JsonValue | undefined, results: unknown): boolean {
  // Members of results are plain data.
  const [told, stated] = [journal ?? null, (results ?? null) as JsonValue].map(canonicalJson);
  return readsAlike(told ?? '', stated ?? '');
}

/** A check that really ran leaves records; one that the plan already decided, or that was lost, does not. */
export function needsRecords(check: CheckResult): boolean {
  if (check.verdict === 'pass' || check.verdict === 'fail') return true;
  return check.verdict === 'inconclusive' && check.unreachable !== true;
}

function observationDifferences({ checks }: Judgement, { observations }: Results): readonly string[] {
  const known = new Set([...checks.values()].flatMap((check) => check.observations));
  const stated = new Set(observations.map((one) => textOf(one)));
  // What a first try measured, the next may have measured anew.
  const lost = [...checks].filter(([, one]) => !one.isAgain && one.observations.some((text) => !stated.has(text)));
  return [
    ...observations
      .filter((one) => !known.has(textOf(one)))
      .map(({ name, check }) => `the observation "${name}" of ${check ?? 'the run'} is not in the journal`),
    ...lost.map(([id]) => `the journal has an observation of ${id} that the results lack`),
  ];
}

function textOf(one: Results['observations'][number]): string {
  return observationText({ ...one, evidence: [...one.evidence] });
}

function evidenceDifferences({ records }: Judgement, checks: readonly CheckResult[]): readonly string[] {
  return checks.flatMap((check) => {
    const beyond = check.evidence.find((index) => index > records);
    return beyond === undefined ? [] : [`${check.id}: names record ${beyond}, the journal ends at ${records}`];
  });
}

function conformanceDifferences(results: Results): readonly string[] {
  const conformance = conformanceOf(results);
  const inconsistent = inconsistency(results);
  const differing = (['conformant', 'complete', 'exitCode'] as const)
    .filter((member) => conformance[member] !== results[member])
    .map((member) => `${member} is ${results[member]}, but ${conformance[member]} follows from the verdicts`);
  return inconsistent === undefined ? differing : [inconsistent, ...differing];
}
