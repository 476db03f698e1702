// How a client sends while nothing is wrong: what its repeats after trouble are told from. A client under watch says nothing of its
// intents, so that a new order and an old one with a new key look alike, unless it never sends such orders, or never so soon. Several
// workers come back to equal orders only now and then, so that all of a watch tells whether a client does.
import { canonicalJson } from '../../../toolkit/payload/same-json.js';
import { isAccepted, keyOf, type Seen, type SeenRequest } from '../stage/seen.js';

export interface HabitOfSending {
  readonly mutations: number;
  /** Of which it sent equal ones under different keys while nothing was wrong: how many orders later at the least. */
  readonly repeats: ReadonlyMap<string, number>;
  /** Which of its orders each key was, by count. */
  readonly places: ReadonlyMap<string, number>;
  /** The shortest time between two of them; undefined where there are none. */
  readonly shortestMs: number | undefined;
  /** The same between two of a kind, by kind. */
  readonly rhythmMs: ReadonlyMap<string, number>;
}

/** Enough of them to know a habit. */
const ENOUGH = 3;
/** So much of the shortest pause that it ever made: pauses differ by themselves. */
const SOONER = 0.75;

/** So many that follow are compared with one that met something. */
export const ROUND = 20;
/** A client may come round to its orders after more: its habit is looked for far beyond. */
const ROUNDS = 3 * ROUND;
/** So much sooner than ever is no round of its own: what is refused or given up on leaves a gap in one. */
const ROUND_SHARE = 3;

/** Orders under the keys of `troubled` met something; what followed on them is no habit. */
export function habitOfSending(seen: Seen, troubled: ReadonlySet<string> = new Set()): HabitOfSending {
  const sent = seen.mutations();
  // What follows on trouble tells of no habit.
  const gaps = sent.slice(1).flatMap((next, index) => {
    const one = sent[index];
    return one !== undefined && isAccepted(one) && !troubled.has(keyOf(one)) ? [msBetween(one, next)] : [];
  });
  return {
    mutations: sent.length,
    repeats: repeatsAmong(sent, troubled),
    places: placesOf(sent),
    shortestMs: gaps.length === 0 ? undefined : Math.min(...gaps),
    rhythmMs: rhythmOf(sent, troubled),
  };
}

function rhythmOf(sent: readonly SeenRequest[], troubled: ReadonlySet<string>): ReadonlyMap<string, number> {
  const rhythm = new Map<string, number>();
  const last = new Map<string, SeenRequest>();
  for (const one of sent) {
    const kind = kindOf(one);
    const earlier = last.get(kind);
    last.set(kind, one);
    if (earlier === undefined || !isAccepted(earlier) || troubled.has(keyOf(earlier))) continue;
    rhythm.set(kind, Math.min(rhythm.get(kind) ?? Number.POSITIVE_INFINITY, msBetween(earlier, one)));
  }
  return rhythm;
}

/** By kinds of orders of which equal ones came under different keys, the earlier of them taken: how many orders later at the least. */
function repeatsAmong(sent: readonly SeenRequest[], troubled: ReadonlySet<string>): ReadonlyMap<string, number> {
  const repeats = new Map<string, number>();
  for (const [index, one] of sent.entries()) {
    if (!isAccepted(one) || troubled.has(keyOf(one))) continue;
    const rounds = sent.slice(index + 1, index + 1 + ROUNDS);
    const next = rounds.findIndex((later) => asks(later) === asks(one) && keyOf(later) !== keyOf(one));
    const known = repeats.get(kindOf(one)) ?? Number.POSITIVE_INFINITY;
    if (next >= 0) repeats.set(kindOf(one), Math.min(known, next + 1));
  }
  return repeats;
}

function placesOf(sent: readonly SeenRequest[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const one of sent) if (!places.has(keyOf(one))) places.set(keyOf(one), places.size);
  return places;
}

/** A client may place each order once, and open the same position over and over. */
function kindOf({ read }: SeenRequest): string {
  return `${read.request} ${String(read.params['type'])}`;
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
  const [from, to] = [earlier, later].map((one) => habit.places.get(keyOf(one)) ?? 0);
  // A round that was never seen may be as long as all that was.
  const least = habit.repeats.get(kindOf(earlier)) ?? habit.places.size;
  if (((to ?? 0) - (from ?? 0)) * ROUND_SHARE < least) return 'yes';
  return isSooner(habit, earlier, later) ? 'likely' : 'unknown';
}

/** Whether it came sooner than the client ever decides on the next of its kind. */
export function isOutOfRhythm({ rhythmMs }: HabitOfSending, earlier: SeenRequest, later: SeenRequest): boolean {
  const shortestMs = rhythmMs.get(kindOf(earlier));
  return shortestMs !== undefined && msBetween(earlier, later) < shortestMs * SOONER;
}

/** Whether it came sooner after the earlier one than the client ever sends the next. */
function isSooner({ shortestMs }: HabitOfSending, earlier: SeenRequest, later: SeenRequest): boolean {
  return shortestMs !== undefined && msBetween(earlier, later) < shortestMs * SOONER;
}

const asked = new WeakMap<SeenRequest['read'], string>();

/** What a request asks for, whatever its key and spelling. */
export function asks({ read }: SeenRequest): string {
  const known = asked.get(read);
  if (known !== undefined) return known;
  const text = canonicalJson({ request: read.request, account: read.accountId ?? null, params: read.params });
  asked.set(read, text);
  return text;
}

export function msBetween(one: SeenRequest, next: SeenRequest): number {
  return Number(next.atNs - (one.answer?.atNs ?? one.atNs)) / 1e6;
}
