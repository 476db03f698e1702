// An order that meets trouble on its way (interface 4.1; 7.1; 8), and what a client that says nothing of its intents does next: a repeat,
// the same order under another key, or something else. What needs its word is not judged here.
import type { PlayedCheck } from '../playing/play.js';
import type { Incident } from '../situations/situation.js';
import type { Armed } from '../stage/incident-injector.js';
import { isAccepted, keyOf, type Seen, type SeenRequest } from '../stage/seen.js';
import { answeredLate } from './answered-late.js';
import { attemptsAmong } from './attempts.js';
import { asks, type HabitOfSending, isKnown, isOutOfRhythm, isSentAnew, msBetween, ROUND } from './habit-of-sending.js';
import { looksAt } from './looks.js';
import type { Ending, Scene, WatchedCheck, WatchedId } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS, AFTER_REFUSAL_MS, type Watched } from './watched.js';

export interface StruckOrder extends WatchedCheck {
  readonly incident?: Incident;
  /** No result comes while it lasts, so that no event tells what an answer did not. */
  readonly holds?: true;
  readonly judges: 'repeats' | 'no-repeat' | 'no-second';
  /** What it finds is no more than a warning. */
  readonly level?: 'should';
}

export function onOrder(order: StruckOrder): Scene {
  return { id: order.id, title: order.title, play: (watched, left) => play(order, watched, left) };
}

async function play(order: StruckOrder, watched: Watched, left: number): Promise<Ending> {
  const { id, incident = { on: 'mutation' }, holds, judges } = order;
  const { seen } = watched;
  if (seen.mutations().length === 0) return undecided(id, 'the client placed no order');
  const since = seen.now;
  const before = new Set(seen.mutations().map(keyOf));
  const later = seen.since(since);
  // Repeats of orders that were sent before tell nothing of the one that is struck.
  const sent = (): readonly SeenRequest[] => later.mutations().filter((one) => !before.has(keyOf(one)));
  // A late repeat of what the last trouble hit is hit by no other: a refusal of it proves nothing, and what follows is told by both.
  const meant = { ...incident, newKey: true, ...(holds === true && { onStrike: () => watched.hold() }) } as const;
  const { first, armed } = await strike(watched, meant, sent, judges);
  const afterMs = watched.patienceMs(judges === 'repeats' ? AFTER_MS : AFTER_REFUSAL_MS, left);
  if (first !== undefined) await watched.until(() => isOver(sent(), first, judges), afterMs);
  armed.disarm();
  if (holds === true) await watched.control('operation.release');
  if (first === undefined) return undecided(id, 'the client placed no further order in its time');
  watched.troubled.add(keyOf(first));
  watched.turns.met(judges, first);
  // An honest order in between, so that one trouble is not the cause of the next.
  await watched.until(() => (later.mutations().length > 2 ? true : undefined), AFTER_MS / 2);
  // How it sends anyway is known best in the end.
  return () => judgeSent(order, watched, first, { sent: sent(), later });
}

/** So long a kind of call is waited for whose turn it is; then any one will do. */
const TURN_MS = 6_000;

/** The next call that meets the incident. */
async function strike(
  watched: Watched,
  incident: Incident,
  sent: () => readonly SeenRequest[],
  judges: StruckOrder['judges'],
): Promise<{ readonly first: SeenRequest | undefined; readonly armed: Armed }> {
  for (const among of [watched.turns.next(judges, watched.seen), undefined]) {
    const armed = watched.arm({ ...incident, ...(among !== undefined && { among }) });
    const isAnyones = among === undefined;
    const isMet = await watched.until(() => armed.struck > 0 || undefined, isAnyones ? watched.leftMs : TURN_MS);
    if (isMet === true || isAnyones) {
      const struck = (): SeenRequest | undefined =>
        sent().find((one) => keyOf(one) === armed.key && isStruck(one, incident));
      return { first: await watched.until(struck, watched.leftMs), armed };
    }
    armed.disarm();
  }
  throw new Error('any call has its turn in the end');
}

/** An answer that is under way comes sooner. */
const NEVER_NS = 500_000_000n;

