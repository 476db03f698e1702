// Keys that come again (interface 8), of a client that says nothing of its intents. Under one key another order is no repeat, and after a
// restart it is what a count of orders makes that begins anew. The same order again, long after its end was told, is no new order to the
// service; whether the client takes it for one nobody sees, so that it is a warning.
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { PlayedCheck } from '../playing/play.js';
import { isAccepted, keyOf, type Seen, type SeenRequest } from '../stage/seen.js';
import { answeredLate } from './answered-late.js';
import { asks } from './habit-of-sending.js';
import type { Judged, WatchedCheck } from './scene.js';
import { failure, timelessWarning, undecided, verdictOf } from './verdicts.js';
import { AFTER_REFUSAL_MS, type Watched } from './watched.js';

export const AFTER_RESTART: WatchedCheck = {
  id: 'idempotency.client-key-per-intent/watched-restart',
  title: 'gives orders other keys after a restart than before',
};

export const AFTER_ITS_END: WatchedCheck = {
  id: 'idempotency.client-retry-ends/watched-after-its-end',
  title: 'does not send an order again whose end it was told long ago',
};

/** The first request since `restartedAt` whose key another order had before, with that order. */
export function takenForAnother(seen: Seen, restartedAt: number): readonly [SeenRequest, SeenRequest] | undefined {
  const before = seen.mutations().filter(({ seq }) => seq <= restartedAt);
  for (const later of seen.since(restartedAt).mutations()) {
    const earlier = before.find((one) => keyOf(one) === keyOf(later) && isSameCall(one, later));
    if (earlier !== undefined && asks(earlier) !== asks(later)) return [later, earlier];
  }
  return undefined;
}

/** Whoever waits for an answer has had it, and taken in what it read. */
const LONG_NS = 2_000_000_000n;
/** Whoever hears the stream has read the event by then. */
const UNREAD_NS = 4_000_000_000n;

/** The key of an operation whose status, as it was read, tells its end. */
export type EndedKey = (body: JsonValue | undefined) => string | undefined;

/** By key, when its client knew the end of the order. */
function endsTold(seen: Seen, endedKeyOf: EndedKey): ReadonlyMap<string, bigint> {
  const ends = new Map<string, bigint>();
  const tells = (key: string, end: bigint): void => {
    const known = ends.get(key);
    if (known === undefined || end < known) ends.set(key, end);
  };
  for (const { frame, view } of seen.transactions()) {
    const { clientRequestId, status } = view;
    if (typeof clientRequestId === 'string' && status !== undefined) {
      tells(clientRequestId, frame.ponged === undefined ? frame.atNs + UNREAD_NS : frame.ponged.atNs);
    }
  }
  for (const { answer } of seen.requests('operationStatus')) {
    const key = answer?.delivered === 'whole' && answer.status === 200 ? endedKeyOf(answer.json) : undefined;
    if (answer !== undefined && key !== undefined) tells(key, answer.atNs);
  }
  return ends;
}

/** Orders that were sent again long after their ACK and their end had been told, each with the order as it was acknowledged. */
export function allSentAfterTheirEnd(
  seen: Seen,
  endedKeyOf: EndedKey,
): readonly (readonly [again: SeenRequest, acknowledged: SeenRequest])[] {
  const ends = endsTold(seen, endedKeyOf);
  const acknowledged = new Map<string, SeenRequest>();
  const isLateAnswer = answeredLate(seen);
  const found: (readonly [SeenRequest, SeenRequest])[] = [];
  for (const request of seen.mutations()) {
    const earlier = acknowledged.get(keyOf(request));
    const end = ends.get(keyOf(request));
    const isLate = end !== undefined && request.atNs - end > LONG_NS;
    if (earlier !== undefined && isLate && asks(earlier) === asks(request)) found.push([request, earlier]);
    if (isAccepted(request) && !isLateAnswer(request)) acknowledged.set(keyOf(request), request);
  }
  return found;
}

/** Fewer keys may have come again by mistake. */
const KEYS = 2;

/**
 * The orders of a client that makes its keys of what an order says: each under a key that an equal one had whose end was told, where
 * neither met anything. None of a client whose orders have keys of their own.
 */
