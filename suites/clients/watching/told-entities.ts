// What a client acts on, against what it was told (interface 1, rule 1; 2.2; 4.3; 6.4, rule 4): positions and orders that nobody ever told
// it of, or that it was told are gone, and the status of something that no answer named. A client may know by other means, so that these
// are warnings.
import { textAt } from '../../../toolkit/checkers/ledger/views.js';
import { compare, readDecimal } from '../../../toolkit/decimal/index.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject } from '../../../toolkit/payload/json-kind.js';
import type { PlayedCheck } from '../playing/play.js';
import { keyOf, type Seen, type SeenEvent, type SeenRequest } from '../stage/seen.js';
import type { Judged, WatchedCheck } from './scene.js';
import { failure, timelessWarning, undecided, verdictOf } from './verdicts.js';

export const STATUS_NAMED: WatchedCheck = {
  id: 'transactions.client-correlates/watched-status-named',
  title: 'reads the status of operations by the identifiers that it was given',
};

export const KNOWN_ENTITIES: WatchedCheck = {
  id: 'domain.client-final-result/watched-known-entities',
  title: 'acts on positions and orders that it was told of',
};

export const GONE_ENTITIES: WatchedCheck = {
  id: 'transactions.client-entities-replace/watched-gone-entities',
  title: 'acts on no position or order that it was told is gone',
};

/** Whoever hears the stream has read a message by then. */
const UNREAD_NS = 4_000_000_000n;
/** What was decided before it was read has left by then. */
const ON_ITS_WAY_NS = 5_000_000_000n;
const LONGEST_NAME = 128;
const ORDER_ENDS = ['filled', 'cancelled', 'rejected', 'expired'];

/** Status that is read by the key of an order, which names no operation. */
export function statusNamed(seen: Seen): Judged {
  const { id } = STATUS_NAMED;
  const reads = seen.requests('operationStatus');
  if (reads.length === 0) return undecided(id, 'the client reads no operation status');
  const keys = new Set(seen.mutations().map(keyOf));
  // A service may name an operation as its key: then some read finds it.
  const found = new Set(reads.filter(({ answer }) => answer?.status === 200).map(operationOf));
  const wrong = reads.find((one) => {
    const name = operationOf(one);
    return one.answer?.status === 404 && name !== undefined && keys.has(name) && !found.has(name);
  });
  if (wrong === undefined) return verdictOf(id, 'pass', reads.slice(0, 1));
  const actual = `the idempotency key ${operationOf(wrong)}, which names no operation`;
  return timelessWarning(id, 'an operation_id that an ACK or an event gave', actual, [wrong]);
}

/** What a mutation acts on; undefined where it makes something new. */
export function meantBy({ read }: SeenRequest): string | undefined {
  return textAt(read.params, 'positionId') ?? textAt(read.params, 'orderId');
}

function operationOf({ read }: SeenRequest): string | undefined {
  return textAt(read.params, 'operationId');
}

export function knownEntities(seen: Seen): Judged {
  const { id } = KNOWN_ENTITIES;
  const acts = seen.mutations().filter((one) => meantBy(one) !== undefined);
  if (acts.length === 0) return undecided(id, 'the client acted on no position or order');
  const named = namesTold(seen);
  const wrong = acts.find((one) => {
    const at = named.get(meantBy(one) ?? '');
    return at === undefined || at > (one.whole ?? one).atNs;
  });
  if (wrong === undefined) return verdictOf(id, 'pass', acts.slice(0, 1));
  const actual = `${meantBy(wrong)}, which no answer and no event had named`;
  return timelessWarning(id, 'a position or an order that the client was told of', actual, [wrong]);
}

export function goneEntities(seen: Seen): PlayedCheck {
  const { id } = GONE_ENTITIES;
  const acts = seen.mutations().filter((one) => meantBy(one) !== undefined);
  if (acts.length === 0) return undecided(id, 'the client acted on no position or order');
  const wrong = actsOnGone(seen, () => true)[0] ?? hastyActsOnGone(seen)[MOST_RACES];
  if (wrong === undefined) return verdictOf(id, 'pass', acts.slice(0, 1));
  const actual = `${meantBy(wrong)}, which was gone`;
  return { ...failure(id, 'positions and orders that are there', actual, [wrong]), level: 'should' };
}

