// A pending order in every context (interface 1, rule 2; 4.1; 6.1, rule 2): of either type and side, protected or not, on instruments of
// other digits, after what is over: a valid one succeeds, is shown as it was asked for, is open until it is cancelled, and then ended.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { CheckContext, ContextTrial, Recorded } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { expectKept } from '../words/calls/kept-parameters.js';
import { deedOf, doneBefore } from '../words/contexts/deed.js';
import { goneThrough, instrumentOf, listening } from '../words/contexts/place.js';
import { stateBy } from '../words/contexts/state-by.js';
import { missingFrom, pagesWith, shownItems } from '../words/pages.js';
import { mainOrderIndex } from '../words/trading/main-order.js';

scenario({
  id: 'orders.parameters-kept/in-contexts',
  title: 'opens a valid order as it was asked for and shows it until it is cancelled, in every context',
  requirements: [
    'domain.closed-not-in-snapshot',
    'domain.open-orders-in-snapshot',
    'domain.snapshot-resource',
    'history.closed-orders',
    'orders.limit-accepted',
    'orders.stop-accepted',
  ],
  purposes: [27],
  needs: { accounts: 0 },
  contexts: {
    orderType: 'all',
    side: 'all',
    protection: 'all',
    instrument: ['first', 'second', 'third', 'last'],
    account: 'all',
    connection: ['first', 'second', 'subscribed-again'],
    told: ['snapshot', 'resource', 'history'],
    use: ['first', 'second'],
    after: ['nothing', 'close-only', 'trading-disabled', 'quota-exhausted'],
  },
  waitMs: 2000,
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account, context } = trial;
      const instrument = await instrumentOf(t, trial);
      await goneThrough(t, trial);
      await doneBefore(t, trial, instrument);
      const events = await listening(trial);
      const { params } = await deedOf(t, trial, instrument);
      const submission = await account.place(params);
      const result = await account.settle(submission, events);
      // Whether its levels are far enough from its price is the target's to say.
      if (context.protection === 'none') {
        t.expect.succeeded(result, { requirement: `orders.${context.orderType}-accepted`, evidence: [submission] });
      }
      const { view, record } = await events.awaitResultOf(submission, 'success');
      const { orders = [] } = view;
      const index = mainOrderIndex(t, orders);
      expectKept(t, params, { record, orders, index });
      const id = orders[index]?.id ?? t.inconclusive('the event shows no identifier of the order', [record]);
      await expectOpen(t, trial, params, id);
      if (t.dialect.has('cancelOrder')) await expectEnded(t, trial, id);
    }),
});

async function expectOpen(t: CheckContext, trial: ContextTrial, params: RequestParams, id: string): Promise<void> {
  const state = await stateBy(t, trial, shows(id));
  const { orders = [], record } = state;
  const isResource = trial.context.told === 'resource';
  const requirement = isResource ? 'domain.snapshot-resource' : 'domain.open-orders-in-snapshot';
  t.expect.lists(state, 'orders', id, { requirement });
  expectKept(t, params, { record, orders, index: mainOrderIndex(t, orders, id) });
}

async function expectEnded(t: CheckContext, trial: ContextTrial, id: string): Promise<void> {
  const { account, context } = trial;
  await account.complete({ accountId: account.id, orderId: id }, { request: 'cancelOrder' });
  const isOver = (state: TradingStateView): boolean => !shows(id)(state);
  const state: Recorded<TradingStateView> = await stateBy(t, trial, isOver);
  t.expect.listsNot(state, 'orders', id, { requirement: 'domain.closed-not-in-snapshot' });
  if (context.told !== 'history') return;
  const pages = await pagesWith(t, 'orderHistory', [id], account);
  t.expect.none(missingFrom(pages, [id]), `order ${id} in history`, {
    shown: shownItems(pages, [id]),
    evidence: pages,
    requirement: 'history.closed-orders',
  });
}

function shows(id: string): (state: TradingStateView) => boolean {
  return ({ orders = [] }) => orders.some((order) => order.id === id);
}
