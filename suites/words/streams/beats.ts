// account_state_event on a stream that is subscribed to it (interface 6, table; 8): a message at about every two seconds, a beat. The
// interval is called standard and has no tolerance, so waits are long.
import type { Events, ReceivedOf } from '../../runner/context.js';

export type Beat = ReceivedOf<'account_state_event'>;

export const INTERVAL_MS = 2000;
/** No gap between two messages is shorter, since the interval has no tolerance and a message may be held up. */
export const SHORTEST_MS: number = INTERVAL_MS / 2;
/** How late a single message may be before it is given up. */
export const PATIENCE_MS: number = 3 * INTERVAL_MS;

/** The next message after that record; undefined when none comes in time. */
export function nextBeat(events: Events, after = 0): Promise<Beat | undefined> {
  return events.next('account_state_event', { after, withinMs: PATIENCE_MS });
}

/** Set-up: the same, undecided when none comes. That any comes at all is judged by `account-state.periodic`. */
export function awaitBeat(events: Events, after = 0): Promise<Beat> {
  return events.await('account_state_event', { after, withinMs: PATIENCE_MS });
}

/** From each message to the next, as they arrived. */
export function gapsMs(beats: readonly Beat[]): readonly number[] {
  return beats.slice(1).map(({ atNs }, index) => (atNs - (beats[index]?.atNs ?? atNs)) / 1e6);
}
