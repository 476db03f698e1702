// Whether an answer to a test is right. A signer's answer is judged by decoding and verifying it, since the payload's member order and
// white space are free; only a signature over given bytes and the plain verdicts are compared.

import { recoverPayload } from '../doctor/recover/recover-payload.js';
import { AUTH_CODE_NUMBERS, AUTH_CODES } from '../payload/error-codes.js';
import type { JsonObject, JsonValue } from '../payload/json.js';
import type { Verifier } from '../signing/ed25519/ed25519.js';
import { HEADER } from '../signing/headers.js';
import { unhex } from '../signing/keys/der.js';
import { nodeHashing } from '../signing/node-hashing.js';
import type { SigningStage, SlipId } from '../signing/slips/slips.js';
import { broken, firstBroken, type StageResult } from '../signing/stage-result.js';
import { readData } from '../signing/stages/read-data.js';
import { readSignature } from '../signing/stages/read-signature.js';
import { inspectRequest } from '../signing/verify-request.js';
import type { GroupContext, VectorKey, VectorTest } from './model.js';
import { verifierOf } from './native.js';
import type { HeaderPair, Operation, SignRequestInput } from './operations.js';
import { keyOf, signerOf } from './signer.js';

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
      return judgeSignature(context, test, answer['signature']);
    case 'hash-body':
      return compare('bodyHash', answer, test.expected);
    case 'decode-base64url':
      return compare('valid', answer, test.expected) ?? compare('bytes', answer, test.expected);
    case 'verify-request':
      return compare('valid', answer, test.expected) ?? compareError(answer, test.expected);
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
  const broken = firstBroken(signedStages(context, given, pairs)) ?? misspelt(pairs);
  return broken && stageDefect(broken);
}

/**
 * What parsing hides: a member twice with different values, an integer written with a fraction or an exponent (interface 5.2). A service
 * may read them, so a signer alone is held to them.
 */
export function misspelt(headers: readonly HeaderPair[]): StageResult | undefined {
  const data = headers.find(([name]) => name.toUpperCase() === HEADER.data)?.[1];
  const payload = data === undefined ? undefined : readData(data).payload;
  if (payload === undefined || isPlain(payload)) return undefined;
  const { result, written } = recoverPayload(payload);
  if (result.state === 'broken') return result;
  const [timestamp = '', version = ''] = [written.get('timestamp'), written.get('sign_version')];
  if (/[eE]/.test(timestamp)) return broken('timestamp-exponent', 'plain digits', timestamp);
  if (timestamp.includes('.')) return broken('timestamp-fraction', 'plain digits', timestamp);
  return /[eE.]/.test(version) ? broken('sign-version-fraction', '1', version) : undefined;
}

/** Signing costs a third of verifying: the deterministic signature is right without more, any other is verified. */
function quickVerifierOf(key: VectorKey): Verifier {
  const verifier = verifierOf(key.publicKey);
  const signer = signerOf(key.seed);
  return {
    publicKey: verifier.publicKey,
    verify: (signature, message) =>
      Buffer.from(signer.sign(message)).equals(signature) || verifier.verify(signature, message),
  };
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
    keyOf: (apiKey) => (apiKey === input.apiKey ? quickVerifierOf(key) : 'api-key-unknown'),
    clock: { nowMs: input.timestampMs, windowMs: 0 },
  });
  const sent = headers.find(([name]) => name.toUpperCase() === HEADER.idempotencyKey)?.[1];
  return stages.map((stage) =>
    stage.stage === 'idempotency-key' && stage.state === 'ok' && sent !== input.idempotencyKey
      ? broken('idempotency-key-other', input.idempotencyKey, sent)
      : stage,
  );
}

/** Text that parsing and writing give back as it is hides nothing; most signers write it so. */
function isPlain(payload: Uint8Array): boolean {
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString('utf8');
  try {
    return JSON.stringify(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

/** Verified, not compared: a randomised signature is as good as the deterministic one of RFC 8032. */
function judgeSignature(
  context: GroupContext,
  { input, expected }: Pick<VectorTest, 'input' | 'expected'>,
  given: JsonValue | undefined,
): Defect | undefined {
  if (typeof given !== 'string') return { message: 'expected "signature" as text', actual: excerpt(given) };
  if (given === expected['signature']) return undefined;
  const payload = unhex(String(input['payload'])); // the schema of the vectors states it
  const { signature, result } = readSignature(given, payload);
  if (signature === undefined) return stageDefect(result);
  return verifierOf(keyOf(context).publicKey).verify(signature, payload)
    ? undefined
    : stageDefect(broken('signature-unexplained', excerpt(expected['signature']), excerpt(given)));
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

/**
 * Code and message are judged where the interface states them and the implementation gives them. No order of checks is given, so where
 * two rules refuse a request, either code is right.
 */
function compareError(answer: JsonObject, { code, codes }: JsonObject): Defect | undefined {
  const stated = AUTH_CODE_NUMBERS.filter((one) => (Array.isArray(codes) ? codes.includes(one) : one === code));
  const { code: given, errorMessage } = answer;
  if (stated.length === 0) return undefined;
  if (given !== undefined && given !== null && !stated.some((one) => one === Number(given))) {
    return { message: '"code" differs', expected: stated.join(' or '), actual: excerpt(given) };
  }
  // A code and a message of two different refusals are no answer to one.
  const own = stated.filter((one) => given === undefined || given === null || one === Number(given));
  const messages = own.map((one) => AUTH_CODES[one]);
  return errorMessage === undefined || errorMessage === null || messages.some((name) => name === errorMessage)
    ? undefined
    : { message: '"errorMessage" differs', expected: messages.join(' or '), actual: excerpt(errorMessage) };
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
