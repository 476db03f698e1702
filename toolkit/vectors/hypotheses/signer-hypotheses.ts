// Which mistake of a signer explains its failures: each known wrong signer signs what was asked, and what it would have sent is compared
// with what came, value by value. So it is evidence that decides, not the set of failed tests alone.
import { recoverData } from '../../doctor/recover/recover-data.js';
import { recoverPayload } from '../../doctor/recover/recover-payload.js';
import { recoverSignature } from '../../doctor/recover/recover-signature.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { Signer } from '../../signing/ed25519/ed25519.js';
import { HEADER } from '../../signing/headers.js';
import { CORRECT_STAGES, type SigningStages, signByStages } from '../../signing/signing-stages.js';
import { isSlipId, type SigningStage, SLIPS, type SlipId } from '../../signing/slips/slips.js';
import { ask } from '../ask.js';
import { readPairs } from '../judge.js';
import type { LoadedTest } from '../load.js';
import type { HeaderPair, SignRequestInput } from '../operations.js';
import type { VectorOutcome } from '../report.js';
import { implementSigner, keyOf, stageInput } from '../signer.js';
import { WRONG_SIGNERS } from '../wrong-signers.js';
import { type Candidate, cover, type Hypothesis } from './hypothesis.js';
import { REWRITERS } from './rewriters.js';

/** A test of a signer's operation with what came of it. */
export interface SignedAnswer {
  readonly loaded: LoadedTest;
  readonly outcome: VectorOutcome;
  readonly result: JsonValue;
  readonly causes: readonly SlipId[];
}

interface Suspect {
  readonly id: string;
  readonly sentence: string;
  readonly cause: SlipId;
  readonly change: Partial<SigningStages>;
}

/** That a signature is by nobody's key says nothing of whose it is. */
const SUSPECTS: readonly Suspect[] = [...WRONG_SIGNERS, ...REWRITERS].filter(
  ({ cause }) => cause !== 'signature-unexplained',
);

/** Differences between two signed requests, each as a text: what is sent, the payload's values, encodings. */
type Traits = ReadonlyMap<string, string>;

export function explainSigner(answers: readonly SignedAnswer[]): readonly Hypothesis[] {
  const read = answers.flatMap((answer) => {
    const found = observedTraits(answer);
    return found === undefined ? [] : [{ ...answer, found }];
  });
  const failed = read.filter(({ outcome }) => outcome.verdict === 'fail');
  const observed = new Set(failed.flatMap(({ loaded, found }) => items(loaded, found)));
  const candidates = SUSPECTS.flatMap((suspect) => {
    const predictions = failed.map(({ loaded }) => items(loaded, predicted(suspect, loaded)));
    const explains = new Set(predictions.flat().filter((item) => observed.has(item)));
    if (explains.size === 0 || !isReproduced(suspect, failed)) return [];
    const inPassed = read
      .filter(({ outcome }) => outcome.verdict === 'pass')
      .reduce((sum, { loaded }) => sum + predicted(suspect, loaded).size, 0);
    const contradicted = inPassed + predictions.flat().filter((item) => !observed.has(item)).length;
    return [{ id: suspect.id, sentence: suspect.sentence, explains, contradicted, weight: 1 }];
  });
  const found = cover(observed, [...candidates, ...keptValues(failed, read), ...byCause(failed)]).flatMap(
    ([{ id, sentence }, explained]) => hypothesisOf(id, sentence, failed, new Set(explained)),
  );
  return folded(found, new Map(failed.map(({ loaded, outcome }) => [loaded.test.tcId, outcome.stage])));
}

/** What is left at a stage that a mistake explains nearly whole is most likely of the same mistake. */
function folded(found: readonly Hypothesis[], stageOf: ReadonlyMap<string, string | undefined>): readonly Hypothesis[] {
  const kept: Hypothesis[] = [];
  for (const hypothesis of found) {
    const own = isSlipId(hypothesis.id) ? SLIPS[hypothesis.id].stage : undefined;
    const stages = new Set(own === undefined ? hypothesis.explains.map((tcId) => stageOf.get(tcId)) : [own]);
    const main = kept.findIndex(
      ({ explains }) =>
        explains.length >= NEARLY_WHOLE * hypothesis.explains.length &&
        [...stages].every((stage) => stage !== undefined && explains.some((tcId) => stageOf.get(tcId) === stage)),
    );
    const [owner] = main < 0 || !isSlipId(hypothesis.id) ? [] : kept.slice(main, main + 1);
    if (owner === undefined) kept.push(hypothesis);
    else kept[main] = { ...owner, explains: [...new Set([...owner.explains, ...hypothesis.explains])] };
  }
  return kept;
}

/** Times as many failures as the rest. */
const NEARLY_WHOLE = 4;

interface Read extends SignedAnswer {
  readonly found: Traits;
}

