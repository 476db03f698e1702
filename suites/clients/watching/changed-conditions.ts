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
    // What protects a position has no volume of its own.
    const orders = seen.requests('placeOrder', 'openPosition').filter(({ answer }) => answer?.status === 202);
    const order = orders.findLast((one) => volumeOf(one) !== undefined) ?? orders.at(-1);
    const name = textAt(order?.read.params, 'instrument');
    const conditions = watched.inside().quotes.find(({ instrument }) => instrument.name === name)
      ?.instrument.conditions;
    if (order === undefined || name === undefined || conditions === undefined) {
      return undecided(id, 'the client placed no order');
    }
    if (!hears(watched, name)) return undecided(id, 'the client hears of instruments by no stream');
    const { volumeMin, volumeMax } = conditions;
    const volume = volumeOf(order);
    if (volume === undefined || compare(volume, volumeMin) <= 0) {
      return undecided(id, 'the client sends the smallest volume anyway');
    }
    const later = seen.since(seen.now);
    const change = (most: Decimal): Promise<unknown> =>
      watched.control('instrument.update', { instrument: name, volume_max: toText(most) });
    await change(volumeMin);
    await watched.until(() => toldIn(later, name)?.frame.ponged, AFTER_MS);
    const after = (): readonly SeenRequest[] => ordersAfter(later, name);
    const beyond = (): readonly SeenRequest[] => beyondAmong(after(), volumeMin);
    const enough = (): boolean => after().length >= ORDERS || beyond().length > MOST_BEYOND;
    await watched.until(() => enough() || undefined, watched.patienceMs(AFTER_REFUSAL_MS, left));
    const sent = after();
    await change(volumeMax);
    for (const one of later.mutations()) watched.troubled.add(keyOf(one));
    return judgeAfter(sent, volumeMin);
  },
};

export function judgeAfter(sent: readonly SeenRequest[], most: Decimal): PlayedCheck {
  const { id } = changedConditions;
  const wrong = beyondAmong(sent, most);
  const [first] = wrong;
  if (wrong.length > MOST_BEYOND && first !== undefined) {
    const actual = `${wrong.length} orders beyond it, such as ${textAt(first.read.params, 'volume')}`;
    return {
      ...failure(id, `volumes of at most ${toText(most)}, as an event told`, actual, wrong.slice(-1)),
      level: 'should',
    };
  }
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
    const isOnIt = textAt(one.read.params, 'instrument') === name && volumeOf(one) !== undefined;
    return isNew && isOnIt && one.atNs - read.atNs > ON_ITS_WAY_NS;
  });
}

function beyondAmong(orders: readonly SeenRequest[], most: Decimal): readonly SeenRequest[] {
  return orders.filter((order) => {
    const volume = volumeOf(order);
    return volume !== undefined && compare(volume, most) > 0;
  });
}

function volumeOf({ read }: SeenRequest): Decimal | undefined {
  const text = textAt(read.params, 'volume');
  return text === undefined ? undefined : readDecimal(text);
}
