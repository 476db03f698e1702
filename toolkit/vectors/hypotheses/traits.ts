// What a signed request differs in from the right one, value by value (interface 5.1, 5.2): of an answer, and of what a mistake would send.
import { recoverData } from '../../doctor/recover/recover-data.js';
import { recoverPayload } from '../../doctor/recover/recover-payload.js';
import { recoverSignature } from '../../doctor/recover/recover-signature.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { Signer } from '../../signing/ed25519/ed25519.js';
import { HEADER, SIGN_VERSION } from '../../signing/headers.js';
import {
  CORRECT_STAGES,
  type HeaderList,
  type PayloadFields,
  type StageInput,
  signByStages,
} from '../../signing/signing-stages.js';
import { SLIPS, type SlipId } from '../../signing/slips/slips.js';
import type { StageResult } from '../../signing/stage-result.js';
import { ask } from '../ask.js';
import { readPairs } from '../judge.js';
import type { LoadedTest } from '../load.js';
import type { HeaderPair, SignRequestInput } from '../operations.js';
import { implementSigner, keyOf, stageInput } from '../signer.js';
import type { SignedAnswer, Traits } from './signed-answer.js';
import type { Suspect } from './suspects.js';

export const itemOf = ({ test }: LoadedTest, trait: string, value: string): string => `${test.tcId} ${trait} ${value}`;

export const itemsOf = (loaded: LoadedTest, traits: Traits): readonly string[] =>
  [...traits].map(([trait, value]) => itemOf(loaded, trait, value));

const TRAITS = { bodyHash: 'bodyHash', signature: 'sign-payload' } as const;
const isOfSignature = (cause: SlipId): boolean => SLIPS[cause].stage === 'signature';

/** Undefined where the answer has no form that could be compared. */
export function observedTraits({ loaded, outcome, result, causes }: SignedAnswer): Traits | undefined {
  const isObject = typeof result === 'object' && result !== null && !Array.isArray(result);
  const answer = (isObject ? result : {}) as JsonObject; // by this test
  if (loaded.operation === 'sign-request') {
    const pairs = readPairs(answer['headers']);
    const all = [...causes, ...(outcome.cause === undefined ? [] : [outcome.cause])];
    return pairs && differences(loaded, pairs, all.some(isOfSignature));
  }
  const member = loaded.operation === 'hash-body' ? 'bodyHash' : 'signature';
  const given = answer[member] ?? null;
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return outcome.verdict === 'pass' ? new Map() : new Map([[TRAITS[member], text]]);
}

const predictions = new WeakMap<Suspect, Map<string, Traits>>();

/** What a suspect would do otherwise than a correct signer; the same whenever it is asked. */
export function predictedTraits(suspect: Suspect, loaded: LoadedTest): Traits {
  const own = predictions.get(suspect) ?? new Map<string, Traits>();
  predictions.set(suspect, own);
  const known = own.get(loaded.test.tcId) ?? predict(suspect, loaded);
  own.set(loaded.test.tcId, known);
  return known;
}

function predict({ change, cause }: Suspect, loaded: LoadedTest): Traits {
  const { operation, test, context } = loaded;
  if (operation === 'sign-request') {
    const input = stageInput(test.input as unknown as SignRequestInput, keyOf(context)); // by the schema of the vectors
    const simple = simplyPredicted(change, input);
    if (simple !== undefined) return simple;
    const { headers } = signByStages({ ...CORRECT_STAGES, ...change }, { ...input, signer: dumb(input.signer) });
    return differences(loaded, headers, isOfSignature(cause));
  }
  if (operation === 'hash-body' && isOfRequest(change, test.input)) return new Map();
  const member = operation === 'hash-body' ? 'bodyHash' : 'signature';
  const touches = Object.keys(change).some((stage) => TOUCHES[member].includes(stage));
  const given = touches ? String(ask(implementSigner(change), operation, test.input, context)[member]) : undefined;
  return given === undefined || given === test.expected[member] ? new Map() : new Map([[TRAITS[member], given]]);
}

/** Whether the hash of a body hangs on the rest of its request, so that a bare body shows nothing of it. */
function isOfRequest({ hashedBytes, bodyHash }: Suspect['change'], { body }: JsonObject): boolean {
  if (hashedBytes === undefined && bodyHash === undefined) return false;
  const stages = { ...CORRECT_STAGES, ...(hashedBytes && { hashedBytes }), ...(bodyHash && { bodyHash }) };
  const [one, other] = REQUESTS.map((request) => {
    const input = stageInput({ ...request, body: String(body) });
    return JSON.stringify(stages.bodyHash(stages.hashedBytes(input.body, input), input));
  });
  return one !== other;
}

const REQUESTS = ['GET', 'POST'].map((method, at) => ({
  apiKey: `key-${at}`,
  idempotencyKey: `request-${at}`,
  timestampMs: at,
  method,
  path: `/${at}`,
}));

const SIMPLE = ['hashedBytes', 'bodyHash', 'path', 'payload', 'headers'];

