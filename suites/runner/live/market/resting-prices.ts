// Prices that rest (interface 4.1): those of the profile say how far from the market an order stands, in parts of the price; wherever
// the market is, they are as far from it.
import {
  add,
  compare,
  type Decimal,
  parseDecimal,
  readDecimal,
  rescale,
  subtract,
  toText,
} from '../../../../toolkit/decimal/index.js';
import type { ProfileInstrument } from '../../../../toolkit/profile/profile.js';

const BELOW = ['restingBuyLimit', 'restingSellStop'] as const;
const ABOVE = ['restingSellLimit', 'restingBuyStop'] as const;

/** Digits beyond those of the price, so that parts of it are exact enough. */
const FINE = 12;

/** Whether orders at these prices rest with at least half of the distance that the profile gave them. */
export function rests(present: ProfileInstrument, price: string, hint: ProfileInstrument): boolean {
  const at = readDecimal(price);
  const even = pricedAt(hint, price, undefined);
  // What cannot be compared is left to what the orders meet.
  if (at === undefined || even === undefined) return true;
  const holds = (member: keyof Prices, isBelow: boolean): boolean => {
    const half = middle(at, parseDecimal(even[member]));
    const distance = compare(parseDecimal(present[member]), half);
    return isBelow ? distance <= 0 : distance >= 0;
  };
  return BELOW.every((member) => holds(member, true)) && ABOVE.every((member) => holds(member, false));
}

type Prices = Pick<ProfileInstrument, (typeof BELOW)[number] | (typeof ABOVE)[number]>;

/** The instrument with its four prices as far from that price as the profile's are from their middle; undefined for no price. */
export function pricedAt(
  hint: ProfileInstrument,
  price: string,
  pointDigits: number | undefined,
): ProfileInstrument | undefined {
  const at = readDecimal(price);
  if (at === undefined) return undefined;
  const centre = middle(parseDecimal(hint.restingBuyLimit), parseDecimal(hint.restingSellLimit));
  const shifted = (member: keyof Prices, isBelow: boolean): string => {
    const from = parseDecimal(hint[member]);
    return rounded(moved(from, centre, at), pointDigits ?? from.scale, isBelow);
  };
  return {
    ...hint,
    restingBuyLimit: shifted('restingBuyLimit', true),
    restingSellStop: shifted('restingSellStop', true),
    restingSellLimit: shifted('restingSellLimit', false),
    restingBuyStop: shifted('restingBuyStop', false),
  };
}

/** The instrument with its four prices so many per cent away from the middle of the profile's. */
export function atDistance(hint: ProfileInstrument, percent: bigint): ProfileInstrument {
  const [buy, sell] = [parseDecimal(hint.restingBuyLimit), parseDecimal(hint.restingSellLimit)];
  const centre = middle(buy, sell);
  const away = (sign: bigint): Decimal => ({
    coefficient: centre.coefficient * 100n + sign * percent * magnitudeOf(centre),
    scale: centre.scale + 2,
  });
  const [below, above] = [away(-1n), away(1n)].map((price, at) => rounded(price, buy.scale, at === 0));
  if (below === undefined || above === undefined) return hint;
  return { ...hint, restingBuyLimit: below, restingSellStop: below, restingSellLimit: above, restingBuyStop: above };
}

function magnitudeOf({ coefficient }: Decimal): bigint {
  return coefficient < 0n ? -coefficient : coefficient;
}

/** In proportion where both are positive; otherwise by the difference, since a part of a negative price points the other way. */
function moved(from: Decimal, centre: Decimal, at: Decimal): Decimal {
  if (centre.coefficient <= 0n || at.coefficient <= 0n) return add(from, subtract(at, centre));
  const scale = Math.max(from.scale, centre.scale, at.scale) + FINE;
  const [one, of, by] = [rescale(from, scale), rescale(centre, scale), rescale(at, scale)];
  return { coefficient: (one * by) / of, scale };
}

function middle(one: Decimal, other: Decimal): Decimal {
  const { coefficient, scale } = add(one, other);
  return { coefficient: coefficient * 5n, scale: scale + 1 };
}

/** To so many digits, away from the market. */
function rounded({ coefficient, scale }: Decimal, digits: number, isBelow: boolean): string {
  if (scale <= digits) return toText({ coefficient: rescale({ coefficient, scale }, digits), scale: digits });
  const unit = 10n ** BigInt(scale - digits);
  const cut = coefficient / unit;
  const isExact = cut * unit === coefficient;
  const isNegative = coefficient < 0n;
  const away = isExact || isBelow !== isNegative ? 0n : isBelow ? -1n : 1n;
  return toText({ coefficient: cut + away, scale: digits });
}
