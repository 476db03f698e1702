// Conditions that change while a client trades (interface 4.1, rule 1; 6.3, rule 2): an event carries them whole, and a client that asked
// for it keeps to them. What it was to send nobody sees, so that this is a warning, and one order that was made before is not counted.
import { textAt } from '../../../toolkit/checkers/ledger/views.js';
import { compare, type Decimal, readDecimal, toText } from '../../../toolkit/decimal/index.js';
import type { PlayedCheck } from '../playing/play.js';
import { keyOf, type Seen, type SeenEvent, type SeenRequest } from '../stage/seen.js';
import type { Ending, Scene } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS, AFTER_REFUSAL_MS, type Watched } from './watched.js';

/** What was made before the event was read has left by then. */
const ON_ITS_WAY_NS = 2_000_000_000n;
/** One may have been decided long before. */
const MOST_BEYOND = 1;
/** So many orders on the instrument tell. */
const ORDERS = 3;

export const changedConditions: Scene = {
  id: 'instruments.client-whole-object/watched-changed-conditions',
  title: 'keeps to the volume that an event of the instrument allows',
  async play(watched, left): Promise<Ending> {
    const { id } = changedConditions;
    const { seen } = watched;
    const orders = seen.requests('placeOrder', 'openPosition').filter((one) => volumeOf(one) !== undefined);
    const accepted = orders.filter(({ answer }) => answer?.status === 202);
    if (accepted.length === 0) return undecided(id, 'the client placed no order');
    // A client may go from one instrument to the next: all of them change that it sends more to than the least.
    const traded = watched.inside().quotes.filter(({ instrument: { name } }) => accepted.some(isOn(name)));
    const heard = traded.filter(({ instrument }) => hears(watched, instrument.name));
    if (heard.length === 0) return undecided(id, 'the client hears of instruments by no stream');
    const changed = heard.flatMap(({ instrument: { name, conditions } }): readonly Changed[] => {
      const { volumeMin, volumeMax } = conditions;
      const isMore = beyondAmong(accepted.filter(isOn(name)).slice(-RECENT), volumeMin).length > 0;
      return isMore ? [{ name, most: volumeMin, before: volumeMax }] : [];
    });
    if (changed.length === 0) return undecided(id, 'the client sends the smallest volume anyway');
    const later = seen.since(seen.now);
    for (const { name, most } of changed) await changeTo(watched, name, most);
    await watched.until(() => changed.every(({ name }) => toldIn(later, name)?.frame.ponged) || undefined, AFTER_MS);
    const after = (): readonly After[] => changed.map((one) => ({ ...one, sent: ordersAfter(later, one.name) }));
    const enough = (): boolean =>
      after().some(({ sent }) => sent.length >= ORDERS) || beyondAny(after()).length > MOST_BEYOND;
    await watched.until(() => enough() || undefined, watched.patienceMs(AFTER_REFUSAL_MS, left));
    const sent = after();
    for (const { name, before } of changed) await changeTo(watched, name, before);
    for (const one of later.mutations()) watched.troubled.add(keyOf(one));
    return judgeAfter(sent);
  },
};

/** Before a client has gone round, the last of its orders tell which volumes it sends. */
const RECENT = 10;

interface Changed {
  readonly name: string;
  readonly most: Decimal;
  readonly before: Decimal;
}

/** What was sent behind the event. */
interface After {
  readonly most: Decimal;
  readonly sent: readonly SeenRequest[];
}

function isOn(name: string): (order: SeenRequest) => boolean {
  return ({ read }) => textAt(read.params, 'instrument') === name;
}

function changeTo(watched: Watched, name: string, most: Decimal): Promise<unknown> {
  return watched.control('instrument.update', { instrument: name, volume_max: toText(most) });
}

function beyondAny(after: readonly After[]): readonly SeenRequest[] {
  return after.flatMap(({ most, sent }) => beyondAmong(sent, most));
}

export function judgeAfter(after: readonly After[]): PlayedCheck {
  const { id } = changedConditions;
  const wrong = beyondAny(after);
  const last = wrong.at(-1);
  const met = after.find(({ sent }) => last !== undefined && sent.includes(last));
  if (wrong.length > MOST_BEYOND && last !== undefined && met !== undefined) {
    const actual = `${wrong.length} orders beyond it, such as ${textAt(last.read.params, 'volume')}`;
    const expected = `volumes of at most ${toText(met.most)}, as an event told`;
    return { ...failure(id, expected, actual, [last]), level: 'should' };
  }
  const sent = after.flatMap((one) => one.sent);
  if (sent.length <= wrong.length) return undecided(id, 'the client placed no further order on the instrument');
  return verdictOf(id, 'pass', sent.slice(0, 1));
}

function hears(watched: Watched, name: string): boolean {
  return watched
    .inside()
    .connections.some(({ subscriptions: { allInstruments, instruments } }) => allInstruments || instruments.has(name));
}

function toldIn(later: Seen, name: string): SeenEvent | undefined {
  return later.events().find(({ message }) => message.kind === 'instrument_event' && message.view.instrument === name);
}

/** New orders of a volume on the instrument that were made when the event had been read. */
export function ordersAfter(later: Seen, name: string): readonly SeenRequest[] {
  const read = toldIn(later, name)?.frame.ponged;
  if (read === undefined) return [];
  const keys = new Set<string>();
  return later.requests('placeOrder', 'openPosition').filter((one) => {
    const isNew = !keys.has(keyOf(one));
    keys.add(keyOf(one));
    return isNew && isOn(name)(one) && volumeOf(one) !== undefined && one.atNs - read.atNs > ON_ITS_WAY_NS;
  });
}

function beyondAmong(orders: readonly SeenRequest[], most: Decimal): readonly SeenRequest[] {
  return orders.filter((order) => {
    const volume = volumeOf(order);
    return volume !== undefined && compare(volume, most) > 0;
  });
}

/** What protects a position has the volume of the position, if any. */
function volumeOf({ read }: SeenRequest): Decimal | undefined {
  if (textAt(read.params, 'type') === 'sltp') return undefined;
  const text = textAt(read.params, 'volume');
  return text === undefined ? undefined : readDecimal(text);
}
