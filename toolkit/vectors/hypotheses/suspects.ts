// The mistakes of a signer that are known as a whole, each able to sign as its author's program does.
import type { SigningStages } from '../../signing/signing-stages.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { WRONG_SIGNERS } from '../wrong-signers.js';
import { REWRITERS } from './rewriters/rewriters.js';

export interface Suspect {
  readonly id: string;
  /** What its author did, as a verb and its object. */
  readonly sentence: string;
  readonly cause: SlipId;
  readonly change: Partial<SigningStages>;
}

/** That a signature is by nobody's key says nothing of whose it is. */
export const SUSPECTS: readonly Suspect[] = [...WRONG_SIGNERS, ...REWRITERS].filter(
  ({ cause }) => cause !== 'signature-unexplained',
);
