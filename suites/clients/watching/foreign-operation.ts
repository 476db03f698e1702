// Somebody else trades on the account (interface 6.4, rule 6): "if an unknown operation_id arrives ..., the client resubscribes and
// reconciles from snapshots". Whoever has read the event of an operation that nobody but the service could know, and places order after
// order on what it held before, does neither. A warning, since the interface states no time: a client may wait for a calm moment.
import type { PlayedCheck } from '../playing/play.js';
import { keyOf, type Seen, type SeenRequest, type SeenTransaction } from '../stage/seen.js';
import type { Ending, Scene } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS, AFTER_REFUSAL_MS } from './watched.js';

/** Who has not reconciled by then, and not before so many orders either, does not only wait for a calm moment. */
const LONG_MS = 20_000;
const ORDERS = 3;

export const foreignOperation: Scene = {
  id: 'reconnect.client-resubscribes/watched-foreign-operation',
  title: 'subscribes again or reads the snapshot after an operation that it does not know',
  async play(watched): Promise<Ending> {
    const { id } = foreignOperation;
    const { seen } = watched;
    if (!watched.askedForResults()) return undecided(id, 'the client hears of results by no stream');
    await watched.within(() => watched.hearsResults() || undefined, AFTER_MS);
    const since = seen.now;
    const foreign = (): SeenTransaction | undefined => foreignIn(seen, since);
    watched.behave({ otherClients: 'trade' });
    await watched.within(foreign, AFTER_REFUSAL_MS);
    watched.behave({ otherClients: 'none' });
    await watched.within(() => foreign()?.frame.ponged, AFTER_MS);
    const event = foreign();
    if (event === undefined) return undecided(id, 'the client heard of no order of somebody else');
    await watched.within(() => (hasReconciled(seen, event) ? true : undefined), LONG_MS);
    return judgeForeign(seen, event);
  },
};

/** The first event since then of an order under a key that the client never sent. */
function foreignIn(seen: Seen, since: number): SeenTransaction | undefined {
  const told = seen
    .since(since)
    .transactions()
    .filter(({ view }) => typeof view.clientRequestId === 'string');
  const keys = new Set(told.length === 0 ? [] : seen.mutations().map(keyOf));
  return told.find(({ view }) => !keys.has(String(view.clientRequestId)));
}

function hasReconciled(seen: Seen, { seq }: SeenTransaction): boolean {
  const later = seen.since(seq);
  return (
    later.requests('snapshot').length > 0 ||
    later.opened().length > 0 ||
    later.commands().some(({ command }) => command.action === 'subscribe')
  );
}

export function judgeForeign(seen: Seen, event: SeenTransaction): PlayedCheck {
  const { id } = foreignOperation;
  if (hasReconciled(seen, event)) return verdictOf(id, 'pass', [event]);
  const { ponged } = event.frame;
  if (ponged === undefined) return undecided(id, 'nothing tells that the client has read the event', [event]);
  const orders = seen.since(ponged.seq).mutations();
  const last = orders.at(-1);
  if (last === undefined || orders.length < ORDERS || msAfter(ponged.atNs, last.atNs) < LONG_MS - AFTER_MS) {
    return undecided(id, 'the client did not trade on for long enough after it', [event]);
  }
  if (longestPauseMs(seen.requests('snapshot')) > LONG_MS / 2) {
    return undecided(id, 'the client reads the snapshot now and then, and may do so later', [event]);
  }
  const expected = 'another subscription, or a read of the snapshot, in twenty seconds';
  const actual = `neither beside ${orders.length} further orders`;
  return { ...failure(id, expected, actual, [event, last]), level: 'should' };
}

function msAfter(fromNs: bigint, toNs: bigint): number {
  return Number(toNs - fromNs) / 1e6;
}

/** Nothing where there are none: whoever reads only one has no rhythm. */
function longestPauseMs(reads: readonly SeenRequest[]): number {
  return Math.max(0, ...reads.slice(1).map((next, index) => msAfter(reads[index]?.atNs ?? next.atNs, next.atNs)));
}
