// A whole run for tests: results and the journal that they rest on, of any size, with exchanges, stream frames, assertions and verdicts
// in the forms that the suite writes. Deterministic.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordDraft } from '../toolkit/journal/record.js';
import { JournalWriter } from '../toolkit/journal/writer.js';
import type { JsonValue } from '../toolkit/payload/json.js';
import { memberOf } from '../toolkit/payload/json-kind.js';
import { planDigest } from './join/plan-digest.js';
import { conformanceOf, worstVerdict } from './model/conformance.js';
import type {
  CheckResult,
  Observation,
  RequirementResult,
  Results,
  SignatureExplanation,
  Verdict,
} from './model/model.js';
import type { EvaluateAssertion } from './rejudge/judgement.js';
import { sampleResults } from './sample.test.aid.js';

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
  /** Text that the target sends in its bodies and the suite quotes. */
  readonly text?: string;
}

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
    profile: { name: 'sample', fingerprint: 'f'.repeat(64) },
  });
  const checks: CheckResult[] = [];
  for (let n = 0; n < options.checks; n += 1) {
    checks.push(playCheck(writer, from + n, options.verdicts?.[n] ?? 'pass', options));
  }
  writer.close('finished');
  return { dir, journalPath, results: resultsOf(checks, run) };
}

function playCheck(writer: JournalWriter, n: number, verdict: Verdict, options: SampleOptions): CheckResult {
  const [area, section] = AREAS[n % AREAS.length] ?? ['auth', '5.3'];
  const requirement = `${area}.rule-${Math.floor(n / AREAS.length / 3)}`;
  const id = `${requirement}/case-${n}`;
  const play = new Play(writer, id, n);
  const reason = options.text ?? 'expected a refusal with 4xx, got 202';
  const exchanges = options.exchanges ?? 4;
  let evidence: readonly number[] = [];
  if (verdict !== 'not-applicable' && verdict !== 'not-run') {
    if (area === 'lifecycle' || area === 'subscriptions') play.openStream();
    for (let e = 0; e < exchanges; e += 1) {
      const last = e === exchanges - 1;
      const bad = last && verdict === 'fail';
      const answer = play.exchange(e, bad, options.text ?? '', verdict === 'inconclusive' && last ? 503 : 202);
      if (verdict === 'inconclusive' && last) evidence = [answer];
      else if (bad) evidence = [answer, play.assert(answer, '/status', 'atLeast', 400, false)];
      else play.assert(answer, '/status', 'oneOf', [200, 202], true);
      if (!bad) play.event(e);
    }
    play.verdict(verdict, verdict === 'pass' ? '' : reason, evidence);
  }
  const title = `${TITLES[n % TITLES.length] ?? ''} (${n})`;
  return {
    id,
    title,
    requirements: [requirement],
    sections: [section],
    area,
    kind: n % 9 === 0 ? 'property' : 'scenario',
    level: 'must',
    verdict,
    ...(verdict === 'pass' ? {} : { reason }),
    ...(verdict === 'fail' ? { expected: 'status 4xx', actual: options.text ?? 'status 202' } : {}),
    ...(verdict === 'inconclusive'
      ? { unreachable: n % 2 === 0, needs: n % 2 === 0 ? ['control stream.drop'] : [] }
      : {}),
    ...(verdict === 'fail' ? { signature: signatureOf(evidence[0] ?? 0, options.text ?? 'AAAA') } : {}),
    evidence,
    reproduce: `tsi run '${id}' --seed 7`,
    durationMs: 20 + (n % 50),
  };
}

/** `text` stands where the suite quotes what was sent. */
function signatureOf(record: number, text: string): SignatureExplanation {
  return {
    record,
    verdict: 'broken',
    summary: `A verifier must refuse this request. The doctor finds: body_hash is not the hash of the body. Got ${text}.`,
    prepared: 'body hash of another body',
    stages: [
      { stage: 'headers', state: 'ok' },
      {
        stage: 'body-hash',
        state: 'broken',
        detail: 'body_hash is not the hash of the body.',
        expected: 'B',
        actual: text,
      },
      { stage: 'access', state: 'unknown', detail: 'what the key may do is known to the server alone' },
    ],
  };
}

/** Writes the records of one check. */
class Play {
  readonly #writer: JournalWriter;
  readonly #check: string;
  readonly #account: string;
  readonly #n: number;

  constructor(writer: JournalWriter, check: string, n: number) {
    this.#writer = writer;
    this.#check = check;
    this.#n = n;
    this.#account = `acc-${n}`;
  }

