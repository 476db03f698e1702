// The body of a placement as text, for checks that write it otherwise (interface 4.1).
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { Account, CheckContext } from '../../runner/context.js';

/** As the dialect writes it; undecided where it writes none. */
export function placementBody(t: CheckContext, params: RequestParams, account: Account = t.account): string {
  const { body } = account.spec('placeOrder', params);
  return typeof body === 'string' ? body : t.inconclusive('the dialect writes no body for a placement');
}
