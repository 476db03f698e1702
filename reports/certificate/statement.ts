// The two in-toto statements of a certificate: what the run found (predicate test-result v0.1) and which level that is under a policy.
// test-result has no place for undecided and not-applicable checks; they stand in an extension, and the policy decides about them.
import type { JsonObject, JsonValue } from '../../toolkit/payload/json.js';
import { isDecisiveFailure } from '../model/conformance.js';
import { CERTIFICATE_FILE, MANIFEST_FILE } from '../model/manifest.js';
import type { CheckResult, Results } from '../model/model.js';
import type { Evidence } from './evidence.js';
import { type LevelReached, type Policy, validUntil } from './policy.js';
import { sha256 } from './sha256.js';

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const TEST_RESULT = 'https://in-toto.io/attestation/test-result/v0.1';
export const LEVEL_PREDICATE = 'urn:tsi-conformance:level:1';
const EXTENSION = 'urn:tsi-conformance:test-result:1';

export interface StatementInput {
  readonly results: Results;
  /** Hex SHA-256 of `manifest.json`. */
  readonly manifestDigest: string;
  /** Hex SHA-256 over the suite's package as it ran. */
  readonly suiteDigest: string;
}

/** The statement is a function of the results and two digests, so a verifier builds it again and compares. */
export function testResultStatement({ results, manifestDigest, suiteDigest }: StatementInput): JsonObject {
  const { run } = results;
  const ids = (fits: (check: CheckResult) => boolean): readonly string[] =>
    results.checks
      .filter(fits)
      .map((check) => check.id)
      .sort();
  const failed = ids((check) => isDecisiveFailure(check, run.level));
  const warned = ids((check) => check.verdict === 'fail' && !isDecisiveFailure(check, run.level));
  return {
    _type: STATEMENT_TYPE,
    subject: subjectOf(results, manifestDigest),
    predicateType: TEST_RESULT,
    predicate: {
      result: results.conformant ? (warned.length > 0 || !judgesEverything(results) ? 'WARNED' : 'PASSED') : 'FAILED',
      configuration: [
        { name: 'profile', digest: { sha256: run.target.fingerprint } },
        { name: 'catalogue', digest: { sha256: run.suite.catalogue } },
        { name: 'suite', uri: `pkg:npm/${run.suite.name}@${run.suite.version}`, digest: { sha256: suiteDigest } },
        { name: 'waivers', digest: { sha256: sha256(JSON.stringify(waivedOf(results))) } },
        { name: MANIFEST_FILE, digest: { sha256: manifestDigest } },
      ],
      passedTests: ids((check) => check.verdict === 'pass'),
      warnedTests: warned,
      failedTests: failed,
      [EXTENSION]: extensionOf(results),
    },
  };
}

/** Whether a plain PASSED is the truth: a target of somebody was judged, and of what applies nothing stayed undecided. */
function judgesEverything({ run, counts }: Results): boolean {
  return run.target.embedded !== true && counts.inconclusive === 0;
}

/** The build where the profile names its digest; otherwise the evidence, which binds an endpoint and no build. */
function subjectOf({ run }: Results, manifestDigest: string): JsonValue {
  const digest = buildDigest(run.target.build?.digest);
  if (digest !== undefined) return [{ name: run.target.name, digest }];
  return [{ name: MANIFEST_FILE, digest: { sha256: manifestDigest } }];
}

/** `sha256:<hex>` and the like. */
function buildDigest(text: string | undefined): JsonObject | undefined {
  const [, algorithm, value] = /^([a-z0-9]+):([0-9a-f]{32,128})$/i.exec(text ?? '') ?? [];
  return algorithm === undefined || value === undefined
    ? undefined
    : { [algorithm.toLowerCase()]: value.toLowerCase() };
}

function extensionOf(results: Results): JsonObject {
  const { run, checks } = results;
  const { name, baseUrl, environment, subject, client, embedded } = run.target;
  const open = (verdict: CheckResult['verdict']): JsonValue =>
    checks
      .filter((check) => check.verdict === verdict)
      .map((check) => ({ id: check.id, reason: check.reason ?? '', needs: check.needs ?? [] }))
      .sort(byId);
  const isBound = buildDigest(run.target.build?.digest) !== undefined;
  return {
    binding: bindingOf(run.target, isBound),
    run: run.id,
    seed: run.seed,
    started: run.started,
    finished: run.finished,
    effort: run.effort,
    level: run.level,
    policy: run.policy ?? 'unreachable',
    selection: run.selection,
    ...(run.accepted !== undefined && { accepted: run.accepted }),
    target: {
      name,
      baseUrl,
      environment,
      ...(subject !== undefined && { subject }),
      // A client that claims less, never to send again say, proves less.
      ...(client !== undefined && { client: { ...client } }),
      ...(embedded === true && { embedded }),
    },
    plan: run.plan === undefined ? null : { ...run.plan },
    conformant: results.conformant,
    complete: results.complete,
    exitCode: results.exitCode,
    undecided: open('inconclusive'),
    notApplicable: open('not-applicable'),
    errors: open('error'),
    notRun: open('not-run'),
    waived: waivedOf(results),
    findings: results.findings.map(({ kind, message, fatal }) => ({ kind, message, fatal })),
  };
}

function bindingOf({ subject }: Results['run']['target'], isBound: boolean): string {
  if (subject === 'client') return isBound ? 'build digest stated by --build' : 'command started, build not bound';
  return isBound ? 'build digest stated by the profile' : 'endpoint observed, build not bound';
}

function waivedOf({ checks }: Results): JsonValue {
  return checks
    .flatMap(({ id, verdict, waiver }) => (waiver === undefined ? [] : [{ id, verdict, ...waiver }]))
    .sort(byId);
}

export interface LevelInput extends Pick<StatementInput, 'results' | 'manifestDigest'> {
  /** The signed statement of what the run found. */
  readonly resultPayload: Uint8Array;
  readonly policy: Policy;
  readonly reached: LevelReached;
  readonly evidence: Evidence;
}

export function levelStatement({
  results,
  manifestDigest,
  resultPayload,
  policy,
  reached: { level, missed },
  evidence,
}: LevelInput): JsonObject {
  return {
    _type: STATEMENT_TYPE,
    subject: subjectOf(results, manifestDigest),
    predicateType: LEVEL_PREDICATE,
    predicate: {
      result: { predicateType: TEST_RESULT, name: CERTIFICATE_FILE, digest: { sha256: sha256(resultPayload) } },
      policy: { name: policy.name, digest: { sha256: policy.digest } },
      level: level?.name ?? 'none',
      summary: level?.summary ?? 'no level of the policy is reached',
      validUntil: level === undefined ? null : validUntil(level, results.run),
      missed: missed.map((one) => ({ ...one })),
      // What the signer's own suite found when it looked, and every verifier's must find again.
      evidence: {
        catalogue: { sha256: results.run.suite.catalogue },
        plan: { sha256: evidence.plan },
        journal: { sha256: evidence.journal },
        assertions: { ...evidence.assertions },
        checksTakenOver: evidence.checksTakenOver,
      },
    },
  };
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
