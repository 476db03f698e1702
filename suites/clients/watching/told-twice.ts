// Events that come twice (interface 2.2; 6.1): how often a result is told is left open, and an event that is told twice changes nothing
// more. Whoever acts on each event as though it were another result sends twice what it sends once else. Chance is not excluded, only
// unlikely, so that it is a warning.
import type { PlayedCheck } from '../playing/play.js';
import { keyOf, type Seen, type SeenRequest, type SeenTransaction } from '../stage/seen.js';
import { asks, type HabitOfSending, isKnown, isSentAnew } from './habit-of-sending.js';
import type { Ending, Scene } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import { AFTER_REFUSAL_MS } from './watched.js';

/** So many orders are told twice. */
const ORDERS = 16;
/** Whoever acts on an event does so at once. */
const SOON_NS = 2_000_000_000n;
/** One may be chance. */
const MOST_DOUBLED = 1;

export const toldTwice: Scene = {
  id: 'transactions.client-entities-replace/watched-told-twice',
  title: 'sends nothing twice because an event came twice',
  async play(watched, left): Promise<Ending> {
    const { id } = toldTwice;
    const { seen } = watched;
    if (!watched.hearsResults()) return undecided(id, 'the client hears of results by no stream');
    const later = seen.since(seen.now);
    const armed = watched.arm({ on: 'mutation', times: ORDERS, toldTwice: true });
    await watched.until(() => armed.struck >= ORDERS || undefined, watched.patienceMs(AFTER_REFUSAL_MS, left));
    armed.disarm();
    for (const one of later.mutations()) watched.troubled.add(keyOf(one));
    const end = seen.now;
    return () => judgeDoubled(later, end, watched.habit);
  },
};

export function judgeDoubled(later: Seen, end: number, habit: HabitOfSending): PlayedCheck {
  const { id } = toldTwice;
  const twice = toldAgain(later).filter(({ seq }) => seq <= end);
  if (twice.length === 0) return undecided(id, 'the client heard no event twice');
  if (!isKnown(habit)) return undecided(id, 'too little of its habits is known');
  const sent = firstOf(later);
  const doubled = sent.flatMap((one, index) => {
    const after = twice.find(({ frame }) => one.atNs > frame.atNs && one.atNs - frame.atNs < SOON_NS);
    const other = sent.slice(index + 1).find((next) => asks(next) === asks(one) && next.atNs - one.atNs < SOON_NS);
    const isDouble = after !== undefined && other !== undefined && isSentAnew(habit, one, other) === 'yes';
    return isDouble ? [[other, one] as const] : [];
  });
  const [pair] = doubled;
  if (pair === undefined || doubled.length <= MOST_DOUBLED) return verdictOf(id, 'pass', twice.slice(0, 1));
  const actual = `${doubled.length} orders twice, such as ${keyOf(pair[0])} beside ${keyOf(pair[1])}`;
  return { ...failure(id, 'as much after an event that came twice as after any other', actual, pair), level: 'should' };
}

/** The second of the events that told the same. */
function toldAgain(later: Seen): readonly SeenTransaction[] {
  const told = new Set<unknown>();
  return later.transactions().filter(({ view: { clientRequestId } }) => {
    const isAgain = clientRequestId !== undefined && told.has(clientRequestId);
    told.add(clientRequestId);
    return isAgain;
  });
}

/** Each as it was sent first. */
function firstOf(seen: Seen): readonly SeenRequest[] {
  const keys = new Set<string>();
  return seen.mutations().filter((one) => {
    const isNew = !keys.has(keyOf(one));
    keys.add(keyOf(one));
    return isNew;
  });
}
