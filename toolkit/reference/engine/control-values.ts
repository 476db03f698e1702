// Values that control actions take, read strictly: a value that makes no sense is refused with what was expected.
import { type Decimal, parseDecimal, rescale } from '../../decimal/index.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import type { AccountInfo } from '../domain.js';

/** Amounts are added to and multiplied as long as the service runs. */
const MOST_DIGITS = 60;
const MOST_LETTERS = 128;
const MOST_NAMED = 50;
const MOST_CURRENCY_DIGITS = 18;

/** In units of the last digit of the account's currency. */
export function money(text: string, account: AccountInfo): bigint {
  const value = decimal('amount', text);
  if (value.scale > account.currencyDigits) {
    throw failed(`expected at most ${account.currencyDigits} decimals of ${account.currency}, got ${quoted(text)}`);
  }
  return rescale(value, account.currencyDigits);
}

export function decimal(name: string, text: string): Decimal {
  try {
    if (text.length <= MOST_DIGITS) return parseDecimal(text);
  } catch (cause) {
    throw failed(`expected ${name} as a decimal such as 12.50, got ${quoted(text)}`, cause);
  }
  throw failed(`expected ${name} as a decimal of at most ${MOST_DIGITS} characters, got ${quoted(text)}`);
}

/** A name that the service keeps and tells again and again. */
export function shortText(name: string, text: string): string {
  if (text === '' || text.length > MOST_LETTERS) {
    throw failed(`expected ${name} of 1 to ${MOST_LETTERS} characters, got ${quoted(text)}`);
  }
  return text;
}

/** Decimals of a currency: money is counted in its smallest unit, which costs as many digits. */
export function currencyDigits(digits: number): number {
  if (Number.isInteger(digits) && digits >= 0 && digits <= MOST_CURRENCY_DIGITS) return digits;
  throw failed(`expected at most ${MOST_CURRENCY_DIGITS} currency_digits, got ${digits}`);
}

export function failed(message: string, cause?: unknown): ProtocolError {
  return new ProtocolError('control-failed', message, { cause });
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}...` : text);
}

/** The first names of many, for an error that says what there is. */
export function someOf(names: readonly string[]): string {
  return names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(', ')} and others` : names.join(', ');
}
