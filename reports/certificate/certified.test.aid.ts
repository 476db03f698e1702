// Certified reports for tests, in a folder of their own that goes away with `removeReports`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigner, createVerifier, PrivateKey, type Signer } from '../../toolkit/signing/index.js';
import { digestFile } from '../model/manifest.js';
import type { Results, Verdict } from '../model/model.js';
import { writeReports } from '../render/write-reports.js';
import { SAMPLE_EXAMINER, writeSampleRun } from '../sample-run.test.aid.js';
import { type Certificate, certify, renderCertificate } from './certify.js';
import { signEnvelope } from './dsse.js';
import type { Evidence } from './evidence.js';
import { keyIdOf } from './key-id.js';
import { levelOf, loadPolicy } from './policy.js';
import { sha256 } from './sha256.js';
import { levelStatement, testResultStatement } from './statement.js';
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
  await sign(run.dir);
  return run.dir;
}

/** Certifies what is in the folder with the right key. */
export async function sign(dir: string): Promise<Certificate> {
  return certify({ dir, signer, policy: await loadPolicy(), suiteDigest: SUITE, examiner: SAMPLE_EXAMINER });
}

/** What a signer does who does not ask `tsi certify`: signs whatever is there, with the right key. */
export async function signBlindly(dir: string, by: Signer = signer): Promise<void> {
  const results = JSON.parse(readFileSync(join(dir, 'results.json'), 'utf8')) as Results; // the tests wrote it
  const policy = await loadPolicy();
  const manifestDigest = sha256(readFileSync(join(dir, 'manifest.json')));
  const { sha256: journal } = await digestFile(dir, 'journal.ndjson');
  const evidence: Evidence = {
    journal,
    plan: '0'.repeat(64),
    assertions: { evaluated: 1, takenOver: 0 },
    checksTakenOver: 0,
  };
  const input = { results, manifestDigest, suiteDigest: SUITE };
  const result = Buffer.from(JSON.stringify(testResultStatement(input)));
  const level = levelStatement({
    ...input,
    resultPayload: result,
    policy,
    reached: levelOf(policy, results, evidence),
    evidence,
  });
  const envelopes = [result, Buffer.from(JSON.stringify(level))].map((one) =>
    signEnvelope(by, keyIdOf(signer.publicKey), one),
  );
  writeFileSync(join(dir, 'certificate.intoto.jsonl'), renderCertificate(envelopes));
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
    expected: {},
    examiner: SAMPLE_EXAMINER,
    now,
    ...change,
  });
}

export function removeReports(): void {
  rmSync(root, { recursive: true, force: true });
}
