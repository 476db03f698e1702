// Certified reports for tests, in a folder of their own that goes away with `removeReports`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigner, createVerifier, PrivateKey, type Signer } from '../../toolkit/signing/index.js';
import type { Verdict } from '../model/model.js';
import { writeReports } from '../render/write-reports.js';
import { evaluateSample, writeSampleRun } from '../sample-run.test.aid.js';
import { certify } from './certify.js';
import { loadPolicy } from './policy.js';
import { type Verification, type VerifyInput, verifyReport } from './verify.js';

export const root: string = mkdtempSync(join(tmpdir(), 'tsi-certificate-'));
export const signer: Signer = createSigner(PrivateKey.generate());
export const stranger: Signer = createSigner(PrivateKey.generate());
export const SUITE: string = 'd'.repeat(64);

let folders = 0;
export function freshFolder(): string {
  folders += 1;
  return join(root, `report-${folders}`);
}

/** Resolves to the folder of a certified report whose first checks have these verdicts; the others pass. */
export async function makeReport(verdicts: readonly Verdict[] = []): Promise<string> {
  const run = writeSampleRun(freshFolder(), { checks: 42, verdicts });
  await writeReports(run.dir, run.results, { journalPath: run.journalPath, env: {} });
  await certify(run.dir, signer, await loadPolicy(), SUITE);
  return run.dir;
}

/** With the right key, at a time when certificates of the sample hold, unless `change` says otherwise. */
export async function verify(dir: string, change: Partial<VerifyInput> = {}): Promise<Verification> {
  const verifier = createVerifier(signer.publicKey);
  const now = new Date('2026-03-15T00:00:00Z');
  return verifyReport({
    dir,
    verifier,
    policy: await loadPolicy(),
    samePolicy: true,
    evaluate: evaluateSample,
    now,
    ...change,
  });
}

export function removeReports(): void {
  rmSync(root, { recursive: true, force: true });
}
