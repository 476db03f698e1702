// A whole run for tests: results and the journal that they rest on, of any size, with exchanges, stream frames, assertions and verdicts
// in the forms that the suite writes. Deterministic.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REMARK, RUN_FINDINGS } from '../toolkit/journal/record.js';
import { JournalWriter } from '../toolkit/journal/writer.js';
import type { JsonValue } from '../toolkit/payload/json.js';
import { memberOf } from '../toolkit/payload/json-kind.js';
import type { Examiner } from './certificate/evidence.js';
import type { ExpectedCheck, ExpectedPlan } from './certificate/expected-plan.js';
import { planDigest } from './join/plan-digest.js';
import { conformanceOf, worstVerdict } from './model/conformance.js';
import type { CheckResult, Observation, RequirementResult, Results, Verdict } from './model/model.js';
import type { EvaluateAssertion } from './rejudge/judgement.js';
import { sampleResults } from './sample.test.aid.js';
import { Play, signatureOf } from './sample-play.test.aid.js';

export interface SampleRun {
  readonly dir: string;
  readonly results: Results;
  readonly journalPath: string;
}

export interface SampleOptions {
  readonly checks: number;
  /** Number of the first check, so that two samples can have different ones; 0 when left out. */
  readonly from?: number;
  readonly run?: string;
  /** Exchanges per check; each leaves an invoke, an answer, an assertion and now and then a frame. */
  readonly exchanges?: number;
  /** Verdicts of the first checks; the others pass. */
  readonly verdicts?: readonly Verdict[];
  readonly policy?: 'any' | 'listed';
  readonly build?: string;
  /** Text that the target sends in its bodies and the suite quotes. */
  readonly text?: string;
}

const CLOCK_OFFSET_MS = 12.4;
/** Beyond it a sample is for measuring, and nobody certifies it. */
const MOST_PLANNED = 2_000;
const AREAS: readonly (readonly [area: string, section: string])[] = [
  ['auth', '5.3'],
  ['orders', '4.1'],
  ['idempotency', '8'],
  ['lifecycle', '6.1'],
  ['subscriptions', '6'],
  ['errors', '7.1'],
  ['numbers', '1'],
];
const TITLES: readonly string[] = [
  'refuses a body hash of another body',
  'echoes the idempotency key as client_request_id in the event',
  'refuses a volume off the step',
  'delivers an event for every acknowledged operation',
  'returns the first operation for a repeated request',
];
/** Evaluates the two predicates that the sample's assertions use; the real ones are the toolkit's. */
export const evaluateSample: EvaluateAssertion = (parsed, pointer, predicate, expected) => {
  const actual = memberOf(parsed, pointer.slice(1));
  if (predicate === 'oneOf') return Array.isArray(expected) && expected.includes(actual ?? null);
  if (predicate === 'atLeast') return typeof actual === 'number' && actual >= Number(expected);
  throw new RangeError(`predicate: expected oneOf or atLeast, got ${predicate}`);
};

export function writeSampleRun(dir: string, options: SampleOptions): SampleRun {
  mkdirSync(dir, { recursive: true });
  const journalPath = join(dir, 'journal.ndjson');
  const { from = 0, run = 'run-sample' } = options;
  const writer = JournalWriter.open(journalPath, {
    run,
    seed: '7',
    suite: { name: 'tsi-conformance', version: '0.1.0' },
    profile: { name: 'Sample exchange', fingerprint: 'f'.repeat(64) },
    settings: {
      effort: 'standard',
      targets: ['target'],
      ...(options.checks <= MOST_PLANNED && { plan: planOfSample(options) }),
    },
  });
  const checks: CheckResult[] = [];
  for (let n = 0; n < options.checks; n += 1) {
    checks.push(playCheck(writer, from + n, options.verdicts?.[n] ?? 'pass', options));
  }
  writer.append({ ...REMARK, kind: 'info', parsed: { [RUN_FINDINGS]: [], clock_offset_ms: CLOCK_OFFSET_MS } });
  writer.close('finished');
  const results = resultsOf(checks, run, options);
  if (options.checks <= MOST_PLANNED) redate(journalPath, results.run);
  return { dir, journalPath, results };
}

