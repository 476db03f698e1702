// Reads beyond the quota (interface 7.1, rule 2): what was answered REQUEST_RATE_LIMIT is not sent again by itself. A client that reads now
// and then reads again anyway, so that only its haste tells; therefore this is a warning.
import { grouped } from '../../../toolkit/base/grouped.js';
import type { PlayedCheck } from '../playing/play.js';
import type { Seen, SeenRequest } from '../stage/seen.js';
import { busiest, MOST_PER_SECOND } from './haste.js';
import type { Ending, Scene, WatchedId } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS } from './watched.js';

const REFUSED = { status: 429, name: 'REQUEST_RATE_LIMIT', headers: ['Retry-After', '1'] } as const;
/** As long as the header says. */
const WAITS_MS = 1_000;
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
    const later = seen.since(seen.now);
    // Whoever polls for results does so while there are none.
    watched.hold();
    const refused = (): readonly SeenRequest[] => readsIn(later).filter(isRefused);
    // Whoever slows down after the refusal of another read polls no more: status comes first.
    const isPoller = seen.requests('operationStatus').length > 0;
    for (const on of isPoller ? (['operationStatus', 'read'] as const) : (['read'] as const)) {
      const before = refused().length;
      const armed = watched.arm({ on, times: Number.POSITIVE_INFINITY, refused: REFUSED });
      await watched.until(() => refused()[before], watched.patienceMs(AFTER_MS, left));
      await watched.until(() => refused()[before + 2 * MOST_PER_SECOND], WAITS_MS);
      armed.disarm();
    }
    await watched.control('operation.release');
    if (refused().length === 0) return undecided(id, 'the client read nothing in its time');
    const found = refused();
    // How it reads anyway is known best in the end.
    return () => judge(id, found, pausesOf(readsIn(seen)));
  },
};

function isRefused({ answer }: SeenRequest): boolean {
  return answer?.status === 429;
}

function readsIn(seen: Seen): readonly SeenRequest[] {
  return seen.requests().filter(({ method }) => method === 'GET');
}

/** By kind of read, from an answer that is no refusal to the next request for the same. */
export function pausesOf(reads: readonly SeenRequest[]): ReadonlyMap<string, readonly number[]> {
  const byKind = grouped(reads, ({ read }) => read.request);
  const pausesAmong = (some: readonly SeenRequest[]): readonly number[] =>
    [...grouped(some, ({ target }) => target).values()].flatMap((same) =>
      same.slice(1).flatMap((next, index) => {
        const one = same[index];
        return one === undefined || isRefused(one) ? [] : [pauseMs(one, next)];
      }),
    );
  return new Map([...byKind].map(([kind, some]) => [kind, pausesAmong(some)]));
}

function pauseMs(one: SeenRequest, next: SeenRequest): number {
  return Number(next.atNs - (one.answer?.atNs ?? one.atNs)) / 1e6;
}

export function judge(
  id: WatchedId,
  refused: readonly SeenRequest[],
  pauses: ReadonlyMap<string, readonly number[]>,
): PlayedCheck {
  const expected = 'no read again by itself that was answered REQUEST_RATE_LIMIT';
  for (const [target, same] of grouped(refused, (request) => request.target)) {
    const [first, next] = same;
    if (first === undefined || next === undefined) continue;
    const usual = pauses.get(first.read.request) ?? [];
    const isHasty = usual.length >= KNOWN_PAUSES && pauseMs(first, next) < Math.min(...usual) * SOONER;
    if (!isHasty && busiest(same, () => target).most <= MOST_PER_SECOND) continue;
    const actual = `${target} ${same.length} times, first after ${Math.round(pauseMs(first, next))} ms, with "Retry-After: 1"`;
    return { ...failure(id, expected, actual, [next, first]), level: 'should' };
  }
  return verdictOf(id, 'pass', refused.slice(0, 1));
}
