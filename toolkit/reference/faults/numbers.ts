// Faults of times and figures (interface 1, rules 3 and 6): one form, one place, one digit at a time.
import type { JsonValue } from '../../payload/json.js';
import type { DomainEvent, Operation } from '../domain.js';
import type { Place } from '../rules/telling/rendering.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

type Surface = 'events' | 'snapshots' | 'history' | 'reads';

const SURFACES: Readonly<Partial<Record<DomainEvent['kind'] | Operation, Surface>>> = {
  transaction_event: 'events',
  account_state_event: 'events',
  instrument_event: 'events',
  tick: 'events',
  trading_state_snapshot: 'snapshots',
  snapshot: 'snapshots',
  orderHistory: 'history',
  dealHistory: 'history',
  operationStatus: 'reads',
  account: 'reads',
};

const WORDS = { events: 'events', snapshots: 'snapshots', history: 'history', reads: 'the answers of reads' } as const;

function on(surface: Surface): (place: Place) => boolean {
  return (place) => SURFACES[place.in] === surface;
}

function timing(where: (place: Place) => boolean, write: (text: string, ms: number) => JsonValue): Fault['change'] {
  return changing(
    'renderTime',
    (honest) => (ms, place) => (where(place) ? write(String(honest(ms, place)), ms) : honest(ms, place)),
  );
}

const everywhere = (): boolean => true;

function timeFault(
  surface: Surface,
  word: string,
  summary: string,
  write: (text: string, ms: number) => JsonValue,
): Fault {
  return fault(
    `time-${word}-in-${surface}`,
    '1',
    [`time.format-in-${surface}`],
    `Date-times in ${WORDS[surface]} ${summary}.`,
    timing(on(surface), write),
  );
}

/** Money, volume or price as a JSON number in one place. */
function asNumber(kind: 'money' | 'volume' | 'price', where: (place: Place) => boolean): Fault['change'] {
  const number = (text: JsonValue): JsonValue => Number(text);
  switch (kind) {
    case 'money':
      return changing(
        'renderMoney',
        (honest) => (amount, digits, place) =>
          where(place) ? number(honest(amount, digits, place)) : honest(amount, digits, place),
      );
    case 'volume':
      return changing(
        'renderVolume',
        (honest) => (volume, digits, place) =>
          where(place) ? number(honest(volume, digits, place)) : honest(volume, digits, place),
      );
    case 'price':
      return changing(
        'renderPrice',
        (honest) => (price, digits, place) =>
          where(place) ? number(honest(price, digits, place)) : honest(price, digits, place),
      );
  }
}

const isAccountState = (place: Place): boolean => place.in === 'account_state_event';
const isTransaction = (place: Place): boolean => place.in === 'transaction_event';

