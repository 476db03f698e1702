// Which deals executed something (interface 2.2: members of deals are open). Beside a trade a service may show what it charges for it as
// a deal of its own: a commission, a tax, a swap. That one has no price, and a volume is at best the one that is charged for.
import type { JsonValue } from '../../payload/json.js';

/** What is read of a deal. */
interface Dealt {
  readonly volume?: JsonValue;
  readonly price?: JsonValue;
  readonly balanceKind?: JsonValue;
}

/** The trades among the deals; where none of them shows volume and price, all that are no bookings. */
export function executed<Deal extends Dealt>(deals: readonly Deal[]): readonly Deal[] {
  const trades = deals.filter(({ balanceKind }) => !isThere(balanceKind));
  const isPriced = trades.some(({ volume, price }) => isThere(volume) && isThere(price));
  return isPriced ? trades.filter(({ price }) => isThere(price)) : trades;
}

function isThere(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null;
}
