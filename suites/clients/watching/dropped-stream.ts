// A stream that ends, and may not be opened again for a while (interface 6.4, rules 3 and 4). How often a client tries is its own matter as
// long as it makes pauses, and without them a warning, since the interface states no number. Whether it comes back is its own matter, too:
// rule 4 says what a client does on reconnect, and state and results can be read instead (1, rules 1 and 2). Who comes back and does not
// subscribe again is the checker's (`client-recovers`), who neither hears nor reads what becomes of its orders is `missed-results.ts`'s.

import type { ObservedHandshake } from '../../../toolkit/tap/index.js';
import type { PlayedCheck } from '../playing/play.js';
import type { Ending, Scene, WatchedCheck, WatchedId } from './scene.js';
import { requirementIn, said, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS, type Watched } from './watched.js';

const MOST_ATTEMPTS_PER_SECOND = 20;
/** So many tell enough. */
const ENOUGH = MOST_ATTEMPTS_PER_SECOND + 5;

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
  const attempts = later.handshakes();
  if (attempts.length > 0) return judgeAttempts(id, attempts);
  // Others of its scenes drop streams, too: how often it tries then is theirs.
  return () =>
    later.handshakes().length > 0 ? verdictOf(id, 'pass') : undecided(id, 'the client did not come back in its time');
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
