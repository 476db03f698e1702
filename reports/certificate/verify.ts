// `tsi verify`: a chain of links from the key to the level, each resting on the one before. Offline. The first broken link is named;
// nothing after it is looked at. Believed is only what the key signed, and of that only what the evidence bears out.

import { join } from 'node:path';
import { readRegularFile } from '../../toolkit/journal/regular-file.js';
import type { JsonObject } from '../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import { readStrictJson } from '../../toolkit/payload/strict-json.js';
import type { Verifier } from '../../toolkit/signing/index.js';
import { embeddedIn } from '../model/embedded.js';
import {
  CERTIFICATE_FILE,
  MANIFEST_FILE,
  type Manifest,
  manifestDifferences,
  parseManifest,
} from '../model/manifest.js';
import type { Results } from '../model/model.js';
import { parseResults } from '../model/results-json.js';
import { compareWithWitness, type Witnessed } from '../witness/compare.js';
import { readWitnessRecord } from '../witness/read-record.js';
import { parseEnvelope, verifiedPayload } from './dsse.js';
import { type Evidence, type Examiner, examine } from './evidence.js';
import { type Expectations, refuseUnexpected } from './expectations.js';
import { keyIdOf } from './key-id.js';
import { levelOf, type Policy, type PolicyLevel, validUntil } from './policy.js';
import { sha256 } from './sha256.js';
import {
  LEVEL_PREDICATE,
  type LevelInput,
  levelStatement,
  STATEMENT_TYPE,
  TEST_RESULT,
  testResultStatement,
} from './statement.js';
import { difference } from './statement-difference.js';
import { BrokenLink, holds, link, NoLevelReached } from './verification-links.js';

export interface VerifyInput {
  readonly dir: string;
  readonly verifier: Verifier;
  /** The policy of the verifier. Where the certificate was made under another, the level is computed under this one. */
  readonly policy: Policy;
  /** Whether the certificate must have been made under this very policy. */
  readonly samePolicy: boolean;
  readonly expected: Expectations;
  readonly examiner: Examiner;
  /** Records of witnesses, where the verifier has some: all of them by this key. */
  readonly witness?: { readonly verifier: Verifier; readonly records: readonly NamedFile[] };
  readonly now: Date;
}

export interface Verification {
  readonly results: Results;
  readonly level: string;
  readonly validUntil: string;
  readonly binding: 'build' | 'endpoint';
  /** The digest of the suite's package that the certificate names, for whoever wants to compare it with a published one. */
  readonly suiteDigest: string;
  /** The key that signed, as certificates name keys. */
  readonly keyId: string;
  /** The level that was signed, and the policy by which. */
  readonly signed: { readonly level: string; readonly policy: string };
  readonly evidence: Evidence;
  readonly witness?: WitnessFound;
}

export interface NamedFile {
  readonly path: string;
  /** As the verifier gave it. */
  readonly name: string;
}

export interface WitnessFound extends Witnessed {
  readonly keyId: string;
  /** What the witnesses were connected to. */
  readonly targets: readonly string[];
  /** SHA-256 of the certificates that targets behind TLS showed them; who holds its key is what answered. */
  readonly certificates: readonly string[];
}

/** Where everything would be read at once: what a run leaves is smaller by far. */
const BOUNDED = { mostBytes: 256 << 20 };

