// What an order looks like where a check says nothing of it: what a check judges, a service must do for every order, so each check has
// its own kind (side, type, last digits of its prices, volume, and whether its accounts hold something else already), drawn from its seed.
// All accounts of a check have the same, since checks compare what they send.
import { readFigure } from '../../../../toolkit/checkers/predicates/figure.js';
import {
  add,
  compare,
  equals,
  isMultipleOf,
  multiply,
  parseDecimal,
  toPlainText,
} from '../../../../toolkit/decimal/index.js';
import type { ConditionsView } from '../../../../toolkit/profile/dialect/views.js';
import type { OrderWish } from '../../context.js';
import { SeededRandom } from '../../seed.js';

/** Prices come around again after this many orders of one account. */
const PRICES = 500n;

/** No price begins farther away than this part of itself, since venues have bounds. */
const PARTS_OF_PRICE = 20n;

/** Half of all checks trade the smallest volume; no more than two steps are added, since nobody knows what an account can pay. */
const STEPS_MORE = [0, 0, 1, 2] as const;

/** Each costs two orders and their end. */
const OCCUPIED_ONE_IN = 3;

export interface UsualOrder {
  readonly type: 'limit' | 'stop';
  readonly side: 'buy' | 'sell';
  /** Points between the resting price and the price of the first order, besides the one that every order goes on. */
  readonly pointsAway: number;
  /** Steps above the smallest volume. */
  readonly stepsMore: number;
  /** Which instrument of the profile the check begins with, as far as there are so many. */
  readonly instrument: number;
  /** Whether its accounts have something else open when the check begins. */
  readonly isOccupied: boolean;
}

/** A buy limit of the smallest volume on the first instrument, which rests one point beyond the price of the profile. */
export const PLAIN_ORDER: UsualOrder = {
  type: 'limit',
  side: 'buy',
  pointsAway: 0,
  stepsMore: 0,
  instrument: 0,
  isOccupied: false,
};

/** `seed`: that of the check. */
export function usualOrder(seed: number): UsualOrder {
  const random = new SeededRandom(seed);
  return {
    type: random.below(2) === 0 ? 'limit' : 'stop',
    side: random.below(2) === 0 ? 'buy' : 'sell',
    pointsAway: random.below(Number(PRICES)),
    stepsMore: STEPS_MORE[random.below(STEPS_MORE.length)] ?? 0,
    instrument: random.below(2 ** 16),
    isOccupied: random.below(OCCUPIED_ONE_IN) === 0,
  };
}

/** Side and type of an order of which the check may have named them. A price that it names was meant for a plain order. */
export function sideAndType(usual: UsualOrder, wish: OrderWish): Required<Pick<OrderWish, 'type' | 'side'>> {
  const { type, side } = wish.price === undefined ? usual : PLAIN_ORDER;
  return { type: wish.type ?? type, side: wish.side ?? side };
}

/** Points between the price that rests, itself in points, and that of the n-th order (from 1); a part of it, where there are few. */
export function pointsAway(usual: UsualOrder, resting: bigint, nth: number): bigint {
  const room = (resting < 0n ? -resting : resting) / PARTS_OF_PRICE + 1n;
  return ((BigInt(usual.pointsAway) % room) + BigInt(nth)) % PRICES;
}

/** The volume with some steps more, where it is the smallest of the conditions and these show that it can be so large. */
export function usualVolume({ stepsMore }: UsualOrder, volume: string, conditions: ConditionsView): string {
  const [least, step, greatest] = [conditions.volumeMin, conditions.volumeStep, conditions.volumeMax].map(readFigure);
  if (stepsMore === 0 || least === undefined || step === undefined || greatest === undefined) return volume;
  if (step.coefficient <= 0n) return volume;
  // Where the grid begins off the multiples of its step, which volumes lie on it is open.
  if (!equals(parseDecimal(volume), least) || !isMultipleOf(least, step)) return volume;
  const more = add(parseDecimal(volume), multiply(step, parseDecimal(String(stepsMore))));
  return compare(more, greatest) > 0 ? volume : toPlainText(more);
}
