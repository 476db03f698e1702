// An order that ends while no stream can tell it (interface 4.3; 6.4, rules 4 and 5): once with its status there to be read, once with a
// status that is no longer kept, which is no result. Whoever reads status anyway meets the second without a stream, too.
import type { PlayedCheck } from '../playing/play.js';
import { keyOf, type Seen, type SeenRequest } from '../stage/seen.js';
import { isSentAnew, msBetween, ROUND } from './habit-of-sending.js';
import type { Ending, Scene, WatchedId } from './scene.js';
import { meantBy } from './told-entities.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS, AFTER_REFUSAL_MS, type Watched } from './watched.js';

/** Who has not looked by then does not only wait for an event that may be late. */
const LONG_NS = 30_000_000_000n;
/** An equal order that comes later has its own reasons. */
const RELATED_MS = 20_000;

export const missedEvent: Scene = {
  id: 'reconnect.client-polls/watched-event-missed',
  title: 'looks what became of an order whose event it missed',
  async play(watched, left): Promise<Ending> {
    const { id } = missedEvent;
    const { seen } = watched;
    if (!watched.askedForResults()) return undecided(id, 'the client hears of results by no stream');
    // One that does not come back from the last drop misses it anyway.
    await watched.until(() => watched.hearsResults() || undefined, AFTER_MS);
    const order = await endedUnheard(watched, 'rejected');
    if (order === undefined) return undecided(id, 'the client placed no further order in its time');
    const later = seen.since(order.answer?.seq ?? order.seq);
    await watched.until(() => later.requests(...TELLING)[0], watched.patienceMs(AFTER_REFUSAL_MS, left));
    return () => judgeLook(id, order, later);
  },
};

export const statusGone: Scene = {
  id: 'operations.client-unreadable/watched-status-gone',
  title: 'sends no order again under another key because its status is no longer kept',
  async play(watched, left): Promise<Ending> {
    const { id } = statusGone;
    const { seen } = watched;
    if (seen.requests('operationStatus').length === 0) return undecided(id, 'the client reads no operation status');
    const order = await endedUnheard(watched, 'forgotten');
    if (order === undefined) return undecided(id, 'the client placed no further order in its time');
    const later = seen.since(order.seq);
    const gone = (): SeenRequest | undefined =>
      later.requests('operationStatus').find(({ answer }) => answer?.status === 404);
    const told = await watched.until(gone, watched.patienceMs(AFTER_REFUSAL_MS, left));
    if (told === undefined) return undecided(id, 'the client read no status that was gone', [order]);
    await watched.until(() => (seen.since(told.seq).mutations().length > 1 ? true : undefined), AFTER_MS);
    return () => judgeAfterGone(id, order, told, watched);
  },
};

export const madeAgain: Scene = {
  id: 'reconnect.client-polls/watched-made-again',
  title: 'sends no order again under another key because its stream ended before the result',
  async play(watched, left): Promise<Ending> {
    const { id } = madeAgain;
    const { seen } = watched;
    if (!watched.hearsResults()) return undecided(id, 'the client hears of results by no stream');
    const order = await endedUnheard(watched, 'success');
    if (order === undefined) return undecided(id, 'the client placed no further order in its time');
    const later = seen.since(order.answer?.seq ?? order.seq);
    await watched.until(() => later.mutations()[MADE_AGAIN], watched.patienceMs(AFTER_REFUSAL_MS, left));
    const isDone = watched.inside().operations.some(({ key, state }) => key === keyOf(order) && state === 'success');
    if (!isDone) return undecided(id, 'the order was not carried out', [order]);
    return () => judgeMadeAgain(id, order, later, watched);
  },
};

/** So many orders later it went on with others. */
const MADE_AGAIN = 3;

/**
 * An order that was acknowledged and has come to its end, of which no event could tell: `rejected`, so that no snapshot shows it either, or
 * successful, perhaps with a status that is forgotten at once. Undefined where none came.
 */
async function endedUnheard(
  watched: Watched,
  end: 'rejected' | 'forgotten' | 'success',
): Promise<SeenRequest | undefined> {
  const { seen } = watched;
  const before = new Set(seen.mutations().map(keyOf));
  const later = seen.since(seen.now);
  await watched.holdWhatComes();
  // The next that is taken gets that end.
  if (end === 'rejected') await watched.control('operation.fail', REJECTED);
  const order = await watched.until(
    () =>
      later
        .mutations()
        .find((one) => !before.has(keyOf(one)) && one.answer?.status === 202 && one.answer.delivered === 'whole'),
    watched.leftMs,
  );
  if (order !== undefined) watched.troubled.add(keyOf(order));
  const away = watched.arm({ on: 'handshake', times: Number.POSITIVE_INFINITY, refused: UNAVAILABLE });
  await watched.control('stream.drop');
  await watched.control('operation.release');
  const operation = watched.inside().operations.find(({ key }) => order !== undefined && key === keyOf(order));
  if (end === 'forgotten' && operation !== undefined) {
    await watched.control('operation.expire', { operation_id: operation.id });
  }
  away.disarm();
  return order;
}

