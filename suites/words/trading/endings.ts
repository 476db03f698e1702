// The two calls that end something, as data: closing a position, cancelling an order. The interface shows neither (it names closes as
// events alone), so a target has them where its dialect binds them, and what is judged of them is of level should.

import type { RequestName, RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { RequirementId } from '../../../toolkit/requirements/requirement-id.js';
import type { HttpExchange } from '../../../toolkit/wire/exchange.js';
import type { Needs } from '../../runner/check.js';
import type { CheckContext, SendOptions, Submission } from '../../runner/context.js';
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

export interface EndingTrial {
  /** Opens something of its own each time and asks for its end, for `t.twin`. The first is seen to its end, since positions may be netted. */
  readonly send: (options: SendOptions, accountId?: string) => Promise<HttpExchange>;
  /** Judges that what the last request asked for did not happen. Causes one order, or one position, as the barrier. */
  readonly expectOpen: () => Promise<void>;
}

export function endingTrial(t: CheckContext, ending: Ending): EndingTrial {
  const { words, request, list, member, begin } = ending;
  let last: { readonly id: string; readonly seen: number } | undefined;
  return {
    async send(options, accountId = t.account.id) {
      const { id } = await begin(t);
      if (last !== undefined) last = { id, seen: await seenOpen(t, ending, id) };
      const submission = await t.account.submit({ accountId, [member]: id }, { ...options, request });
      if (last === undefined && submission.accepted) {
        const { status, record } = await t.account.settle(submission);
        if (status !== 'success') t.inconclusive(`${words} that is sound ended ${status}`, [record]);
        last = { id, seen: record };
      }
      return submission.exchange;
    },
    async expectOpen() {
      if (last === undefined) return t.inconclusive('nothing was asked for');
      const { id, seen } = last;
      await t.account.settleAll();
      const { bought } = await t.account.mark(list === 'orders');
      const state = await t.account.state();
      const isOpen = state[list]?.some((one) => one.id === id) === true;
      // Where positions are netted, a position as barrier may have become one with the other.
      if (!isOpen && bought !== '0') t.inconclusive(`the barrier may have changed ${list}`, [state, seen]);
      t.expect.lists(state, list, id);
    },
  };
}

/** Set-up: parameters of a request that ends something of the check's own. */
export async function endingParams(t: CheckContext, ending: Ending): Promise<RequestParams> {
  const { id } = await ending.begin(t);
  return { accountId: t.account.id, [ending.member]: id };
}

/** The record of a snapshot that lists it, without which its absence later would say nothing. */
async function seenOpen(t: CheckContext, { list }: Ending, id: string): Promise<number> {
  const state = await t.account.state();
  const isListed = state[list]?.some((one) => one.id === id) === true;
  return isListed ? state.record : t.inconclusive(`the snapshot does not list what is open among ${list}`, [state]);
}