/** Whether it shows what became of the one that met it. */
function isStruck(one: SeenRequest, { refused, fate, lost }: Incident): boolean {
  const { atNs, answer } = one;
  if (refused !== undefined) return answer?.status === refused.status;
  const isWhole = answer?.delivered === 'whole';
  if (fate === undefined && lost !== true) return isAccepted(one);
  return answer === undefined ? process.hrtime.bigint() - atNs > NEVER_NS : !isWhole;
}

/** So many other orders tell that it went on: of several workers one may wait yet. */
const OTHERS = 3;

/** Nothing more is to be learnt: it sent it again, or went on with something else. */
function isOver(sent: readonly SeenRequest[], first: SeenRequest, judges: StruckOrder['judges']): true | undefined {
  const next = sent.filter(({ seq }) => seq > first.seq);
  // Whoever is answered has what it wanted, and would wait for a result that is held.
  const isAnswered = next.some((one) => keyOf(one) === keyOf(first) && isAccepted(one));
  if (judges === 'repeats' && isAnswered) return true;
  const others = next.filter((request) => asks(request) !== asks(first));
  return others.length >= OTHERS || next.length > 4 ? true : undefined;
}

/** An equal order under another key that comes later has its own reasons; sooner, where the first was refused. */
const RELATED_MS = 20_000;
const REFUSED_RELATED_MS = 5_000;
/** Fewer do not tell that a client never sends equal orders with others between them. */
const MANY = 20;

/** What is about the struck order: its repeats, and equal orders soon after it, whatever else is sent between them. */
function relatedTo(first: SeenRequest, mutations: readonly SeenRequest[], withinMs: number): readonly SeenRequest[] {
  return mutations.filter(
    (one, index) =>
      asks(one) === asks(first) && (keyOf(one) === keyOf(first) || (index < ROUND && msBetween(first, one) < withinMs)),
  );
}

export function judgeSent(
  { id, judges, level }: StruckOrder,
  watched: Watched,
  first: SeenRequest,
  { sent, later }: { readonly sent: readonly SeenRequest[]; readonly later: Seen },
): PlayedCheck {
  const habit = watched.habit;
  const mutations = sent.filter(({ seq }) => seq > first.seq);
  const related = relatedTo(first, mutations, judges === 'no-repeat' ? REFUSED_RELATED_MS : RELATED_MS);
  if (judges === 'no-second') return judgeSecond(id, watched, first, mutations, related);
  const [last, next] = judges === 'repeats' ? attemptsAmong(first, related) : [first, related[0]];
  if (next === undefined) return judgeOthers(id, first, mutations);
  // A key that comes again with another order is another matter, which the checkers tell.
  const isRepeated = keyOf(next) === keyOf(first) && asks(next) === asks(first);
  if (judges === 'no-repeat' && answeredLate(watched.seen)(first)) {
    return undecided(id, 'the refusal left when the client may have given up waiting', [next, first]);
  }
  if (judges === 'no-repeat' && isRepeated) {
    const actual = `the same key again after ${Math.round(Number(next.atNs - first.atNs) / 1e6)} ms`;
    return failure(id, 'no repeat of what was answered REQUEST_RATE_LIMIT', actual, [next, first]);
  }
  const anew = isSentAnew(habit, last, next);
  const looked = looksAt(first, later, watched).some(({ seq }) => seq > last.seq && seq < next.seq);
  if (anew === 'no') return verdictOf(id, 'pass', [next, first]);
  if (looked) return undecided(id, 'the client looked what had become of it, and sent another order', [next, first]);
  if (judges === 'no-repeat' && asksForQuota(later, first, next)) {
    return undecided(id, 'the client asked for its quota, and sent an equal order', [next, first]);
  }
  if (anew === 'unknown' || isTooFew(habit, sent, last, next)) {
    const why = isKnown(habit) ? 'it sends equal orders in a row anyway' : 'too little of its habits is known';
    return undecided(id, `the client sent an equal order with another key, and ${why}`, [next, first]);
  }
  const expected =
    judges === 'repeats'
      ? 'one key for one order, or no repeat'
      : 'no repeat of what was answered REQUEST_RATE_LIMIT, with any key';
  const keys = `${keyOf(next)} for ${keyOf(first)}`;
  if (isBeside(first, next)) {
    return undecided(id, 'the client sent an equal order beside it, before it could know of the loss', [next, first]);
  }
  if (anew === 'yes') {
    const again = failure(id, expected, `the same order again with another key, ${keys}`, [next, first]);
    // What was refused did not happen: whoever decides anew in its own rhythm, what is still to be done, sends the same.
    const isDecided = !isOutOfRhythm(habit, last, next);
    if (level === 'should' && isDecided) return undecided(id, 'the client decided anew in its own time', [next, first]);
    return level === 'should' || (judges === 'no-repeat' && isDecided) ? { ...again, level: 'should' } : again;
  }
  const haste = 'sooner than it ever sends the next one, and without a look at what became of the first';
  return {
    ...failure(id, expected, `an equal order with another key, ${keys}, ${haste}`, [next, first]),
    level: 'should',
  };
}

