// Where tamperings are tried: a report of everything that the suite judges, certified, and another one; each tampering on a copy.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certify, renderCertificate } from '../../../reports/certificate/certify.js';
import { signEnvelope } from '../../../reports/certificate/dsse.js';
import type { Evidence, Examiner } from '../../../reports/certificate/evidence.js';
import { keyIdOf } from '../../../reports/certificate/key-id.js';
import { UNSEEN_BY_A_WITNESS } from '../../../reports/certificate/limits.js';
import { levelOf, loadPolicy, type Policy } from '../../../reports/certificate/policy.js';
import { sha256 } from '../../../reports/certificate/sha256.js';
import { levelStatement, testResultStatement } from '../../../reports/certificate/statement.js';
import { BrokenLink, NoLevelReached } from '../../../reports/certificate/verification-links.js';
import { type VerifyInput, verifyReport } from '../../../reports/certificate/verify.js';
import {
  CERTIFICATE_FILE,
  digestFile,
  MANIFEST_FILE,
  makeManifest,
  renderManifest,
} from '../../../reports/model/manifest.js';
import type { CheckResult, Results } from '../../../reports/model/model.js';
import { renderResultsJson } from '../../../reports/model/results-json.js';
import type { JsonValue } from '../../payload/json.js';
import { memberOf } from '../../payload/json-kind.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import type { Profile } from '../../profile/profile.js';
import { createSigner, createVerifier, PrivateKey } from '../../signing/index.js';
import { ownExaminer } from '../report/expected-plan.js';
import { examiningOnce, judgingOnce } from './judged-once.js';
import { writePlannedRun } from './planned-run.js';
import { tamperings } from './table.js';
import { consistent, type Folder, sealed, type Tampering, type Texts } from './tampering.js';
import { writeWitnessed } from './witnessed.js';

export interface Tried {
  /** Where it was caught, with the sentence; undefined where it got through. */
  readonly caught: string | undefined;
  /** Of the holder's: nothing shows it, and the README names it. */
  readonly named?: string;
  readonly ms: number;
}

const FAILED = 'ack.status-202/order';
const SUITE_DIGEST = 'a'.repeat(64);
const WITNESS_FILE = 'witness.ndjson';

export class Workshop {
  readonly #root: string;
  readonly #sound: Folder;
  readonly #soundTexts: Texts;
  readonly #examiner: Examiner;
  readonly #policy: Policy;
  readonly #key = createSigner(PrivateKey.generate());
  readonly #witnessKey = createSigner(PrivateKey.generate());
  #table: readonly Tampering[] = [];