/** Of an order that was rejected a snapshot shows nothing. */
const TELLING = ['operationStatus', 'orderHistory', 'dealHistory'] as const;

const REJECTED = { status: 'rejected', error_code: 'EXECUTION_REQUOTE' };
const UNAVAILABLE = { status: 503, name: 'SYSTEM_TEMPORARY_UNAVAILABLE' };

function judgeLook(id: WatchedId, order: SeenRequest, later: Seen): PlayedCheck {
  const looked = later.requests(...TELLING)[0];
  if (looked !== undefined) return verdictOf(id, 'pass', [looked, order]);
  const repeated = later.mutations().find((one) => keyOf(one) === keyOf(order));
  if (repeated !== undefined) return undecided(id, 'the client sent the order again, and learnt of it so', [repeated]);
  const last = later.mutations().at(-1);
  if (last === undefined || last.atNs - order.atNs < LONG_NS) {
    return undecided(id, 'the client was not seen for long enough after it', [order]);
  }
  const expected = 'a read of its status or of history in half a minute';
  const actual = later.requests('snapshot').length > 0 ? 'the snapshot alone' : 'none';
  return {
    ...failure(id, expected, `${actual} beside ${later.mutations().length} further orders`, [order]),
    level: 'should',
  };
}

/** One that reads the snapshot before it places another order may know its own there by nothing; no other read shows an open order. */
function judgeAfterGone(id: WatchedId, order: SeenRequest, told: SeenRequest, watched: Watched): PlayedCheck {
  const since = watched.seen.since(told.seq);
  const habit = watched.habit;
  for (const next of since.mutations().slice(0, ROUND)) {
    const anew = isSentAnew(habit, order, next);
    if (anew === 'no' || msBetween(told, next) > RELATED_MS) continue;
    const looked =
      since.requests('snapshot').some(({ seq }) => seq < next.seq) || showsIt(watched.seen, order, told, next);
    if (looked) return undecided(id, 'the client read the snapshot, and sent another order', [next, order]);
    if (anew !== 'yes') return undecided(id, 'the client sent an equal order, as it may do anyway', [next, order]);
    const actual = `the same order again, ${keyOf(next)} for ${keyOf(order)}`;
    return failure(id, 'no result read out of a status that is gone', actual, [next, told, order]);
  }
  return verdictOf(id, 'pass', [told, order]);
}

/** Whether a stream had shown what is acted on, or the client began another one to be shown it: it decides by what it sees. */
export function showsIt(seen: Seen, order: SeenRequest, told: SeenRequest, next: SeenRequest): boolean {
  const meant = meantBy(next);
  const ended = seen.handshakes().find(({ closed }) => closed?.by === 'client' && closed.seq > told.seq)?.closed;
  return seen.events().some(({ seq, message }) => {
    if (seq > next.seq || message.kind !== 'trading_state_snapshot') return false;
    const { positions = [], orders = [] } = message.view;
    const isShown = meant !== undefined && [...positions, ...orders].some(({ id }) => id === meant);
    return (isShown && seq > (order.answer?.seq ?? order.seq)) || (ended !== undefined && seq > ended.seq);
  });
}

/** What it took for lost was acknowledged and carried out: whoever decides anew would do so in its own rhythm, and look before it does. */
export function judgeMadeAgain(
  id: WatchedId,
  order: SeenRequest,
  later: Seen,
  watched: Pick<Watched, 'habit' | 'tellsOf'>,
): PlayedCheck {
  for (const next of later.mutations().slice(0, ROUND)) {
    if (msBetween(order, next) > RELATED_MS || isSentAnew(watched.habit, order, next) !== 'yes') continue;
    const looks = later.requests(...TELLING, 'snapshot').filter(({ seq }) => seq < next.seq);
    if (looks.some((read) => watched.tellsOf(read, order))) {
      return undecided(id, 'the client looked what had become of it, and sent another order', [next, order]);
    }
    const actual = `the same order again, ${keyOf(next)} for ${keyOf(order)}, and no look at what became of it`;
    return {
      ...failure(id, 'no order again that was acknowledged, before its result is known', actual, [next, order]),
      level: 'should',
    };
  }
  const [other] = later.mutations();
  return other === undefined
    ? undecided(id, 'the client sent nothing more in its time', [order])
    : verdictOf(id, 'pass', [other, order]);
}
