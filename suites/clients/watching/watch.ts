// Watches a client that says nothing of itself: an honest service for its first orders, then the programme, then every checker of clients
// over all that was heard. What the client never did leaves the check undecided, with that for its cause.

import { judgeRecords } from '../../../toolkit/checkers/check-journal.js';
import { CLIENT_CHECKERS } from '../../../toolkit/checkers/client/client-checkers.js';
import type { JournalRecord, RecordSink } from '../../../toolkit/journal/index.js';
import type { ClientRequirementId } from '../../../toolkit/requirements/requirement-id.js';
import type { PlayedCheck } from '../playing/play.js';
import { openTheatre, type Theatre, type Venue } from '../playing/theatre.js';
import { asTold } from '../situations/operations.js';
import { keyOf, Seen, type SeenRequest } from '../stage/seen.js';
import { attemptsAmong } from './attempts.js';
import { asks, type HabitOfSending, habitOfSending, isKnown, isSentAnew } from './habit-of-sending.js';
import { AFTER_ITS_END, AFTER_RESTART, sentAfterItsEnd, takenForAnother } from './keys-again.js';
import { type Episode, PROGRAMME } from './programme.js';
import { failure, type Judged, requirementIn, said, undecided, verdictOf, withAssertion } from './verdicts.js';

export interface Watch {
  readonly venue: Venue;
  readonly durationMs: number;
  /** Watches for all of that time, and not only until the programme is played. */
  readonly toTheEnd?: boolean;
  /** Aborts when the client has ended, or somebody wants an end. */
  readonly signal: AbortSignal;
  /** The service is there: the client may begin. */
  readonly ready: (theatre: Theatre) => void;
  readonly ended: (played: PlayedCheck) => void;
  /** Ends the client and starts it again; where it cannot be, what shows after a restart stays open. */
  readonly restart?: () => Promise<void>;
}

export interface WatchedCheck {
  readonly id: `${ClientRequirementId}/${string}`;
  readonly title: string;
}

/** Orders of the honest beginning, after which trouble may come. */
const HONEST_ORDERS = 3;
/** How long a client is watched at least after each trouble: it may wait before it tries again. */
const AFTER_MS = 4_000;
/** After an answer that tells it to slow down, it may wait longer. */
const AFTER_REFUSAL_MS = 15_000;
/** Nor longer than this, whatever time is left: many wait ten seconds for an answer, and as long again before the next attempt. */
const AFTER_AT_MOST_MS = 30_000;
const MOST_ATTEMPTS_PER_SECOND = 20;
/** A connection is told to have forgotten its subscriptions when it has lived for thirty seconds without them. */
const FORGOTTEN_MS = 31_000;

/** Everything that a watch judges. */
export function watchedChecks(): readonly WatchedCheck[] {
  const checkers = CLIENT_CHECKERS.flatMap(({ name, summary, requirements }) =>
    requirements.map((requirement) => ({ id: `${requirement}/watched-${name}` as const, title: summary })),
  );
  return [...PROGRAMME, AFTER_ITS_END, AFTER_RESTART, ...checkers].map(({ id, title }) => ({ id, title }));
}

export async function watch(options: Watch): Promise<readonly PlayedCheck[]> {
  const { venue, durationMs, signal, ready, ended } = options;
  const records: JournalRecord[] = [];
  const journal: RecordSink = {
    append: (draft) => {
      const i = venue.journal?.append(draft) ?? records.length + 1;
      records.push({ ...draft, i, run: 'watch', t_ns: Math.round(performance.now() * 1e6), wall: '' });
      return i;
    },
  };
  const theatre = await openTheatre({ ...venue, journal }, asTold, null);
  const watching = new Watching(theatre, signal, performance.now() + durationMs);
  const played: PlayedCheck[] = [];
  const titles = new Map<string, string>(watchedChecks().map(({ id, title }) => [id, title]));
  const tell = (found: Judged): void => {
    const one = withAssertion(found, titles);
    played.push(one);
    ended(one);
  };
  try {
    ready(theatre);
    await watching.beginning();
    for (const [index, episode] of PROGRAMME.entries()) {
      const one = await watching.play(episode, PROGRAMME.length - index);
      if (one !== undefined) tell(one);
    }
    await watching.onward(options.toTheEnd === true);
    for (const one of watching.stillOpen()) tell(one);
    tell(watching.afterItsEnd());
    tell(await watching.afterRestart(options.restart));
  } finally {
    await theatre.service.close();
  }
  for (const one of await fromRecords(records)) tell(one);
  return played;
}

