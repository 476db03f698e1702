// What a library makes of a part of the request when it reads it and writes it again (interface 5.3 rule 4, 5.2).
import type { SigningStages } from '../../../signing/signing-stages.js';
import type { SlipId } from '../../../signing/slips/slips.js';

export interface Rewriter {
  readonly id: string;
  readonly sentence: string;
  readonly cause: SlipId;
  readonly change: Partial<SigningStages>;
}
