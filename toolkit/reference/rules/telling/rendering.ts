// How values are written: times, money, volumes, prices (interface 1, rules 3 and 6), and which members a message carries.
// Speech calls these for every value it writes; a rule may return any JSON value so that a fault can return the wrong one.
import { type Decimal, powerOfTen, toPlainText, toText } from '../../../decimal/index.js';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import type { DomainEvent, Operation } from '../../domain.js';
import { divideRounded } from '../trading/effects.js';

/** Where a value appears, so that a fault can be confined to one place. */
/** Whose message it is: the n-th connection of its account. */
export interface MessageReader {
  readonly accountId: string;
  readonly ordinal: number;
}

export interface Place {
  /** A message kind of the streams, or an operation's answer. */
  readonly in: DomainEvent['kind'] | Operation;
  /** The entity: `order`, `deal`, `position`, `account_state`, `conditions`, `hmr_period`, `tick`, `operation`, `envelope`, `quota`. */
  readonly of: string;
  /** The member in the interface's words, such as `stop_loss_price`. */
  readonly member: string;
  /** Whether the behaviour pads with trailing zeros. */
  readonly trailingZeros: boolean;
}

export interface RenderingRules {
  /** Interface 1, rule 3: UTC with an explicit offset. */
  renderTime(ms: number, place: Place): JsonValue;
  /** Interface 1, rule 6: decimal string rounded to the precision of the currency. */
  renderMoney(amount: Decimal, currencyDigits: number, place: Place): JsonValue;
  /** Interface 1, rule 6: decimal string. */
  renderVolume(volume: Decimal, volumeDigits: number, place: Place): JsonValue;
  /** Interface 1, rule 6: decimal string with the digits of the instrument. */
  renderPrice(price: Decimal, pointDigits: number, place: Place): JsonValue;
  /** Interface 1, rule 6; 4.6: a JSON number. */
  renderTickPrice(price: Decimal, pointDigits: number, place: Place): JsonValue;
  /** Interface 2.4. */
  renderPointDigits(digits: number): JsonValue;
  /** Interface 6.2, rule 1: whether a message has the generic payload wrapper, where the dialect has one. */
  hasWrapper(kind: DomainEvent['kind']): boolean;
  /** Interface 6.2, rule 1: whether a message carries `event_time`, where the dialect has one. */
  hasEventTime(kind: DomainEvent['kind']): boolean;
  /** Interface 4.5, rule 2; 4.5, rule 5: the last word on a stream message made from `event`, before it is text. */
  amendMessage(message: JsonObject, event: DomainEvent, connection: MessageReader): JsonValue;
  /** Interface 4.1, synchronous responses: the last word on the body of an answer before it becomes text. */
  amendBody(body: JsonValue, answer: { readonly operation: Operation | undefined; readonly status: number }): JsonValue;
}

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
