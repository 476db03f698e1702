// How a client sends while nothing is wrong: what its repeats after trouble are told from. A client under watch says nothing of its
// intents, so that a new order and an old one with a new key look alike, unless it never sends such orders in a row, or never so soon.
import { canonicalJson } from '../../../toolkit/payload/same-json.js';
import { keyOf, type Seen, type SeenRequest } from '../stage/seen.js';

export interface HabitOfSending {
  readonly mutations: number;
  /** Whether it sent two equal mutations in a row, under different keys, while nothing was wrong. */
  readonly repeatsItself: boolean;
  /** The shortest time between two of them; undefined where there are none. */
  readonly shortestMs: number | undefined;
}

/** Enough of them to know a habit. */
const ENOUGH = 3;
/** So much of the shortest pause that it ever made: pauses differ by themselves. */
const SOONER = 0.75;

export function habitOfSending(seen: Seen): HabitOfSending {
  const sent = seen.mutations();
  const pairs = sent.slice(1).map((request, index) => [sent[index], request] as const);
  const gaps = pairs.flatMap(([one, next]) => (one === undefined ? [] : [msBetween(one, next)]));
  return {
    mutations: sent.length,
    repeatsItself: pairs.some(([one, next]) => one !== undefined && asks(one) === asks(next)),
    shortestMs: gaps.length === 0 ? undefined : Math.min(...gaps),
  };
}

export function isKnown({ mutations }: HabitOfSending): boolean {
  return mutations >= ENOUGH;
}

/**
 * Whether the later one is the earlier one under another key. Of a client that sends equal orders anyway only its haste tells: an order
 * that follows sooner than any other is likely the same one, or the next of a client that goes on as though nothing had happened.
 */
export function isSentAnew(
  habit: HabitOfSending,
  earlier: SeenRequest,
  later: SeenRequest,
): 'yes' | 'likely' | 'no' | 'unknown' {
  if (keyOf(earlier) === keyOf(later) || asks(earlier) !== asks(later)) return 'no';
  if (!isKnown(habit)) return 'unknown';
  if (!habit.repeatsItself) return 'yes';
  const isSoon = habit.shortestMs !== undefined && msBetween(earlier, later) < habit.shortestMs * SOONER;
  return isSoon ? 'likely' : 'unknown';
}

/** What a request asks for, whatever its key and spelling. */
export function asks({ read }: SeenRequest): string {
  return canonicalJson({ request: read.request, account: read.accountId ?? null, params: read.params });
}

function msBetween(one: SeenRequest, next: SeenRequest): number {
  return Number(next.atNs - (one.answer?.atNs ?? one.atNs)) / 1e6;
}