export const numberFaults: readonly Fault[] = [
  ...(['events', 'snapshots', 'history', 'reads'] as const).map((surface) =>
    timeFault(surface, 'zulu', 'end in Z in place of +00:00', (text) => text.replace('+00:00', 'Z')),
  ),
  timeFault('events', 'without-offset', 'have no offset', (text) => text.replace('+00:00', '')),
  timeFault('history', 'compact-offset', 'have the offset +0000', (text) => text.replace('+00:00', '+0000')),
  timeFault('snapshots', 'local', 'show another zone, with its offset', (_text, ms) =>
    new Date(ms + 7_200_000).toISOString().replace(/\.\d+Z$/, '+02:00'),
  ),
  timeFault('history', 'with-blank', 'have a blank in place of T', (text) => text.replace('T', ' ')),
  fault(
    'time-with-milliseconds',
    '1',
    ['time.without-fraction'],
    'Date-times show milliseconds.',
    timing(everywhere, (_text, ms) => new Date(ms).toISOString().replace('Z', '+00:00')),
  ),
  fault(
    'time-of-closing-with-milliseconds',
    '1',
    ['time.without-fraction'],
    'The time at which an order ended shows milliseconds, other times do not.',
    timing(
      ({ member }) => member === 'closed_at',
      (_text, ms) => new Date(ms).toISOString().replace('Z', '+00:00'),
    ),
  ),
  fault(
    'time-local-under-utc-label',
    '1',
    ['time.moment-is-utc'],
    'Date-times are local time, two hours ahead, under the label of UTC.',
    timing(everywhere, (_text, ms) => `${new Date(ms + 7_200_000).toISOString().slice(0, 19)}+00:00`),
  ),
  fault(
    'money-numbers-in-account-state',
    '1',
    ['numbers.money-strings-in-account-state'],
    'The figures of account state events are JSON numbers.',
    asNumber('money', isAccountState),
  ),
  fault(
    'used-margin-number-in-account-state',
    '1',
    ['numbers.money-strings-in-account-state'],
    'used_margin of account state events is a JSON number, balance and equity are strings.',
    asNumber('money', (place) => isAccountState(place) && place.member === 'used_margin'),
  ),
  fault(
    'money-numbers-in-transactions',
    '1',
    ['numbers.money-strings-in-transactions'],
    'Monetary values in transaction events are JSON numbers.',
    asNumber('money', isTransaction),
  ),
  fault(
    'deal-amount-number-in-transactions',
    '1',
    ['numbers.money-strings-in-transactions'],
    'The amount of a deal is a JSON number in transaction events.',
    asNumber('money', (place) => isTransaction(place) && place.of === 'deal'),
  ),
  fault(
    'money-numbers-in-snapshots',
    '1',
    ['numbers.money-strings-in-snapshots'],
    'Monetary values in snapshots are JSON numbers.',
    asNumber('money', on('snapshots')),
  ),
  fault(
    'money-numbers-in-history',
    '1',
    ['numbers.money-strings-in-history'],
    'Monetary values in history are JSON numbers.',
    asNumber('money', on('history')),
  ),
  ...(['events', 'snapshots', 'history'] as const).flatMap((surface) => [
    fault(
      `volume-numbers-in-${surface}`,
      '1',
      [`numbers.volume-strings-in-${surface}`],
      `Volumes in ${WORDS[surface]} are JSON numbers.`,
      asNumber('volume', (place) => on(surface)(place) && place.of !== 'conditions'),
    ),
    fault(
      `price-numbers-in-${surface}`,
      '1',
      [`numbers.price-strings-in-${surface}`],
      `Prices in ${WORDS[surface]} are JSON numbers.`,
      asNumber('price', on(surface)),
    ),
  ]),
  fault(
    'stop-loss-number-in-events',
    '1',
    ['numbers.price-strings-in-events'],
    'stop_loss_price is a JSON number in events, other prices are strings.',
    asNumber('price', (place) => isTransaction(place) && place.member === 'stop_loss_price'),
  ),
  fault(
    'money-with-four-decimals',
    '1',
    ['numbers.money-rounded'],
    'Monetary values have four decimals whatever the currency.',
    changing('renderMoney', (honest) => (amount, digits, place) => {
      const text = String(honest(amount, digits, place));
      return `${text}${text.includes('.') ? '' : '.'}${'1'.repeat(4 - Math.min(digits, 3))}`;
    }),
  ),
  fault(
    'money-with-two-decimals-always',
    '1',
    ['numbers.money-rounded'],
    'Monetary values have two decimals, also in a currency that has none.',
    changing(
      'renderMoney',
      (honest) => (amount, digits, place) =>
        digits === 0 ? `${honest(amount, digits, place)}.01` : honest(amount, digits, place),
    ),
  ),
  fault(
    'prices-with-the-digits-of-the-currency',
    '1',
    ['numbers.price-precision-by-instrument', 'numbers.decimals-exact', 'orders.parameters-kept'],
    'Prices are rounded to two decimals whatever the instrument.',
    changing('renderPrice', (honest) => (price, digits, place) => Number(honest(price, digits, place)).toFixed(2)),
  ),
  fault(
    'volumes-with-the-digits-of-the-currency',
    '1',
    ['numbers.volume-precision-by-instrument', 'numbers.decimals-exact'],
    'Volumes are rounded to two decimals whatever the instrument.',
    changing(
      'renderVolume',
      (honest) => (volume, digits, place) =>
        place.of === 'conditions' ? honest(volume, digits, place) : Number(honest(volume, digits, place)).toFixed(2),
    ),
  ),
  fault(
    'volumes-through-single-precision',
    '1',
    ['numbers.decimals-exact'],
    'Volumes pass through a float of 32 bits on their way out.',
    changing(
      'renderVolume',
      (honest) => (volume, digits, place) =>
        place.of === 'conditions'
          ? honest(volume, digits, place)
          : String(Math.fround(Number(honest(volume, digits, place)))),
    ),
  ),
  fault(
    'prices-with-thousands-separators',
    '1',
    ['numbers.price-strings-in-events', 'numbers.price-strings-in-snapshots'],
    'Prices are written for people, with a comma between thousands.',
    together(
      changing(
        'renderPrice',
        (honest) => (price, digits, place) =>
          String(honest(price, digits, place)).replace(/^(\d+?)(\d{3})(?=\.|$)/, '$1,$2'),
      ),
    ),
  ),
];
