// Certificates of clients: their levels by what a client lets be judged, and what becomes of a report that somebody has edited.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signBlindly } from '../../../reports/certificate/certified.test.aid.js';
import { certify } from '../../../reports/certificate/certify.js';
import type { Examiner } from '../../../reports/certificate/evidence.js';
import { loadPolicy, type Policy } from '../../../reports/certificate/policy.js';
import { BrokenLink } from '../../../reports/certificate/verification-links.js';
import { type Verification, verifyReport } from '../../../reports/certificate/verify.js';
import type { CheckResult, Results } from '../../../reports/model/model.js';
import { writeReports } from '../../../reports/render/write-reports.js';
import { INTENT_OPERATIONS } from '../../intents/index.js';
import { createSigner, createVerifier, PrivateKey } from '../../signing/index.js';
import { ownExaminer } from '../report/expected-plan.js';
import { ofChecks } from '../tamper/table/checks.js';
import { ofTheJournal } from '../tamper/table/journal.js';
import { ofTheRun } from '../tamper/table/run.js';
import { type Change, consistent, type Folder, type Unfiled } from '../tamper/tampering.js';
import { type Invention, inventRun } from './invented-run.test.aid.js';

const LIMIT_MS = 120_000;
const root = mkdtempSync(join(tmpdir(), 'tsi-client-certificates-'));
const key = createSigner(PrivateKey.generate());
const WHOLE = {
  capabilities: INTENT_OPERATIONS,
  claims: { concurrent: true, accounts: 2, streams: ['transactions', 'account_state', 'instruments', 'hmr'] },
} as const;
const FAILING = 'idempotency.client-same-key/answer-lost';
const BUILD = `sha256:${'b'.repeat(64)}`;

let examiner: Examiner;
let policy: Policy;
beforeAll(async () => {
  [examiner, policy] = await Promise.all([ownExaminer(), loadPolicy()]);
}, LIMIT_MS);
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function signed(dir: string): Promise<void> {
  await certify({ dir, signer: key, policy, suiteDigest: 'a'.repeat(64), examiner });
}

function verified(dir: string, expected: Parameters<typeof verifyReport>[0]['expected'] = {}): Promise<Verification> {
  const verifier = createVerifier(key.publicKey);
  return verifyReport({ dir, verifier, policy, samePolicy: true, expected, examiner, now: new Date() });
}

let runs = 0;
async function certified(invention: Invention): Promise<string> {
  runs += 1;
  const dir = join(root, `run-${runs}`);
  await inventRun(dir, invention);
  await signed(dir);
  return dir;
}

describe('a certified client', () => {
  const LITTLE = { capabilities: ['begin', 'place', 'end'], claims: { streams: [], retries: false } } as const;
  it.each<readonly [string, string, Invention]>([
    ['that shows what it holds to be so', 'client-full', { client: WHOLE }],
    [
      'of which one thing was not seen',
      'client-driven',
      { client: WHOLE, open: 'hmr.client-no-all/told-every-instrument' },
    ],
    ['that only places', 'client-driven', { client: LITTLE }],
    ['of whose outcomes one stayed open', 'client-wire', { client: WHOLE, open: 'domain.client-ack-not-final/held' }],
    ['that was watched', 'client-wire', { client: { capabilities: [], claims: {} }, watched: true }],
  ])('%s is %s', async (_, level, invention) => {
    const open = invention.open ?? '';
    const dir = await certified(open === '' ? invention : { ...invention, open: await oneOf(open) });
    expect((await verified(dir)).level).toBe(level);
  });

  it('has no level when it failed', async () => {
    const dir = await certified({ client: WHOLE, failing: FAILING });
    await expect(verified(dir)).rejects.toMatchObject({ link: 'level', message: expect.stringContaining(FAILING) });
  });

  it('is of the build that was named, and of no other', async () => {
    const dir = await certified({ client: WHOLE, words: [`--build=${BUILD}`] });
    expect(await verified(dir, { build: BUILD })).toMatchObject({ binding: 'build' });
    await expect(verified(dir, { build: `sha256:${'c'.repeat(64)}` })).rejects.toMatchObject({ link: 'build' });
    const [statement = ''] = readFileSync(join(dir, 'certificate.intoto.jsonl'), 'utf8').split('\n');
    const { payload } = JSON.parse(statement) as { readonly payload: string };
    const { subject } = JSON.parse(Buffer.from(payload, 'base64').toString()) as { readonly subject: unknown };
    expect(subject).toEqual([{ name: 'invented 1.0', digest: { sha256: 'b'.repeat(64) } }]);
  });

  it('is not of a level of services', async () => {
    const dir = await certified({ client: WHOLE });
    await expect(verified(dir, { requireLevel: 'provisional' })).rejects.toMatchObject({
      link: 'level',
      message: 'provisional is required, a level of a service; a client was judged',
    });
    expect((await verified(dir, { requireLevel: 'client-wire' })).level).toBe('client-full');
  });
});

