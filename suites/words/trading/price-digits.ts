// Fractional digits of prices (interface 4.1, rule 2): how many an instrument has, and a price with so many. Whether extra zeros count is
// open, so the last digit is never a zero.
import { compare, parseDecimal } from '../../../toolkit/decimal/index.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { ConditionsView } from '../../../toolkit/profile/dialect/views.js';
import type { Account, CheckContext } from '../../runner/context.js';

/** Either may stand for a digit too many: which of the two is open. */
export const PRICE_CODES: readonly string[] = ['REQUEST_INVALID_PRICE', 'TRADING_RULE_INVALID_PRICE_LEVEL'];

/** More than any price has, so what says so is no count of digits. */
const MOST_DIGITS = 20;

/** point_digits as a number or as text, since its JSON type is open; undefined where they are no count. */
export function digitsOf({ pointDigits }: ConditionsView): number | undefined {
  const isScalar = typeof pointDigits === 'number' || typeof pointDigits === 'string';
  const digits = isScalar ? Number(pointDigits) : Number.NaN;
  return Number.isInteger(digits) && digits >= 0 && digits <= MOST_DIGITS ? digits : undefined;
}

/** point_digits of an instrument of the account; undecided where they are no count. */
export async function pointDigits(
  t: CheckContext,
  account: Account = t.account,
  instrument: string = account.instrument().name,
): Promise<number> {
  const conditions = await account.conditions(instrument);
  return digitsOf(conditions) ?? t.inconclusive('the conditions show no whole point_digits', [conditions]);
}

/** The price with exactly so many fractional digits, the last of them as given. */
export function withDigits(price: JsonValue | undefined, digits: number, last: number = 1): string {
  const [whole = '0', fraction = ''] = String(price).split('.');
  return digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, '0').slice(0, digits - 1)}${last}`;
}

/** A price cut further than this lies elsewhere in the market, where other rules may refuse it. */
const MOST_CUT_PERCENT = 2n;

/** The price cut to so many digits, or filled with zeros; undefined where the cut changes too much of it. */
export function cutTo(price: string, digits: number): string | undefined {
  const [whole = '0', fraction = ''] = price.split('.');
  const cut = digits === 0 ? whole : `${whole}.${fraction.slice(0, digits).padEnd(digits, '0')}`;
  const [before, after] = [parseDecimal(price), parseDecimal(cut)];
  const least = { coefficient: before.coefficient * (100n - MOST_CUT_PERCENT), scale: before.scale + 2 };
  return compare(after, least) >= 0 ? cut : undefined;
}