/** Throws `BrokenLink`. */
export async function verifyReport(input: VerifyInput): Promise<Verification> {
  const { dir, verifier } = input;
  const [result, level] = await signedPayloads(dir, verifier);
  const resultStatement = statement(result, TEST_RESULT);
  const signedLevel = statement(level, LEVEL_PREDICATE);
  const { manifest, digest } = await signedManifest(dir, resultStatement);
  await holds('files', async () => (await manifestDifferences(dir, manifest))[0]);
  const results = await signedResults(dir, manifest, resultStatement, digest);
  const suiteDigest = configuredDigest(resultStatement, 'suite');
  refuseUnexpected(input.expected, results.run, suiteDigest, input.now);
  const evidence = await examine(dir, results, input.examiner);
  const witness = input.witness === undefined ? undefined : await witnessed(dir, input.witness);
  const { reached, signed } = await levelThatHolds(
    input,
    { results, evidence, manifestDigest: digest, resultPayload: result },
    signedLevel,
  );
  await holds('level', () => shortOf(input, reached.name, results));
  const until = validUntil(reached, results.run);
  await holds('age', () => ageDefect(until, results, input.now));
  return {
    results,
    level: reached.name,
    validUntil: until,
    binding: results.run.target.build?.digest === undefined ? 'endpoint' : 'build',
    suiteDigest,
    keyId: keyIdOf(verifier.publicKey),
    signed,
    evidence,
    ...(witness !== undefined && { witness }),
  };

  async function signedPayloads(folder: string, by: Verifier): Promise<readonly [Buffer, Buffer]> {
    const text = await link('certificate', () =>
      readRegularFile(join(folder, CERTIFICATE_FILE), BOUNDED).toString('utf8'),
    );
    const lines = text.split('\n');
    if (lines.length !== 3 || lines[2] !== '') {
      throw new BrokenLink('certificate', `expected two lines, got ${lines.length - 1}`);
    }
    const payloads: Buffer[] = [];
    for (const line of lines.slice(0, 2)) {
      const envelope = await link('certificate', () => parseEnvelope(line));
      const payload = await link('certificate', () => verifiedPayload(envelope, by));
      if (payload === undefined) {
        throw new BrokenLink('signature', 'it was not made with this key, or what it signs was changed');
      }
      payloads.push(payload);
    }
    const [first, second] = payloads;
    if (first === undefined || second === undefined) throw new BrokenLink('certificate', 'expected two statements');
    return [first, second];
  }
}

async function witnessed(
  dir: string,
  { verifier, records: files }: NonNullable<VerifyInput['witness']>,
): Promise<WitnessFound> {
  const records = await link('witness', () =>
    Promise.all(files.map(({ path, name }) => readWitnessRecord(path, name, verifier))),
  );
  const found = await link('witness', () => compareWithWitness(join(dir, 'journal.ndjson'), records));
  await holds('witness', () => found.differences[0]);
  return {
    ...found.witnessed,
    keyId: keyIdOf(verifier.publicKey),
    targets: records.map(({ summary }) => summary.target),
    certificates: [...new Set(records.flatMap(({ summary }) => summary.certificates ?? []))],
  };
}

interface LevelFound {
  readonly reached: PolicyLevel;
  readonly signed: Verification['signed'];
}

async function levelThatHolds(
  { policy, samePolicy }: VerifyInput,
  { results, evidence, manifestDigest, resultPayload }: Omit<LevelInput, 'policy' | 'reached'>,
  statementOfLevel: JsonObject,
): Promise<LevelFound> {
  const predicate = memberOf(statementOfLevel, 'predicate');
  const policySigned = memberOf(predicate, 'policy');
  const signed = {
    level: String(memberOf(predicate, 'level') ?? 'none'),
    policy: String(memberOf(policySigned, 'name') ?? 'no policy'),
  };
  const isSame = memberOf(memberOf(policySigned, 'digest'), 'sha256') === policy.digest;
  if (!isSame && samePolicy) {
    const why = 'it was made under another policy than the one of this package; give that one with --policy';
    throw new BrokenLink('policy', why);
  }
  const found = levelOf(policy, results, evidence);
  const expected = levelStatement({ results, manifestDigest, resultPayload, policy, reached: found, evidence });
  await holds('level', () =>
    difference(
      isSame ? expected : { ...evidenceOf(expected) },
      isSame ? statementOfLevel : evidenceOf(statementOfLevel),
      'the level',
    ),
  );
  if (found.level === undefined) {
    const [nearest] = found.missed.slice(-1);
    throw new NoLevelReached(nearest?.reason ?? 'it has none');
  }
  return { reached: isSame ? found.level : notAbove(found.level, signed.level, policy), signed };
}

/** What does not depend on a policy. */
function evidenceOf(statementOfLevel: JsonObject): JsonObject {
  const predicate = memberOf(statementOfLevel, 'predicate');
  const evidence = memberOf(predicate, 'evidence');
  const result = memberOf(predicate, 'result');
  return { ...(evidence !== undefined && { evidence }), ...(result !== undefined && { result }) };
}