/** So many of what was on its way when it became known are chance. */
const MOST_RACES = 4;
const SOON_NS = 500_000_000n;

/** The first new request of each that a client was told is gone shortly before. */
function hastyActsOnGone(seen: Seen): readonly SeenRequest[] {
  const first = new Map(actsOnGone(seen, () => true, SOON_NS).map((one) => [meantBy(one), one]));
  return [...first.values()];
}

/** New requests for what the client had been told long before is gone; what it repeats it had decided earlier. */
export function actsOnGone(
  seen: Seen,
  isMeant: (id: string) => boolean,
  onItsWayNs: bigint = ON_ITS_WAY_NS,
): readonly SeenRequest[] {
  const gone = goneIn(seen);
  const keys = new Set<string>();
  return seen.mutations().filter((one) => {
    const isRepeat = keys.has(keyOf(one));
    keys.add(keyOf(one));
    const meant = meantBy(one);
    const at = meant === undefined || !isMeant(meant) ? undefined : gone.get(meant);
    return !isRepeat && at !== undefined && one.atNs - at > onItsWayNs;
  });
}

/** When the client knew of what had gone: by an event that tells its end, or a snapshot without it. */
function goneIn(seen: Seen): ReadonlyMap<string, bigint> {
  const there = new Set<string>();
  const gone = new Map<string, bigint>();
  for (const event of seen.events()) {
    const at = event.frame.ponged?.atNs ?? event.frame.atNs + UNREAD_NS;
    const { shown, ended } = entitiesIn(event);
    for (const id of shown) {
      there.add(id);
      gone.delete(id);
    }
    const left = event.message.kind === 'trading_state_snapshot' ? [...there].filter((id) => !shown.has(id)) : ended;
    for (const id of left) {
      there.delete(id);
      if (!gone.has(id)) gone.set(id, at);
    }
  }
  return gone;
}

function entitiesIn({ message }: SeenEvent): {
  readonly shown: ReadonlySet<string>;
  readonly ended: readonly string[];
} {
  const [shown, ended] = [new Set<string>(), [] as string[]];
  if (message.kind !== 'transaction_event' && message.kind !== 'trading_state_snapshot') return { shown, ended };
  const isSnapshot = message.kind === 'trading_state_snapshot';
  for (const { id, state, volume } of message.view.positions ?? []) {
    if (id !== undefined) isSnapshot || !(state === 'closed' || isNothing(volume)) ? shown.add(id) : ended.push(id);
  }
  for (const { id, state } of message.view.orders ?? []) {
    if (id !== undefined) isSnapshot || !isEnd(state) ? shown.add(id) : ended.push(id);
  }
  return { shown, ended };
}

/** A state that the dialect has no word for may be one that an order rests in. */
function isEnd(state: JsonValue | undefined): boolean {
  return ORDER_ENDS.some((end) => end === state);
}

function isNothing(volume: JsonValue | undefined): boolean {
  const [read, nothing] = [typeof volume === 'string' ? readDecimal(volume) : undefined, readDecimal('0')];
  return read !== undefined && nothing !== undefined && compare(read, nothing) === 0;
}

/** Every short text that the client was told, wherever it stood, with the moment when it was first. */
function namesTold(seen: Seen): ReadonlyMap<string, bigint> {
  const told = new Map<string, bigint>();
  for (const { answer } of seen.all) {
    if (answer?.json !== undefined && answer.delivered !== 'never') gather(answer.json, answer.atNs, told);
  }
  for (const { direction, json, atNs } of seen.frames)
    if (direction === 'out' && json !== undefined) gather(json, atNs, told);
  return told;
}

function gather(value: JsonValue, atNs: bigint, told: Map<string, bigint>): void {
  if (isJsonArray(value)) {
    for (const one of value) gather(one, atNs, told);
  } else if (isJsonObject(value)) {
    for (const [name, one] of Object.entries(value)) {
      told.set(name, told.get(name) ?? 0n);
      gather(one, atNs, told);
    }
  } else if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value);
    const known = told.get(text);
    if (text.length <= LONGEST_NAME && (known === undefined || atNs < known)) told.set(text, atNs);
  }
}
