// Faults of the form of one member in one place (interface 1, rules 3 and 6): a field that a serialiser forgot, a surface with a writer of
// its own. Everything else is written as it must be.
import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { Place } from '../../rules/telling/rendering.js';
import { amended } from '../algebra/edits.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';

interface Spot {
  readonly slug: string;
  readonly words: string;
  readonly at: readonly [place: Place['in'], of: string, member: string];
  readonly requirement: RequirementId;
}

const isAt =
  ({ at: [place, of, member] }: Spot) =>
  (where: Place): boolean =>
    where.in === place && where.of === of && where.member === member;

/** As JSON numbers. */
const NUMBERS: readonly (Spot & { readonly rule: 'renderPrice' | 'renderVolume' | 'renderMoney' })[] = [
  {
    slug: 'take-profit-of-positions-number-in-snapshots',
    words: 'The take profit of a position is a JSON number in the snapshot of a stream',
    at: ['trading_state_snapshot', 'position', 'take_profit_price'],
    requirement: 'numbers.price-strings-in-snapshots',
    rule: 'renderPrice',
  },
  {
    slug: 'stop-loss-of-positions-number-in-the-resource',
    words: 'The stop loss of a position is a JSON number in the snapshot resource',
    at: ['snapshot', 'position', 'stop_loss_price'],
    requirement: 'numbers.price-strings-in-snapshots',
    rule: 'renderPrice',
  },
  {
    slug: 'price-of-positions-number-in-the-resource',
    words: 'The price of a position is a JSON number in the snapshot resource',
    at: ['snapshot', 'position', 'price'],
    requirement: 'numbers.price-strings-in-snapshots',
    rule: 'renderPrice',
  },
  {
    slug: 'volume-of-positions-number-in-the-resource',
    words: 'The volume of a position is a JSON number in the snapshot resource',
    at: ['snapshot', 'position', 'volume'],
    requirement: 'numbers.volume-strings-in-snapshots',
    rule: 'renderVolume',
  },
  {
    slug: 'used-margin-number-in-the-resource',
    words: 'used_margin is a JSON number in the snapshot resource',
    at: ['snapshot', 'account_state', 'used_margin'],
    requirement: 'numbers.money-strings-in-snapshots',
    rule: 'renderMoney',
  },
  {
    slug: 'take-profit-of-orders-number-in-history',
    words: 'The take profit of an order is a JSON number in history',
    at: ['orderHistory', 'order', 'take_profit_price'],
    requirement: 'numbers.price-strings-in-history',
    rule: 'renderPrice',
  },
  {
    slug: 'stop-loss-of-orders-number-in-history',
    words: 'The stop loss of an order is a JSON number in history',
    at: ['orderHistory', 'order', 'stop_loss_price'],
    requirement: 'numbers.price-strings-in-history',
    rule: 'renderPrice',
  },
];

/** With more digits than the currency has, as a binary fraction leaves them. */
const NOISY: readonly Spot[] = [
  {
    slug: 'used-margin-unrounded-in-the-resource',
    words: 'used_margin has seven digits too many in the snapshot resource',
    at: ['snapshot', 'account_state', 'used_margin'],
    requirement: 'numbers.money-rounded',
  },
  {
    slug: 'amounts-unrounded-in-history',
    words: 'The amount of a deal has seven digits too many in history',
    at: ['dealHistory', 'deal', 'amount'],
    requirement: 'numbers.money-rounded',
  },
];

/** With Z for the offset. */
const ZULU: readonly Spot[] = [
  {
    slug: 'time-of-closing-zulu-in-history',
    words: 'The time at which an order ended ends in Z in history',
    at: ['orderHistory', 'order', 'closed_at'],
    requirement: 'time.format-in-history',
  },
  {
    slug: 'time-of-positions-zulu-in-the-resource',
    words: 'The time at which a position was opened ends in Z in the snapshot resource',
    at: ['snapshot', 'position', 'created_at'],
    requirement: 'time.format-in-snapshots',
  },
  {
    slug: 'time-of-closed-positions-zulu-in-events',
    words: 'The time at which a position was closed ends in Z in events',
    at: ['transaction_event', 'position', 'closed_at'],
    requirement: 'time.format-in-events',
  },
];

function asNumber(rule: (typeof NUMBERS)[number]['rule'], where: (place: Place) => boolean): Edits {
  if (rule === 'renderPrice') {
    return { renderPrice: amended((text, _price, _digits, place) => (where(place) ? Number(text) : text)) };
  }
  return rule === 'renderVolume'
    ? { renderVolume: amended((text, _volume, _digits, place) => (where(place) ? Number(text) : text)) }
    : { renderMoney: amended((text, _amount, _digits, place) => (where(place) ? Number(text) : text)) };
}

function noisy(where: (place: Place) => boolean): Edits {
  return {
    renderMoney: amended((text, _amount, digits, place) => {
      const [whole = '0', fraction = ''] = String(text).split('.');
      return where(place) ? `${whole}.${fraction.padEnd(digits, '0')}0000001` : text;
    }),
  };
}

export const oneMemberFaults: readonly Fault[] = [
  ...NUMBERS.map((spot) =>
    violating('1', [spot.requirement])(spot.slug, { summary: `${spot.words}.`, ...asNumber(spot.rule, isAt(spot)) }),
  ),
  ...NOISY.map((spot) =>
    violating('1', [spot.requirement])(spot.slug, { summary: `${spot.words}.`, ...noisy(isAt(spot)) }),
  ),
  ...ZULU.map((spot) =>
    violating('1', [spot.requirement])(spot.slug, {
      summary: `${spot.words}.`,
      renderTime: amended((text, _ms, place) => (isAt(spot)(place) ? String(text).replace('+00:00', 'Z') : text)),
    }),
  ),
];
