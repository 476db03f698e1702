// What each kind of transaction_event holds (interface 6.1, rule 2): the entities that the transaction created or changed.
import type { Needs } from '../runner/check.js';
import type { CheckContext, OrderWish, Placed, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { closeEventOf, eventOf, openingOn, type TransactionEvent } from '../words/streams/event-of.js';
import { filledPosition } from '../words/trading/filled-position.js';
import { expectOrderOfType } from '../words/trading/main-order.js';

/** No such member, or an empty one: how an empty payload member is written is open. */
const NOTHING = { predicate: 'lengthIs', expected: 0 };

interface Case {
  readonly words: string;
  readonly needs: Needs;
  readonly event: (t: CheckContext) => Promise<TransactionEvent>;
}

const PLACEMENT: Case = {
  words: 'placement',
  needs: {},
  event: (t) => eventOf(t, () => t.account.place(), 'success'),
};

const PROTECTED: Case = {
  words: 'placement with stop loss and take profit',
  needs: { claims: ['sltp'] },
  event: (t) => protectedBy(t, ['stopLossPrice', 'takeProfitPrice']),
};

const MARKET: Case = {
  words: 'market execution',
  needs: { claims: ['positions'] },
  event: (t) => eventOf(t, async () => (await t.account.openPosition()).submission, 'success'),
};

/** Whether its protection is an order of the event as well, or something else, is open. */
const MARKET_PROTECTED: Case = {
  words: 'market execution with stop loss and take profit',
  needs: { claims: ['positions', 'sltp'] },
  event: (t) =>
    eventOf(
      t,
      async () => {
        const levels = await t.account.protection({ type: 'market' });
        return (await t.account.openPosition({ ...levels })).submission;
      },
      'success',
    ),
};

const CLOSING: Case = {
  words: 'close',
  needs: { claims: ['positions', 'closePosition'] },
  async event(t) {
    const events = await t.account.transactions();
    return closeEventOf(t, events, await openingOn(t, events));
  },
};

const CLOSING_EXECUTED: Case = {
  words: 'close of what a pending order opened',
  needs: { claims: ['positions', 'closePosition'], requests: ['closePosition'], control: ['order.fill'] },
  async event(t) {
    const { positionId } = await filledPosition(t, t.account, {});
    const close = async (): Promise<Submission> =>
      (await t.account.closePosition(positionId)) ??
      t.inconclusive('the profile has no request that closes a position');
    return eventOf(t, close, 'success');
  },
};

type Judge = (t: CheckContext, event: TransactionEvent) => void;

const oneOrder: Judge = (t, event) => t.expect.at(event, '/view/orders', 'lengthIs', 1);
const accountState: Judge = (t, event) => t.expect.at(event, '/view/accountState', 'present');

function some(list: 'orders' | 'deals' | 'positions'): Judge {
  return (t, event) => t.expect.at(event, `/view/${list}`, 'lengthAtLeast', 1);
}

for (const { id, of, what, judge } of [
  { id: 'transactions.placement-order/in-the-event', of: PLACEMENT, what: 'exactly one order', judge: oneOrder },
  {
    id: 'transactions.placement-account-state/in-the-event',
    of: PLACEMENT,
    what: 'the account state',
    judge: accountState,
  },
  {
    id: 'transactions.placement-sltp-account-state/in-the-event',
    of: PROTECTED,
    what: 'the account state',
    judge: accountState,
  },
  { id: 'transactions.market-order/in-the-event', of: MARKET, what: 'an order', judge: some('orders') },
  { id: 'transactions.market-deal/in-the-event', of: MARKET, what: 'a deal', judge: some('deals') },
  { id: 'transactions.market-position/in-the-event', of: MARKET, what: 'a position', judge: some('positions') },
  { id: 'transactions.market-account-state/in-the-event', of: MARKET, what: 'the account state', judge: accountState },
  {
    id: 'transactions.market-order/with-protection',
    of: MARKET_PROTECTED,
    what: 'an order',
    judge: some('orders'),
  },
  { id: 'transactions.market-deal/with-protection', of: MARKET_PROTECTED, what: 'a deal', judge: some('deals') },
  {
    id: 'transactions.market-position/with-protection',
    of: MARKET_PROTECTED,
    what: 'a position',
    judge: some('positions'),
  },
  {
    id: 'transactions.market-account-state/with-protection',
    of: MARKET_PROTECTED,
    what: 'the account state',
    judge: accountState,
  },
  { id: 'transactions.close-order/in-the-event', of: CLOSING, what: 'an order', judge: some('orders') },
  { id: 'transactions.close-deal/in-the-event', of: CLOSING, what: 'a deal', judge: some('deals') },
  { id: 'transactions.close-position/in-the-event', of: CLOSING, what: 'the position', judge: some('positions') },
  { id: 'transactions.close-account-state/in-the-event', of: CLOSING, what: 'the account state', judge: accountState },
  {
    id: 'transactions.close-deal/of-an-executed-order',
    of: CLOSING_EXECUTED,
    what: 'a deal',
    judge: some('deals'),
  },
  {
    id: 'transactions.close-position/of-an-executed-order',
    of: CLOSING_EXECUTED,
    what: 'the position',
    judge: some('positions'),
  },
] as const) {
  scenario({
    id,
    title: `shows ${what} in the event of a ${of.words}`,
    purposes: [38],
    needs: of.needs,
    async run(t) {
      judge(t, await of.event(t));
    },
  });
}

scenario({
  id: 'transactions.market-in-one-event/order-deal-position',
  title: 'shows the order, the deal and the position of a market execution in one event',
  purposes: [38],
  needs: MARKET.needs,
  async run(t) {
    const event = await MARKET.event(t);
    for (const list of ['orders', 'deals', 'positions'] as const) some(list)(t, event);
  },
});

scenario({
  id: 'transactions.placement-nothing-else/no-deal-no-position',
  title: 'shows no deal and no position in the event of a resting order',
  purposes: [38],
  async run(t) {
    const event = await PLACEMENT.event(t);
    t.expect.at(event, '/view/deals', 'optional', NOTHING);
    t.expect.at(event, '/view/positions', 'optional', NOTHING);
  },
});

for (const { id, type, what } of [
  { id: 'transactions.placement-sltp-main-order/by-type', type: 'limit', what: 'the main order' },
  { id: 'transactions.placement-sltp-related-order/by-type', type: 'sltp', what: 'a related order of type sltp' },
] as const) {
  scenario({
    id,
    title: `shows ${what} in the event of a placement with stop loss and take profit`,
    purposes: [38],
    needs: PROTECTED.needs,
    async run(t) {
      expectOrderOfType(t, await protectedBy(t, ['stopLossPrice', 'takeProfitPrice'], { type: 'limit' }), type);
    },
  });
}

for (const { id, words, member } of [
  { id: 'transactions.placement-sltp-related-order/stop-loss-alone', words: 'a stop loss', member: 'stopLossPrice' },
  {
    id: 'transactions.placement-sltp-related-order/take-profit-alone',
    words: 'a take profit',
    member: 'takeProfitPrice',
  },
] as const) {
  scenario({
    id,
    title: `shows a related order of type sltp in the event of a placement with ${words} alone`,
    // That either of the two makes such an order is how SL/TP reads, and not said in words.
    level: 'should',
    needs: PROTECTED.needs,
    async run(t) {
      expectOrderOfType(t, await protectedBy(t, [member]), 'sltp');
    },
  });
}

for (const type of ['limit', 'stop'] as const) {
  scenario({
    id: `transactions.order-type-values/${type}`,
    title: `shows a placed ${type} order with its type`,
    async run(t) {
      expectOrderOfType(t, await eventOf(t, () => t.account.place({ type }), 'success'), type);
    },
  });
}

function protectedBy(
  t: CheckContext,
  levels: readonly ('stopLossPrice' | 'takeProfitPrice')[],
  wish: OrderWish = {},
): Promise<TransactionEvent> {
  const ask = async (): Promise<Placed> => {
    const order = await t.account.order(wish);
    const protection = await t.account.protection(order);
    return t.account.place({ ...order, ...Object.fromEntries(levels.map((level) => [level, protection[level]])) });
  };
  return eventOf(t, ask, 'success');
}
