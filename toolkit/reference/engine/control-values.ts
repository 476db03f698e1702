// Values that control actions take, read strictly: a value that makes no sense is refused with what was expected.
import { type Decimal, parseDecimal, rescale } from '../../decimal/index.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import type { AccountInfo } from '../domain.js';

/** In units of the last digit of the account's currency. */
export function money(text: string, account: AccountInfo): bigint {
  const value = decimal('amount', text);
  if (value.scale > account.currencyDigits) {
    throw failed(`expected at most ${account.currencyDigits} decimals of ${account.currency}, got ${text}`);
  }
  return rescale(value, account.currencyDigits);
}

export function decimal(name: string, text: string): Decimal {
  try {
    return parseDecimal(text);
  } catch (cause) {
    throw failed(`expected ${name} as a decimal such as 12.50, got ${JSON.stringify(text)}`, cause);
  }
}

export function failed(message: string, cause?: unknown): ProtocolError {
  return new ProtocolError('control-failed', message, { cause });
}
