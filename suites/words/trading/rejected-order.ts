// An order that is well-formed and breaks a trading rule, so that it is acknowledged and then rejected (interface 4.1, 7.2).
import { type Decimal, readDecimal, toText } from '../../../toolkit/decimal/index.js';
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { Account, CheckContext, Submission } from '../../runner/context.js';

/** Order parameters with half of volume_min; undecided where the conditions do not show it as a decimal. */
export async function belowMinimum(t: CheckContext, account: Account = t.account): Promise<RequestParams> {
  const params = await account.order();
  const conditions = await account.conditions(params.instrument);
  const least = typeof conditions.volumeMin === 'string' ? readDecimal(conditions.volumeMin) : undefined;
  if (least === undefined || least.coefficient <= 0n) {
    return t.inconclusive('the conditions show no positive volume_min as a decimal string', [conditions.record]);
  }
  return { ...params, volume: toText(half(least)) };
}

/** Submits it; undecided unless the target acknowledges it, which is judged elsewhere. */
export async function submitToBeRejected(t: CheckContext, account: Account = t.account): Promise<Submission> {
  const submission = await account.submit(await belowMinimum(t, account));
  if (!submission.accepted) {
    t.inconclusive(
      'an order below volume_min was refused before the ACK, so there is no rejected operation to look at',
      [submission.exchange.record],
    );
  }
  return submission;
}

function half(value: Decimal): Decimal {
  return { coefficient: value.coefficient * 5n, scale: value.scale + 1 };
}
