// The cause behind a wrongly signed answer: what was signed or hashed in place of the right bytes, as the doctor finds it. Judging stays
// with `judge.ts`; a finding counts only where it lies in the stage that was judged to be broken.
import { diagnose } from '../doctor/diagnose.js';
import { type Diagnosis, firstNamed } from '../doctor/diagnosis.js';
import type { DoctorKey, VerifierFactory } from '../doctor/keys.js';
import { recoverSignature } from '../doctor/recover/recover-signature.js';
import { whichOf } from '../doctor/render.js';
import type { BodyPlace } from '../doctor/search/hash-forms.js';
import { keyedDigests } from '../doctor/search/keyed-digests.js';
import { keyedMessages } from '../doctor/search/keyed-messages.js';
import type { Likely } from '../doctor/search/likely.js';
import { derivationsOf, misreadingsOf } from '../doctor/search/misread-keys.js';
import { searchBodyHash } from '../doctor/search/search-body-hash.js';
import { searchSignature } from '../doctor/search/search-signature.js';
import type { JsonValue } from '../payload/json.js';
import { isJsonObject } from '../payload/json-kind.js';
import { unhex } from '../signing/keys/der.js';
import { nodeHashing } from '../signing/node-hashing.js';
import type { SlipId } from '../signing/slips/slips.js';
import type { CauseDetail } from './hypotheses/signed-answer.js';
import { type Defect, readPairs } from './judge.js';
import { verifiersOfKnown } from './known-key.js';
import type { GroupContext, VectorTest } from './model.js';
import type { Operation, SignRequestInput } from './operations.js';
import { keyOf, signerOf } from './signer.js';

interface Asked {
  readonly operation: Operation;
  readonly context: GroupContext;
  readonly test: Pick<VectorTest, 'input'>;
}

/** A defect with the cause that was found, and what else is wrong in the same answer. */
export interface Explained {
  readonly defect: Defect;
  readonly causes: readonly SlipId[];
  readonly details: readonly CauseDetail[];
}

/** Explains the defects of one implementation: what a search found nothing for is not searched for in every request like it. */
export class Explainer {
  readonly #vain = new Set<string>();
  readonly #likely: Likely[] = [];
  readonly #verifiers = new Map<string, VerifierFactory>();

  explain(defect: Defect, asked: Asked, answer: JsonValue): Explained {
    if (!isJsonObject(answer)) return alone(defect);
    if (asked.operation === 'hash-body' && typeof answer['bodyHash'] === 'string') {
      return ofHash(defect, asked, answer['bodyHash']);
    }
    if (asked.operation === 'sign-payload' && typeof answer['signature'] === 'string') {
      return this.#ofSignature(defect, asked, answer['signature']);
    }
    if (asked.operation !== 'sign-request' || defect.stage === undefined) return alone(defect);
    const headers = readPairs(answer['headers']);
    if (headers === undefined) return alone(defect);
    const input = asked.test.input as unknown as SignRequestInput; // the schema of the vectors states its members
    const kind = kindOf(input);
    const key = keyOf(asked.context);
    const diagnosis = diagnose(
      {
        format: 'live',
        method: input.method,
        path: input.path,
        headers,
        body: unhex(input.body),
        atMs: input.timestampMs,
        notes: [],
      },
      {
        keys: [{ id: input.apiKey, ...keyBytes(key.seed) }],
        hashing: nodeHashing,
        verifierOf: this.#verifierOf(key.seed),
        verifications: this.#vain.has(kind) ? AFTER_VAIN : MOST_VERIFICATIONS,
        likely: this.#likely,
      },
    );
    this.#remember(likelyOf(diagnosis));
    const causes = brokenCauses(diagnosis);
    if (causes.some(isOfNobody)) this.#vain.add(kind);
    const judged = diagnosis.stages.filter(({ state }) => state === 'broken');
    const pairs = judged.flatMap(({ cause, also, how, expected, actual }) => {
      if (cause === undefined) return [];
      const particular = how ?? whichOf({ cause, expected, actual });
      return [
        { cause, ...(also && { together: also.cause }), ...(particular === undefined ? {} : { how: particular }) },
      ];
    });
    return { defect: withFinding(defect, diagnosis), causes, details: pairs };
  }

