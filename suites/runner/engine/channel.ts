// How worker and main thread talk: one broadcast channel per engine. Every message is plain data. The worker boots while the main
// thread still plans, so it asks for its run when it is ready for one.

import type { Outcome } from '../live/outcome.js';
import type { PreflightReport } from '../live/target/preflight-report.js';
import type { CheckFinding } from '../live/verdict/tally.js';
import type { RunSpec } from './run-spec.js';

export type FromWorker =
  /** Ready for a run; sent once. */
  | { readonly type: 'waiting' }
  | { readonly type: 'ready'; readonly items: number }
  /** A heartbeat, every second, with the records so far; it stops when something in the worker never returns. */
  | { readonly type: 'alive'; readonly records: number }
  | { readonly type: 'started'; readonly target: string; readonly check: string }
  | { readonly type: 'ended'; readonly outcome: Outcome }
  | { readonly type: 'preflight'; readonly target: string; readonly report: PreflightReport }
  /** What the run left behind there, a sentence each. */
  | { readonly type: 'leaks'; readonly target: string; readonly leaks: readonly string[] }
  /** What the run found out about the profile as a whole. */
  | { readonly type: 'findings'; readonly target: string; readonly findings: readonly CheckFinding[] }
  | { readonly type: 'end'; readonly end: RunEnd };

export type ToWorker =
  | { readonly type: 'run'; readonly spec: RunSpec }
  /** There will be no run. */
  | { readonly type: 'leave' }
  | { readonly type: 'stop'; readonly reason: string };

/** What the worker knows when everything is done. */
export interface RunEnd {
  readonly records: number;
  /** Why the disk stopped taking records. */
  readonly journalFailure?: string;
  /** Records in which the target, or the suite, gave a private key away. */
  readonly secretsIn: readonly number[];
  /** Records in which the target sent a signature back. */
  readonly echoesIn?: readonly number[];
}
