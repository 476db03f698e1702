// What a certified report is worth today, for badges and for pages about many: a level that holds, one that is over, a certified failure,
// or nothing, because the certificate does not verify. Everything is verified anew; nothing is taken from an earlier look.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Verifier } from '../../toolkit/signing/index.js';
import { CERTIFICATE_FILE } from '../model/manifest.js';
import type { Results } from '../model/model.js';
import { readResults } from '../model/results-json.js';
import { keyIdOf } from './key-id.js';
import { BrokenLink, NoLevelReached } from './verification-links.js';
import { type VerifyInput, verifyReport } from './verify.js';

export type CertificateStatus =
  | {
      readonly kind: 'valid' | 'expired';
      readonly level: string;
      readonly until: string;
      readonly keyId: string;
      readonly results: Results;
    }
  /** Signed, and of no level: what failed, or what stayed open. */
  | {
      readonly kind: 'failed' | 'incomplete';
      readonly reason: string;
      readonly keyId: string;
      readonly results: Results;
    }
  | { readonly kind: 'unverified'; readonly reason: string; readonly results?: Results };

export interface StatusInput extends Pick<VerifyInput, 'dir' | 'policy' | 'samePolicy' | 'examiner' | 'now'> {
  /** Keys that are trusted; one of them must have signed. */
  readonly verifiers: readonly Verifier[];
}

export async function certificateStatusOf({ verifiers, ...input }: StatusInput): Promise<CertificateStatus> {
  if (!existsSync(join(input.dir, CERTIFICATE_FILE))) return unverified(input.dir, 'it has no certificate');
  let reason = 'no key to verify it with';
  for (const verifier of verifiers) {
    try {
      return await statusBy(verifier, input);
    } catch (error) {
      if (!(error instanceof BrokenLink)) throw error;
      reason = `broken at ${error.link}: ${error.message}`;
      // Another key may have made it; nothing else gets better by another key.
      if (error.link !== 'signature') break;
    }
  }
  return unverified(input.dir, reason);
}

async function unverified(dir: string, reason: string): Promise<CertificateStatus> {
  const results = await readResults(join(dir, 'results.json')).catch(() => undefined);
  return { kind: 'unverified', reason, ...(results !== undefined && { results }) };
}

async function statusBy(verifier: Verifier, input: Omit<StatusInput, 'verifiers'>): Promise<CertificateStatus> {
  const at = async (now: Date, kind: 'valid' | 'expired'): Promise<CertificateStatus> => {
    const found = await verifyReport({ ...input, verifier, expected: {}, now });
    const { level, validUntil: until, keyId, results } = found;
    return { kind, level, until, keyId, results };
  };
  const keyId = keyIdOf(verifier.publicKey);
  try {
    return await at(input.now, 'valid');
  } catch (error) {
    if (!(error instanceof BrokenLink)) throw error;
    const results = await readResults(join(input.dir, 'results.json')).catch(() => undefined);
    if (results === undefined) throw error;
    if (error instanceof NoLevelReached) {
      return { kind: results.conformant ? 'incomplete' : 'failed', reason: error.message, keyId, results };
    }
    // It held when the run ended, or it never did.
    if (error.link === 'age' && Date.parse(results.run.finished) < input.now.getTime()) {
      return await at(new Date(results.run.finished), 'expired');
    }
    throw error;
  }
}