class Watching {
  readonly #theatre: Theatre;
  readonly #signal: AbortSignal;
  readonly #untilMs: number;
  readonly #seen: Seen;
  #habit: HabitOfSending;
  readonly #open: (() => PlayedCheck)[] = [];

  constructor(theatre: Theatre, signal: AbortSignal, untilMs: number) {
    this.#theatre = theatre;
    this.#signal = signal;
    this.#untilMs = untilMs;
    this.#seen = new Seen(theatre.tap.observed);
    this.#habit = habitOfSending(this.#seen);
  }

  /** A whole honest cycle, and a few orders more where they come. */
  async beginning(): Promise<void> {
    const orders = (): number => this.#seen.mutations().filter(({ answer }) => answer?.delivered === 'whole').length;
    await this.#until(() => (orders() >= HONEST_ORDERS ? true : undefined), (this.#untilMs - performance.now()) / 3);
    this.#habit = habitOfSending(this.#seen);
  }

  /** With so many episodes left to play, this one among them. Undefined where the end of the watch may tell what its time did not. */
  async play(episode: Episode, left: number): Promise<PlayedCheck | undefined> {
    const { id, on } = episode;
    if (on === 'stream') return this.#onStream(episode, this.#patienceMs(AFTER_MS * 2, left));
    if (this.#seen.mutations().length === 0) return undecided(id, 'the client placed no order');
    const account = this.#theatre.service.profile.accounts.pool[0]?.id ?? '';
    const since = this.#seen.now;
    const { control } = this.#theatre.service;
    if (episode.holds === true) await control.perform('operation.hold', { account_id: account });
    const before = new Set(this.#seen.mutations().map(keyOf));
    // A late repeat of what the last trouble hit is hit by no other: a refusal of it proves nothing, and what follows is told by both.
    const armed = this.#theatre.weather.arm({ ...(episode.incident ?? { on: 'mutation' }), newKey: true });
    const later = this.#seen.since(since);
    // Repeats of orders that were sent before tell nothing of the one that is struck.
    const sent = (): readonly SeenRequest[] => later.mutations().filter((one) => !before.has(keyOf(one)));
    const first = await this.#until(() => (armed.struck > 0 ? sent()[0] : undefined), this.#leftMs);
    const afterMs = this.#patienceMs(episode.judges === 'repeats' ? AFTER_MS : AFTER_REFUSAL_MS, left);
    if (first !== undefined) await this.#until(() => isOver(sent(), first), afterMs);
    armed.disarm();
    if (episode.holds === true) await control.perform('operation.release', { account_id: account });
    if (first === undefined) return undecided(id, 'the client placed no further order in its time');
    const judge = (): PlayedCheck => judgeSent(episode, this.#habit, first, { sent: sent(), later });
    const judged = judge();
    if (judged.verdict === 'inconclusive') {
      this.#open.push(judge);
      return undefined;
    }
    // An honest order in between, so that one trouble is not the cause of the next.
    await this.#until(() => (later.mutations().length > 2 ? true : undefined), AFTER_MS / 2);
    return judged;
  }

  /** What shows late: what a client does now and then, and that it never asks on a new connection for what it had on the last. */
  async onward(toTheEnd: boolean): Promise<void> {
    const cameBack = this.#seen.opened().length > 1;
    await this.#until(() => undefined, toTheEnd ? this.#leftMs : cameBack ? FORGOTTEN_MS : 0);
  }

  /** What was open, by all that came until the end: who waits long sends again in the time of another trouble. */
  stillOpen(): readonly PlayedCheck[] {
    return this.#open.map((judge) => judge());
  }

  afterItsEnd(): PlayedCheck {
    const { id } = AFTER_ITS_END;
    const again = sentAfterItsEnd(this.#seen);
    if (again === undefined) {
      return this.#seen.transactions().length === 0
        ? undecided(id, 'no stream told the client the end of an order')
        : verdictOf(id, 'pass');
    }
    const actual = `the key ${keyOf(again[0])} again, which makes no new order`;
    return {
      ...failure(id, 'nothing more of an order whose ACK and result were told', actual, again),
      level: 'should',
    };
  }

  async afterRestart(restart: (() => Promise<void>) | undefined): Promise<PlayedCheck> {
    const { id } = AFTER_RESTART;
    if (restart === undefined) return undecided(id, 'the client was not started again');
    const since = this.#seen.now;
    await restart();
    const later = this.#seen.since(since);
    const orders = (): readonly SeenRequest[] => later.mutations();
    await this.#within(() => (orders().length >= HONEST_ORDERS ? true : undefined), AFTER_REFUSAL_MS);
    if (orders().length === 0) return undecided(id, 'the client placed no order after it was started again');
    const taken = takenForAnother(this.#seen, since);
    if (taken === undefined) return verdictOf(id, 'pass', orders().slice(0, 1));
    return failure(id, 'keys that no other order had', `the key ${keyOf(taken[0])} for two orders`, taken);
  }

  async #onStream({ id, dropsThen = 0 }: Episode, patienceMs: number): Promise<PlayedCheck> {
    const open = (): number => this.#seen.opened().filter(({ closed }) => closed === undefined).length;
    // One that ends its connections itself now and then is between two of them for a moment.
    if (this.#seen.opened().length > 0) await this.#until(() => open() > 0 || undefined, patienceMs);
    if (open() === 0) return undecided(id, 'the client has no stream open');
    const since = this.#seen.now;
    const refused = { status: 503, name: 'SYSTEM_TEMPORARY_UNAVAILABLE' };
    if (dropsThen > 0) this.#theatre.weather.arm({ on: 'handshake', times: dropsThen, refused });
    const account = this.#theatre.service.profile.accounts.pool[0]?.id ?? '';
    await this.#theatre.service.control.perform('stream.drop', { account_id: account });
    const later = this.#seen.since(since);
    await this.#until(() => (later.opened().length > 0 ? true : undefined), patienceMs);
    const attempts = later.handshakes();
    if (attempts.length === 0) return undecided(id, 'the client did not come back in its time');
    const times = attempts.map(({ atNs }) => Number(atNs) / 1e6);
    const most = Math.max(...times.map((at) => times.filter((other) => other >= at && other < at + 1_000).length));
    if (most <= MOST_ATTEMPTS_PER_SECOND) return verdictOf(id, 'pass');
    return {
      ...verdictOf(id, 'fail', attempts.slice(-1)),
      level: 'should',
      requirement: requirementIn(id),
      ...said(`at most ${MOST_ATTEMPTS_PER_SECOND} attempts in a second`, `${most}`),
    };
  }

  /** A share of what is left, so that a slow client is seen too and the rest still has its time; a hasty one ends the wait itself. */
  #patienceMs(leastMs: number, left: number): number {
    return Math.max(leastMs, Math.min(AFTER_AT_MOST_MS, this.#leftMs / left));
  }

  get #leftMs(): number {
    return Math.max(0, this.#untilMs - performance.now());
  }

  #until<T>(find: () => T | undefined, ms: number): Promise<T | undefined> {
    return this.#within(find, Math.min(ms, this.#leftMs));
  }

  async #within<T>(find: () => T | undefined, ms: number): Promise<T | undefined> {
    const until = performance.now() + ms;
    for (;;) {
      const found = find();
      const leftMs = until - performance.now();
      if (found !== undefined || leftMs <= 0 || this.#signal.aborted) return found;
      await this.#theatre.tap.until(find, Math.min(STEP_MS, leftMs));
    }
  }
}

/** Nothing more is to be learnt: it sent it again, or went on with something else. */
function isOver(sent: readonly SeenRequest[], first: SeenRequest): true | undefined {
  const next = sent.filter(({ seq }) => seq > first.seq);
  return next.some((request) => asks(request) !== asks(first)) || next.length > 4 ? true : undefined;
}

const STEP_MS = 250;
const READS = ['operationStatus', 'snapshot', 'orderHistory', 'dealHistory'] as const;

function judgeSent(
  { id, judges }: Episode,
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
  id: Episode['id'],
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

/** What the checkers found in everything that was heard, by requirement. */
async function fromRecords(records: readonly JournalRecord[]): Promise<readonly Judged[]> {
  const all = { seen: { from: records[0]?.i ?? 0, to: records.at(-1)?.i ?? 0 } };
  const results = await judgeRecords(records, CLIENT_CHECKERS, {});
  return results.flatMap(({ checker, requirements, findings, judgedBy }) =>
    requirements.map((requirement): Judged => {
      const id = `${requirement}/watched-${checker}` as Episode['id'];
      const found = findings.filter((finding) => finding.requirement === requirement);
      const [finding] = found.filter(({ level }) => level !== 'should').concat(found);
      if (finding !== undefined) {
        const { level, message, expected, actual, evidence } = finding;
        const rest = { reason: message, expected, actual, evidence, requirement: requirementIn(id) };
        return { ...verdictOf(id, 'fail'), ...rest, ...(level !== undefined && { level }), ...all };
      }
      if ((judgedBy[requirement] ?? 0) === 0) {
        return undecided(id, 'the client sent nothing that this could be seen in');
      }
      return { ...verdictOf(id, 'pass'), ...all };
    }),
  );
}
