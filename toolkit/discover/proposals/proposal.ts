// What is proposed for a profile, and why. A proposal is data: a place in the file, a value, a reason, how sure it is.
import type { JsonValue } from '../../payload/json.js';

/** `sure`: named or seen; `likely`: a synonym; `guess`: look at it before you run. */
export type Confidence = 'sure' | 'likely' | 'guess';

export interface Proposal {
  /** Steps from the root of the profile: `dialect`, `entities`, `order`, `id`. */
  readonly place: readonly string[];
  readonly value: JsonValue;
  readonly reason: string;
  readonly confidence: Confidence;
}

/** What was looked for and not found, and what it would unlock. */
export interface Missing {
  readonly place: readonly string[];
  readonly unlocks: string;
}

/** All that came of one look at a target. */
export interface Findings {
  readonly proposals: readonly Proposal[];
  /** Places of which the profile reads already what was seen. */
  readonly confirmed: readonly (readonly string[])[];
  /** What the owner should know: refused references, names that the interface states and that are not there. */
  readonly remarks: readonly string[];
}
