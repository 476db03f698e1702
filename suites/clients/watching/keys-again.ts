// Keys that come again (interface 8), of a client that says nothing of its intents. Under one key another order is no repeat, and after a
// restart it is what a count of orders makes that begins anew. The same order again, long after its end was told, is no new order to the
// service; whether the client takes it for one nobody sees, so that it is a warning.
import type { ClientRequirementId } from '../../../toolkit/requirements/requirement-id.js';
import { keyOf, type Seen, type SeenRequest } from '../stage/seen.js';
import { asks } from './habit-of-sending.js';

export interface KeyAgain {
  readonly id: `${ClientRequirementId}/${string}`;
  readonly title: string;
}

export const AFTER_RESTART: KeyAgain = {
  id: 'idempotency.client-key-per-intent/watched-restart',
  title: 'gives orders other keys after a restart than before',
};

export const AFTER_ITS_END: KeyAgain = {
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

/** Whoever waits for an answer has had it; whoever hears the stream has read the event. */
const LONG_NS = 5_000_000_000n;

/** The first order that was sent again long after its ACK and its end had been told, with the order as it was acknowledged. */
export function sentAfterItsEnd(seen: Seen): readonly [SeenRequest, SeenRequest] | undefined {
  const ends = new Map<string, bigint>();
  for (const { frame, view } of seen.transactions()) {
    const { clientRequestId, status } = view;
    if (typeof clientRequestId === 'string' && status !== undefined && !ends.has(clientRequestId)) {
      ends.set(clientRequestId, frame.ponged?.atNs ?? frame.atNs);
    }
  }
  const acknowledged = new Map<string, SeenRequest>();
  for (const request of seen.mutations()) {
    const earlier = acknowledged.get(keyOf(request));
    const end = ends.get(keyOf(request));
    const isLate = end !== undefined && request.atNs - end > LONG_NS;
    if (earlier !== undefined && isLate && asks(earlier) === asks(request)) return [request, earlier];
    const { answer } = request;
    if (answer?.delivered === 'whole' && answer.status < 300) acknowledged.set(keyOf(request), request);
  }
  return undefined;
}

function isSameCall(one: SeenRequest, other: SeenRequest): boolean {
  return one.read.request === other.read.request && one.read.accountId === other.read.accountId;
}
