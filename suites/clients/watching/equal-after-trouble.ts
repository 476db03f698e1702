// Equal orders under other keys, of a client that sends equal orders anyway, as several workers do (interface 7.1, rule 2; 8): one such
// after a loss tells nothing, but one after nearly every loss, of a client that seldom sends them else, is the order that was lost. All
// losses of a watch are counted together, and each window by itself. Chance is not excluded, only unlikely, so that it is a warning.
import type { PlayedCheck } from '../playing/play.js';
import { isAccepted, keyOf, type Seen, type SeenRequest } from '../stage/seen.js';
import { asks, type HabitOfSending, habitOfSending, isOutOfRhythm, msBetween } from './habit-of-sending.js';
import { looksAt } from './looks.js';
import type { WatchedCheck } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import type { Watched } from './watched.js';

export const AFTER_LOSSES: WatchedCheck = {
  id: 'idempotency.client-same-key/watched-losses',
  title: 'sends no equal orders with other keys after answers that were lost, more often than it does anyway',
};

export const AFTER_REFUSALS: WatchedCheck = {
  id: 'limits.client-no-retry/watched-refusals',
  title: 'sends no equal orders with other keys after REQUEST_RATE_LIMIT, more often than it does anyway',
};

export const AFTER_PENDING: WatchedCheck = {
  id: 'operations.client-unfinished/watched-pending-status',
  title:
    'sends no equal orders with other keys because a status has not come to its end, more often than it does anyway',
};

/** So many orders that follow are looked at: those of one worker, and of a few. */
const WINDOWS = [1, 5];
/** An equal order that comes later has its own reasons. */
const AFTER_LOSS_MS = 20_000;
const AFTER_REFUSAL_MS = 5_000;
/** Whoever takes what is under way for failed does not wait. */
const AFTER_PENDING_MS = 2_000;
/** Fewer troubles tell nothing, nor does the habit of fewer orders. */
const LEAST_TROUBLES = 3;
const LEAST_ORDERS = 20;
/** How likely chance may be, of what is held against a client. */
const UNLIKELY = 1e-4;

/** What is held against a client after one kind of trouble. */
interface Accusation {
  readonly id: WatchedCheck['id'];
  readonly withinMs: number;
  /** The troubles, in a sentence. */
  readonly what: string;
}

interface Trouble {
  readonly order: SeenRequest;
  /** What came of it became known. */
  readonly known: number;
}

export function afterLosses(watched: Watched): PlayedCheck {
  const { seen } = watched;
  const troubles = firstOf(seen).flatMap((order): readonly Trouble[] => {
    if (order.answer?.delivered === 'whole') return [];
    // Another attempt under its key may have been answered, and whoever looked has its own reasons.
    const later = seen.since(order.seq);
    const answered = later.mutations().find((one) => keyOf(one) === keyOf(order) && one.answer?.delivered === 'whole');
    const looks = looksAt(order, later, watched).map(({ seq }) => seq);
    return [{ order, known: Math.min(answered?.answer?.seq ?? Infinity, ...looks) }];
  });
  return judge({ id: AFTER_LOSSES.id, withinMs: AFTER_LOSS_MS, what: 'losses' }, watched, troubles);
}

export function afterRefusals(watched: Watched): PlayedCheck {
  const troubles = firstOf(watched.seen)
    .filter(({ answer }) => answer?.status === 429 && answer.delivered === 'whole')
    // Who asked for its quota meanwhile decides by what remains.
    .map((order) => ({ order, known: quotaKnown(watched.seen, order) }));
  return judge({ id: AFTER_REFUSALS.id, withinMs: AFTER_REFUSAL_MS, what: 'refusals' }, watched, troubles);
}

/** Orders whose status was read before their end, until something told it. */
export function afterPending(watched: Watched): PlayedCheck {
  const { seen } = watched;
  const ends = new Map<string, number>();
  const first = new Map<string, 'pending' | 'ended'>();
  const tells = (key: string, seq: number): void => {
    if (!ends.has(key)) ends.set(key, seq);
  };
  for (const { view, seq } of seen.transactions()) {
    if (typeof view.clientRequestId === 'string') tells(view.clientRequestId, seq);
  }
  for (const { answer } of seen.requests('operationStatus')) {
    const key = answer?.delivered === 'whole' ? watched.keyOfStatus(answer.json) : undefined;
    if (answer === undefined || key === undefined) continue;
    const isEnded = watched.endedKeyOf(answer.json) === key;
    if (!first.has(key)) first.set(key, isEnded ? 'ended' : 'pending');
    if (isEnded) tells(key, answer.seq);
  }
  const orders = firstOf(seen);
  const troubles = orders
    .filter((one) => first.get(keyOf(one)) === 'pending')
    .map((order) => ({ order, known: ends.get(keyOf(order)) ?? Infinity }));
  const kinds = new Set(troubles.map(({ order }) => order.read.request));
  const usual = orders.filter((one) => first.get(keyOf(one)) === 'ended' && kinds.has(one.read.request));
  const what = 'orders whose status was not final';
  return judge({ id: AFTER_PENDING.id, withinMs: AFTER_PENDING_MS, what }, watched, troubles, usual);
}

