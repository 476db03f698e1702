// Makes `certificate.intoto.jsonl` for a finished report: refuses what no certificate may cover and what a verifier would reject, then
// signs the two statements.

import { join } from 'node:path';
import { readRegularFile } from '../../toolkit/journal/regular-file.js';
import { ProtocolError } from '../../toolkit/payload/protocol-error.js';
import type { Signer } from '../../toolkit/signing/index.js';
import { CERTIFICATE_FILE, MANIFEST_FILE, manifestDifferences, parseManifest } from '../model/manifest.js';
import type { Results } from '../model/model.js';
import { readResults } from '../model/results-json.js';
import { writeFileAtomic } from '../render/atomic-write.js';
import { certificateObstacle } from './certificate-obstacle.js';
import { type Envelope, signEnvelope } from './dsse.js';
import { type Evidence, type Examiner, examine } from './evidence.js';
import { keyIdOf } from './key-id.js';
import { type LevelReached, levelOf, type Policy } from './policy.js';
import { sha256 } from './sha256.js';
import { levelStatement, testResultStatement } from './statement.js';
import { BrokenLink } from './verification-links.js';

export interface Certificate {
  readonly path: string;
  readonly results: Results;
  readonly reached: LevelReached;
  readonly keyId: string;
}

export interface CertifyInput {
  readonly dir: string;
  readonly signer: Signer;
  readonly policy: Policy;
  /** Hex SHA-256 over the suite's package as it is. */
  readonly suiteDigest: string;
  readonly examiner: Examiner;
}

/**
 * Throws `ProtocolError` of code `certificate-invalid`: a selection, a shard, checks without a verdict, files that changed, a journal or
 * a plan from which these results do not follow.
 */
export async function certify({ dir, signer, policy, suiteDigest, examiner }: CertifyInput): Promise<Certificate> {
  const results = await readResults(join(dir, 'results.json'));
  refuse(certificateObstacle(results));
  const manifestBytes = readRegularFile(join(dir, MANIFEST_FILE));
  const manifest = parseManifest(manifestBytes.toString('utf8'));
  refuse(manifest.run === results.run.id ? undefined : 'results and manifest are of different runs');
  refuse((await manifestDifferences(dir, manifest))[0]);
  const evidence = await examined(dir, results, examiner);
  const input = { results, suiteDigest, manifestDigest: sha256(manifestBytes) };
  const result = Buffer.from(JSON.stringify(testResultStatement(input)), 'utf8');
  const reached = levelOf(policy, results, evidence);
  const level = Buffer.from(
    JSON.stringify(levelStatement({ ...input, resultPayload: result, policy, reached, evidence })),
    'utf8',
  );
  const keyId = keyIdOf(signer.publicKey);
  const path = join(dir, CERTIFICATE_FILE);
  await writeFileAtomic(
    path,
    renderCertificate([result, level].map((payload) => signEnvelope(signer, keyId, payload))),
  );
  return { path, results, reached, keyId };
}

/** Nothing is signed that `tsi verify` would then reject. */
async function examined(dir: string, results: Results, examiner: Examiner): Promise<Evidence> {
  try {
    return await examine(dir, results, examiner);
  } catch (error) {
    if (!(error instanceof BrokenLink)) throw error;
    throw new ProtocolError(
      'certificate-invalid',
      `no certificate: the report breaks at ${error.link}: ${error.message}`,
      {
        cause: error,
      },
    );
  }
}

export function renderCertificate(envelopes: readonly Envelope[]): string {
  return envelopes.map((envelope) => `${JSON.stringify(envelope)}\n`).join('');
}

function refuse(obstacle: string | undefined): void {
  if (obstacle !== undefined) throw new ProtocolError('certificate-invalid', `no certificate: ${obstacle}`);
}
