// An order that is well-formed and may need more margin than the account has (interface 7.2).
import { type Decimal, negate, parseDecimal, subtract, toText } from '../../../toolkit/decimal/index.js';
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { CheckContext } from '../../runner/context.js';
import { figureOf } from '../figures.js';
import { volumesOf } from './volumes.js';

/** A placement that needs more than the account has: a withdrawal first where the target lets us, the largest volume in any case. */
export async function beyondMargin(t: CheckContext): Promise<RequestParams> {
  const volumes = volumesOf(await t.account.conditions());
  const volume = volumes?.maximum ?? t.inconclusive('the conditions show no volume_max as a decimal string');
  if (t.hasControl('account.deposit')) {
    const { accountState, record } = await t.account.state();
    const balance = figureOf(accountState?.balance);
    if (balance === undefined) return t.inconclusive('the snapshot shows no balance as a decimal string', [record]);
    const amount = subtract(balance, parseDecimal('1'));
    const book = (value: Decimal): Promise<unknown> =>
      t.control('account.deposit', { account_id: t.account.id, kind: 'balance', amount: toText(value) });
    await book(negate(amount));
    // The account may be one of the pool, on which later checks trade.
    t.cleanup(async () => void (await book(amount)));
  }
  return { ...(await t.account.order()), volume };
}
