// Orders that are well-formed and acknowledged, and end without success (interface 4.1, 7.2): rejected by a trading rule, or failed by
// control action.
import { type Decimal, toPlainText } from '../../../toolkit/decimal/index.js';
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { Account, CheckContext, FinalResult, Placed } from '../../runner/context.js';
import { eventually } from '../eventually.js';
import { figureOf } from '../figures.js';

/** Order parameters with half of volume_min; undecided where the conditions do not show it as a decimal. */
export async function belowMinimum(t: CheckContext, account: Account = t.account): Promise<RequestParams> {
  const params = await account.order();
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

/** Set-up: an order whose processing fails; it is executed where the control action takes a moment. */
export async function placeToFail(t: CheckContext): Promise<Placed> {
  await t.control('operation.fail', { account_id: t.account.id, status: 'failed', error_code: 'EXECUTION_REJECTED' });
  return t.account.place();
}

/** Set-up: the result of an order whose processing failed, and how many were executed before the control action took effect. */
export async function failedOrder(
  t: CheckContext,
): Promise<{ readonly result: FinalResult; readonly executed: number }> {
  let executed = 0;
  const first = await placeToFail(t);
  const result = await eventually(
    t,
    async () => {
      const ended = await t.account.settle(executed === 0 ? first : await t.account.place());
      if (ended.status === 'success') executed += 1;
      return ended;
    },
    ({ status }) => status !== 'success',
  );
  if (result.status !== 'failed') t.inconclusive('the operation did not fail as the control action promised', [result]);
  return { result, executed };
}

function half(value: Decimal): Decimal {
  return { coefficient: value.coefficient * 5n, scale: value.scale + 1 };
}
