// Interface 5.4: a refusal for the key tells what to look at; sending the same over and over changes nothing. What a client sent
// before tells how much is usual.
import { grouped } from '../../../toolkit/payload/grouped.js';
import type { PlayedCheck } from '../playing/play.js';
import type { Seen } from '../stage/seen.js';
import type { Scene, WatchedId } from './scene.js';
import { requirementIn, said, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS, AFTER_REFUSAL_MS } from './watched.js';

const REFUSED = { status: 401, name: 'AUTH_INVALID_API_KEY', code: 1000 } as const;
const MOST_PER_SECOND = 20;
const TIMES_AS_EVER = 2;

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
    await watched.within(() => (busiest(sentIn(later)).most > 2 * MOST_PER_SECOND ? true : undefined), AFTER_MS);
    for (const one of armed) one.disarm();
    return judge(id, before, sentIn(later));
  },
};

function sentIn(seen: Seen): readonly Sent[] {
  return [...seen.requests(), ...seen.handshakes()];
}

/** The most in a second to one address. */
function busiest(sent: readonly Sent[]): { readonly most: number; readonly target: string } {
  let [most, busy] = [0, ''];
  for (const [target, same] of grouped(sent, (one) => one.target)) {
    const times = same.map(({ atNs }) => Number(atNs) / 1e6);
    let from = 0;
    for (const [to, at] of times.entries()) {
      while ((times[from] ?? at) <= at - 1_000) from += 1;
      if (to - from + 1 > most) [most, busy] = [to - from + 1, target];
    }
  }
  return { most, target: busy };
}

function judge(id: WatchedId, before: readonly Sent[], refused: readonly Sent[]): PlayedCheck {
  if (refused.length === 0) return undecided(id, 'the client sent nothing that was refused');
  const { most, target } = busiest(refused);
  if (most <= Math.max(MOST_PER_SECOND, TIMES_AS_EVER * busiest(before).most)) return verdictOf(id, 'pass');
  return {
    ...verdictOf(id, 'fail', refused.slice(-1)),
    level: 'should',
    requirement: requirementIn(id),
    ...said(`at most ${MOST_PER_SECOND} times the same request in a second`, `${most} times ${target}`),
  };
}
