// A report of everything that the suite judges, as a run on a profile of the reference service would leave it, but with an invented
// journal: an exchange, a stream now and then, and assertions for each check. What is tampered with, and what tests of certificates need:
// every check of the plan, and no target.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Results, RunInfo } from '../../../reports/model/model.js';
import { writeReports } from '../../../reports/render/write-reports.js';
import type { Outcome } from '../../../suites/runner/live/outcome.js';
import { makePlan, type PlanItem } from '../../../suites/runner/plan/plan.js';
import { registeredChecks } from '../../../suites/runner/registry.js';
import { loadSuites } from '../../../suites/runner/suite-files.js';
import { settingsOf } from '../../checkers/settings.js';
import { REMARK, type RecordDraft, RUN_FINDINGS } from '../../journal/record.js';
import { JournalWriter } from '../../journal/writer.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { Dialect, RequestName } from '../../profile/dialect/dialect.js';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import { viewOf } from '../../profile/dialect/reading/answer-view.js';
import { fingerprint } from '../../profile/loading/fingerprint.js';
import type { Profile } from '../../profile/profile.js';
import { startReference } from '../../reference/index.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { catalogueVersionOf } from '../../requirements/frozen-catalogue.js';
import { planFactsOf } from '../run/plan-facts.js';
import { makeResults } from '../run/results.js';
import { version } from '../version.js';
import { judgedOver, KeptJournal, OVER_RUNS } from './over-the-journal.js';

export interface PlannedRun {
  readonly dir: string;
  readonly results: Results;
}

/** `failing` is the id of a check that fails; `change` makes another profile of that of the reference service. */
export async function writePlannedRun(
  dir: string,
  {
    failing,
    change = (one) => one,
  }: { readonly failing?: string; readonly change?: (profile: Profile) => Profile } = {},
): Promise<PlannedRun> {
  const [catalogue] = await Promise.all([loadCatalogue(), loadSuites()]);
  const reference = await startReference({ habits: [], faults: [], dialect: 'default' });
  await reference.close();
  const profile = change({ ...reference.profile, name: 'Invented exchange', file: join(dir, 'target.yaml') });
  const dialect = await loadDialect(profile);
  const wish = {
    selection: { selectors: [], sections: [] },
    shard: undefined,
    seed: '7',
    effort: 'standard',
    suiteFolders: [],
  } as const;
  const checks = registeredChecks();
  const target = { profile, dialect, allowTrading: false, effort: wish.effort };
  const plan = makePlan({ checks: checks.values(), requirements: catalogue.byId, target, selection: wish.selection });
  const run = randomUUID();
  const started = new Date();
  const suite = { name: 'tsi-conformance', version: version() };
  const journalPath = join(dir, 'journal.ndjson');
  const facts = {
    profile,
    dialect,
    wish,
    level: 'must',
    commandLine: 'tsi run --profile target.yaml',
    reproduce: (id: string) => `tsi run '${id}'`,
    allowTrading: false,
    assumed: false,
    waivers: [],
    program: 'tsi',
    outOption: undefined,
    ci: false,
  };
  const writer = JournalWriter.open(journalPath, {
    run,
    seed: wish.seed,
    suite,
    profile: { name: profile.name, fingerprint: fingerprint(profile) },
    settings: {
      effort: wish.effort,
      targets: ['target'],
      plan: planFactsOf(facts),
      checkers: settingsOf([profile]),
    },
  });
  const runnable = plan.items.filter((item) => item.obstacle === undefined);
  const [overRuns, others] = [true, false].map((is) => runnable.filter(({ id }) => OVER_RUNS.has(id) === is));
  const journal = new KeptJournal(writer);
  const outcomes = (others ?? []).map((item, place) =>
    new Play(journal, dialect, item).all(item.id === failing, place),
  );
  outcomes.push(...(await judgedOver(journal, overRuns ?? [], profile)));
  const findings = [{ kind: 'control' as const, message: 'operation.fail did not do what it should, once' }];
  writer.append({ ...REMARK, kind: 'info', parsed: { [RUN_FINDINGS]: findings, clock_offset_ms: 0 } });
  writer.close('finished');
  const finished = new Date();
  const info: RunInfo = {
    id: run,
    seed: wish.seed,
    started: started.toISOString(),
    finished: finished.toISOString(),
    durationMs: finished.getTime() - started.getTime(),
    effort: wish.effort,
    level: 'must',
    selection: [],
    plan: plan.whole,
    policy: profile.policy.inconclusive,
    ...(profile.policy.accept !== undefined && { accepted: profile.policy.accept }),
    suite: { ...suite, catalogue: catalogue.digest, catalogueVersion: catalogueVersionOf(checks.keys()) },
    node: process.version,
    target: {
      clockOffsetMs: 0,
      name: profile.name,
      baseUrl: profile.baseUrl,
      environment: profile.environment,
      fingerprint: fingerprint(profile),
      ...(profile.build !== undefined && { build: profile.build }),
    },
    command: facts.commandLine,
    program: facts.program,
  };
  const results = makeResults({
    run: info,
    items: plan.items,
    outcomes,
    findings: findings.map((one) => ({ ...one, evidence: [], fatal: false })),
    catalogue,
    checks,
    waivers: [],
    today: info.finished.slice(0, 10),
    reproduce: (id) => `tsi run '${id}'`,
  });
  await writeReports(dir, results, { journalPath, env: {} });
  return { dir, results };
}

type Draft = Partial<RecordDraft> & Pick<RecordDraft, 'kind' | 'parsed'>;

/** Of as many checks, one listens, too. */
const EVERY_LISTENER = 7;
/** So many measure something. */
const MEASURING = 2;
const ACCOUNT = '1000001';
/** Of the messages of a stream; claims rest on the first. */
const BALANCES = ['1000.00', '1000.10', '1000.20'] as const;

