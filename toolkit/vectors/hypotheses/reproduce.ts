// Whether a mistake, made with the payload that was sent, gives what was sent byte for byte: the same SVC-DATA, the same SVC-SIGN.
import { recoverData } from '../../doctor/recover/recover-data.js';
import { recoverSignature } from '../../doctor/recover/recover-signature.js';
import type { JsonObject } from '../../payload/json.js';
import { HEADER } from '../../signing/headers.js';
import { CORRECT_STAGES, type SigningStages } from '../../signing/signing-stages.js';
import { type SigningStage, SLIPS } from '../../signing/slips/slips.js';
import { readPairs } from '../judge.js';
import type { SignRequestInput } from '../operations.js';
import { keyOf, stageInput } from '../signer.js';
import type { ReadAnswer } from './signed-answer.js';
import type { Suspect } from './suspects.js';

/** What of an answer is compared by its bytes; everything else by the values that are read. */
const COMPARED: Readonly<Partial<Record<SigningStage, string>>> = {
  'data-encoding': 'data',
  'signature-encoding': 'sign',
  signature: 'signature',
};

/** How many answers are tried before all of them are. */
const SAMPLED = 4;

export interface Reproduction {
  /** What is compared by its bytes. */
  readonly trait: string;
  readonly given: ReadonlySet<ReadAnswer>;
}

/** The failed answers that the suspect gives byte for byte; undefined where it is compared by the values that are read. */
export function reproduced({ cause, change }: Suspect, failed: readonly ReadAnswer[]): Reproduction | undefined {
  const { stage } = SLIPS[cause];
  const trait = COMPARED[stage];
  if (trait === undefined) return undefined;
  const asked = failed.filter(({ loaded, found }) => loaded.operation === 'sign-request' && found.has(trait));
  const own = stage === 'data-encoding' ? ['encodeData'] : ['signedBytes', 'sign', 'encodeSignature'];
  if (!own.some((name) => name in change)) {
    return stage !== 'data-encoding' || asked.every(isReadable) ? undefined : { trait, given: new Set() };
  }
  const step = Math.max(1, Math.floor(asked.length / SAMPLED));
  const isPromising = asked.some((answer, at) => at % step === 0 && reproduces(change, stage, answer));
  return { trait, given: new Set(isPromising ? asked.filter((answer) => reproduces(change, stage, answer)) : []) };
}

/** Whether something of the payload was read, so that the encoding alone is not the whole difference. */
const isReadable = ({ found }: ReadAnswer): boolean => found.get('payload.api_key') !== 'absent';

function reproduces(change: Partial<SigningStages>, stage: SigningStage, { loaded, result }: ReadAnswer): boolean {
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
