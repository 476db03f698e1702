// What the pace of a profile costs a run: limits.requestsPerSecond is kept over all checks together, handshakes included.

/** Of a whole run of the reference service, handshakes and clean-up included: the records of kind invoke and open in its journal. */
const REQUESTS_PER_CHECK = 9;
/** Requests a second on a machine of two cores where nothing holds them back. */
const UNPACED = 800;
/** Shorter waits are nothing to plan for. */
const SHORT_S = 120;

/** What a run takes at least, in whole seconds: its requests at the pace of the profile, or its longest wait. */
export function secondsOf(checks: number, requestsPerSecond: number, longestWaitMs: number): number {
  const requests = checks * REQUESTS_PER_CHECK;
  const sending = requests / (requestsPerSecond === 0 ? UNPACED : Math.min(UNPACED, requestsPerSecond));
  return Math.ceil(Math.max(sending, longestWaitMs / 1_000) + 1);
}

/** One sentence where the pace makes a run long; undefined where it does not. */
export function paceEstimate(checks: number, requestsPerSecond: number): string | undefined {
  if (requestsPerSecond === 0) return undefined;
  const requests = Math.ceil((checks * REQUESTS_PER_CHECK) / 100) * 100;
  const seconds = requests / requestsPerSecond;
  if (seconds < SHORT_S) return undefined;
  const minutes = Math.ceil(seconds / 60);
  return `Some ${requests} requests at ${requestsPerSecond} a second (limits.requestsPerSecond) take ${minutes} minutes or more.`;
}