  static async open(root: string): Promise<Workshop> {
    const run = await writePlannedRun(join(root, 'base'), { failing: FAILED, change: limited });
    const journal = readFileSync(join(root, 'base', 'journal.ndjson'), 'utf8')
      .trimEnd()
      .split('\n');
    await writePlannedRun(join(root, 'other'));
    const workshop = new Workshop(
      root,
      { results: run.results, journal },
      judgingOnce(await ownExaminer(), join(root, 'base', 'journal.ndjson')),
      await loadPolicy(),
    );
    await workshop.#certified('base');
    writeWitnessed(join(root, 'base', 'journal.ndjson'), join(root, WITNESS_FILE), workshop.#witnessKey);
    await workshop.#certified('base', workshop.#witness());
    await workshop.#certified('other');
    workshop.#table = workshop.#tableOf();
    return workshop;
  }

  private constructor(root: string, sound: Folder, examiner: Examiner, policy: Policy) {
    this.#root = root;
    this.#sound = sound;
    this.#soundTexts = textsOf(sound);
    this.#examiner = examiner;
    this.#policy = policy;
  }

  get table(): readonly Tampering[] {
    return this.#table;
  }

  /** Which link breaks, by itself and when somebody signs blindly what nobody should; the report without a tampering breaks at none. */
  async try(tampering: Tampering): Promise<Tried> {
    const startedMs = performance.now();
    const dir = join(this.#root, 'tampered');
    rmSync(dir, { recursive: true, force: true });
    // Before it is signed, a report is what it is made of.
    if (tampering.forge === undefined) mkdirSync(dir);
    else cpSync(join(this.#root, 'base'), dir, { recursive: true });
    try {
      const first =
        tampering.forge === undefined ? await this.#before(tampering, dir) : await this.#after(tampering.forge, dir);
      const { holder } = tampering;
      const caught = first ?? (holder === undefined ? undefined : await this.#verified(dir, this.#witness()));
      const ms = Math.round(performance.now() - startedMs);
      if (caught !== undefined || holder === undefined || holder === 'witness') return { caught, ms };
      return { caught, named: UNSEEN_BY_A_WITNESS[holder], ms };
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }

  /** The sentence with which a folder is not verified; undefined for one that is, or that only reaches no level. */
  async #verified(
    dir: string,
    witness?: VerifyInput['witness'],
    examiner: Examiner = this.#examiner,
  ): Promise<string | undefined> {
    try {
      const verifier = createVerifier(this.#key.publicKey);
      const given = { dir, verifier, policy: this.#policy, samePolicy: true, expected: {}, examiner };
      await verifyReport({ ...given, ...(witness !== undefined && { witness }), now: new Date() });
      return undefined;
    } catch (error) {
      if (!(error instanceof BrokenLink)) throw error;
      return error instanceof NoLevelReached ? undefined : `${error.link}: ${error.message}`;
    }
  }

  async #after(forge: NonNullable<Tampering['forge']>, dir: string): Promise<string | undefined> {
    await forge(dir, join(this.#root, 'other'));
    return this.#verified(dir);
  }

  async #before(tampering: Tampering, dir: string): Promise<string | undefined> {
    const sound = this.#soundTexts;
    const changed = tampering.change === undefined ? sound : textsOf(tampering.change(this.#sound));
    const texts = tampering.spell?.(changed) ?? changed;
    if (texts.results === sound.results && texts.journal === sound.journal) {
      throw new TypeError(`${tampering.what} changes nothing`);
    }
    // No pages: those that follow say the same, and what is seen by them alone would hide what the other links miss.
    // Sealed where it was made, unless its words were changed afterwards.
    const isSealed = texts.journal === changed.journal;
    writeFileSync(join(dir, 'journal.ndjson'), isSealed ? texts.journal : sealed(texts.journal));
    writeFileSync(join(dir, 'results.json'), texts.results);
    const list = await makeManifest(dir, this.#runIn(texts.results), ['results.json', 'journal.ndjson']);
    writeFileSync(join(dir, MANIFEST_FILE), renderManifest(list));
    const examiner = examiningOnce(this.#examiner);
    const refusal = await this.#refusal(dir, examiner);
    if (refusal === undefined) return undefined;
    // Somebody signs it all the same, with other software; what is no results at all he cannot.
    const isSigned = await this.#signBlindly(dir).then(
      () => true,
      () => false,
    );
    return isSigned ? this.#verified(dir, undefined, examiner) : refusal;
  }

  /** Which run the results say they are of, as the list of their files has to say, too. */
  #runIn(text: string): string {
    try {
      const id = memberOf(memberOf(JSON.parse(text) as JsonValue, 'run') ?? null, 'id');
      return typeof id === 'string' ? id : this.#sound.results.run.id;
    } catch {
      return this.#sound.results.run.id;
    }
  }

  async #refusal(dir: string, examiner: Examiner = this.#examiner): Promise<string | undefined> {
    try {
      await certify({
        dir,
        signer: this.#key,
        policy: this.#policy,
        suiteDigest: SUITE_DIGEST,
        examiner,
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return `not signed: ${error.message}`;
    }
  }

  #witness(): NonNullable<VerifyInput['witness']> {
    const records = [{ path: join(this.#root, WITNESS_FILE), name: WITNESS_FILE }];
    return { verifier: createVerifier(this.#witnessKey.publicKey), records };
  }

  async #certified(name: string, witness?: VerifyInput['witness']): Promise<void> {
    const refusal = await this.#refusal(join(this.#root, name));
    const broken = refusal ?? (await this.#verified(join(this.#root, name), witness));
    if (broken !== undefined) throw new TypeError(`the report that is to be tampered with is not sound: ${broken}`);
  }

  async #signBlindly(dir: string): Promise<void> {
    const results = JSON.parse(readFileSync(join(dir, 'results.json'), 'utf8')) as Results; // or something that looks like it
    const manifestDigest = sha256(readFileSync(join(dir, MANIFEST_FILE)));
    const { sha256: journal } = await digestFile(dir, 'journal.ndjson');
    const plan = '0'.repeat(64);
    const evidence: Evidence = { journal, plan, assertions: { evaluated: 1, takenOver: 0 }, checksTakenOver: 0 };
    const input = { results, manifestDigest, suiteDigest: SUITE_DIGEST };
    const result = Buffer.from(JSON.stringify(testResultStatement(input)));
    const level = levelStatement({
      ...input,
      resultPayload: result,
      policy: this.#policy,
      reached: levelOf(this.#policy, results, evidence),
      evidence,
    });
    const keyId = keyIdOf(this.#key.publicKey);
    const envelopes = [result, Buffer.from(JSON.stringify(level))].map((one) => signEnvelope(this.#key, keyId, one));
    writeFileSync(join(dir, CERTIFICATE_FILE), renderCertificate(envelopes));
  }

  #tableOf(): readonly Tampering[] {
    const { checks } = this.#sound.results;
    const first = (fits: (check: CheckResult) => boolean): string => checks.find(fits)?.id ?? 'none';
    const victims = {
      failed: FAILED,
      passed: first(({ verdict, level }) => verdict === 'pass' && level === 'must'),
      notApplicable: first(({ verdict }) => verdict === 'not-applicable'),
      unreachable: first(({ verdict }) => verdict === 'inconclusive'),
    };
    return tamperings(this.#sound, victims, readFileSync(join(this.#root, 'base', CERTIFICATE_FILE), 'utf8'));
  }
}

function textsOf(folder: Folder): Texts {
  const { results, journal } = consistent(folder);
  return { results: renderResultsJson(results), journal };
}

/** A target that claims less than everything, and cannot be brought into every state. */
function limited(profile: Profile): Profile {
  const { 'stream.drop': _, ...control } = profile.control;
  return { ...profile, control, claims: { ...profile.claims, hmrEvents: false } };
}