/** A check of the statement and depth of this one, whatever its slug. */
async function oneOf(id: string): Promise<string> {
  const [requirement = ''] = id.split('/');
  const { checks } = await inventRun(join(root, 'all'), { client: WHOLE });
  const depth = requirement.startsWith('hmr') ? 'view' : 'outcome';
  return checks.find((one) => one.requirements[0] === requirement && one.depth === depth)?.id ?? firstOf(checks, depth);
}

function firstOf(checks: readonly CheckResult[], depth: CheckResult['depth']): string {
  return checks.find((one) => one.depth === depth)?.id ?? 'none';
}

const inTarget =
  (change: (target: Results['run']['target']) => object): Change =>
  ({ results, journal }) => {
    const { target } = results.run;
    return { journal, results: { ...results, run: { ...results.run, target: { ...target, ...change(target) } } } };
  };
const inClient = (change: object): Change => inTarget(({ client }) => ({ client: { ...client, ...change } }));

/** What only reports of clients have. */
const OF_CLIENTS: readonly Unfiled[] = [
  { what: 'called a service', change: inTarget(() => ({ subject: undefined })) },
  { what: 'called told, and more capable', change: inClient({ capabilities: [...INTENT_OPERATIONS, 'more'] }) },
  { what: 'other claims', change: inClient({ claims: { retries: true, patienceMs: 1 } }) },
  { what: 'another dialect', change: inClient({ dialect: 'contrary' }) },
  { what: 'another way', change: inClient({ way: 'watched' }) },
  { what: 'another language', change: inClient({ language: 'Ada' }) },
  { what: 'another depth of a check', change: ofFirst(() => ({ depth: 'wire' })) },
];

function ofFirst(change: (check: CheckResult) => Partial<CheckResult>): Change {
  return ({ results, journal }) => {
    const at = results.checks.findIndex(({ depth }) => depth === 'view');
    const checks = results.checks.map((check, index) => (index === at ? { ...check, ...change(check) } : check));
    return { journal, results: { ...results, checks } };
  };
}

/** Assertions about clients are taken over as the run computed them, and what they look at is theirs alone. */
const NOT_OF_CLIENTS = /its assertion|its expectation|its answer|profile/;
/** The whole table takes minutes: `npm run tamper`. */
const EVERY = process.env['TSI_TAMPERINGS'] === 'all' ? 1 : 12;

describe('a tampered report of a client', () => {
  it(
    'is neither signed nor accepted',
    async () => {
      const base = join(root, 'base');
      const lacking = WHOLE.capabilities.filter((operation) => operation !== 'history');
      const claims = { ...WHOLE.claims, retries: false };
      const results = await inventRun(base, { client: { capabilities: lacking, claims }, failing: FAILING });
      const first = (verdict: CheckResult['verdict']): string =>
        results.checks.find((check) => check.verdict === verdict && check.level === 'must')?.id ?? 'none';
      const journal = readFileSync(join(base, 'journal.ndjson'), 'utf8').trimEnd().split('\n');
      const sound: Folder = { results, journal };
      const failed = first('fail');
      const victims = {
        failed,
        passed: first('pass'),
        notApplicable: first('not-applicable'),
        unreachable: first('inconclusive'),
      };
      const table = [...ofChecks(victims), ...ofTheRun(), ...ofTheJournal(victims)].filter(
        ({ what }) => !NOT_OF_CLIENTS.test(what),
      );
      expect(table.length).toBeGreaterThan(120);
      const tried = [...OF_CLIENTS, ...table.filter((_, index) => index % EVERY === 0)];
      const accepted: string[] = [];
      for (const { what, change } of tried) {
        if (change === undefined) continue;
        const dir = join(root, 'tampered');
        cpSync(base, dir, { recursive: true });
        const changed = consistent(change(sound));
        writeFileSync(join(dir, 'journal.ndjson'), changed.journal);
        await writeReports(dir, changed.results, { journalPath: join(dir, 'journal.ndjson'), env: {} });
        const refused = await signed(dir).catch((error: unknown) => error);
        if (refused === undefined) accepted.push(`${what}: signed`);
        await signBlindly(dir, key);
        const broken = await verified(dir).catch((error: unknown) => error);
        if (!(broken instanceof BrokenLink) || broken.link === 'level') accepted.push(`${what}: verified`);
        rmSync(dir, { recursive: true });
      }
      expect(accepted).toEqual([]);
    },
    LIMIT_MS * 3,
  );
});
