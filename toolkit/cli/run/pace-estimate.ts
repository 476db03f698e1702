// What the pace of a profile costs a run: limits.requestsPerSecond is kept over all checks together, handshakes included; and what its
// control actions cost, most of which reach everybody, so that checks behind them run one by one.
import type { Effort } from '../../../suites/runner/check.js';

/** Of whole runs on services of others, handshakes and clean-up included: the records of kind invoke and open in their journals. */
const REQUESTS_PER_CHECK: Readonly<Record<Effort, number>> = { quick: 8, standard: 12, thorough: 16 };
/** Control actions of a check that needs some, undoing included. */
const ACTIONS_PER_CHECK = 4;
/** Requests a second on a machine of two cores where nothing holds them back. */
const UNPACED = 800;
/** Shorter waits are nothing to plan for. */
const SHORT_S = 120;

export interface PlannedRun {
  readonly effort: Effort;
  readonly checks: number;
  /** Those of them that need control actions. */
  readonly controlling: number;
  /** 0 where nothing is held back. */
  readonly requestsPerSecond: number;
  readonly controlMs: number;
  readonly longestWaitMs: number;
}

/** What a run takes at least, in whole seconds: its requests at that pace and the waits behind control, or its longest wait. */
export function secondsOf(run: PlannedRun): number {
  const { requestsPerSecond, longestWaitMs } = run;
  const sending = requestsOf(run) / (requestsPerSecond === 0 ? UNPACED : Math.min(UNPACED, requestsPerSecond));
  return Math.ceil(Math.max(sending + controlSecondsOf(run), longestWaitMs / 1_000) + 1);
}

/** One sentence where the pace makes a run long; undefined where it does not. */
export function paceEstimate(run: PlannedRun): string | undefined {
  const { requestsPerSecond } = run;
  if (requestsPerSecond === 0) return undefined;
  const requests = Math.ceil(requestsOf(run) / 100) * 100;
  const seconds = requests / requestsPerSecond;
  if (seconds < SHORT_S) return undefined;
  return `Some ${requests} requests at ${requestsPerSecond} a second (limits.requestsPerSecond) take ${minutesOf(seconds)} minutes or more.`;
}

/** One sentence where the waits behind control actions make a run long; undefined where they do not, or are not known. */
export function controlEstimate(run: PlannedRun): string | undefined {
  const { controlling, controlMs } = run;
  const seconds = controlSecondsOf(run);
  if (seconds < SHORT_S) return undefined;
  const actions = Math.ceil((controlling * ACTIONS_PER_CHECK) / 100) * 100;
  return `Some ${actions} control actions with ${controlMs / 1_000} s behind each (timing.controlMs) take ${minutesOf(seconds)} minutes of it.`;
}

function requestsOf({ checks, effort }: PlannedRun): number {
  return checks * REQUESTS_PER_CHECK[effort];
}

function controlSecondsOf({ controlling, controlMs }: PlannedRun): number {
  return (controlling * ACTIONS_PER_CHECK * controlMs) / 1_000;
}

function minutesOf(seconds: number): number {
  return Math.ceil(seconds / 60);
}
