// Where the market is (interface 4.6): the ticks of an account, read when an order did not rest or a check is about to fail.
import type { Claim } from '../../../../toolkit/profile/profile.js';
import type { Account, Received } from '../../context.js';
import type { CheckScope } from '../scope.js';

/** A quiet market sends few; what it does not send by then is not known. */
const PATIENCE_MS = 1_500;
/** So many digits after the point are more than a price has, and no more than a double tells apart. */
const DIGITS = 8;
const TICKS: Claim = 'ticks';

/** The price of each of these instruments that ticks show, as a decimal; empty where there are no ticks. Never rejects. */
export async function latestPrices(
  account: Account,
  instruments: readonly string[],
  { target }: CheckScope,
): Promise<ReadonlyMap<string, string>> {
  const prices = new Map<string, string>();
  if (!target.profile.claims[TICKS] || !target.dialect.has('ticksStream')) return prices;
  const isLast = (message: Received): boolean => {
    if (message.kind !== 'tick') return false;
    const { instrument, bid, ask } = message.view;
    const name = typeof instrument === 'string' ? instrument : instruments.length === 1 ? instruments[0] : undefined;
    const known = [bid, ask].filter((price) => typeof price === 'number' && Number.isFinite(price) && price !== 0);
    if (name !== undefined && known.length > 0) prices.set(name, decimalOf(known.map(Number)));
    return instruments.every((one) => prices.has(one));
  };
  try {
    // One that is not there might have the whole command refused.
    const also = instruments.filter((name) => name !== target.profile.market.unknown);
    const ticks = await account.ticks({}, also);
    await ticks.next(isLast, { withinMs: PATIENCE_MS });
    await ticks.close();
  } catch {
    // A stream that does not open tells nothing about the market; checks of its own judge it.
  }
  return prices;
}

function decimalOf(prices: readonly number[]): string {
  return (prices.reduce((sum, price) => sum + price, 0) / prices.length).toFixed(DIGITS);
}