function playCheck(writer: JournalWriter, n: number, verdict: Verdict, options: SampleOptions): CheckResult {
  const facts = factsOf(n);
  const { id, area } = facts;
  const play = new Play(writer, id, n);
  const reason = options.text ?? 'expected a refusal with 4xx, got 202';
  const exchanges = options.exchanges ?? 4;
  const needs = verdict === 'not-applicable' ? ['claim hmrEvents'] : n % 2 === 0 ? ['control stream.drop'] : [];
  let evidence: readonly number[] = [];
  const isPlanned = obstacleOf(n, verdict) !== undefined;
  if (!isPlanned && verdict !== 'not-run') {
    if (area === 'lifecycle' || area === 'subscriptions') play.openStream();
    for (let e = 0; e < exchanges; e += 1) {
      const last = e === exchanges - 1;
      const bad = last && verdict === 'fail';
      const answer = play.exchange(e, bad, options.text ?? '', verdict === 'inconclusive' && last ? 503 : 202);
      if (verdict === 'inconclusive' && last) evidence = [answer];
      else if (bad)
        evidence = [
          answer,
          play.assert(answer, { pointer: '/status', predicate: 'atLeast', expected: 400, holds: false }),
        ];
      else play.assert(answer, { pointer: '/status', predicate: 'oneOf', expected: [200, 202], holds: true });
      if (!bad) play.event(e);
    }
    for (const one of observationsOf(n - (options.from ?? 0), id)) play.observe(one);
    play.verdict(verdict, verdict === 'pass' ? '' : reason, evidence, told(evidence));
  }
  return {
    ...facts,
    verdict,
    ...(verdict === 'pass' ? {} : { reason: obstacleOf(n, verdict)?.reason ?? reason }),
    ...(verdict === 'inconclusive' && isPlanned ? { unreachable: true } : {}),
    ...(verdict === 'not-applicable' || verdict === 'inconclusive' ? { needs } : {}),
    ...told(evidence),
    evidence,
    reproduce: `tsi run '${id}' --seed 7`,
  };

  function told(
    of: readonly number[],
  ): Pick<CheckResult, 'durationMs' | 'expected' | 'actual' | 'signature' | 'needs'> {
    const failure = {
      expected: 'status 4xx',
      actual: options.text ?? 'status 202',
      signature: signatureOf(of[0] ?? 0, options.text ?? 'AAAA'),
    };
    const open = verdict === 'inconclusive' ? { needs } : {};
    return { durationMs: isPlanned ? 0 : 20 + (n % 50), ...open, ...(verdict === 'fail' ? failure : {}) };
  }
}

type Facts = Pick<CheckResult, 'id' | 'title' | 'requirements' | 'sections' | 'area' | 'kind' | 'level'>;

/** What the suite knows of a check. */
function factsOf(n: number): Facts {
  const [area, section] = AREAS[n % AREAS.length] ?? ['auth', '5.3'];
  const requirement = `${area}.rule-${Math.floor(n / AREAS.length / 3)}`;
  return {
    id: `${requirement}/case-${n}`,
    title: `${TITLES[n % TITLES.length] ?? ''} (${n})`,
    requirements: [requirement],
    sections: [section],
    area,
    kind: n % 9 === 0 ? 'property' : 'scenario',
    level: 'must',
  };
}

/** Half of the undecided ones are known to be before the run. */
function obstacleOf(n: number, verdict: Verdict): ExpectedCheck['obstacle'] {
  if (verdict === 'not-applicable') {
    return { verdict, reason: 'the profile does not claim hmrEvents', needs: ['claim hmrEvents'] };
  }
  if (verdict !== 'inconclusive' || n % 2 === 1) return undefined;
  return { verdict, reason: 'cannot be reached on this target', needs: ['control stream.drop'] };
}

/** What a suite would compute again. */
function planOfSample({ checks, from = 0, verdicts = [], ...rest }: SampleOptions): JsonValue {
  const all = Array.from({ length: checks }, (_, n): ExpectedCheck => {
    const obstacle = obstacleOf(from + n, verdicts[n] ?? 'pass');
    return { ...factsOf(from + n), ...(obstacle !== undefined && { obstacle }) };
  });
  const requirements = requirementsOf(all).map(({ verdict: _, ...one }) => one);
  return JSON.parse(JSON.stringify({ checks: all, requirements, ...rest })) as JsonValue;
}

