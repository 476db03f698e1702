// The result of a diagnosis, as `tsi doctor --json` prints it. Members may be added, never renamed.
import type { SigningStage, SlipId } from '../signing/slips/slips.js';

/** Two texts that should be one, cut down to where they differ. Offsets count UTF-16 units from the start of the whole texts. */
export interface Comparison {
  /** What the texts are, such as `the body as sent, and as hashed`. */
  readonly what: string;
  /** The first difference. */
  readonly offset: number;
  /** Where the two excerpts begin. */
  readonly startsAt: number;
  readonly expected: string;
  readonly actual: string;
  /** Where the texts are one again, or the excerpts end. */
  readonly expectedEnds: number;
  readonly actualEnds: number;
}

export interface DiagnosedStage {
  readonly stage: SigningStage;
  /**
   * `unknown`: not judged, because it rests on a broken stage or on something that was not given; `note` then says what.
   * `open`: as the interface leaves it open, so that a service may refuse it and need not; the cause says what. Or as the capture leaves
   * it open, which may itself have brought it about; the note then says how.
   */
  readonly state: 'ok' | 'broken' | 'open' | 'unknown';
  readonly cause?: SlipId;
  readonly section?: string;
  readonly sentence?: string;
  readonly fix?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly compared?: Comparison;
  readonly note?: string;
  /** What was done, in words, where the cause leaves it open. */
  readonly how?: string;
  /** The earlier stage at which the same mistake is told: one encoder made both values. */
  readonly sameAs?: SigningStage;
  /** The second of two mistakes that only together give what was sent. */
  readonly also?: { readonly cause: SlipId; readonly sentence: string; readonly fix: string };
}

export interface Diagnosis {
  /** `undecided`: nothing is wrong as far as it could be judged, but something could not. */
  readonly verdict: 'correct' | 'broken' | 'undecided';
  /** In the order of `SIGNING_STAGES`, each once. */
  readonly stages: readonly DiagnosedStage[];
  /** The first broken stage, or where none is the first open one: what to mend first. */
  readonly cause?: SlipId;
  /** True where no clock was given, so that nothing is said of the nearness of the timestamp. */
  readonly isTimeless?: boolean;
  /** Milliseconds that the timestamp is ahead of the clock, where both are known. */
  readonly skewMs?: number;
  /** Signatures that were verified in the search. */
  readonly verifications: number;
  readonly notes: readonly string[];
}

/** Which of two values a service reads is left open, so what one of them breaks follows from there being two. */
const DOUBLED: readonly SlipId[] = ['header-doubled', 'payload-member-duplicate'];

/** Right for the method that was signed: the other method alone is the mistake. */
const OF_METHOD: readonly string[] = ['idempotency-key-missing', 'idempotency-key-on-get'];

const METHODS_THAT_DIFFER: readonly string[] = ['method-mismatch', 'method-lower-case'];

/** Every stage with something to say of it, what is broken before what is left open. */
export function namedStages({ stages }: Pick<Diagnosis, 'stages'>): readonly DiagnosedStage[] {
  const isOtherMethod = stages.some(
    ({ state, cause }) => state === 'broken' && cause !== undefined && METHODS_THAT_DIFFER.includes(cause),
  );
  const rank = ({ state, cause }: DiagnosedStage): number => {
    if (isOtherMethod && cause !== undefined && OF_METHOD.includes(cause)) return 1;
    return state === 'broken' || (cause !== undefined && DOUBLED.includes(cause)) ? 0 : 2;
  };
  return stages.filter(({ state }) => state === 'broken' || state === 'open').toSorted((a, b) => rank(a) - rank(b));
}

/** What to name first. */
export function firstNamed(diagnosis: Pick<Diagnosis, 'stages'>): DiagnosedStage | undefined {
  return namedStages(diagnosis)[0];
}
