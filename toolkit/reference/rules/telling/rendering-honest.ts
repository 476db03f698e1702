// The honest form of `rendering.ts`: times, money, volumes and prices as interface 1, rules 3 and 6, has them.
import { type Decimal, powerOfTen, toPlainText, toText } from '../../../decimal/index.js';
import { divideRounded } from '../trading/effects.js';
import type { Place, RenderingRules } from './rendering.js';

export const honestRendering: RenderingRules = {
  renderTime: (ms) => `${new Date(ms).toISOString().slice(0, 19)}+00:00`,
  renderMoney: (amount, currencyDigits, place) => decimalText(round(amount, currencyDigits), currencyDigits, place),
  renderVolume: (volume, volumeDigits, place) => decimalText(volume, volumeDigits, place),
  renderPrice: (price, pointDigits, place) => decimalText(price, pointDigits, place),
  renderTickPrice: (price) => Number(toText(price)),
  renderPointDigits: (digits) => digits,
  hasWrapper: (kind) => kind !== 'hmr_snapshot' && kind !== 'hmr_update',
  hasEventTime: (kind) => kind !== 'hmr_snapshot' && kind !== 'hmr_update',
  amendMessage: (message) => message,
  amendBody: (body) => body,
};

function decimalText(value: Decimal, digits: number, place: Place): string {
  return place.trailingZeros ? toText(value, digits) : toPlainText(value);
}

/** Half away from zero to so many digits; a value with no more of them is as it was. */
function round(value: Decimal, digits: number): Decimal {
  return value.scale <= digits
    ? value
    : { coefficient: divideRounded(value.coefficient, powerOfTen(value.scale - digits)), scale: digits };
}
