// Whether an account that `account.create` opened has the currency that it was asked for: money of another one would be judged by the
// wrong number of decimals (interface 1.6). What the account read does not show, which it need not, is believed.

import type { AccountView } from '../../../../toolkit/profile/dialect/views.js';
import type { ProfileAccount } from '../../../../toolkit/profile/profile.js';

/** Why accounts of the control action cannot be taken for ones like those of the pool. */
export function otherMoney(asked: ProfileAccount, shown: AccountView): string | undefined {
  const otherCurrency = differs(shown.currency, asked.currency);
  if (!otherCurrency && !differs(shown.currencyDigits, asked.currencyDigits)) return undefined;
  const wanted = otherCurrency ? `currency ${asked.currency}` : `${asked.currencyDigits} decimals`;
  const got = JSON.stringify(otherCurrency ? shown.currency : shown.currencyDigits);
  return `control action account.create was asked for ${wanted} and opened an account that shows ${got}, so the accounts of the pool are used; let its binding pass {currency} and {currency_digits} on`;
}

function differs(shown: AccountView['currency'], asked: string | number | undefined): boolean {
  return shown !== undefined && shown !== null && asked !== undefined && String(shown) !== String(asked);
}
