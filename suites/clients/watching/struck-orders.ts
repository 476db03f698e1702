// An order that meets trouble on its way (interface 4.1; 7.1; 8), and what a client that says nothing of its intents does next: a repeat,
// the same order under another key, or something else. What needs its word is not judged here.
import type { PlayedCheck } from '../playing/play.js';
import type { Incident } from '../situations/situation.js';
import { keyOf, type Seen, type SeenRequest } from '../stage/seen.js';
import { attemptsAmong } from './attempts.js';
import { asks, type HabitOfSending, isKnown, isSentAnew } from './habit-of-sending.js';
import type { Ending, Scene, WatchedCheck, WatchedId } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS, AFTER_REFUSAL_MS, type Watched } from './watched.js';

export interface StruckOrder extends WatchedCheck {
  readonly incident?: Incident;
  /** No result comes while it lasts, so that no event tells what an answer did not. */
  readonly holds?: true;
  readonly judges: 'repeats' | 'no-repeat' | 'no-second';
}

export function onOrder(order: StruckOrder): Scene {
  return { id: order.id, title: order.title, play: (watched, left) => play(order, watched, left) };
}

async function play(order: StruckOrder, watched: Watched, left: number): Promise<Ending> {
  const { id, incident = { on: 'mutation' }, holds, judges } = order;
  const { seen } = watched;
  if (seen.mutations().length === 0) return undecided(id, 'the client placed no order');
  const since = seen.now;
  if (holds === true) await watched.control('operation.hold');
  const before = new Set(seen.mutations().map(keyOf));
  // A late repeat of what the last trouble hit is hit by no other: a refusal of it proves nothing, and what follows is told by both.
  const armed = watched.arm({ ...incident, newKey: true });
  const later = seen.since(since);
  // Repeats of orders that were sent before tell nothing of the one that is struck.
  const sent = (): readonly SeenRequest[] => later.mutations().filter((one) => !before.has(keyOf(one)));
  const first = await watched.until(() => (armed.struck > 0 ? sent()[0] : undefined), watched.leftMs);
  const afterMs = watched.patienceMs(judges === 'repeats' ? AFTER_MS : AFTER_REFUSAL_MS, left);
  if (first !== undefined) await watched.until(() => isOver(sent(), first), afterMs);
  armed.disarm();
  if (holds === true) await watched.control('operation.release');
  if (first === undefined) return undecided(id, 'the client placed no further order in its time');
  const judge = (): PlayedCheck => judgeSent(order, watched.habit, first, { sent: sent(), later });
  const judged = judge();
  if (judged.verdict === 'inconclusive') return judge;
  // An honest order in between, so that one trouble is not the cause of the next.
  await watched.until(() => (later.mutations().length > 2 ? true : undefined), AFTER_MS / 2);
  return judged;
}

/** Nothing more is to be learnt: it sent it again, or went on with something else. */
function isOver(sent: readonly SeenRequest[], first: SeenRequest): true | undefined {
  const next = sent.filter(({ seq }) => seq > first.seq);
  return next.some((request) => asks(request) !== asks(first)) || next.length > 4 ? true : undefined;
}

const READS = ['operationStatus', 'snapshot', 'orderHistory', 'dealHistory'] as const;

function judgeSent(
  { id, judges }: StruckOrder,
  habit: HabitOfSending,
  first: SeenRequest,
  { sent, later }: { readonly sent: readonly SeenRequest[]; readonly later: Seen },
): PlayedCheck {
  const mutations = sent.filter(({ seq }) => seq > first.seq);
  if (judges === 'no-second') return judgeSecond(id, habit, first, mutations);
  const [last, next] = judges === 'repeats' ? attemptsAmong(first, mutations) : [first, mutations[0]];
  if (next === undefined) return undecided(id, 'the client sent nothing more in its time', [first]);
  // A key that comes again with another order is another matter, which the checkers tell.
  const isRepeated = keyOf(next) === keyOf(first) && asks(next) === asks(first);
  if (judges === 'no-repeat' && isRepeated) {
    const actual = `the same key again after ${Math.round(Number(next.atNs - first.atNs) / 1e6)} ms`;
    return failure(id, 'no repeat of what was answered REQUEST_RATE_LIMIT', actual, [next, first]);
  }
  const anew = isSentAnew(habit, last, next);
  const looked = later.requests(...READS).some(({ seq }) => seq > last.seq && seq < next.seq);
  if (anew === 'no') return verdictOf(id, 'pass', [next, first]);
  if (looked) return undecided(id, 'the client looked what had become of it, and sent another order', [next, first]);
  if (anew === 'unknown') {
    const why = isKnown(habit) ? 'it sends equal orders in a row anyway' : 'too little of its habits is known';
    return undecided(id, `the client sent an equal order with another key, and ${why}`, [next, first]);
  }
  const expected =
    judges === 'repeats'
      ? 'one key for one order, or no repeat'
      : 'no repeat of what was answered REQUEST_RATE_LIMIT, with any key';
  const keys = `${keyOf(next)} for ${keyOf(first)}`;
  if (anew === 'yes') return failure(id, expected, `the same order again with another key, ${keys}`, [next, first]);
  const haste = 'sooner than it ever sends the next one, and without a look at what became of the first';
  return {
    ...failure(id, expected, `an equal order with another key, ${keys}, ${haste}`, [next, first]),
    level: 'should',
  };
}

/** While the result of an order is not known, a look at it tells nothing that would make an equal order another one. */
function judgeSecond(
  id: WatchedId,
  habit: HabitOfSending,
  first: SeenRequest,
  mutations: readonly SeenRequest[],
): PlayedCheck {
  const next = mutations.find((one) => keyOf(one) !== keyOf(first));
  if (next === undefined) return undecided(id, 'the client sent nothing more in its time', [first]);
  const anew = isSentAnew(habit, first, next);
  if (anew === 'no') return verdictOf(id, 'pass', [next, first]);
  if (anew !== 'yes') return undecided(id, 'the client sent an equal order, as it may do anyway', [next, first]);
  const actual = `the same order again with another key, ${keyOf(next)} for ${keyOf(first)}`;
  const expected = 'no equal order before the result of the first, or one with its key';
  return { ...failure(id, expected, actual, [next, first]), level: 'should' };
}
