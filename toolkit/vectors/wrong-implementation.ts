// A deliberately wrong implementation: what the vectors must find. Each is data: a word for it, its cause, one sentence, and the one
// thing in which it deviates from the correct one.
import type { CauseCode } from '../signing/causes.js';
import type { Implementation } from './implementation.js';
import { CORRECT_STAGES, implementSigner, type SigningStages } from './signing-stages.js';

export interface WrongSigner {
  /** A verb and its object: `sorts-query`. */
  readonly id: string;
  /** What a diagnosis of its requests must name. */
  readonly cause: CauseCode;
  /** The mistake as its author made it. */
  readonly sentence: string;
  readonly change: Partial<SigningStages>;
}

export interface WrongReader {
  readonly id: string;
  readonly sentence: string;
  /** The operations that it answers wrongly; the others are not asked of it. */
  readonly change: Implementation;
}

export function wrongStages(wrong: WrongSigner): SigningStages {
  return { ...CORRECT_STAGES, ...wrong.change };
}

export function implementWrongSigner(wrong: WrongSigner): Implementation {
  return implementSigner(wrongStages(wrong));
}