/** The verifier's suite, for samples. */
export const SAMPLE_EXAMINER: Examiner = {
  readAgain: async () => undefined,
  evaluate: (parsed, pointer, predicate, expected) => evaluateSample(parsed, pointer, predicate, expected),
  suite: sampleResults([]).run.suite,
  computePlan: async ({ settings, profile }) => {
    // See `planOfSample`.
    const plan = memberOf(settings, 'plan') as unknown as Pick<ExpectedPlan, 'checks' | 'requirements'> &
      Pick<SampleOptions, 'policy' | 'build'>;
    const { name, baseUrl, environment, build } = targetOf(plan);
    return {
      checks: plan.checks,
      requirements: plan.requirements,
      run: { selection: [], level: 'must', policy: plan.policy ?? 'any' },
      target: { name, baseUrl, environment, fingerprint: profile.fingerprint, ...(build !== undefined && { build }) },
      waivers: [],
      causes: (checks) => checks,
      ofWaivers: () => [],
    };
  },
};

/** The journal as if it had been recorded when the results say. */
function redate(path: string, { started, finished }: Results['run']): void {
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    resealed(
      text.replace(/"started":"[^"]+"/, `"started":"${started}"`).replaceAll(/"wall":"[^"]+"/g, `"wall":"${finished}"`),
    ),
  );
}

/** A journal with the digest of its lines as they are: what whoever changes it can make again. */
export function resealed(text: string): string {
  const at = text.lastIndexOf('\n{"end":') + 1;
  const digest = createHash('sha256').update(text.slice(0, at)).digest('hex');
  return text.slice(0, at) + text.slice(at).replace(/"sha256":"[0-9a-f]+"/, `"sha256":"${digest}"`);
}

/** What the first two checks measure. */
function observationsOf(n: number, check: string): readonly Observation[] {
  if (n === 0) return [{ name: 'timestamp window', value: 5000, unit: 'ms', section: '8', check, evidence: [1] }];
  if (n > 1) return [];
  return [
    { name: 'key conflict answer', value: { status: 409, code: 'CONFLICT' }, section: '7.1', check, evidence: [3] },
  ];
}

function targetOf({ build }: Pick<SampleOptions, 'build'>): Results['run']['target'] {
  return {
    name: 'Sample exchange',
    baseUrl: 'http://127.0.0.1:8080',
    environment: 'sandbox',
    fingerprint: 'f'.repeat(64),
    clockOffsetMs: CLOCK_OFFSET_MS,
    ...(build !== undefined && { build: { digest: build } }),
  };
}

function requirementsOf(checks: readonly (Facts & { readonly verdict?: Verdict })[]): readonly RequirementResult[] {
  const ids = [...new Set(checks.flatMap((check) => check.requirements))];
  const tested = ids.map((id): RequirementResult => {
    const own = checks.filter((check) => check.requirements.includes(id));
    return {
      id,
      section: own[0]?.sections[0] ?? '5.3',
      level: 'must',
      statement: `The body hash is the SHA-256 of the exact request body, and ${id} says so.`,
      verdict: worstVerdict(own.flatMap((check) => check.verdict ?? [])) ?? 'untested',
      checks: own.map((check) => check.id),
    };
  });
  const untested: RequirementResult = {
    id: 'limits.retention',
    section: '8',
    level: 'may',
    statement: 'Closed positions are kept for one month.',
    verdict: 'untested',
    checks: [],
    untestable: 'the interface marks it as subject to clarification',
  };
  return [...tested, untested];
}

function resultsOf(checks: readonly CheckResult[], runId: string, options: SampleOptions): Results {
  const requirements = requirementsOf(checks);
  const hasRun = ({ verdict, unreachable }: CheckResult): boolean =>
    ['pass', 'fail', 'error'].includes(verdict) || (verdict === 'inconclusive' && unreachable !== true);
  const observations = checks.flatMap((check, n) => (hasRun(check) ? observationsOf(n, check.id) : []));
  const run: Results['run'] = {
    ...sampleResults([]).run,
    policy: options.policy ?? 'any',
    node: process.version,
    id: runId,
    plan: planDigest(checks.map((check) => check.id)),
    target: targetOf(options),
    command: 'tsi run --profile sample.yaml --seed 7',
  };
  return {
    results: 1,
    run,
    ...conformanceOf({ checks, findings: [], run }),
    checks,
    observations,
    requirements,
    findings: [],
  };
}
