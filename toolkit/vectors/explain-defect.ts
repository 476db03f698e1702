// The cause behind a wrongly signed answer: what was signed or hashed in place of the right bytes, as the doctor finds it. Judging stays
// with `judge.ts`; a finding counts only where it lies in the stage that was judged to be broken.
import { diagnose } from '../doctor/diagnose.js';
import { firstNamed } from '../doctor/diagnosis.js';
import type { JsonObject, JsonValue } from '../payload/json.js';
import { nodeVerifier } from '../signing/ed25519/node-backend.js';
import { unhex } from '../signing/keys/der.js';
import { nodeHashing } from '../signing/node-hashing.js';
import { type Defect, readPairs } from './judge.js';
import type { GroupContext, VectorTest } from './model.js';
import type { Operation, SignRequestInput } from './operations.js';
import { keyOf } from './signer.js';

interface Asked {
  readonly operation: Operation;
  readonly context: GroupContext;
  readonly test: Pick<VectorTest, 'input'>;
}

export function explainDefect(defect: Defect, { operation, context, test }: Asked, answer: JsonValue): Defect {
  if (operation !== 'sign-request' || defect.stage === undefined) return defect;
  const headers = readPairs((answer as JsonObject)['headers']); // an object, since a stage of it was judged
  if (headers === undefined) return defect;
  const input = test.input as unknown as SignRequestInput; // the schema of the vectors states its members
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
      keys: [{ id: input.apiKey, publicKey: unhex(keyOf(context).publicKey) }],
      hashing: nodeHashing,
      verifierOf: nodeVerifier,
    },
  );
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