const itemOf = ({ test }: LoadedTest, trait: string, value: string): string => `${test.tcId} ${trait} ${value}`;
const items = (loaded: LoadedTest, traits: Traits): readonly string[] =>
  [...traits].map(([trait, value]) => itemOf(loaded, trait, value));

/** Where no known mistake fits, the causes that were found at each test: each explains what its own stage differs in, and no more. */
function byCause(failed: readonly Read[]): readonly Candidate<string>[] {
  const causes = new Set(failed.flatMap((answer) => namedOf(answer)));
  return [...causes].map((cause) => ({
    id: cause,
    sentence: SLIPS[cause].sentence,
    explains: new Set(
      failed
        .filter((answer) => namedOf(answer).includes(cause))
        .flatMap(({ loaded, found }) =>
          [...found]
            .filter((trait) => showsIn(SLIPS[cause].stage, trait))
            .map(([name, value]) => itemOf(loaded, name, value)),
        ),
    ),
    contradicted: 0,
    weight: 0.8,
  }));
}

/** What was judged, and what the same answer has wrong beside it. That a signature is by nobody may follow from what is wrong before it. */
function namedOf({ outcome: { cause }, causes }: Read): readonly SlipId[] {
  const others = causes.filter((one) => one !== 'signature-unexplained' && one !== 'body-hash-mismatch');
  return [...new Set([...(cause === undefined ? [] : [cause]), ...others])];
}

/** Whether a difference may come of a mistake at a stage: at its own values, or of all that follows where nothing could be read on. */
function showsIn(stage: SigningStage, [name, value]: readonly [name: string, value: string]): boolean {
  if (stage === 'headers') return !name.startsWith('payload.') || value === 'absent';
  if (stage === 'data-encoding') return name === 'data' || name === 'payload' || value === 'absent';
  if (stage === 'payload') return name.startsWith('payload');
  return SHOWN_IN[stage].includes(name);
}

const SHOWN_IN: Readonly<Record<Exclude<SigningStage, 'headers' | 'data-encoding' | 'payload'>, readonly string[]>> = {
  'sign-version': [HEADER.signVersion, 'payload.sign_version'],
  'api-key': [HEADER.apiKey, 'payload.api_key'],
  'idempotency-key': [HEADER.idempotencyKey, 'payload.idempotency_key'],
  timestamp: [HEADER.timestamp, 'payload.timestamp'],
  method: ['payload.method'],
  path: ['payload.path'],
  'body-hash': ['payload.body_hash', 'bodyHash'],
  'signature-encoding': ['sign', 'sign-payload'],
  signature: ['signature', 'sign-payload'],
  access: [],
};

function hypothesisOf(
  id: string,
  sentence: string,
  failed: readonly Read[],
  explained: ReadonlySet<string>,
): readonly Hypothesis[] {
  const own = failed.filter(({ loaded, found }) => items(loaded, found).some((item) => explained.has(item)));
  const [first] = own;
  if (first === undefined) return [];
  const cause = SUSPECTS.find((suspect) => suspect.id === id)?.cause ?? (isSlipId(id) ? id : first.outcome.cause);
  const named = cause === 'path-mismatch' || cause === 'body-hash-mismatch' ? (first.outcome.cause ?? cause) : cause;
  const slip = named === undefined ? undefined : SLIPS[named];
  return [
    {
      id,
      sentence,
      operation: first.loaded.operation,
      rule: slip === undefined ? '5' : `${slip.section}: ${slip.sentence}`,
      fix: slip?.fix ?? '',
      missing: first.loaded.test.comment,
      explains: own.map(({ loaded }) => loaded.test.tcId),
    },
  ];
}

/** Undefined where the answer has no form that could be compared. */
function observedTraits({ loaded, outcome, result, causes }: SignedAnswer): Traits | undefined {
  const isObject = typeof result === 'object' && result !== null && !Array.isArray(result);
  const answer = (isObject ? result : {}) as JsonObject; // by this test
  if (loaded.operation === 'sign-request') {
    const pairs = readPairs(answer['headers']);
    return (
      pairs &&
      differences(
        loaded,
        pairs,
        [...causes, ...(outcome.cause === undefined ? [] : [outcome.cause])].some(isOfSignature),
      )
    );
  }
  const member = loaded.operation === 'hash-body' ? 'bodyHash' : 'signature';
  return outcome.verdict === 'pass' ? new Map() : new Map([[TRAITS[member], String(answer[member])]]);
}

/** How many answers a suspect must reproduce before its own sentence is said of them. */
const MOST_REPRODUCED = 4;

/**
 * Whether the suspect, given the payload that was sent, makes of it what was sent: the same text of SVC-DATA, or the same signature.
 * Suspects of other stages are compared value by value instead.
 */
