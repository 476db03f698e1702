// How often faults die, as a document: what `fault-rates.json` holds and `tsi matrix --seeds N --json` prints. A kill that depends on
// luck shows as a share of the seeds. Members may be added, never renamed.
import type { Level } from '../model/model.js';

export const FAULT_RATES_FORMAT = 1;

export interface FaultRate {
  readonly id: string;
  readonly section: string;
  readonly requirements: readonly string[];
  readonly summary: string;
  /** What makes it show, where it does not show always. */
  readonly trigger?: string;
  readonly level: Level;
  /** Runs of the checks that judge what it violates, each with a seed and a service of its own. */
  readonly seeds: number;
  /** In how many of them it died. */
  readonly died: number;
  /** Where it died in none of them: whether one run of all other checks noticed it. */
  readonly diedElsewhere?: boolean;
  /** The highest level at which it was noticed. */
  readonly killedAt?: Level;
  readonly killedBy: readonly string[];
}

export interface FaultRates {
  readonly rates: typeof FAULT_RATES_FORMAT;
  readonly seed: string;
  readonly effort: string;
  readonly dialect: string;
  readonly seeds: number;
  readonly durationMs: number;
  readonly faults: readonly FaultRate[];
}

export type Fate = 'always' | 'by luck' | 'elsewhere' | 'survived';

export function fateOf({ seeds, died, diedElsewhere }: FaultRate): Fate {
  if (died === seeds) return 'always';
  if (died > 0) return 'by luck';
  return diedElsewhere === true ? 'elsewhere' : 'survived';
}
