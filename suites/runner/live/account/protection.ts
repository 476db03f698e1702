// Stop loss and take profit of a valid order (interface 4.1): far enough from its price for any venue.
import { add, type Decimal, negate, parseDecimal, subtract, toText } from '../../../../toolkit/decimal/index.js';
import type { RequestParams } from '../../../../toolkit/profile/dialect/dialect.js';
import type { Protection } from '../../context.js';

/** How far protection stands from the order's price, in percent: farther than a minimum distance that a venue may ask for. */
const PROTECTION_PERCENT = 10n;

/** Stop loss and take profit on their proper sides of the order's price, with as many digits as the price. */
export function protectionOf(params: RequestParams): Protection {
  const price = parseDecimal(String(params.price));
  // Where prices are negative, so is a part of one.
  const away = percentOf(price.coefficient < 0n ? negate(price) : price, PROTECTION_PERCENT);
  return between(toText(subtract(price, away)), toText(add(price, away)), params.side);
}

export function between(below: string, above: string, side: 'buy' | 'sell' | undefined): Protection {
  return side === 'sell'
    ? { stopLossPrice: above, takeProfitPrice: below }
    : { stopLossPrice: below, takeProfitPrice: above };
}

/** Rounded up, so that something is left of a small number too. */
function percentOf(value: Decimal, percent: bigint): Decimal {
  return { coefficient: (value.coefficient * percent + 99n) / 100n, scale: value.scale };
}
