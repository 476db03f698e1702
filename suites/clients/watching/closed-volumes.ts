// How much of a position a client closes, against how much of it there is (interface 2.2; 3; 6.1, rule 2): a partial close leaves it open
// with less, and an event tells what is left. Whoever closes more than it was told may have heard of a change too late, so that one such
// close tells nothing, and what it works out nobody sees, so that it is a warning.
import { textAt } from '../../../toolkit/checkers/ledger/views.js';
import { compare, type Decimal, readDecimal } from '../../../toolkit/decimal/index.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import { keyOf, type Seen, type SeenRequest } from '../stage/seen.js';
import type { Judged, WatchedCheck } from './scene.js';
import { failure, timelessWarning, undecided, verdictOf } from './verdicts.js';
import type { Watched } from './watched.js';

export const CLOSED_VOLUMES: WatchedCheck = {
  id: 'positions.client-partial-close/watched-closed-volumes',
  title: 'closes no more of a position than it was told is open',
};

/** Whoever hears the stream has read a message by then, and what was decided before has left. */
const UNREAD_NS = 4_000_000_000n;
const ON_ITS_WAY_NS = 2_000_000_000n;
/** One may have met a change. */
const MOST_BEYOND = 1;

interface Told {
  readonly volume: Decimal;
  readonly atNs: bigint;
  readonly readNs: bigint;
}

type Closes = Pick<Watched, 'seen' | 'positionsIn'>;

export function closedVolumes(watched: Closes): Judged {
  const { id } = CLOSED_VOLUMES;
  const told = volumesTold(watched);
  const keys = new Set<string>();
  const closes = watched.seen.requests('closePosition').flatMap((close) => {
    const isNew = !keys.has(keyOf(close));
    keys.add(keyOf(close));
    const volume = decimalIn(textAt(close.read.params, 'volume'));
    const all = (told.get(textAt(close.read.params, 'positionId') ?? '') ?? []).filter(({ atNs }) => atNs < close.atNs);
    return isNew && volume !== undefined && all.length > 0 ? [{ close, volume, all, known: knownAt(close, all) }] : [];
  });
  if (closes.length === 0) return undecided(id, 'the client closed no part of a position');
  const isBeyond = (volume: Decimal, known: readonly Told[]): boolean =>
    known.every((one) => compare(volume, one.volume) > 0);
  const beyond = closes.filter(({ volume, known }) => isBeyond(volume, known));
  const last = beyond.at(-1);
  if (beyond.length <= MOST_BEYOND || last === undefined) {
    return verdictOf(
      id,
      'pass',
      closes.slice(0, 1).map(({ close }) => close),
    );
  }
  const actual = `${beyond.length} closes of more, such as ${textAt(last.close.read.params, 'volume')}`;
  const found = ['closes of what is open', actual, [last.close]] as const;
  // More than there ever was is no matter of what was known when.
  const beyondAll = beyond.filter(({ volume, all }) => isBeyond(volume, all));
  if (beyondAll.length > MOST_BEYOND) return timelessWarning(id, ...found);
  return { ...failure(id, ...found), level: 'should' };
}

/** What it may go by: what it had taken in when it decided, and all that came since. */
function knownAt({ atNs }: SeenRequest, earlier: readonly Told[]): readonly Told[] {
  const from = earlier.findLastIndex(({ readNs }) => readNs + ON_ITS_WAY_NS < atNs);
  return earlier.slice(Math.max(0, from));
}

/** By position, in the order in which they came. */
function volumesTold({ seen, positionsIn }: Closes): ReadonlyMap<string, readonly Told[]> {
  const told = new Map<string, Told[]>();
  const tell = (id: JsonValue | undefined, text: JsonValue | undefined, atNs: bigint, readNs: bigint): void => {
    const volume = decimalIn(text);
    if (typeof id !== 'string' || volume === undefined) return;
    told.set(id, [...(told.get(id) ?? []), { volume, atNs, readNs }]);
  };
  for (const { frame, message } of seen.events()) {
    if (message.kind !== 'transaction_event' && message.kind !== 'trading_state_snapshot') continue;
    const readNs = frame.ponged?.atNs ?? frame.atNs + UNREAD_NS;
    for (const { id, volume } of message.view.positions ?? []) tell(id, volume, frame.atNs, readNs);
  }
  for (const { answer } of snapshotsRead(seen)) {
    for (const { id, volume } of positionsIn(answer?.json)) tell(id, volume, answer?.atNs ?? 0n, answer?.atNs ?? 0n);
  }
  for (const all of told.values()) all.sort((one, other) => Number(one.atNs - other.atNs));
  return told;
}

function snapshotsRead(seen: Seen): readonly SeenRequest[] {
  return seen.requests('snapshot').filter(({ answer }) => answer?.delivered === 'whole' && answer.status === 200);
}

function decimalIn(text: JsonValue | undefined): Decimal | undefined {
  return typeof text === 'string' ? readDecimal(text) : undefined;
}
