// The two calls that end something, as data: closing a position, cancelling an order. The interface shows neither (it names closes as
// events alone), so a target has them where its dialect binds them, and what is judged of them is of level should.

import type { RequestName } from '../../../toolkit/profile/dialect/dialect.js';
import type { RequirementId } from '../../../toolkit/requirements/requirement-id.js';
import type { HttpExchange } from '../../../toolkit/wire/exchange.js';
import type { Needs } from '../../runner/check.js';
import type { CheckContext, SendOptions, Submission } from '../../runner/context.js';

export interface Ending {
  readonly word: 'close' | 'cancellation';
  readonly words: string;
  readonly signed: RequirementId;
  readonly needs: Needs;
  readonly request: Extract<RequestName, 'closePosition' | 'cancelOrder'>;
  readonly list: 'positions' | 'orders';
  readonly member: 'positionId' | 'orderId';
}

export const ENDINGS: readonly Ending[] = [
  {
    word: 'close',
    words: 'the close of a position',
    signed: 'auth.signed-close-position',
    needs: { claims: ['positions', 'closePosition'], requests: ['closePosition'] },
    request: 'closePosition',
    list: 'positions',
    member: 'positionId',
  },
  {
    word: 'cancellation',
    words: 'the cancellation of an order',
    signed: 'auth.signed-cancel-order',
    needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
    request: 'cancelOrder',
    list: 'orders',
    member: 'orderId',
  },
];

export interface EndingTrial {
  /** Opens something of its own each time and asks for its end, for `t.twin`. The first is seen to its end, since positions may be netted. */
  readonly send: (options: SendOptions, accountId?: string) => Promise<HttpExchange>;
  /** Judges that what the last request asked for did not happen. Causes one order, or one position, as the barrier. */
  readonly expectOpen: () => Promise<void>;
}

export function endingTrial(t: CheckContext, ending: Ending): EndingTrial {
  const { request, list, member } = ending;
  let last: { readonly id: string; readonly seen: number } | undefined;
  return {
    async send(options, accountId = t.account.id) {
      const { id } = await begun(t, ending);
      if (last !== undefined) last = { id, seen: await seenOpen(t, ending, id) };
      const submission = await t.account.submit({ accountId, [member]: id }, { ...options, request });
      if (last === undefined && submission.accepted) {
        const { status, record } = await t.account.settle(submission);
        if (status !== 'success') t.inconclusive(`${ending.words} that is sound ended ${status}`, [record]);
        last = { id, seen: record };
      }
      return submission.exchange;
    },
    async expectOpen() {
      if (last === undefined) return t.inconclusive('nothing was asked for');
      await t.account.settleAll();
      const { bought } = await t.account.mark(list === 'orders');
      const state = await t.account.state();
      const isOpen = state[list]?.some(({ id }) => id === last?.id) === true;
      // Where positions are netted, a position as barrier may have become one with the other.
      if (!isOpen && bought !== '0') t.inconclusive(`the barrier may have changed ${list}`, [state.record, last.seen]);
      t.expect.at(state.record, `/view/${list}`, 'some', { member: 'id', predicate: 'equals', expected: last.id });
    },
  };
}

/** Set-up: an open position or order of the check's own, and the request that opened it. */
export async function begun(
  t: CheckContext,
  { list }: Ending,
): Promise<{ readonly id: string; readonly submission: Submission }> {
  const { id, submission, result } =
    list === 'positions'
      ? await t.account.openPosition().then(({ positionId, ...rest }) => ({ id: positionId, ...rest }))
      : await t.account.openOrder().then(({ orderId, ...rest }) => ({ id: orderId, ...rest }));
  if (id === undefined)
    return t.inconclusive(`what is open shows no identifier among ${list}; bind it in the dialect`, [result.record]);
  return { id, submission };
}

/** The record of a snapshot that lists it, without which its absence later would say nothing. */
async function seenOpen(t: CheckContext, { list }: Ending, id: string): Promise<number> {
  const state = await t.account.state();
  const isListed = state[list]?.some((one) => one.id === id) === true;
  return isListed
    ? state.record
    : t.inconclusive(`the snapshot does not list what is open among ${list}`, [state.record]);
}
