// The routine of fills: the orders of openings come into order history, at the latest when their positions are closed (interface 4.2).
import type { CheckContext } from '../../runner/context.js';
import { openingOf } from '../../words/calls/calls.js';
import { mainOrderIndex } from '../../words/trading/main-order.js';
import { expectInHistory, expectTold } from './lenient-expectations.js';
import type { Routine } from './routine.js';

const OPENINGS = 2;

/** The identifier of the order of a market position that is opened and closed again. */
async function filled(t: CheckContext): Promise<string> {
  const events = await t.account.transactions();
  const submission = await t.account.submit(openingOf(await t.account.order()), { request: 'openPosition' });
  if (!submission.accepted) t.inconclusive('the opening was not accepted', [submission]);
  const event = await expectTold(t, events, submission, { requirement: 'transactions.emitted-for-opening' });
  const { status, orders, positions } = event.view;
  const orderId = orders?.[mainOrderIndex(t, orders)]?.id;
  const positionId = positions?.[0]?.id;
  if (status !== 'success' || orderId === undefined || positionId === undefined) {
    return t.inconclusive('the event of the opening shows no order and no position with an identifier', [event]);
  }
  await t.account.closePosition(positionId);
  await events.close();
  return orderId;
}

export const FILLS: Routine = {
  word: 'fills',
  words: 'keeps the orders of openings in history',
  needs: { claims: ['positions', 'closePosition', 'orderHistory'], requests: ['closePosition'] },
  requirements: ['history.closed-orders', 'transactions.emitted-for-opening'],
  checkers: [],
  async play(t) {
    const ids: string[] = [];
    for (let turn = 0; turn < OPENINGS; turn += 1) ids.push(await filled(t));
    await expectInHistory(t, 'orderHistory', ids, { requirement: 'history.closed-orders' });
  },
};
