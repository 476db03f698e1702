// An account whose currency has a given number of decimals (interface 1, rule 6): one that control opens, if in that currency when
// asked for it, or else one of the pool.
import type { Account, CheckContext } from '../runner/context.js';

interface Currency {
  readonly code: string;
  readonly digits: number;
}

/** Judges on such an account; not applicable where none is at hand. For checks that lease none themselves. */
export async function onAccountOf(
  t: CheckContext,
  currency: Currency,
  judge: (account: Account) => Promise<void>,
): Promise<void> {
  const fresh = t.hasControl('account.create') ? await opened(t, currency) : undefined;
  if (fresh !== undefined) return await judge(fresh);
  if (await t.withAccountOf(currency.digits, judge)) return;
  t.notApplicable(
    `no account in a currency of ${currency.digits} decimals is at hand: the pool has none, and account.create opens none`,
  );
}

/** The one that has the most decimals comes first: of all numbers of them, two are what a service is written for. */
const UNUSUAL: Currency = { code: 'XBT', digits: 8 };
const UNUSUAL_DIGITS: readonly number[] = [UNUSUAL.digits, 7, 6, 5, 4, 3, 0, 1];

/** Judges on an account whose currency has another number of decimals than two; not applicable where none is at hand. */
export async function onUnusualAccount(
  t: CheckContext,
  judge: (account: Account, digits: number) => Promise<void>,
): Promise<void> {
  const fresh = t.hasControl('account.create') ? await opened(t, UNUSUAL) : undefined;
  if (fresh !== undefined) return await judge(fresh, UNUSUAL.digits);
  for (const digits of UNUSUAL_DIGITS) {
    if (await t.withAccountOf(digits, (account) => judge(account, digits))) return;
  }
  t.notApplicable('no account in a currency of other than two decimals is at hand');
}

/** Undefined where the control action opens accounts in a currency of its own choice, or with decimals of its own choice. */
async function opened(t: CheckContext, { code, digits }: Currency): Promise<Account | undefined> {
  const { account_id: id } = await t.control('account.create', { currency: code, currency_digits: String(digits) });
  const account = t.adopt(id ?? t.inconclusive('account.create named no account'), { currencyDigits: digits });
  const body = (await account.request('account')).answer?.body;
  if (body === undefined) return undefined;
  const shown = t.dialect.readAccount(body);
  const hasOther = shown.currencyDigits !== undefined && String(shown.currencyDigits) !== String(digits);
  return shown.currency === code && !hasOther ? account : undefined;
}