export function oneKeyForEqual({
  seen,
  endedKeyOf,
  troubled,
}: Pick<Watched, 'seen' | 'endedKeyOf' | 'troubled'>): readonly (readonly [SeenRequest, SeenRequest])[] {
  const again = allSentAfterTheirEnd(seen, endedKeyOf).filter(([one]) => !troubled.has(keyOf(one)));
  const byKey = new Map(again.map((pair) => [keyOf(pair[0]), pair]));
  return byKey.size < KEYS ? [] : [...byKey.values()];
}

function isSameCall(one: SeenRequest, other: SeenRequest): boolean {
  return one.read.request === other.read.request && one.read.accountId === other.read.accountId;
}

export function afterItsEnd(watched: Watched): PlayedCheck {
  const { seen, endedKeyOf } = watched;
  const { id } = AFTER_ITS_END;
  const [again] = allSentAfterTheirEnd(seen, endedKeyOf);
  if (again === undefined) {
    const isTold = seen.transactions().length > 0 || seen.requests('operationStatus').length > 0;
    return isTold ? verdictOf(id, 'pass') : undecided(id, 'nothing told the client the end of an order');
  }
  if (oneKeyForEqual(watched).length > 0) {
    return undecided(id, 'the client gives equal orders one key, so that this may be another one', again);
  }
  const actual = `the key ${keyOf(again[0])} again, which makes no new order`;
  return { ...failure(id, 'nothing more of an order whose ACK and result were told', actual, again), level: 'should' };
}

/** So many orders tell how it makes its keys. */
const ORDERS = 3;

export async function afterRestart(watched: Watched, restart: (() => Promise<void>) | undefined): Promise<Judged> {
  const { id } = AFTER_RESTART;
  if (restart === undefined) return undecided(id, 'the client was not started again, which --restart does');
  const [since, restartNs] = [watched.seen.now, process.hrtime.bigint()];
  await restart();
  const later = watched.seen.since(since);
  const orders = (): readonly SeenRequest[] => later.mutations();
  // The first of several keys that come again may be those of other calls, or of what is sent again with a reason.
  const isClear = (): boolean => orders().length >= ORDERS && keysAgain(watched.seen, since) === 0;
  const isKnown = (): boolean => isClear() || takenForAnother(watched.seen, since) !== undefined;
  await watched.within(() => isKnown() || undefined, AFTER_REFUSAL_MS);
  if (orders().length === 0) return undecided(id, 'the client placed no order after it was started again');
  const taken = takenForAnother(watched.seen, since);
  if (taken !== undefined) {
    return failure(id, 'keys that no other order had', `the key ${keyOf(taken[0])} for two orders`, taken);
  }
  const [ended, ...others] = endedBefore(watched, restartNs);
  if (ended === undefined || others.length + 1 < KEYS) return verdictOf(id, 'pass', orders().slice(0, 1));
  const actual = `the key ${keyOf(ended[0])} and ${others.length} more of orders that had ended before it, so that nothing new is carried out`;
  return timelessWarning(id, 'keys that no order had before the restart', actual, ended);
}

/** How many keys came again since then. */
function keysAgain(seen: Seen, since: number): number {
  const before = new Set(seen.mutations().flatMap((one) => (one.seq <= since ? [keyOf(one)] : [])));
  return new Set(
    seen
      .since(since)
      .mutations()
      .map(keyOf)
      .filter((key) => before.has(key)),
  ).size;
}

/** Whoever writes down what has ended has done so by then. */
const WRITTEN_NS = 10_000_000_000n;

/** Equal orders after the restart, one for each key, whose end was told long before it: what was unfinished is rightly sent again. */
export function endedBefore(
  { seen, endedKeyOf }: Pick<Watched, 'seen' | 'endedKeyOf'>,
  restartNs: bigint,
): readonly (readonly [SeenRequest, SeenRequest])[] {
  const ends = endsTold(seen, endedKeyOf);
  const again = allSentAfterTheirEnd(seen, endedKeyOf).filter(
    ([one]) => one.atNs > restartNs && restartNs - (ends.get(keyOf(one)) ?? restartNs) > WRITTEN_NS,
  );
  return [...new Map(again.map((pair) => [keyOf(pair[0]), pair])).values()];
}
