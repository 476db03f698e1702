// The orders that a check was given to rest, by the price that each has for itself: what becomes of another price says nothing.
import { readDecimal, toPlainText } from '../../../../toolkit/decimal/index.js';
import type { ProfileInstrument } from '../../../../toolkit/profile/profile.js';

/** An order as far as its price goes. */
export interface PricedOrder {
  readonly type: string | undefined;
  readonly side: string | undefined;
  readonly price: string | undefined;
}

export class RestingOrders {
  readonly #orders = new Set<string>();
  readonly #prices = new Set<string>();
  /** The prices that were believed to rest, by instrument, when the first order there was written. */
  readonly instruments: Map<string, ProfileInstrument> = new Map();

  wrote(instrument: ProfileInstrument, order: PricedOrder): void {
    this.#orders.add(keyOf(order));
    this.#prices.add(plain(order.price));
    if (!this.instruments.has(instrument.name)) this.instruments.set(instrument.name, instrument);
  }

  has(order: PricedOrder): boolean {
    return this.#orders.has(keyOf(order));
  }

  hasPrice(price: string | undefined): boolean {
    return this.#prices.has(plain(price));
  }
}

function keyOf({ type, side, price }: PricedOrder): string {
  return `${type} ${side} ${plain(price)}`;
}

/** However many zeros a target writes. */
function plain(price: string | undefined): string {
  const decimal = readDecimal(price ?? '');
  return decimal === undefined ? 'none' : toPlainText(decimal);
}
