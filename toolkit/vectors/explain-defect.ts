// The cause behind a wrongly signed answer: what was signed or hashed in place of the right bytes, as the doctor finds it. Judging stays
// with `judge.ts`; a finding counts only where it lies in the stage that was judged to be broken.
import { diagnose } from '../doctor/diagnose.js';
import { type Diagnosis, firstNamed } from '../doctor/diagnosis.js';
import type { DoctorKey, VerifierFactory } from '../doctor/keys.js';
import { misreadingsOf } from '../doctor/search/misread-keys.js';
import { searchBodyHash } from '../doctor/search/search-body-hash.js';
import type { JsonValue } from '../payload/json.js';
import { isJsonObject } from '../payload/json-kind.js';
import { unhex } from '../signing/keys/der.js';
import { nodeHashing } from '../signing/node-hashing.js';
import type { SlipId } from '../signing/slips/slips.js';
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
  /** The second of two mistakes that only together give the answer. */
  readonly together?: SlipId;
}

/** Explains the defects of one implementation: what a search found nothing for is not searched for in every request like it. */
export class Explainer {
  readonly #vain = new Set<string>();
  readonly #verifiers = new Map<string, VerifierFactory>();

  explain(defect: Defect, asked: Asked, answer: JsonValue): Explained {
    if (!isJsonObject(answer)) return alone(defect);
    if (asked.operation === 'hash-body' && typeof answer['bodyHash'] === 'string') {
      return alone(ofHash(defect, asked, answer['bodyHash']));
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
      },
    );
    const causes = brokenCauses(diagnosis);
    if (causes.includes('signature-unexplained')) this.#vain.add(kind);
    const together = diagnosis.stages.find(({ stage }) => stage === defect.stage)?.also?.cause;
    return { defect: withFinding(defect, diagnosis), causes, ...(together === undefined ? {} : { together }) };
  }

  #verifierOf(seed: string): VerifierFactory {
    const known = this.#verifiers.get(seed) ?? verifiersOfKnown(seed);
    this.#verifiers.set(seed, known);
    return known;
  }
}

const alone = (defect: Defect): Explained => ({ defect, causes: defect.cause === undefined ? [] : [defect.cause] });

/** Signatures verified for one request: by a known key each takes a tenth of the usual time. */
const MOST_VERIFICATIONS = 12_000;
/** Signatures verified for a request of a kind that a whole search found nothing for. */
const AFTER_VAIN = 40;

/** Requests alike in what a signed message can be made of. */
const kindOf = ({ method, path, body }: SignRequestInput): string =>
  [method, path.includes('?'), body === '', /^[!-~]*$/.test(path)].join(' ');

type KeyBytes = Required<Pick<DoctorKey, 'publicKey' | 'misreadings'>>;
const keys = new Map<string, KeyBytes>();

function keyBytes(seed: string): KeyBytes {
  const own = keys.get(seed) ?? { publicKey: signerOf(seed).publicKey, misreadings: misreadingsOf(unhex(seed)) };
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

function ofHash(defect: Defect, { test }: Asked, signed: string): Defect {
  const body = unhex(String(test.input['body'])); // the schema of the vectors states it
  const { cause } = searchBodyHash(nodeHashing, signed, body, { path: '', method: '', texts: [] });
  return { ...defect, stage: 'body-hash', cause };
}
