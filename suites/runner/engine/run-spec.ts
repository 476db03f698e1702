// What the main thread hands to the worker, as plain data that survives the structured clone: targets, items, settings. One run may
// hold many targets: the fault matrix is one run over all faults.
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { Profile } from '../../../toolkit/profile/profile.js';
import type { Effort, Level } from '../check.js';
import type { RunItem } from '../live/outcome.js';

export interface TargetSpec {
  readonly id: string;
  readonly profile: Profile;
  /** Whether one account is known to have as many streams as any check needs; when left out, preflight finds out first. */
  readonly hasManyStreams?: boolean;
  /** Once a check fails for one of these requirements, the checks of this target that have not started are skipped. */
  readonly stopWhenFailed?: readonly string[];
  /** Only a failure at this level stops it; at any level when left out. */
  readonly stopLevel?: Level;
}

export interface RunSpec {
  /** Id of the run, unique. */
  readonly run: string;
  readonly seed: string;
  readonly effort: Effort;
  readonly targets: readonly TargetSpec[];
  /** In the order of their start. */
  readonly items: readonly RunItem[];
  /** Levels of requirements that differ from must, for the outcome of a failed assertion. */
  readonly levels: Readonly<Record<string, Level>>;
  /** Where the journal goes; it stays in memory when left out. */
  readonly journal?: {
    readonly file: string;
    readonly suite: { readonly name: string; readonly version: string };
    readonly profile: { readonly name: string; readonly fingerprint: string };
    /** What the plan of this run was computed from, so that whoever reads the journal can compute it again. */
    readonly plan?: JsonValue;
  };
  /** Folders with users' own suites. */
  readonly suiteFolders: readonly string[];
  /** Whether nobody reads why a check failed, so that no doctor is asked; a matrix counts verdicts alone. */
  readonly verdictsOnly?: boolean;
  /** Checks that work at once; those that mostly wait are not counted. */
  readonly atOnce?: number;
}
