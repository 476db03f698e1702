// Reads beyond the quota (interface 7.1, rule 2): what was answered REQUEST_RATE_LIMIT is not sent again by itself. A client that reads now
// and then reads again anyway, so that only its haste tells; therefore this is a warning.
import { grouped } from '../../../toolkit/base/grouped.js';
import type { PlayedCheck } from '../playing/play.js';
import type { Seen, SeenRequest } from '../stage/seen.js';
import type { Ending, Scene, WatchedId } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS } from './watched.js';

const REFUSED = { status: 429, name: 'REQUEST_RATE_LIMIT', headers: ['Retry-After', '1'] } as const;
/** As long as the header says. */
const WAITS_MS = 1_000;
const MOST_PER_SECOND = 20;
/** So much of the shortest pause between two of its reads: pauses differ by themselves. */
const SOONER = 0.5;
/** Fewer pauses tell of no habit. */
const KNOWN_PAUSES = 2;

export const refusedReads: Scene = {
  id: 'limits.client-no-retry/watched-read',
  title: 'does not by itself repeat a read that was beyond the quota',
  async play(watched, left): Promise<Ending> {
    const { id } = refusedReads;
    const { seen } = watched;
    if (readsIn(seen).length === 0) return undecided(id, 'the client reads nothing');
    const rhythm = (): readonly number[] | undefined =>
      [...pausesOf(readsIn(seen)).values()].find((pauses) => pauses.length >= KNOWN_PAUSES);
    await watched.until(rhythm, watched.patienceMs(AFTER_MS, left));
    const before = pausesOf(readsIn(seen));
    const later = seen.since(seen.now);
    const armed = watched.arm({ on: 'read', times: Number.POSITIVE_INFINITY, refused: REFUSED });
    const refused = (): readonly SeenRequest[] => readsIn(later).filter(({ answer }) => answer?.status === 429);
    await watched.until(() => refused()[0], watched.patienceMs(AFTER_MS * 2, left));
    await watched.until(() => refused()[2 * MOST_PER_SECOND], WAITS_MS);
    armed.disarm();
    return refused().length === 0 ? undecided(id, 'the client read nothing in its time') : judge(id, refused(), before);
  },
};

function readsIn(seen: Seen): readonly SeenRequest[] {
  return seen.requests().filter(({ method }) => method === 'GET');
}

/** By address, from an answer to the next request. */
function pausesOf(reads: readonly SeenRequest[]): ReadonlyMap<string, readonly number[]> {
  const byTarget = grouped(reads, ({ target }) => target);
  return new Map(
    [...byTarget].map(([target, same]) => [target, same.slice(1).map((next, index) => pauseMs(same[index], next))]),
  );
}

function pauseMs(one: SeenRequest | undefined, next: SeenRequest): number {
  return Number(next.atNs - (one?.answer?.atNs ?? one?.atNs ?? next.atNs)) / 1e6;
}

function judge(
  id: WatchedId,
  refused: readonly SeenRequest[],
  before: ReadonlyMap<string, readonly number[]>,
): PlayedCheck {
  const expected = 'no read again by itself that was answered REQUEST_RATE_LIMIT';
  for (const [target, same] of grouped(refused, (request) => request.target)) {
    const [first, next] = same;
    if (next === undefined) continue;
    const usual = before.get(target) ?? [];
    const isHasty = usual.length >= KNOWN_PAUSES && pauseMs(first, next) < Math.min(...usual) * SOONER;
    if (!isHasty && same.length <= MOST_PER_SECOND) continue;
    const actual = `${target} ${same.length} times, first after ${Math.round(pauseMs(first, next))} ms, with "Retry-After: 1"`;
    return { ...failure(id, expected, actual, [next, first]), level: 'should' };
  }
  return verdictOf(id, 'pass', refused.slice(0, 1));
}
