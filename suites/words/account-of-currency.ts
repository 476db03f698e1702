// An account whose currency has a given number of decimals (interface 1, rule 6): one that control opens, or else one of the pool.
import type { Account, CheckContext } from '../runner/context.js';

/** The pool hands out the account that was used least, so each in its turn. */
const TRIES = 8;

/** Judges on such an account; not applicable where none is at hand. */
export async function onAccountOf(
  t: CheckContext,
  currency: { readonly code: string; readonly digits: number },
  judge: (account: Account) => Promise<void>,
): Promise<void> {
  if (t.hasControl('account.create')) return await judge(await opened(t, currency));
  for (let n = 0; n < TRIES; n++) {
    const judged = await t.withAccount(async (account) => {
      if (account.currencyDigits !== currency.digits) return false;
      await judge(account);
      return true;
    });
    if (judged) return;
  }
  t.notApplicable(`no account in a currency of ${currency.digits} decimals is at hand`);
}

async function opened(
  t: CheckContext,
  { code, digits }: { readonly code: string; readonly digits: number },
): Promise<Account> {
  const { account_id: id } = await t.control('account.create', { currency: code, currency_digits: String(digits) });
  const account = t.adopt(id ?? t.inconclusive('account.create named no account'), { currencyDigits: digits });
  const body = (await account.request('account')).answer?.body;
  if (body === undefined || t.dialect.readAccount(body).currency !== code) {
    return t.notApplicable('the control action opens accounts in a currency of its own choice');
  }
  return account;
}