  /** A bare signature over a payload: the same recognition and the same search as for a request. */
  #ofSignature(defect: Defect, { context, test }: Asked, text: string): Explained {
    const payload = unhex(String(test.input['payload'])); // the schema of the vectors states it
    const { seed } = keyOf(context);
    const { publicKey, misreadings, derivations } = keyBytes(seed);
    const verifierOf = this.#verifierOf(seed);
    const key = verifierOf(publicKey);
    const { signature, result } = recoverSignature(text, payload, {
      isProven: (bytes) => key.verify(bytes, payload),
      known: [publicKey],
      data: nodeHashing.encodeBase64url(payload),
    });
    const told: Defect = result.cause === undefined ? defect : { ...defect, stage: result.stage, cause: result.cause };
    if (signature === undefined || key.verify(signature, payload)) return alone(told);
    const finding = searchSignature(
      { ...BARE_SCENE, hashing: nodeHashing, signature, payload, data: nodeHashing.encodeBase64url(payload) },
      {
        key,
        others: [],
        verifierOf,
        misread: () => misreadings.map((one) => ({ ...one, cause: 'signed-by-misread-key' as const })),
        derived: () => derivations().map((one) => ({ ...one, cause: 'signed-by-misread-key' as const })),
        likely: this.#likely,
        budget: this.#vain.has('bare') ? AFTER_VAIN : MOST_VERIFICATIONS,
      },
    );
    this.#remember(finding);
    if (isOfNobody(finding.cause)) this.#vain.add('bare');
    const named: Defect = result.cause === undefined ? { ...defect, stage: 'signature', cause: finding.cause } : told;
    const causes = [...(result.cause === undefined ? [] : [result.cause]), finding.cause];
    return { defect: named, causes, details: [{ cause: finding.cause, ...detailOf(finding) }] };
  }

  /** The latest first. */
  #remember({ cause, how, also }: Likely | undefined = { cause: 'signature-unexplained' }): void {
    if (isOfNobody(cause)) return;
    const at = this.#likely.findIndex((one) => one.cause === cause && one.how === how && one.also === also);
    const [known] = at < 0 ? [] : this.#likely.splice(at, 1);
    this.#likely.unshift(
      known ?? { cause, ...(how === undefined ? {} : { how }), ...(also === undefined ? {} : { also }) },
    );
    this.#likely.splice(MOST_LIKELY);
  }

  #verifierOf(seed: string): VerifierFactory {
    const known = this.#verifiers.get(seed) ?? verifiersOfKnown(seed);
    this.#verifiers.set(seed, known);
    return known;
  }
}

/** What a whole search ends with that found nothing. */
const isOfNobody = (cause: SlipId): boolean => cause === 'signature-unexplained' || cause === 'signature-not-ed25519';

/** A signer's mistake shows in a few ways: with a body and without, with a query and without. */
const MOST_LIKELY = 4;

function likelyOf({ stages }: Diagnosis): Likely | undefined {
  const found = stages.find(({ stage, state }) => stage === 'signature' && state === 'broken');
  if (found?.cause === undefined) return undefined;
  const { cause, how, also } = found;
  return { cause, ...(how === undefined ? {} : { how }), ...(also === undefined ? {} : { also: also.cause }) };
}

const alone = (defect: Defect, detail: Omit<CauseDetail, 'cause'> = {}): Explained => ({
  defect,
  causes: defect.cause === undefined ? [] : [defect.cause],
  details: defect.cause === undefined ? [] : [{ cause: defect.cause, ...detail }],
});

const detailOf = ({ how, also }: { readonly how?: string; readonly also?: SlipId }): Omit<CauseDetail, 'cause'> => ({
  ...(how === undefined ? {} : { how }),
  ...(also === undefined ? {} : { together: also }),
});

/** Signatures verified for one request: by a known key each takes a tenth of the usual time. */
const MOST_VERIFICATIONS = 12_000;
/** Signatures verified for a request of a kind that a whole search found nothing for. */
const AFTER_VAIN = 260;

/** Requests alike in what a signed message can be made of. */
const kindOf = ({ method, path, body }: SignRequestInput): string =>
  [method, path.includes('?'), body === '', /^[!-~]*$/.test(path)].join(' ');

type KeyBytes = Required<Pick<DoctorKey, 'publicKey' | 'misreadings' | 'derivations' | 'keyed' | 'digests'>>;
const keys = new Map<string, KeyBytes>();

function keyBytes(seed: string): KeyBytes {
  const bytes = unhex(seed);
  const own = keys.get(seed) ?? {
    publicKey: signerOf(seed).publicKey,
    misreadings: misreadingsOf(bytes),
    derivations: derivationsOf(bytes),
    keyed: keyedMessages(bytes),
    digests: keyedDigests(bytes),
  };
  keys.set(seed, own);
  return own;
}

function brokenCauses({ stages }: Diagnosis): readonly SlipId[] {
  return stages.flatMap(({ state, cause, also }) =>
    state === 'broken' && cause !== undefined ? [cause, ...(also === undefined ? [] : [also.cause])] : [],
  );
}

function withFinding(defect: Defect, diagnosis: Diagnosis): Defect {
  const found = firstNamed(diagnosis);
  if (found?.cause === undefined || found.stage !== defect.stage || found.cause === defect.cause) return defect;
  return {
    message: defect.message,
    stage: defect.stage,
    cause: found.cause,
    ...(found.expected === undefined ? {} : { expected: found.expected }),
    ...(found.actual === undefined ? {} : { actual: found.actual }),
  };
}

const BARE_SCENE = {
  method: '',
  path: '',
  body: undefined,
  timestamp: '',
  apiKey: '',
  idempotencyKey: '',
  bodyHash: '',
} as const;
const BARE: BodyPlace = { path: '', method: '', apiKey: '', idempotencyKey: '', timestamp: '' };

function ofHash(defect: Defect, { test }: Asked, signed: string): Explained {
  const body = unhex(String(test.input['body'])); // the schema of the vectors states it
  const finding = searchBodyHash(nodeHashing, signed, body, BARE);
  return alone({ ...defect, stage: 'body-hash', cause: finding.cause }, detailOf(finding));
}
