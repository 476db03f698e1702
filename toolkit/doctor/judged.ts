// The judgement of one stage, with what only the doctor adds to what `toolkit/signing` tells.
import type { SigningStage, SlipId } from '../signing/slips/slips.js';
import type { StageResult } from '../signing/stage-result.js';
import type { Comparison } from './diagnosis.js';

/** A stage with what only the doctor adds. */
export interface Judged {
  readonly result: StageResult;
  readonly compared?: Comparison;
  readonly note?: string;
  /** What was done, in words, where the cause leaves it open. */
  readonly how?: string;
  /** The second of two mistakes that only together give what was sent. */
  readonly also?: SlipId;
  /** How a value was encoded, where the cause does not say it. */
  readonly encoder?: string;
  /** The earlier stage at which the same mistake is told. */
  readonly sameAs?: SigningStage;
  /** The interface leaves it open here, though not everywhere. */
  readonly isOpen?: true;
}
