// A test of a signer's operation with what came of it.
import type { JsonValue } from '../../payload/json.js';
import type { SlipId } from '../../signing/slips/slips.js';
import type { LoadedTest } from '../load.js';
import type { VectorOutcome } from '../report.js';

/** Differences between two signed requests, each as a text: what is sent, the payload's values, encodings. */
export type Traits = ReadonlyMap<string, string>;

export interface CauseDetail {
  readonly cause: SlipId;
  /** What was done, in words, where the cause leaves it open. */
  readonly how?: string;
  /** The second of two mistakes that only together give the answer. */
  readonly together?: SlipId;
}

export interface SignedAnswer {
  readonly loaded: LoadedTest;
  readonly outcome: VectorOutcome;
  readonly result: JsonValue;
  /** Everything that was found wrong in the answer, not its first stage alone. */
  readonly causes: readonly SlipId[];
  /** What the doctor adds to a cause. */
  readonly details?: readonly CauseDetail[];
}

/** An answer in a form that could be compared. */
export interface ReadAnswer extends SignedAnswer {
  readonly found: Traits;
}
