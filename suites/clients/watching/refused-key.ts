// Interface 5.4: a refusal for the key tells what to look at; sending the same over and over changes nothing. What a client sent
// before tells how much is usual.
import { grouped } from '../../../toolkit/base/grouped.js';
import type { PlayedCheck } from '../playing/play.js';
import { keyOf, type Seen } from '../stage/seen.js';
import { answeredLate } from './answered-late.js';
import { busiest, MOST_PER_SECOND, mostAfter } from './haste.js';
import type { Scene, WatchedId } from './scene.js';
import { failure, requirementIn, said, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS, AFTER_REFUSAL_MS } from './watched.js';

const REFUSED = { status: 401, name: 'AUTH_INVALID_API_KEY', code: 1000 } as const;
/** A clock may be put right before the second. */
const MOST_TRIES = 3;
/** Whoever makes any pause worth the name opens fewer: many try once a second for as long as it takes. */
const MOST_HANDSHAKES = 40;
const GOES_ON_MS = 12_000;

interface Sent {
  readonly target: string;
  readonly atNs: bigint;
  readonly record?: number;
}

export const refusedKey: Scene = {
  id: 'auth.client-refusal-heeded/watched-key-refused',
  title: 'does not send the same over and over while its key is refused',
  async play(watched): Promise<PlayedCheck> {
    const { id } = refusedKey;
    const { seen } = watched;
    const before = sentIn(seen);
    const later = seen.since(seen.now);
    const armed = (['mutation', 'read', 'handshake'] as const).map((on) =>
      watched.arm({ on, refused: REFUSED, times: Number.POSITIVE_INFINITY }),
    );
    await watched.control('stream.drop');
    await watched.within(() => sentIn(later)[0], AFTER_REFUSAL_MS);
    await watched.within(
      () => (busiest(sentIn(later), targetOf).most > 2 * MOST_PER_SECOND ? true : undefined),
      AFTER_MS,
    );
    // Whoever goes on without haste shows after a while.
    if (goesOn(seen, later, 1, 2)) await watched.within(() => goesOn(seen, later) || undefined, GOES_ON_MS);
    for (const one of armed) one.disarm();
    return judge(id, before, seen, later);
  },
};

function targetOf({ target }: Sent): string {
  return target;
}

function sentIn(seen: Seen): readonly Sent[] {
  return [...seen.requests(), ...seen.handshakes()];
}

/** How often one order was sent, its key the same, and refused while its client still waited: who gave up repeats what it did not hear. */
export function mostTries(seen: Seen, later: Seen): number {
  const isLate = answeredLate(seen);
  const heard = later.mutations().filter((one) => !isLate(one));
  return Math.max(0, ...[...grouped(heard, keyOf).values()].map(({ length }) => length));
}

/** Whether that many were not the last. */
function goesOn(seen: Seen, later: Seen, tries = MOST_TRIES, handshakes = MOST_HANDSHAKES): boolean {
  return mostTries(seen, later) > tries || later.handshakes().length > handshakes;
}

function judge(id: WatchedId, before: readonly Sent[], seen: Seen, later: Seen): PlayedCheck {
  const refused = sentIn(later);
  if (refused.length === 0) return undecided(id, 'the client sent nothing that was refused');
  const { most, name } = busiest(refused, targetOf);
  if (goesOn(seen, later)) {
    const expected = `no order more than ${MOST_TRIES} times that is refused for the key, nor ${MOST_HANDSHAKES} handshakes`;
    const actual = `one order ${mostTries(seen, later)} times, ${later.handshakes().length} handshakes`;
    return { ...failure(id, expected, actual, refused.slice(-1)), level: 'should' };
  }
  if (most <= mostAfter(busiest(before, targetOf).most)) return verdictOf(id, 'pass');
  return {
    ...verdictOf(id, 'fail', refused.slice(-1)),
    level: 'should',
    requirement: requirementIn(id),
    ...said(`at most ${MOST_PER_SECOND} times the same request in a second`, `${most} times ${name}`),
  };
}
