// A deliberately wrong implementation: what the vectors must find. Each is data: a word for it, its cause, one sentence, and the one
// thing in which it deviates from the correct one.

import type { SigningStages } from '../signing/signing-stages.js';
import type { SlipId } from '../signing/slips/slips.js';
import type { Implementation } from './implementation.js';

export interface WrongSigner {
  /** A verb and its object: `sorts-query`. */
  readonly id: string;
  /** What a diagnosis of its requests must name. */
  readonly cause: SlipId;
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
