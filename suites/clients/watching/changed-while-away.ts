// Interface 6.4, rule 4: the snapshot after a reconnect is the baseline. While its stream is away somebody else closes what the client has
// open; whoever acts on that later has kept what it held before. A warning, since a client may know better by other means.
import type { PlayedCheck } from '../playing/play.js';
import type { SeenEvent } from '../stage/seen.js';
import type { Ending, Scene } from './scene.js';
import { actsOnGone } from './told-entities.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS, AFTER_REFUSAL_MS, type Watched } from './watched.js';

/** Enough to be missed, and few enough that the client goes on with others. */
const MOST = 3;
/** So many orders beside what is gone tell that it trades on. */
const ORDERS = 3;

const UNAVAILABLE = { status: 503, name: 'SYSTEM_TEMPORARY_UNAVAILABLE' } as const;

export const changedWhileAway: Scene = {
  id: 'reconnect.client-baseline/watched-changed-while-away',
  title: 'acts on nothing that the snapshot after a reconnect no longer shows',
  async play(watched, left): Promise<Ending> {
    const { id } = changedWhileAway;
    const { seen } = watched;
    if (!watched.askedForResults()) return undecided(id, 'the client hears of results by no stream');
    await watched.until(() => watched.hearsResults() || undefined, AFTER_MS);
    await watched.until(() => (ownIn(watched).positions.length > 0 ? true : undefined), AFTER_MS);
    const { positions, orders } = ownIn(watched);
    if (positions.length + orders.length === 0) return undecided(id, 'the client has nothing open');
    const since = seen.now;
    const away = watched.arm({ on: 'handshake', times: Number.POSITIVE_INFINITY, refused: UNAVAILABLE });
    await watched.control('stream.drop');
    const gone = await endAll(watched, { positions, orders });
    away.disarm();
    // What takes the place of what somebody else ended is no habit of the client.
    for (const { view } of seen.transactions()) {
      const made = [...(view.positions ?? []), ...(view.orders ?? [])];
      const isGone = made.some(({ id }) => id !== undefined && gone.has(id));
      if (isGone && typeof view.clientRequestId === 'string') watched.troubled.add(view.clientRequestId);
    }
    const later = seen.since(since);
    const snapshot = (): SeenEvent | undefined =>
      later.events().find(({ message }) => message.kind === 'trading_state_snapshot');
    await watched.until(snapshot, watched.patienceMs(AFTER_REFUSAL_MS, left));
    return (): PlayedCheck => {
      const told = snapshot();
      if (told === undefined) return undecided(id, 'the client was sent no snapshot after it');
      const [wrong] = actsOnGone(seen, (one) => gone.has(one));
      if (wrong !== undefined) {
        const expected = 'nothing more for what the snapshot after a reconnect no longer shows';
        return { ...failure(id, expected, `${wrong.method} ${wrong.target}`, [wrong, told]), level: 'should' };
      }
      const others = seen.since(told.seq).mutations();
      if (others.length < ORDERS) return undecided(id, 'the client was not seen for long enough after it', [told]);
      return verdictOf(id, 'pass', [told]);
    };
  },
};

interface Open {
  readonly positions: readonly string[];
  readonly orders: readonly string[];
}

/** One may end with another, as what protects a position does. */
async function endAll(watched: Watched, { positions, orders }: Open): Promise<ReadonlySet<string>> {
  const isThere = (kind: keyof Open, id: string): boolean => watched.inside().state[kind].some((one) => one.id === id);
  for (const position_id of positions) {
    if (isThere('positions', position_id)) await watched.control('position.close', { position_id });
  }
  for (const order_id of orders) {
    if (isThere('orders', order_id)) await watched.control('order.cancel', { order_id });
  }
  return new Set([...positions, ...orders].filter((id) => !isThere('positions', id) && !isThere('orders', id)));
}

/** What it opened itself, as far as the service knows by its keys. */
function ownIn(watched: Watched): Open {
  const told = watched.seen.transactions().filter(({ view }) => watched.isOwnKey(view.clientRequestId));
  const own = new Set(
    told.flatMap(({ view }) => [...(view.positions ?? []), ...(view.orders ?? [])].map(({ id }) => id)),
  );
  const { positions, orders } = watched.inside().state;
  const mine = (all: readonly { readonly id: string }[]): readonly string[] =>
    all
      .map(({ id }) => id)
      .filter((id) => own.has(id))
      .slice(-MOST);
  return { positions: mine(positions), orders: mine(orders) };
}
