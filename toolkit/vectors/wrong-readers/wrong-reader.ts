// A deliberately wrong reader: a verifier, decoder or grammar that the vectors must find. Data: a word for it, one sentence, and the
// operations that it answers wrongly.
import type { Implementation } from '../implementation.js';

export interface WrongReader {
  readonly id: string;
  readonly sentence: string;
  /** The others are not asked of it. */
  readonly change: Implementation;
}
