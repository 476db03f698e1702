// A stream that ends, and may not be opened again for a while (interface 6.4, rules 3 and 4). How often a client tries is its own matter as
// long as it makes pauses; whether it comes back too, but one that trades on, and neither returns nor reads what became of anything, has
// not recovered, nor has one that wanted events and reads instead for as long as it is watched. All are warnings: the interface states no
// number, and a client may have its reasons.

import type { ObservedHandshake } from '../../../toolkit/tap/index.js';
import type { PlayedCheck } from '../playing/play.js';
import type { Seen } from '../stage/seen.js';
import type { Ending, Scene, WatchedCheck, WatchedId } from './scene.js';
import { failure, requirementIn, said, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS, type Watched } from './watched.js';

const MOST_ATTEMPTS_PER_SECOND = 20;
/** So many tell enough. */
const ENOUGH = MOST_ATTEMPTS_PER_SECOND + 5;
/** Who has traded so long without a look does not only wait before the next attempt. */
const LONG_AWAY_NS = 30_000_000_000n;
const ORDERS_AWAY = 3;
/** Who reads meanwhile may take its time. */
const READS_AWAY_NS = 60_000_000_000n;
/** What tells that which a stream would have told. */
export const LOOKS = ['operationStatus', 'snapshot', 'orderHistory', 'dealHistory'] as const;

interface DroppedStream extends WatchedCheck {
  /** Handshakes are refused for so long. */
  readonly refusesForMs: number;
}

export function droppedStream({ refusesForMs, ...check }: DroppedStream): Scene {
  return { ...check, play: (watched, left) => play(check.id, refusesForMs, watched, left) };
}

async function play(id: WatchedId, refusesForMs: number, watched: Watched, left: number): Promise<Ending> {
  const { seen } = watched;
  const patienceMs = watched.patienceMs(AFTER_MS * 2, left);
  const open = (): number => seen.opened().filter(({ closed }) => closed === undefined).length;
  // One that ends its connections itself now and then is between two of them for a moment.
  if (seen.opened().length > 0) await watched.until(() => open() > 0 || undefined, patienceMs);
  if (open() === 0) return undecided(id, 'the client has no stream open');
  const since = seen.now;
  const later = seen.since(since);
  if (refusesForMs > 0) {
    const refused = { status: 503, name: 'SYSTEM_TEMPORARY_UNAVAILABLE' };
    const outage = watched.arm({ on: 'handshake', times: Number.POSITIVE_INFINITY, refused });
    await watched.control('stream.drop');
    await watched.until(() => later.handshakes()[0], patienceMs);
    await watched.until(() => later.handshakes()[ENOUGH], refusesForMs);
    outage.disarm();
  } else {
    await watched.control('stream.drop');
  }
  await watched.until(() => later.opened()[0], patienceMs);
  return later.handshakes().length === 0 ? () => judgeAway(id, later) : judgeAttempts(id, later.handshakes());
}

function judgeAttempts(id: WatchedId, attempts: readonly ObservedHandshake[]): PlayedCheck {
  const times = attempts.map(({ atNs }) => Number(atNs) / 1e6);
  const most = Math.max(...times.map((at) => times.filter((other) => other >= at && other < at + 1_000).length));
  if (most <= MOST_ATTEMPTS_PER_SECOND) return verdictOf(id, 'pass');
  return {
    ...verdictOf(id, 'fail', attempts.slice(-1)),
    level: 'should',
    requirement: requirementIn(id),
    ...said(`at most ${MOST_ATTEMPTS_PER_SECOND} attempts in a second`, `${most}`),
  };
}

/** Of a client that did not come back in the time of its scene. */
function judgeAway(id: WatchedId, later: Seen): PlayedCheck {
  if (later.handshakes().length > 0) return verdictOf(id, 'pass');
  const looked = later.requests(...LOOKS)[0];
  const orders = later.mutations();
  const [first, last] = [orders[0], orders.at(-1)];
  const longNs = looked === undefined ? LONG_AWAY_NS : READS_AWAY_NS;
  const isLong = first !== undefined && last !== undefined && last.atNs - first.atNs > longNs;
  if (!isLong || orders.length < ORDERS_AWAY) return undecided(id, 'the client did not come back in its time');
  const [expected, actual] =
    looked === undefined
      ? ['a new connection, or a look at what became of orders, in half a minute', 'neither']
      : ['a new connection in a minute', 'reads alone'];
  return { ...failure(id, expected, `${actual} beside ${orders.length} further orders`, [last]), level: 'should' };
}
