// What a body turned out to hold, and where.
import type { JsonValue } from '../../payload/json.js';
import type { Confidence } from '../proposals/proposal.js';

/** A member of a body by its full place. */
export interface Placed {
  readonly member: string;
  readonly steps: readonly string[];
  readonly form: (from: number) => JsonValue;
  readonly confidence: Confidence;
  readonly from: string;
}