/** Where a suspect changes values alone, and not how they are written, nothing needs to be written and read again. */
function simplyPredicted(change: Suspect['change'], input: StageInput): Traits | undefined {
  if (!Object.keys(change).every((stage) => SIMPLE.includes(stage))) return undefined;
  const stages = { ...CORRECT_STAGES, ...change };
  const rightHash = input.hashing.bodyHash(input.body);
  const isHashed = change.hashedBytes !== undefined || change.bodyHash !== undefined;
  const right: PayloadFields = {
    api_key: input.apiKey,
    idempotency_key: input.idempotencyKey,
    timestamp: input.timestampMs,
    sign_version: SIGN_VERSION,
    method: input.method,
    path: input.path,
    body_hash: rightHash,
  };
  const bodyHash = isHashed ? stages.bodyHash(stages.hashedBytes(input.body, input), input) : rightHash;
  const fields = stages.payload({ ...right, path: stages.path(input.path, input), body_hash: bodyHash }, input);
  const isAlike =
    Object.keys(fields).join() === Object.keys(right).join() &&
    Object.entries(fields).every(([name, value]) => typeof value === typeof right[name] && isPlain(value));
  if (!isAlike) return undefined;
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== right[name]) found.set(`payload.${name}`, JSON.stringify(value));
  }
  if (change.headers === undefined) return found;
  const sent: HeaderList = [
    [HEADER.apiKey, input.apiKey],
    [HEADER.idempotencyKey, input.idempotencyKey],
    [HEADER.timestamp, String(input.timestampMs)],
    [HEADER.signVersion, String(SIGN_VERSION)],
    [HEADER.data, 'data'],
    [HEADER.signature, 'signature'],
  ];
  const changed = change.headers(sent, input);
  const keepsEncoded = changed.every(
    ([name, value], at) => name === sent[at]?.[0] && (at < 4 || value === sent[at][1]),
  );
  if (changed.length !== sent.length || !keepsEncoded) return undefined;
  changed.forEach(([name, value], at) => {
    if (value !== sent[at]?.[1]) found.set(name.toUpperCase(), value);
  });
  return found;
}

/** Half a character does not survive writing, and numbers may be written in more ways than one. */
const isPlain = (value: JsonValue): boolean =>
  typeof value === 'string' ? !/\p{Surrogate}/u.test(value) : Number.isSafeInteger(value);

/** A signer that costs nothing: which message and key a signature is of is not compared by its bytes. */
const dumb = (signer: Signer): Signer => ({ publicKey: signer.publicKey, sign: () => new Uint8Array(64) });

/** Where another stage is changed, the operation is as right as ever. */
const TOUCHES: Readonly<Record<'bodyHash' | 'signature', readonly string[]>> = {
  bodyHash: ['hashedBytes', 'bodyHash'],
  signature: ['signedBytes', 'sign', 'encodeSignature'],
};

function differences(loaded: LoadedTest, headers: readonly HeaderPair[], isWronglySigned: boolean): Traits {
  const found = traitsOf(headers);
  const right = rightTraits(loaded);
  const differing = [...found].filter(([name, value]) => right.get(name) !== value);
  const lacking = [...right.keys()].filter((name) => !found.has(name)).map((name) => [name, 'absent'] as const);
  // Whose signature of what it is shows by signing as the suspect does (`reproduces`), or by the doctor's search.
  const signed = isWronglySigned ? [['signature', 'wrong'] as const] : [];
  return new Map([...differing, ...lacking, ...signed]);
}

const known = new Map<string, Traits>();

export function rightTraits(loaded: LoadedTest): Traits {
  const traits = known.get(loaded.test.tcId) ?? traitsOf(readPairs(loaded.test.expected['headers']) ?? []);
  known.set(loaded.test.tcId, traits);
  return traits;
}

/** Damages that have one name are several mistakes: only the same damage of the same member is one. */
function payloadTrait({ cause, expected, actual }: StageResult): string {
  if (cause === 'payload-json-damaged') return `${cause}: ${actual}`;
  return cause === 'payload-member-duplicate' ? `${cause}: ${expected}` : (cause ?? 'right');
}

function traitsOf(headers: readonly HeaderPair[]): Traits {
  const traits = new Map<string, string>();
  for (const [name, value] of headers) {
    const header = name.toUpperCase();
    if (header !== HEADER.data && header !== HEADER.signature) {
      traits.set(header, [traits.get(header) ?? [], value].flat().join('\n'));
    }
  }
  const value = (name: string): string | undefined =>
    headers.find(([one]) => one.toUpperCase().replaceAll('_', '-') === name)?.[1];
  const data = value(HEADER.data);
  if (data !== undefined) {
    const { payload, result } = recoverData(data);
    traits.set('data', result.cause ?? 'right');
    const reading = payload === undefined ? undefined : recoverPayload(payload);
    traits.set('payload', reading === undefined ? 'right' : payloadTrait(reading.result));
    for (const [name, member] of Object.entries(reading?.fields ?? {}))
      traits.set(`payload.${name}`, JSON.stringify(member));
    for (const name of ['timestamp', 'sign_version']) {
      const text = reading?.written.get(name) ?? '';
      if (/[eE.]/.test(text)) traits.set(`payload.${name}`, text);
    }
  }
  const signature = value(HEADER.signature);
  if (signature !== undefined) traits.set('sign', recoverSignature(signature, undefined).result.cause ?? 'right');
  return traits;
}