/** Whoever asks between the two works out what remains, and decides by that. */
function asksForQuota(seen: Seen, first: SeenRequest, next: Pick<SeenRequest, 'seq'>): boolean {
  const asked = seen.requests('limits').find(({ seq }) => seq > first.seq);
  return asked?.answer?.delivered === 'whole' && asked.answer.status === 200 && asked.answer.seq < next.seq;
}

/** Sent before the first could be known to be lost, by another worker. Who was never answered may have closed its connection later. */
function isBeside({ answer }: SeenRequest, next: SeenRequest): boolean {
  return (answer?.delivered === 'cut-before' || answer?.delivered === 'cut-inside') && next.atNs < answer.atNs;
}

/** Whoever went on with other orders did not send this one again. */
function judgeOthers(id: WatchedId, first: SeenRequest, [other]: readonly SeenRequest[]): PlayedCheck {
  if (other === undefined) return undecided(id, 'the client sent nothing more in its time', [first]);
  return verdictOf(id, 'pass', [other, first]);
}

/** Whether others stand between two equal orders of a client of which too little was seen to know whether it sends such anyway. */
function isTooFew(
  { mutations }: HabitOfSending,
  sent: readonly SeenRequest[],
  last: SeenRequest,
  next: SeenRequest,
): boolean {
  return sent.indexOf(next) - sent.indexOf(last) > 1 && mutations < MANY;
}

/**
 * While the result of an order is not known, a look at it tells nothing that would make an equal order another one. Whoever polled, and
 * then reconciled by the snapshot, has done all that the interface asks (6.4, rule 5), and may give up on the first.
 */
function judgeSecond(
  id: WatchedId,
  watched: Watched,
  first: SeenRequest,
  mutations: readonly SeenRequest[],
  related: readonly SeenRequest[],
): PlayedCheck {
  const next = related.find((one) => keyOf(one) !== keyOf(first));
  if (next === undefined)
    return judgeOthers(
      id,
      first,
      mutations.filter((one) => keyOf(one) !== keyOf(first)),
    );
  const anew = isSentAnew(watched.habit, first, next);
  if (anew === 'no') return verdictOf(id, 'pass', [next, first]);
  if (anew !== 'yes') return undecided(id, 'the client sent an equal order, as it may do anyway', [next, first]);
  if (hasReconciled(watched, first, next)) {
    return undecided(id, 'the client polled, read the snapshot, and sent another order', [next, first]);
  }
  const actual = `the same order again with another key, ${keyOf(next)} for ${keyOf(first)}`;
  const expected = 'no equal order before the result of the first, or one with its key';
  return { ...failure(id, expected, actual, [next, first]), level: 'should' };
}

/** One look at the status tells that it waits; the snapshot comes after the last of several. */
const LEAST_POLLS = 2;

function hasReconciled(watched: Watched, first: SeenRequest, next: SeenRequest): boolean {
  const later = watched.seen.since(first.answer?.seq ?? first.seq);
  const between = ({ seq }: { readonly seq: number }): boolean => seq < next.seq;
  const polls = later.requests('operationStatus').filter((one) => between(one) && watched.tellsOf(one, first));
  const snapshots = [
    ...later.requests('snapshot'),
    ...later.events().filter(({ message }) => message.kind === 'trading_state_snapshot'),
  ];
  const last = polls.at(-1);
  return polls.length >= LEAST_POLLS && snapshots.some((one) => between(one) && one.seq > (last?.seq ?? 0));
}
