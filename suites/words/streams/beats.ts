// account_state_event on a stream that is subscribed to it (interface 6, table; 8): a message at about every two seconds, a beat. The
// interval is called standard and has no tolerance, so how long a target takes is learned from its messages, and waits are long.

import { kept } from '../../../toolkit/base/kept.js';
import type { Dialect } from '../../../toolkit/profile/dialect/dialect.js';
import type { CheckContext, Events, ReceivedOf } from '../../runner/context.js';
import { WaitsInVain } from '../../runner/live/sharing/waits-in-vain.js';

export type Beat = ReceivedOf<'account_state_event'>;

export const INTERVAL_MS = 2000;
/** No gap between two messages is shorter, since the interval has no tolerance and a message may be held up. */
export const SHORTEST_MS: number = INTERVAL_MS / 2;
/** How late a message may be while nothing is known of the interval of the target. */
const LONGEST_PATIENCE_MS = 20_000;
const LEAST_PATIENCE_MS: number = 3 * INTERVAL_MS;

/** The longest gap between two messages of a target, by its dialect, of which each run has one for each. */
const known = new WeakMap<Dialect, number>();

/** Waits for a message of a target of which none has ended with one. */
const vain = new WeakMap<Dialect, WaitsInVain>();

/** How late a single message may be before it is given up. */
export function patienceMs({ dialect }: CheckContext): number {
  const gapMs = known.get(dialect);
  if (gapMs !== undefined) return Math.max(LEAST_PATIENCE_MS, 3 * gapMs);
  return vain.get(dialect)?.areEnough === true ? LEAST_PATIENCE_MS : LONGEST_PATIENCE_MS;
}

/** The next message after that record; undefined when none comes in time. */
export async function nextBeat(t: CheckContext, events: Events, after = 0): Promise<Beat | undefined> {
  const withinMs = patienceMs(t);
  const beat = await events.next('account_state_event', { after, withinMs });
  learn(t, events);
  if (beat === undefined) unheard(t, withinMs);
  return beat;
}

/** Set-up: the same, undecided when none comes. That any comes at all is judged by `account-state.periodic`. */
export async function awaitBeat(t: CheckContext, events: Events, after = 0): Promise<Beat> {
  const withinMs = patienceMs(t);
  try {
    return await events.await('account_state_event', { after, withinMs });
  } catch (error) {
    unheard(t, withinMs);
    throw error;
  } finally {
    learn(t, events);
  }
}

function unheard({ dialect }: CheckContext, withinMs: number): void {
  kept(vain, dialect, () => new WaitsInVain()).add(withinMs);
}

/** From each message to the next, as they arrived. */
export function gapsMs(beats: readonly Beat[]): readonly number[] {
  return beats.slice(1).map(({ atNs }, index) => (atNs - (beats[index]?.atNs ?? atNs)) / 1e6);
}

/** What the messages of a connection show of the interval. */
function learn({ dialect }: CheckContext, events: Events): void {
  const longest = Math.max(...gapsMs(events.of('account_state_event')), known.get(dialect) ?? 0);
  if (longest > 0) known.set(dialect, longest);
}
