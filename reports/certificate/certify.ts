// Makes `certificate.intoto.jsonl` for a finished report: refuses what no certificate may cover, then signs the two statements.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProtocolError } from '../../toolkit/payload/protocol-error.js';
import type { Signer } from '../../toolkit/signing/index.js';
import { CERTIFICATE_FILE, MANIFEST_FILE, manifestDifferences, parseManifest } from '../model/manifest.js';
import type { Results } from '../model/model.js';
import { readResults } from '../model/results-json.js';
import { writeFileAtomic } from '../render/atomic-write.js';
import { type Envelope, signEnvelope } from './dsse.js';
import { keyIdOf } from './key-id.js';
import { type LevelReached, levelOf, type Policy } from './policy.js';
import { levelStatement, sha256, testResultStatement } from './statement.js';

export interface Certificate {
  readonly path: string;
  readonly results: Results;
  readonly reached: LevelReached;
  readonly keyId: string;
}

/** Throws `ProtocolError` of code `certificate-invalid`: a selection, a shard, checks without a verdict, files that changed. */
export async function certify(dir: string, signer: Signer, policy: Policy, suiteDigest: string): Promise<Certificate> {
  const results = await readResults(join(dir, 'results.json'));
  refuse(certificateObstacle(results));
  const manifestBytes = await readFile(join(dir, MANIFEST_FILE));
  refuse((await manifestDifferences(dir, parseManifest(manifestBytes.toString('utf8'))))[0]);
  const input = { results, suiteDigest, manifestDigest: sha256(manifestBytes) };
  const result = Buffer.from(JSON.stringify(testResultStatement(input)), 'utf8');
  const reached = levelOf(policy, results);
  const level = Buffer.from(JSON.stringify(levelStatement(input, result, policy, reached)), 'utf8');
  const keyId = keyIdOf(signer.publicKey);
  const path = join(dir, CERTIFICATE_FILE);
  await writeFileAtomic(
    path,
    renderCertificate([result, level].map((payload) => signEnvelope(signer, keyId, payload))),
  );
  return { path, results, reached, keyId };
}

export function renderCertificate(envelopes: readonly Envelope[]): string {
  return envelopes.map((envelope) => `${JSON.stringify(envelope)}\n`).join('');
}

/** Why no certificate can be made of these results; undefined when one can. A failed run can be certified: it certifies the failure. */
export function certificateObstacle({ run, checks, findings }: Results): string | undefined {
  if (run.selection.length > 0) return `the run was limited to ${run.selection.join(' ')}; certify a run of everything`;
  if (run.shard !== undefined) return `this is shard ${run.shard}; merge all shards first`;
  if (run.interrupted !== undefined || run.killed === true) return 'the run was cut short';
  if (run.target.assumed === true) {
    return 'the embedded reference service was judged, which nothing asked for; run with --profile, or with --reference';
  }
  if (run.effort === 'quick') return 'the run had effort quick; a certificate needs standard or thorough';
  if (run.plan === undefined) return 'the results do not name their plan, so nothing proves that they are complete';
  if (checks.length !== run.plan.checks) {
    return `the plan has ${run.plan.checks} checks, the results have ${checks.length}`;
  }
  const lost = checks.find((check) => check.verdict === 'not-run' || check.verdict === 'error');
  if (lost !== undefined) return `${lost.id} has no verdict (${lost.verdict}: ${lost.reason ?? ''})`;
  const preflight = findings.find((finding) => finding.kind === 'preflight' && finding.fatal);
  return preflight === undefined ? undefined : preflight.message;
}

function refuse(obstacle: string | undefined): void {
  if (obstacle !== undefined) throw new ProtocolError('certificate-invalid', `no certificate: ${obstacle}`);
}
