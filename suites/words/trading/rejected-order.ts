// Orders that are well-formed and acknowledged, and end without success (interface 4.1, 7.2): rejected by a trading rule, or failed by
// control action.
import { type Decimal, toPlainText } from '../../../toolkit/decimal/index.js';
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { Account, CheckContext, OrderWish, Placed } from '../../runner/context.js';
import { figureOf } from '../figures.js';

/** Order parameters with half of volume_min; undecided where the conditions do not show it as a decimal. */
export async function belowMinimum(
  t: CheckContext,
  account: Account = t.account,
  wish: OrderWish = {},
): Promise<RequestParams> {
  const params = await account.order(wish);
  const conditions = await account.conditions(params.instrument);
  const least = figureOf(conditions.volumeMin);
  if (least === undefined || least.coefficient <= 0n) {
    return t.inconclusive('the conditions show no positive volume_min as a decimal string', [conditions.record]);
  }
  return { ...params, volume: toPlainText(half(least)) };
}

/** Submits it; undecided unless the target acknowledges it, which is judged elsewhere. */
export async function placeToBeRejected(t: CheckContext, account: Account = t.account): Promise<Placed> {
  return account.place(await belowMinimum(t, account));
}

/** Set-up: an order whose processing fails. */
export async function placeToFail(t: CheckContext): Promise<Placed> {
  await failNext(t, t.account);
  return t.account.place();
}

/** The next operation of the account fails. */
export async function failNext(t: CheckContext, { id }: Account): Promise<void> {
  await t.control('operation.fail', { account_id: id, status: 'failed', error_code: 'EXECUTION_REJECTED' });
}

function half(value: Decimal): Decimal {
  return { coefficient: value.coefficient * 5n, scale: value.scale + 1 };
}
