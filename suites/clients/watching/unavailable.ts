// A service that takes no orders for a while (interface 4.1; 8): what was refused with 503 may be tried again, and whoever does so without
// a pause repeats without end. A warning, since the interface states no number.
import { keyOf, type SeenRequest } from '../stage/seen.js';
import { asks } from './habit-of-sending.js';
import { busiest } from './haste.js';
import type { Ending, Scene } from './scene.js';
import { requirementIn, said, undecided, verdictOf } from './verdicts.js';

const LASTS_MS = 5_000;
/** Whoever makes any pause worth the name sends fewer, of a machine that is slow, too. */
const MOST = 30;
const TIMES_AS_EVER = 2;
const REFUSED = { status: 503, name: 'SYSTEM_TEMPORARY_UNAVAILABLE' } as const;

export const unavailable: Scene = {
  id: 'idempotency.client-retry-ends/watched-unavailable',
  title: 'does not send an order over and over while the service takes none',
  async play(watched): Promise<Ending> {
    const { id } = unavailable;
    const { seen } = watched;
    if (seen.mutations().length === 0) return undecided(id, 'the client placed no order');
    const most = Math.max(MOST, TIMES_AS_EVER * busiest(seen.mutations(), asks, LASTS_MS).most);
    const later = seen.since(seen.now);
    const armed = watched.arm({ on: 'mutation', times: Number.POSITIVE_INFINITY, refused: REFUSED });
    const refused = (): readonly SeenRequest[] =>
      later.mutations().filter(({ answer }) => answer?.status === REFUSED.status);
    await watched.until(() => refused()[0], watched.leftMs);
    const sent = (): number => busiest(refused(), asks, LASTS_MS).most;
    await watched.until(() => (sent() > most ? true : undefined), LASTS_MS);
    armed.disarm();
    for (const one of refused()) watched.troubled.add(keyOf(one));
    if (refused().length === 0) return undecided(id, 'the client placed no further order in its time');
    if (sent() <= most) return verdictOf(id, 'pass', refused().slice(0, 1));
    const expected = `at most ${most} times the same order in ${LASTS_MS / 1_000} seconds`;
    return {
      ...verdictOf(id, 'fail', refused().slice(-1)),
      level: 'should',
      requirement: requirementIn(id),
      ...said(expected, `${sent()} times`),
    };
  },
};
