// Interface 5.4: a refusal for the key tells what to look at; sending the same over and over changes nothing. What a client sent
// before tells how much is usual.
import type { PlayedCheck } from '../playing/play.js';
import type { Seen } from '../stage/seen.js';
import { busiest, MOST_PER_SECOND, mostAfter } from './haste.js';
import type { Scene, WatchedId } from './scene.js';
import { requirementIn, said, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS, AFTER_REFUSAL_MS } from './watched.js';

const REFUSED = { status: 401, name: 'AUTH_INVALID_API_KEY', code: 1000 } as const;
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
    for (const one of armed) one.disarm();
    return judge(id, before, sentIn(later));
  },
};

function targetOf({ target }: Sent): string {
  return target;
}

function sentIn(seen: Seen): readonly Sent[] {
  return [...seen.requests(), ...seen.handshakes()];
}

function judge(id: WatchedId, before: readonly Sent[], refused: readonly Sent[]): PlayedCheck {
  if (refused.length === 0) return undecided(id, 'the client sent nothing that was refused');
  const { most, name } = busiest(refused, targetOf);
  if (most <= mostAfter(busiest(before, targetOf).most)) return verdictOf(id, 'pass');
  return {
    ...verdictOf(id, 'fail', refused.slice(-1)),
    level: 'should',
    requirement: requirementIn(id),
    ...said(`at most ${MOST_PER_SECOND} times the same request in a second`, `${most} times ${name}`),
  };
}