function quotaKnown(seen: Seen, { seq }: SeenRequest): number {
  const asked = seen.since(seq).requests('limits')[0];
  return asked?.answer?.delivered === 'whole' ? asked.answer.seq : Infinity;
}

function judge(
  { id, withinMs, what }: Accusation,
  { seen, troubled }: Watched,
  troubles: readonly Trouble[],
  usual: readonly SeenRequest[] = firstOf(seen).filter((one) => isAccepted(one) && !troubled.has(keyOf(one))),
): PlayedCheck {
  const orders = firstOf(seen);
  const met = new Set([...troubled, ...troubles.map(({ order }) => keyOf(order))]);
  const isNextRound = nextRoundsOf(habitOfSending(seen, met), usual, orders);
  if (usual.length < LEAST_ORDERS) return undecided(id, 'too little of its habits is known');
  if (troubles.length < LEAST_TROUBLES) return undecided(id, 'the client met too little trouble');
  for (const orderCount of WINDOWS) {
    const window = { orderCount, withinMs };
    const habit = counted(usual, orders, window, () => Infinity);
    const known = new Map(troubles.map(({ order, known: at }) => [order, at]));
    const found = counted([...known.keys()], orders, window, (one) => known.get(one) ?? Infinity);
    const struck = { ...found, equal: found.equal.filter(([same, one]) => !isNextRound(one, same)) };
    // As though one more of either kind had been seen: of few orders no rate is nothing.
    const rate = (habit.equal.length + 1) / (habit.of + 2);
    if (struck.of < LEAST_TROUBLES || atLeast(struck.equal.length, struck.of, rate) > UNLIKELY) continue;
    const expected = `one key for one order, or equal orders as seldom as else: after ${habit.equal.length} of ${habit.of}`;
    const actual = `equal orders with other keys after ${struck.equal.length} of ${struck.of} ${what}`;
    return { ...failure(id, expected, actual, struck.equal.flat().slice(0, 2)), level: 'should' };
  }
  return verdictOf(id, 'pass', troubles.map(({ order }) => order).slice(0, 1));
}

/**
 * Whoever places the same order round after round, and cancels or closes it in between, comes to the next one at once where nothing is
 * there to be cancelled: that is its next round as long as it comes no sooner than ever.
 */
function nextRoundsOf(
  habit: HabitOfSending,
  usual: readonly SeenRequest[],
  orders: readonly SeenRequest[],
): (one: SeenRequest, next: SeenRequest) => boolean {
  const rounds = usual.flatMap((one) => {
    const next = orders.find(({ seq, read }) => seq > one.seq && read.request === one.read.request);
    return next === undefined ? [] : [asks(next) === asks(one)];
  });
  const goesRound = rounds.filter(Boolean).length * 2 > rounds.length;
  return (one, next) => goesRound && !isOutOfRhythm(habit, one, next);
}

/** Each order as it was sent first. */
function firstOf(seen: Seen): readonly SeenRequest[] {
  const keys = new Set<string>();
  return seen.mutations().filter((one) => {
    const isFirst = !keys.has(keyOf(one));
    keys.add(keyOf(one));
    return isFirst;
  });
}

/** How far an order is followed. */
interface Window {
  readonly orderCount: number;
  readonly withinMs: number;
}

interface Counted {
  /** Pairs of an order that was sent later, and the one that it is equal to. */
  readonly equal: readonly (readonly [SeenRequest, SeenRequest])[];
  readonly of: number;
}

/** After how many of them an equal one came among the next; the last orders of all were not seen for long enough. */
function counted(
  some: readonly SeenRequest[],
  all: readonly SeenRequest[],
  { orderCount, withinMs }: Window,
  known: (one: SeenRequest) => number,
): Counted {
  const places = new Map(all.map((one, index) => [one, index]));
  const equal: (readonly [SeenRequest, SeenRequest])[] = [];
  let of = 0;
  for (const one of some) {
    const from = (places.get(one) ?? all.length) + 1;
    const next = all.slice(from, from + orderCount);
    const same = next.find((later) => asks(later) === asks(one) && msBetween(one, later) < withinMs);
    const isDecided = same !== undefined && same.seq < known(one);
    if (same !== undefined && !isDecided) continue;
    if (same === undefined && next.length < orderCount) continue;
    of += 1;
    if (same !== undefined) equal.push([same, one]);
  }
  return { equal, of };
}

/** The chance of so many or more, of `of` independent ones with that rate. */
function atLeast(count: number, of: number, rate: number): number {
  let [chance, ways] = [0, 1];
  for (let hits = 0; hits <= of; hits += 1) {
    if (hits >= count) chance += ways * rate ** hits * (1 - rate) ** (of - hits);
    ways = (ways * (of - hits)) / (hits + 1);
  }
  return chance;
}
