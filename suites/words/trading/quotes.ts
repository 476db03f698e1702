// Prices that a check sets by control action (interface 1, rule 6; 2.4): they have every digit of their instrument, and what rests goes on
// resting.
import { parseDecimal, rescale, toText } from '../../../toolkit/decimal/index.js';
import type { ProfileInstrument } from '../../../toolkit/profile/profile.js';
import type { Account, CheckContext } from '../../runner/context.js';
import { digitsOf, withDigits } from './price-digits.js';

/** Prices with every digit of the instrument, near the middle between those that rest, each of another last digit. */
export async function oddQuotes(
  t: CheckContext,
  account: Account,
  { name, restingBuyLimit, restingSellLimit }: ProfileInstrument,
): Promise<readonly string[]> {
  const digits = digitsOf(await account.conditions(name)) ?? 0;
  const [low, high] = [restingBuyLimit, restingSellLimit].map((text) => rescale(parseDecimal(text), digits));
  if (low === undefined || high === undefined) return t.inconclusive('the profile names no resting prices');
  const at = (share: bigint): string => toText({ coefficient: low + ((high - low) * share) / 100n, scale: digits });
  return ([44n, 57n, 51n] as const).map((share, n) => withDigits(at(share), digits, 3 + 2 * n));
}

/** Bid and ask are the same, so that what is executed at the market has this price, but for a mark-up of the target's own. */
export async function quote(
  t: CheckContext,
  account: Account,
  { name }: ProfileInstrument,
  price: string,
): Promise<void> {
  await t.control('market.price', { account_id: account.id, instrument: name, bid: price, ask: price });
}

/** A little beyond the level, seen from the middle of the market. */
export function beyond(level: string, middle: string): string {
  const { coefficient, scale } = parseDecimal(level);
  const isBelow = Number(level) < Number(middle);
  return toText({ coefficient: coefficient + (isBelow ? -10n : 10n), scale });
}
