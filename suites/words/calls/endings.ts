// The two calls that end something, as data: closing a position, cancelling an order. The interface shows neither (it names closes as
// events alone), so a target has them where its dialect binds them, and what is judged of them is of level should.

import type { RequestName, RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { RequirementId } from '../../../toolkit/requirements/requirement-id.js';
import type { Needs } from '../../runner/check.js';
import type { CheckContext, Submission } from '../../runner/context.js';
import { type Call, OPENING, ORDER } from './calls.js';

export interface Ending {
  readonly word: 'close' | 'cancellation';
  readonly words: string;
  readonly doing: string;
  readonly signed: RequirementId;
  readonly needs: Needs;
  readonly request: Extract<RequestName, 'closePosition' | 'cancelOrder'>;
  readonly list: 'positions' | 'orders';
  readonly member: 'positionId' | 'orderId';
  /** The call that opened what it ends. */
  readonly opening: Call;
  /** Set-up: what is open and the check's own, and the request that opened it. */
  readonly begin: (t: CheckContext) => Promise<{ readonly id: string; readonly submission: Submission }>;
}

export const CLOSE: Ending = {
  word: 'close',
  words: 'the close of a position',
  doing: 'close a position',
  signed: 'auth.signed-close-position',
  needs: { claims: ['positions', 'closePosition'], requests: ['closePosition'] },
  request: 'closePosition',
  list: 'positions',
  member: 'positionId',
  opening: OPENING,
  begin: async (t) => {
    const { positionId: id, submission } = await t.account.openPosition();
    return { id, submission };
  },
};

export const CANCELLATION: Ending = {
  word: 'cancellation',
  words: 'the cancellation of an order',
  doing: 'cancel an order',
  signed: 'auth.signed-cancel-order',
  needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
  request: 'cancelOrder',
  list: 'orders',
  member: 'orderId',
  opening: ORDER,
  begin: async (t) => {
    const { orderId: id, submission } = await t.account.openOrder();
    return { id, submission };
  },
};

export const ENDINGS: readonly Ending[] = [CLOSE, CANCELLATION];

/** Set-up: parameters of a request that ends something of the check's own. */
export async function endingParams(t: CheckContext, ending: Ending): Promise<RequestParams> {
  const { id } = await ending.begin(t);
  return { accountId: t.account.id, [ending.member]: id };
}
