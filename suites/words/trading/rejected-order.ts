// An order that is well-formed and breaks a trading rule, so that it is acknowledged and then rejected (interface 4.1, 7.2).
import { type Decimal, toText } from '../../../toolkit/decimal/index.js';
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { Account, CheckContext, Placed } from '../../runner/context.js';
import { figureOf } from '../figures.js';

/** Order parameters with half of volume_min; undecided where the conditions do not show it as a decimal. */
export async function belowMinimum(t: CheckContext, account: Account = t.account): Promise<RequestParams> {
  const params = await account.order();
  const conditions = await account.conditions(params.instrument);
  const least = figureOf(conditions.volumeMin);
  if (least === undefined || least.coefficient <= 0n) {
    return t.inconclusive('the conditions show no positive volume_min as a decimal string', [conditions.record]);
  }
  return { ...params, volume: toText(half(least)) };
}

/** Submits it; undecided unless the target acknowledges it, which is judged elsewhere. */
export async function submitToBeRejected(t: CheckContext, account: Account = t.account): Promise<Placed> {
  return account.place(await belowMinimum(t, account));
}

function half(value: Decimal): Decimal {
  return { coefficient: value.coefficient * 5n, scale: value.scale + 1 };
}