  exchange(e: number, damaged: boolean, text: string, status: number): number {
    const body = JSON.stringify({ type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '0.10', price: `1.0${e}` });
    const key = `key-${this.#n}-${e}-${hash(`${this.#n}/${e}`).slice(0, 12)}`;
    const path = `/v1/trading/accounts/${this.#account}/orders`;
    const timestamp = 1_772_359_200_000 + this.#n * 37 + e;
    const payload = JSON.stringify({
      api_key: 'pub-key-0001',
      idempotency_key: key,
      timestamp,
      sign_version: 1,
      method: 'POST',
      path,
      body_hash: hash(damaged ? 'another body' : body),
    });
    const headers: readonly (readonly [string, string])[] = [
      ['SVC-API-KEY', 'pub-key-0001'],
      ['SVC-IDEMPOTENCY-KEY', key],
      ['SVC-TIMESTAMP', String(timestamp)],
      ['SVC-SIGN-VERSION', '1'],
      ['SVC-DATA', Buffer.from(payload).toString('base64url')],
      ['SVC-SIGN', hash(payload).repeat(2)],
      ['content-type', 'application/json'],
    ];
    const more = damaged ? { damage: 'body hash of another body' } : {};
    const invoke = this.#append(
      'invoke',
      'suite',
      'http',
      body,
      { request: 'placeOrder', method: 'POST', path, headers, ...more },
      null,
      key,
    );
    const operation = this.#operation(e);
    const answer = JSON.stringify({
      operation_id: operation,
      client_request_id: key,
      ...(text === '' ? {} : { note: text }),
    });
    const view = { operationId: operation, clientRequestId: key };
    const parsed = {
      request: 'placeOrder',
      status,
      headers: { 'content-type': 'application/json', server: text || 'sample' },
      body: JSON.parse(answer),
      view,
    };
    return this.#append('ok', 'target', 'http', answer, parsed, invoke, key, operation);
  }

  assert(record: number, pointer: string, predicate: string, expected: JsonValue, holds: boolean): number {
    const requirement = this.#check.split('/')[0] ?? '';
    return this.#append(
      'assert',
      'suite',
      null,
      null,
      { requirement, record, pointer, predicate, expected, holds, message: null },
      record,
    );
  }

  openStream(): void {
    this.#append('open', 'suite', `ws-${this.#n}`, null, null, null);
    this.#append('send', 'suite', `ws-${this.#n}`, '{"action":"subscribe","event":"transactions"}', null, null);
  }

  event(e: number): void {
    const message = { event: 'transaction_event', status: 'success', operation_id: this.#operation(e), payload: {} };
    const parsed = { kind: 'transaction_event', message, view: { status: 'success', operationId: this.#operation(e) } };
    this.#append('event', 'target', `ws-${this.#n}`, JSON.stringify(message), parsed, null, null, this.#operation(e));
  }

  verdict(verdict: Verdict, reason: string, evidence: readonly number[]): void {
    this.#append('verdict', 'suite', null, null, { verdict, reason, evidence: [...evidence] }, null);
  }

  #operation(e: number): string {
    return `op-${this.#n}-${e}`;
  }

  #append(
    kind: RecordDraft['kind'],
    actor: string,
    conn: string | null,
    raw: string | null,
    parsed: JsonValue,
    cause: number | null,
    client_request_id: string | null = null,
    operation_id: string | null = null,
  ): number {
    const common = { check: this.#check, account: this.#account, error: null };
    return this.#writer.append({ ...common, kind, actor, conn, raw, parsed, cause, client_request_id, operation_id });
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function resultsOf(checks: readonly CheckResult[], runId: string): Results {
  const ids = [...new Set(checks.flatMap((check) => check.requirements))];
  const requirements = ids.map((id): RequirementResult => {
    const own = checks.filter((check) => check.requirements.includes(id));
    return {
      id,
      section: own[0]?.sections[0] ?? '5.3',
      level: 'must',
      statement: `The body hash is the SHA-256 of the exact request body, and ${id} says so.`,
      verdict: worstVerdict(own.map((check) => check.verdict)) ?? 'untested',
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
  const observations: readonly Observation[] = [
    { name: 'timestamp window', value: 5000, unit: 'ms', section: '8', check: checks[0]?.id ?? null, evidence: [1] },
    {
      name: 'key conflict answer',
      value: { status: 409, code: 'CONFLICT' },
      section: '7.1',
      check: checks[1]?.id ?? null,
      evidence: [3],
    },
  ];
  const run: Results['run'] = {
    ...sampleResults([]).run,
    policy: 'any',
    id: runId,
    plan: planDigest(checks.map((check) => check.id)),
    target: {
      name: 'Sample exchange',
      baseUrl: 'http://127.0.0.1:8080',
      environment: 'sandbox',
      fingerprint: 'f'.repeat(64),
      clockOffsetMs: 12.4,
    },
    command: 'tsi run --profile sample.yaml --seed 7',
  };
  return {
    results: 1,
    run,
    ...conformanceOf({ checks, findings: [], run }),
    checks,
    observations,
    requirements: [...requirements, untested],
    findings: [],
  };
}
