// What a signed request differs in from the right one, value by value (interface 5.1, 5.2): of an answer, and of what a mistake would send.
import { recoverData } from '../../doctor/recover/recover-data.js';
import { recoverPayload } from '../../doctor/recover/recover-payload.js';
import { recoverSignature } from '../../doctor/recover/recover-signature.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { Signer } from '../../signing/ed25519/ed25519.js';
import { HEADER } from '../../signing/headers.js';
import { CORRECT_STAGES, type StageInput, signByStages } from '../../signing/signing-stages.js';
import { SLIPS, type SlipId } from '../../signing/slips/slips.js';
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
  return outcome.verdict === 'pass' ? new Map() : new Map([[TRAITS[member], String(answer[member])]]);
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
  const member = operation === 'hash-body' ? 'bodyHash' : 'signature';
  const touches = Object.keys(change).some((stage) => TOUCHES[member].includes(stage));
  const given = touches ? String(ask(implementSigner(change), operation, test.input, context)[member]) : undefined;
  return given === undefined || given === test.expected[member] ? new Map() : new Map([[TRAITS[member], given]]);
}

/** Half a character, which does not survive writing. */
const LONE = /\p{Surrogate}/u;
const VALUES = ['hashedBytes', 'bodyHash', 'path'];

/** Where a suspect changes the path or the hash alone, nothing needs to be written and read again. */
function simplyPredicted(change: Suspect['change'], input: StageInput): Traits | undefined {
  if (!Object.keys(change).every((stage) => VALUES.includes(stage))) return undefined;
  const stages = { ...CORRECT_STAGES, ...change };
  const found = new Map<string, string>();
  const differ = (member: string, value: JsonValue, right: string): boolean => {
    if (typeof value !== 'string' || LONE.test(value) || LONE.test(right)) return false;
    if (value !== right) found.set(`payload.${member}`, JSON.stringify(value));
    return true;
  };
  const hash =
    change.hashedBytes === undefined && change.bodyHash === undefined
      ? undefined
      : stages.bodyHash(stages.hashedBytes(input.body, input), input);
  return differ('path', stages.path(input.path, input), input.path) &&
    (hash === undefined || differ('body_hash', hash, input.hashing.bodyHash(input.body)))
    ? found
    : undefined;
}

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
    traits.set('payload', reading?.result.cause ?? 'right');
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
