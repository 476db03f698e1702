// Instruments whose prices have more digits than the money of an account (interface 1, rule 6): on an account where there is one, since
// which account a check gets is chance.
import type { ProfileInstrument } from '../../toolkit/profile/profile.js';
import type { Account, CheckContext } from '../runner/context.js';
import { digitsOf } from './trading/price-digits.js';

export interface FinerInstrument {
  readonly account: Account;
  readonly instrument: ProfileInstrument;
  readonly digits: number;
  /** Decimals of the account currency. */
  readonly currency: number;
}

/** For a check that leases no account (`accounts: 0`); not applicable where every account has at least as many digits. */
export async function onFinerInstrument(
  t: CheckContext,
  judge: (found: FinerInstrument) => Promise<void>,
): Promise<void> {
  let most = 0;
  let isJudged = false;
  const trial = async (account: Account): Promise<void> => {
    const { instrument, digits } = await finestOf(account);
    const currency = account.currencyDigits ?? 2;
    most = Math.max(most, digits);
    if (digits <= currency) return;
    isJudged = true;
    await judge({ account, instrument, digits, currency });
  };
  await t.withAccount(trial);
  for (let currency = 0; currency < most && !isJudged; currency += 1) await t.withAccountOf(currency, trial);
  if (!isJudged) t.notApplicable('no instrument of the profile has more digits than the currency');
}

/** The instrument whose prices have the most digits. */
export async function finestOf(
  account: Account,
): Promise<{ readonly instrument: ProfileInstrument; readonly digits: number }> {
  const read = account.instruments.map(async (instrument) => {
    const digits = digitsOf(await account.conditions(instrument.name)) ?? 0;
    return { instrument, digits };
  });
  const all = await Promise.all(read);
  return all.sort((a, b) => b.digits - a.digits)[0] ?? { instrument: account.instrument(), digits: 0 };
}
