// How worker and main thread talk during a run: one broadcast channel, named after the run. Every message is plain data; an outcome
// that cannot be cloned becomes an error outcome, so that nothing is lost silently.
import type { PreflightReport } from '../live/preflight.js';
import type { Outcome } from './run-spec.js';

export type FromWorker =
  | { readonly type: 'ready'; readonly items: number }
  | { readonly type: 'started'; readonly target: string; readonly check: string }
  | { readonly type: 'ended'; readonly outcome: Outcome }
  | { readonly type: 'preflight'; readonly target: string; readonly report: PreflightReport }
  | { readonly type: 'end'; readonly end: RunEnd };

export type ToWorker = { readonly type: 'stop'; readonly reason: string };

/** What the worker knows when everything is done. */
export interface RunEnd {
  readonly records: number;
  /** Why the disk stopped taking records. */
  readonly journalFailure?: string;
  /** Records in which the target, or the suite, gave a private key away. */
  readonly secretsIn: readonly number[];
}

export function channelName(run: string): string {
  return `tsi-conformance/${run}`;
}
