// A report of everything that the suite judges, as a run on a profile of the reference service would leave it, but with an invented
// journal: an exchange and an assertion for each check. For tests of certificates, which need every check of the plan and no target.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Results, RunInfo } from '../../../reports/model/model.js';
import { writeReports } from '../../../reports/render/write-reports.js';
import { makePlan, type PlanItem } from '../../../suites/runner/plan/plan.js';
import { registeredChecks } from '../../../suites/runner/registry.js';
import { loadSuites } from '../../../suites/runner/suite-files.js';
import type { RecordDraft } from '../../journal/record.js';
import { JournalWriter } from '../../journal/writer.js';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import { fingerprint } from '../../profile/loading/fingerprint.js';
import type { Profile } from '../../profile/profile.js';
import { startReference } from '../../reference/index.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { catalogueVersionOf } from '../../requirements/frozen-catalogue.js';
import { planFactsOf } from '../run/plan-facts.js';
import { makeResults } from '../run/results.js';
import { version } from '../version.js';

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
  };
  const writer = JournalWriter.open(journalPath, {
    run,
    seed: wish.seed,
    suite,
    profile: { name: profile.name, fingerprint: fingerprint(profile) },
    settings: { effort: wish.effort, targets: ['target'], plan: planFactsOf(facts) },
  });
  const runnable = plan.items.filter((item) => item.obstacle === undefined);
  const outcomes = runnable.map((item) => play(writer, item, item.id === failing));
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
      name: profile.name,
      baseUrl: profile.baseUrl,
      environment: profile.environment,
      fingerprint: fingerprint(profile),
      ...(profile.build !== undefined && { build: profile.build }),
    },
    command: 'tsi run --profile target.yaml',
  };
  const results = makeResults({
    run: info,
    items: plan.items,
    outcomes,
    findings: [],
    catalogue,
    checks,
    waivers: [],
    today: info.finished.slice(0, 10),
    reproduce: (id) => `tsi run '${id}'`,
  });
  await writeReports(dir, results, { journalPath, env: {} });
  return { dir, results };
}

function play(
  writer: JournalWriter,
  { id, requirements, level }: PlanItem,
  fails: boolean,
): Parameters<typeof makeResults>[0]['outcomes'][number] {
  const add = (draft: Partial<RecordDraft> & Pick<RecordDraft, 'kind' | 'parsed'>): number =>
    writer.append({
      actor: 'suite',
      conn: 'http',
      check: id,
      account: null,
      client_request_id: null,
      operation_id: null,
      raw: null,
      error: null,
      cause: null,
      ...draft,
    });
  const asked = add({ kind: 'invoke', parsed: { request: 'account', method: 'GET', path: '/v1/any', headers: [] } });
  const body = { balance: '1000.00', check: id };
  const answer = add({
    kind: 'ok',
    actor: 'target',
    raw: JSON.stringify(body),
    parsed: { request: 'account', status: fails ? 500 : 200, headers: {}, body, view: {} },
    cause: asked,
  });
  const requirement = requirements[0] ?? '';
  const assertion = { requirement, record: answer, pointer: '/status', predicate: 'oneOf', expected: [200, 202] };
  const said = add({ kind: 'assert', parsed: { ...assertion, holds: !fails, message: null }, cause: answer });
  const reason = 'expected one of 200, 202, got 500';
  const evidence = fails ? [answer, said] : [];
  const verdict = fails ? 'fail' : 'pass';
  add({ kind: 'verdict', parsed: { verdict, reason: fails ? reason : '', evidence, ...(fails && { level }) } });
  const more = fails ? { reason, level, expected: 'one of 200, 202', actual: '500' } : {};
  return { target: 'target', check: id, verdict, durationMs: 1, evidence, observations: [], findings: [], ...more };
}
