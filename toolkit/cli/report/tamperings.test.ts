import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrokenLink } from '../../../reports/certificate/broken-link.js';
import { signBlindly } from '../../../reports/certificate/certified.test.aid.js';
import { certify } from '../../../reports/certificate/certify.js';
import type { Examiner } from '../../../reports/certificate/evidence.js';
import { loadPolicy, type Policy } from '../../../reports/certificate/policy.js';
import { verifyReport } from '../../../reports/certificate/verify.js';
import { makeManifest, renderManifest } from '../../../reports/model/manifest.js';
import type { CheckResult, Results } from '../../../reports/model/model.js';
import { writeReports } from '../../../reports/render/write-reports.js';
import { createSigner, createVerifier, PrivateKey } from '../../signing/index.js';
import { ownExaminer } from './expected-plan.js';
import { writePlannedRun } from './planned-run.test.aid.js';
import { consistent, type Folder, type Tampering, tamperings, type Victims } from './tamperings.test.aid.js';

const root = mkdtempSync(join(tmpdir(), 'tsi-tampered-'));
const key = createSigner(PrivateKey.generate());
const FAILED = 'ack.status-202/order';
/** The whole table takes minutes: `npm run tamper`. */
const EVERY = process.env['TSI_TAMPERINGS'] === 'all' ? 1 : 16;
const COUNTED: Victims = { failed: FAILED, passed: 'b', notApplicable: 'c', unreachable: 'd' };

let base = '';
let sound: Folder;
let table: readonly Tampering[] = [];
let examiner: Examiner;
let policy: Policy;
beforeAll(async () => {
  const run = await writePlannedRun(join(root, 'base'), { failing: FAILED, change: limited });
  base = run.dir;
  sound = { results: run.results, journal: readFileSync(join(base, 'journal.ndjson'), 'utf8').trimEnd().split('\n') };
  const first = (fits: (check: CheckResult) => boolean): string => run.results.checks.find(fits)?.id ?? 'none';
  table = tamperings({
    failed: FAILED,
    passed: first(({ verdict, level }) => verdict === 'pass' && level === 'must'),
    notApplicable: first(({ verdict }) => verdict === 'not-applicable'),
    unreachable: first(({ verdict }) => verdict === 'inconclusive'),
  });
  examiner = await ownExaminer();
  policy = await loadPolicy();
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A target that claims less than everything, and cannot be brought into every state. */
function limited(
  profile: Parameters<NonNullable<NonNullable<Parameters<typeof writePlannedRun>[1]>['change']>>[0],
): typeof profile {
  const { 'stream.drop': _, ...control } = profile.control;
  return { ...profile, control, claims: { ...profile.claims, hmrEvents: false } };
}

async function tampered({ what, change }: Tampering, name: string): Promise<string> {
  const { results, journal } = consistent(change(sound));
  const before = consistent(sound);
  if (JSON.stringify(results) === JSON.stringify(before.results) && journal === before.journal) {
    throw new Error(`${what} changes nothing`);
  }
  const dir = join(root, name);
  cpSync(base, dir, { recursive: true });
  writeFileSync(join(dir, 'journal.ndjson'), journal);
  await writeReports(dir, results, { journalPath: join(dir, 'journal.ndjson'), env: {} });
  return dir;
}

const signed = (dir: string): Promise<unknown> =>
  certify({ dir, signer: key, policy, suiteDigest: 'a'.repeat(64), examiner });
const verified = (dir: string, by = key): Promise<unknown> =>
  verifyReport({
    dir,
    verifier: createVerifier(by.publicKey),
    policy,
    samePolicy: true,
    expected: {},
    examiner,
    now: new Date(),
  });

describe('a tampered report', () => {
  it('is sound before', async () => {
    const dir = join(root, 'sound');
    cpSync(base, dir, { recursive: true });
    await signed(dir);
    // The signature holds, and a failure has no level.
    await expect(verified(dir)).rejects.toMatchObject({ link: 'level' });
  });

  const whats = tamperings(COUNTED).map(({ what }, index) => [what, index] as const);
  it('is tried in at least 150 ways', () => expect(whats.length).toBeGreaterThanOrEqual(150));

  it.each(whats.filter((_, index) => index % EVERY === 0))(
    'is neither signed nor accepted: %s',
    async (_what, index) => {
      const tampering = table[index];
      if (tampering === undefined) throw new RangeError('no such tampering');
      const dir = await tampered(tampering, `tampered-${index}`);
      await expect(signed(dir)).rejects.toMatchObject({ code: expect.stringMatching(/-invalid$/) });
      // Somebody signs it all the same, with other software.
      await signBlindly(dir, key);
      const broken = await verified(dir).catch((error: unknown) => error);
      expect(broken).toBeInstanceOf(BrokenLink);
      expect(broken).not.toMatchObject({ link: 'level' });
      rmSync(dir, { recursive: true });
    },
    60_000,
  );

  it('is not accepted when it was signed before', async () => {
    const dir = join(root, 'signed');
    cpSync(base, dir, { recursive: true });
    await signed(dir);
    for (const { change } of table.filter((_, index) => index % EVERY === 0)) {
      const { results, journal } = consistent(change(sound));
      writeFileSync(join(dir, 'journal.ndjson'), journal);
      writeFileSync(join(dir, 'results.json'), JSON.stringify(results));
      const names = [
        'results.json',
        'journal.ndjson',
        'junit.xml',
        'ctrf.json',
        'summary.md',
        'index.html',
        'metrics.prom',
      ];
      writeFileSync(
        join(dir, 'manifest.json'),
        renderManifest(await makeManifest(dir, (results as Results).run.id, names)),
      );
      await expect(verified(dir)).rejects.toMatchObject({ link: 'manifest' });
    }
  }, 120_000);
});