/** One check as a run would write it: an exchange, now and then a stream, assertions, a verdict. */
class Play {
  readonly #writer: KeptJournal;
  readonly #dialect: Dialect;
  readonly #item: PlanItem;

  constructor(writer: KeptJournal, dialect: Dialect, item: PlanItem) {
    this.#writer = writer;
    this.#dialect = dialect;
    this.#item = item;
  }

  all(fails: boolean, place: number): Outcome {
    const { id, level } = this.#item;
    const observations = place < MEASURING ? [this.#measure(place)] : [];
    if (place % EVERY_LISTENER === 0) this.#listen(place);
    // An error that nobody minds: histories of errors rest on more than one answer.
    if (place === 1) this.#exchange('account', 404, { error: { code: 'NOT_FOUND', message: 'no such account' } });
    const answer = this.#exchange('account', fails ? 500 : 200, { balance: '1000.00', check: id });
    const operand = { record: answer, pointer: '/status', predicate: 'oneOf', expected: [200, 202] };
    const said = this.#assert({ ...operand, holds: !fails, message: null }, answer);
    const evidence = fails ? [answer, said] : [];
    const verdict = fails ? 'fail' : 'pass';
    const reason = 'expected one of 200, 202, got 500';
    const told = { ...(fails && { expected: 'one of 200, 202', actual: '500' }), durationMs: 1 };
    this.#add({
      kind: 'verdict',
      parsed: { verdict, reason: fails ? reason : '', evidence, ...(fails && { level }), told },
    });
    const more = fails ? { reason, level } : {};
    return { target: 'target', check: id, verdict, evidence, observations, findings: [], ...told, ...more };
  }

  #add(draft: Draft): number {
    return this.#writer.append({ ...REMARK, check: this.#item.id, ...draft });
  }

  #assert(parsed: JsonObject, cause: number): number {
    const requirement = this.#item.requirements[0] ?? '';
    return this.#add({ kind: 'assert', parsed: { requirement, ...parsed }, cause });
  }

  #exchange(request: RequestName, status: number, body: JsonObject | null): number {
    const path = '/v1/any';
    const timestamp = Date.now();
    const payload = {
      api_key: 'key',
      idempotency_key: '',
      timestamp,
      sign_version: 1,
      method: 'GET',
      path,
      body_hash: EMPTY,
    };
    const headers = [
      ['SVC-API-KEY', payload.api_key],
      ['SVC-IDEMPOTENCY-KEY', payload.idempotency_key],
      ['SVC-TIMESTAMP', String(timestamp)],
      ['SVC-SIGN-VERSION', '1'],
      ['SVC-DATA', Buffer.from(JSON.stringify(payload)).toString('base64url')],
    ];
    const frame = { conn: 'http', account: ACCOUNT };
    const cause = this.#add({ ...frame, kind: 'invoke', parsed: { request, method: 'GET', path, headers } });
    const view = body === null ? null : viewOf(this.#dialect, request, status, body);
    const parsed = { request, status, headers: {}, body, view };
    const raw = body === null ? null : JSON.stringify(body);
    return this.#add({ ...frame, kind: 'ok', actor: 'target', raw, parsed, cause });
  }

  #listen(place: number): void {
    const handshake = this.#exchange('eventsStream', 101, null);
    const frame = { conn: `ws-${place}`, account: ACCOUNT };
    const opened = this.#add({ ...frame, kind: 'open', parsed: null, cause: handshake });
    const command = { type: 'subscribe', event: 'account_state' };
    const asked = { kind: 'frame', message: command, view: { action: 'subscribe', event: 'account_state' } };
    this.#add({ ...frame, kind: 'send', raw: JSON.stringify(command), parsed: asked, cause: opened });
    const [event = 0] = BALANCES.map((balance) => this.#message(frame, opened, balance));
    this.#assert(
      { record: event, pointer: '/view', predicate: 'present', expected: null, holds: true, message: null },
      event,
    );
    const computed = {
      computed: true,
      expected: 'one event',
      actual: 'one',
      evidence: [event],
      holds: true,
      message: null,
    };
    this.#assert(computed, event);
    const kind = { pointer: '/kind', predicate: 'equals' };
    this.#assert({ ...computed, shown: [{ record: event, ...kind, expected: 'account_state_event' }] }, event);
    const sought = [{ conn: frame.conn, after: opened, facts: [{ ...kind, expected: 'tick' }] }];
    this.#assert({ ...computed, expected: 'no tick', actual: 'none', sought }, event);
    this.#add({ kind: 'control', parsed: { action: 'market.move', params: { instrument: 'EURUSD' }, ok: true } });
    this.#add({ ...frame, kind: 'close', parsed: { code: 1000, clean: true }, cause: opened });
  }

  #message(frame: Pick<RecordDraft, 'conn' | 'account'>, cause: number, balance: string): number {
    const event_time = '2026-01-01T00:00:00+00:00';
    const body = { type: 'account_state_event', event_time, balance, equity: balance, used_margin: '0.00' };
    const [message] = this.#dialect.readFrame(body);
    // A view holds JSON and absent members.
    const parsed = JSON.parse(JSON.stringify(message ?? null)) as JsonValue;
    return this.#add({ ...frame, kind: 'event', actor: 'target', raw: JSON.stringify(body), parsed, cause });
  }

  #measure(place: number): Outcome['observations'][number] {
    const measured = { name: `window ${place}`, value: 30_000, unit: 'ms', section: '8', evidence: [] };
    this.#add({ kind: 'observe', parsed: measured });
    return measured;
  }
}

/** The body hash of nothing (interface 5.3, rule 3). */
const EMPTY = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';