function isReproduced({ cause, change }: Suspect, failed: readonly Read[]): boolean {
  const { stage } = SLIPS[cause];
  const own = stage === 'data-encoding' ? ['encodeData'] : ['signedBytes', 'sign', 'encodeSignature'];
  const isTold = stage === 'data-encoding' || stage === 'signature-encoding' || stage === 'signature';
  if (!isTold) return true;
  const trait = stage === 'data-encoding' ? 'data' : stage === 'signature' ? 'signature' : 'sign';
  const asked = failed.filter(({ loaded, found }) => loaded.operation === 'sign-request' && found.has(trait));
  if (!own.some((name) => name in change)) return stage !== 'data-encoding' || asked.every(isReadable);
  const step = Math.max(1, Math.floor(asked.length / MOST_REPRODUCED));
  return asked
    .filter((_, at) => at % step === 0)
    .slice(0, MOST_REPRODUCED)
    .every((answer) => reproduces(change, stage, answer));
}

/** Whether something of the payload was read, so that the encoding alone is not the whole difference. */
const isReadable = ({ found }: Read): boolean => found.get('payload.api_key') !== 'absent';

function reproduces(change: Partial<SigningStages>, stage: SigningStage, { loaded, result }: Read): boolean {
  const pairs = readPairs((result as JsonObject)['headers']) ?? []; // an object, since it has traits
  const value = (name: string): string => pairs.find(([one]) => one.toUpperCase() === name)?.[1] ?? '';
  const { payload } = recoverData(value(HEADER.data));
  if (payload === undefined) return false;
  const input = stageInput(loaded.test.input as unknown as SignRequestInput, keyOf(loaded.context)); // by the schema
  const stages = { ...CORRECT_STAGES, ...change };
  if (stage === 'data-encoding') return stages.encodeData(payload, input) === value(HEADER.data);
  const make = (): string =>
    stages.encodeSignature(stages.sign(stages.signedBytes(payload, input), input), payload, input);
  const [text, sent] = [make(), value(HEADER.signature)];
  // What is random in it cannot be made again.
  if (text === sent || text !== make()) return true;
  const bare = recoverSignature(sent, payload).signature;
  const own = recoverSignature(text, payload).signature;
  return stage === 'signature' && bare !== undefined && own !== undefined && Buffer.from(own).equals(bare);
}

const KEPT = [
  ['timestamp-kept', [HEADER.timestamp, 'payload.timestamp']],
  ['idempotency-key-kept', [HEADER.idempotencyKey, 'payload.idempotency_key']],
] as const;

/** A value that was right for one request, and went out with others. */
function keptValues(failed: readonly Read[], read: readonly Read[]): readonly Candidate<string>[] {
  const signed = failed.filter(({ loaded }) => loaded.operation === 'sign-request');
  return KEPT.flatMap(([id, [header, member]]) => {
    const own = signed.filter(({ found }) => found.has(header) && found.has(member));
    const values = new Set(own.map(({ found }) => found.get(header)));
    const isOneOfAsked = read.some(({ loaded }) => values.has(rightTraits(loaded).get(header)));
    if (own.length < 2 || values.size !== 1 || values.has('') || !isOneOfAsked) return [];
    const explains = own.flatMap(({ loaded, found }) =>
      [header, member].map((name) => itemOf(loaded, name, found.get(name) ?? '')),
    );
    return [{ id, sentence: SLIPS[id].sentence, explains: new Set(explains), contradicted: 0, weight: 0.95 }];
  });
}

/** A signer that costs nothing: which message and key a signature is of is not compared by its bytes. */
const dumb = (signer: Signer): Signer => ({ publicKey: signer.publicKey, sign: () => new Uint8Array(64) });

/** What a suspect would do otherwise than a correct signer. */
function predicted({ change, cause }: Suspect, loaded: LoadedTest): Traits {
  const { operation, test, context } = loaded;
  if (operation === 'sign-request') {
    const input = stageInput(test.input as unknown as SignRequestInput, keyOf(context)); // by the schema of the vectors
    const { headers } = signByStages({ ...CORRECT_STAGES, ...change }, { ...input, signer: dumb(input.signer) });
    return differences(loaded, headers, isOfSignature(cause));
  }
  const member = operation === 'hash-body' ? 'bodyHash' : 'signature';
  const touches = Object.keys(change).some((stage) => TOUCHES[member].includes(stage));
  const given = touches ? String(ask(implementSigner(change), operation, test.input, context)[member]) : undefined;
  return given === undefined || given === test.expected[member] ? new Map() : new Map([[TRAITS[member], given]]);
}

const TRAITS = { bodyHash: 'bodyHash', signature: 'sign-payload' } as const;

/** Where another stage is changed, the operation is as right as ever. */
const TOUCHES: Readonly<Record<'bodyHash' | 'signature', readonly string[]>> = {
  bodyHash: ['hashedBytes', 'bodyHash'],
  signature: ['signedBytes', 'sign', 'encodeSignature'],
};

const isOfSignature = (cause: SlipId): boolean => SLIPS[cause].stage === 'signature';

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

function rightTraits(loaded: LoadedTest): Traits {
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
