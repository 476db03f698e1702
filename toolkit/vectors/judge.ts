// Whether an answer to a test is right. A signer's answer is judged by decoding and verifying it, since the payload's member order and
// white space are free; only a signature over given bytes and the plain verdicts are compared.

import type { JsonObject, JsonValue } from '../payload/json.js';
import { HEADER } from '../signing/headers.js';
import { unhex } from '../signing/keys/der.js';
import { nodeHashing } from '../signing/node-hashing.js';
import type { SigningStage, SlipId } from '../signing/slips/slips.js';
import { broken, firstBroken, type StageResult } from '../signing/stage-result.js';
import { signatureEncodingCause } from '../signing/stages/read-signature.js';
import { inspectRequest } from '../signing/verify-request.js';
import type { GroupContext, VectorTest } from './model.js';
import { verifierOf } from './native.js';
import type { HeaderPair, Operation, SignRequestInput } from './operations.js';
import { keyOf } from './signer.js';

/** Why an answer is wrong. */
export interface Defect {
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  /** Where signing went wrong, for answers of a signer. */
  readonly stage?: SigningStage;
  readonly cause?: SlipId;
}

/** Undefined when the answer is right. The answer may be anything: it comes from a program that is under test. */
export function judge(
  operation: Operation,
  context: GroupContext,
  test: Pick<VectorTest, 'input' | 'expected' | 'result'>,
  given: JsonValue,
): Defect | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { message: 'expected an object as result', actual: excerpt(given) };
  }
  const answer = given as JsonObject; // an object by this test
  switch (operation) {
    case 'sign-request':
      return judgeSigned(context, test.input, answer['headers']);
    case 'sign-payload':
      return judgeSignature(answer['signature'], test.expected['signature']);
    case 'hash-body':
      return compare('bodyHash', answer, test.expected);
    case 'decode-base64url':
      return compare('valid', answer, test.expected) ?? compare('bytes', answer, test.expected);
    case 'verify-request':
      return compare('valid', answer, test.expected) ?? compareCode(answer, test.expected);
    default:
      return compare('valid', answer, test.expected);
  }
}

/** Verifies the headers of a signed request at the clock and with the key of the test; every value must be the one that was given. */
function judgeSigned(context: GroupContext, given: JsonObject, headers: JsonValue | undefined): Defect | undefined {
  const pairs = readPairs(headers);
  if (pairs === undefined) {
    return { message: 'expected "headers" as an object or a list of pairs of texts', actual: excerpt(headers) };
  }
  const broken = firstBroken(signedStages(context, given, pairs));
  return broken && stageDefect(broken);
}

export function signedStages(
  context: GroupContext,
  given: JsonObject,
  headers: readonly HeaderPair[],
): readonly StageResult[] {
  const input = given as unknown as SignRequestInput; // the schema of the vectors states its members
  const key = keyOf(context);
  const request = { method: input.method, path: input.path, headers, body: unhex(input.body) };
  const stages = inspectRequest(request, {
    hashing: nodeHashing,
    keyOf: (apiKey) => (apiKey === input.apiKey ? verifierOf(key.publicKey) : 'api-key-unknown'),
    clock: { nowMs: input.timestampMs, windowMs: 0 },
  });
  const sent = headers.find(([name]) => name.toUpperCase() === HEADER.idempotencyKey)?.[1];
  return stages.map((stage) =>
    stage.stage === 'idempotency-key' && stage.state === 'ok' && sent !== input.idempotencyKey
      ? broken('idempotency-key-mismatch', input.idempotencyKey, sent)
      : stage,
  );
}

function judgeSignature(given: JsonValue | undefined, expected: JsonValue | undefined): Defect | undefined {
  if (typeof given !== 'string') return { message: 'expected "signature" as text', actual: excerpt(given) };
  if (given === expected) return undefined;
  const cause = signatureEncodingCause(given) ?? 'signature-unexplained';
  return stageDefect(broken(cause, excerpt(expected), excerpt(given)));
}

function stageDefect(result: StageResult): Defect {
  const { stage, cause, expected, actual } = result;
  return {
    message: `the stage "${stage}" is broken`,
    stage,
    ...(cause === undefined ? {} : { cause }),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}

function compare(member: string, answer: JsonObject, expected: JsonObject): Defect | undefined {
  const [wanted, got] = [expected[member], answer[member]];
  if (wanted === undefined || got === wanted) return undefined;
  return { message: `"${member}" differs`, expected: excerpt(wanted), actual: excerpt(got) };
}

/** A code is judged where the interface states one and the implementation gives one. */
function compareCode(answer: JsonObject, expected: JsonObject): Defect | undefined {
  return answer['code'] === undefined || answer['code'] === null ? undefined : compare('code', answer, expected);
}

export function readPairs(headers: JsonValue | undefined): readonly HeaderPair[] | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const pairs: readonly JsonValue[] = Array.isArray(headers) ? headers : Object.entries(headers);
  const read = pairs.flatMap((pair): readonly HeaderPair[] => {
    const [name, value] = Array.isArray(pair) ? pair : [];
    return typeof name === 'string' && typeof value === 'string' ? [[name, value]] : [];
  });
  return read.length === pairs.length ? read : undefined;
}

function excerpt(value: JsonValue | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
