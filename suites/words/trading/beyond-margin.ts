// An order that is well-formed and may need more margin than the account has (interface 7.2).
import {
  compare,
  type Decimal,
  multiply,
  negate,
  parseDecimal,
  subtract,
  toText,
} from '../../../toolkit/decimal/index.js';
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { CheckContext } from '../../runner/context.js';
import { figureOf } from '../figures.js';
import { deposit } from './deposit.js';
import { volumesOf } from './volumes.js';

/** The order of checks is open (interface 4.1 gives none), so one of these may come before a volume code for a huge volume. */
export const MARGIN_CODES: readonly string[] = [
  'TRADING_RULE_INSUFFICIENT_MARGIN',
  'TRADING_RULE_MARGIN_LEVEL_TOO_LOW',
];

/** A placement that needs more than the account has: a withdrawal first where the target lets us, the largest volume in any case. */
export async function beyondMargin(t: CheckContext): Promise<RequestParams> {
  return (await withoutMargin(t)).params;
}

/** The same, with what gives back what was withdrawn; at the end of the check at the latest, since the account may be of the pool. */
export async function withoutMargin(
  t: CheckContext,
): Promise<{ readonly params: RequestParams; readonly away?: () => Promise<void> }> {
  const { instrument, volume } = await largestVolume(t);
  const params = async (): Promise<RequestParams> => ({ ...(await t.account.order({ instrument })), volume });
  if (!t.hasControl('account.deposit')) return { params: await params() };
  const { accountState, record } = await t.account.state();
  const balance = figureOf(accountState?.balance);
  if (balance === undefined) return t.inconclusive('the snapshot shows no balance as a decimal string', [record]);
  const amount = subtract(balance, parseDecimal('1'));
  await deposit(t, toText(negate(amount)));
  const away = t.cleanup(() => deposit(t, toText(amount)));
  return { params: await params(), away };
}

interface LargeOrder {
  readonly instrument: string;
  readonly volume: string;
  /** Volume and price multiplied, which is the more the more margin it needs, as far as anybody knows. */
  readonly worth: Decimal;
}

/** Of the instruments whose largest volume is on its grid wherever the grid begins, the one on which that is worth most. */
async function largestVolume(t: CheckContext): Promise<LargeOrder> {
  let most: LargeOrder | undefined;
  for (const { name: instrument, restingBuyLimit } of t.account.instruments) {
    const volume = volumesOf(await t.account.conditions(instrument))?.maximumOnStep;
    if (volume === undefined) continue;
    const worth = multiply(parseDecimal(volume), parseDecimal(restingBuyLimit));
    if (most === undefined || compare(worth, most.worth) > 0) most = { instrument, volume, worth };
  }
  return most ?? t.inconclusive('the conditions of no instrument show a volume_max that is on the grid of volumes');
}