/** A policy of the verifier may ask for more than was signed, never see more in it. */
function notAbove(found: PolicyLevel, signed: string, { levels }: Policy): PolicyLevel {
  if (signed === 'none') throw new BrokenLink('level', 'no level was signed, and no other policy makes one of it');
  const rank = levels.findIndex(({ name }) => name === signed);
  return rank > levels.indexOf(found) ? (levels[rank] ?? found) : found;
}

/** Why the level reached is not the one that is required. No service in the process of the suite is somebody's target. */
function shortOf(
  { policy, expected: { requireLevel } }: VerifyInput,
  reached: string,
  { run }: Results,
): string | undefined {
  if (requireLevel === undefined) return undefined;
  if (run.target.embedded === true) {
    return `${requireLevel} is required of a target; ${embeddedIn(run.target)} was judged`;
  }
  const required = policy.levels.find(({ name }) => name === requireLevel);
  if (required !== undefined && required.subject !== run.target.subject) {
    const [wanted, judged] = required.subject === 'client' ? ['client', 'service'] : ['service', 'client'];
    return `${requireLevel} is required, a level of a ${wanted}; a ${judged} was judged`;
  }
  const rank = (name: string): number => policy.levels.findIndex((level) => level.name === name);
  return rank(reached) <= rank(requireLevel) ? undefined : `${requireLevel} is required, ${reached} was reached`;
}

/** The payload strictly read, of the right types. */
function statement(payload: Buffer, predicateType: string): JsonObject {
  const { value, defects } = readStrictJson(payload, { maxBytes: 64 * 1024 * 1024, maxDepth: 32 });
  const [defect] = defects;
  if (defect !== undefined || !isJsonObject(value)) {
    throw new BrokenLink('statements', `a statement is not strict JSON: ${defect?.message ?? 'no object'}`);
  }
  const types: readonly (readonly [string, string])[] = [
    ['_type', STATEMENT_TYPE],
    ['predicateType', predicateType],
  ];
  for (const [member, expected] of types) {
    const found = memberOf(value, member);
    if (found !== expected) {
      throw new BrokenLink('statements', `${member} is ${JSON.stringify(found)}, expected ${expected}`);
    }
  }
  return value;
}

async function signedManifest(
  dir: string,
  resultStatement: JsonObject,
): Promise<{ readonly manifest: Manifest; readonly digest: string }> {
  const bytes = await link('manifest', () => readRegularFile(join(dir, MANIFEST_FILE), BOUNDED));
  const digest = sha256(bytes);
  if (configuredDigest(resultStatement, MANIFEST_FILE) !== digest) {
    throw new BrokenLink('manifest', `${MANIFEST_FILE} is not the one that was signed`);
  }
  return { manifest: await link('manifest', () => parseManifest(bytes.toString('utf8'))), digest };
}

/** What was signed about the results must be what the results say: the statement is built again from them and compared. */
async function signedResults(dir: string, manifest: Manifest, signed: JsonObject, digest: string): Promise<Results> {
  for (const name of ['results.json', 'journal.ndjson']) {
    if (!manifest.files.some((file) => file.name === name)) {
      throw new BrokenLink('files', `the manifest does not list ${name}`);
    }
  }
  const text = await link('results', () => readRegularFile(join(dir, 'results.json'), BOUNDED).toString('utf8'));
  const results = await link('results', () => parseResults(text, 'results.json'));
  if (manifest.run !== results.run.id) throw new BrokenLink('results', 'results and manifest are of different runs');
  const suiteDigest = configuredDigest(signed, 'suite');
  const expected = testResultStatement({ results, manifestDigest: digest, suiteDigest });
  await holds('results', () => difference(expected, signed, 'results.json'));
  return results;
}

function ageDefect(until: string, { run }: Results, now: Date): string | undefined {
  if (Date.parse(run.finished) > now.getTime() + 86_400_000) return `the run ends in the future (${run.finished})`;
  return Date.parse(until) < now.getTime() ? `it ended on ${until.slice(0, 10)}` : undefined;
}

/** The SHA-256 of an entry of the signed configuration; empty when there is none. */
function configuredDigest(resultStatement: JsonObject, name: string): string {
  const list = memberOf(memberOf(resultStatement, 'predicate'), 'configuration');
  const entry = isJsonArray(list) ? list.find((one) => memberOf(one, 'name') === name) : undefined;
  const digest = memberOf(memberOf(entry, 'digest'), 'sha256');
  return typeof digest === 'string' ? digest : '';
}
