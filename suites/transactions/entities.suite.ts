// What each kind of transaction_event holds (interface 6.1, rule 2): exactly the entities that the transaction created or changed.

import type { PredicateName } from '../../toolkit/checkers/predicates/predicates.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { closeEventOf, type TransactionEvent, type Transactions } from '../words/streams/event-of.js';
import { submitToBeRejected } from '../words/trading/rejected-order.js';

/** No such member, or an empty one: how an empty payload member is written is open. */
const NOTHING = { predicate: 'lengthIs', expected: 0 };
const SOMETHING = 1;

interface Case {
  readonly word: string;
  readonly needs: Needs;
  readonly cause: (t: CheckContext, events: Transactions) => Promise<TransactionEvent>;
}

const PLACEMENT: Case = {
  word: 'placement',
  needs: {},
  cause: async (t, events) => events.awaitResultOf(await t.account.submit(await t.account.order()), 'success'),
};

const PROTECTED: Case = {
  word: 'placement with stop loss and take profit',
  needs: { claims: ['sltp'] },
  cause: async (t, events) => {
    const order = await t.account.order();
    return await events.awaitResultOf(
      await t.account.submit({ ...order, ...(await t.account.protection(order)) }),
      'success',
    );
  },
};

const MARKET: Case = {
  word: 'market execution',
  needs: { claims: ['positions'] },
  cause: async (t, events) => events.awaitResultOf((await t.account.openPosition()).submission, 'success'),
};

const CLOSE: Case = {
  word: 'close',
  needs: { claims: ['positions', 'closePosition'] },
  cause: async (t, events) => {
    const { positionId, submission } = await t.account.openPosition();
    const opened = await events.awaitResultOf(submission, 'success');
    if (positionId === undefined)
      return t.inconclusive('the opened position shows no identifier; bind it in the dialect', [opened.record]);
    return await closeEventOf(t, events, { opened, positionId });
  },
};

const EXPECTED: readonly {
  readonly requirement: RequirementId;
  readonly of: Case;
  readonly pointer: string;
  readonly predicate: PredicateName;
  readonly expected: number | { readonly [member: string]: string | number };
  readonly title: string;
}[] = [
  {
    requirement: 'transactions.placement-order',
    of: PLACEMENT,
    pointer: '/view/orders',
    predicate: 'lengthIs',
    expected: 1,
    title: 'exactly one order',
  },
  {
    requirement: 'transactions.placement-account-state',
    of: PLACEMENT,
    pointer: '/view/accountState',
    predicate: 'present',
    expected: 0,
    title: 'the account state',
  },
  {
    requirement: 'transactions.placement-sltp-account-state',
    of: PROTECTED,
    pointer: '/view/accountState',
    predicate: 'present',
    expected: 0,
    title: 'the account state',
  },
  {
    requirement: 'transactions.market-order',
    of: MARKET,
    pointer: '/view/orders',
    predicate: 'lengthAtLeast',
    expected: SOMETHING,
    title: 'an order',
  },
  {
    requirement: 'transactions.market-deal',
    of: MARKET,
    pointer: '/view/deals',
    predicate: 'lengthAtLeast',
    expected: SOMETHING,
    title: 'a deal',
  },
  {
    requirement: 'transactions.market-position',
    of: MARKET,
    pointer: '/view/positions',
    predicate: 'lengthAtLeast',
    expected: SOMETHING,
    title: 'a position',
  },
  {
    requirement: 'transactions.market-account-state',
    of: MARKET,
    pointer: '/view/accountState',
    predicate: 'present',
    expected: 0,
    title: 'the account state',
  },
  {
    requirement: 'transactions.close-order',
    of: CLOSE,
    pointer: '/view/orders',
    predicate: 'lengthAtLeast',
    expected: SOMETHING,
    title: 'an order',
  },
  {
    requirement: 'transactions.close-deal',
    of: CLOSE,
    pointer: '/view/deals',
    predicate: 'lengthAtLeast',
    expected: SOMETHING,
    title: 'a deal',
  },
  {
    requirement: 'transactions.close-position',
    of: CLOSE,
    pointer: '/view/positions',
    predicate: 'lengthAtLeast',
    expected: SOMETHING,
    title: 'the position',
  },
  {
    requirement: 'transactions.close-account-state',
    of: CLOSE,
    pointer: '/view/accountState',
    predicate: 'present',
    expected: 0,
    title: 'the account state',
  },
];

for (const { requirement, of, pointer, predicate, expected, title } of EXPECTED) {
  scenario({
    id: `${requirement}/in-the-event`,
    title: `shows ${title} in the event of a ${of.word}`,
    purposes: [38],
    needs: of.needs,
    async run(t) {
      const events = await t.account.transactions();
      const event = await of.cause(t, events);
      t.expect.at(event.record, pointer, predicate, expected);
    },
  });
}

function expectOrderOfType(t: CheckContext, event: TransactionEvent, type: string): void {
  const types = (event.view.orders ?? []).map(
    (order) => t.dialect.meaning('orderType', order.type ?? null) ?? String(order.type),
  );
  t.expect.that(types.includes(type), {
    expected: `an order of type ${type}`,
    actual: `orders of types ${types.join(', ') || 'none'}`,
    evidence: [event.record],
  });
}

scenario({
  id: 'transactions.placement-nothing-else/no-deal-no-position',
  title: 'shows no deal and no position in the event of a resting order',
  purposes: [38],
  async run(t) {
    const event = await PLACEMENT.cause(t, await t.account.transactions());
    t.expect.at(event.record, '/view/deals', 'optional', NOTHING);
    t.expect.at(event.record, '/view/positions', 'optional', NOTHING);
  },
});

for (const { requirement, type, title } of [
  { requirement: 'transactions.placement-sltp-main-order', type: 'limit', title: 'the main order' },
  { requirement: 'transactions.placement-sltp-related-order', type: 'sltp', title: 'a related order of type sltp' },
] as const) {
  scenario({
    id: `${requirement}/by-type`,
    title: `shows ${title} in the event of a placement with stop loss and take profit`,
    purposes: [38],
    needs: PROTECTED.needs,
    async run(t) {
      const event = await PROTECTED.cause(t, await t.account.transactions());
      expectOrderOfType(t, event, type);
    },
  });
}

for (const { slug, words, left } of [
  { slug: 'stop-loss-alone', words: 'a stop loss', left: 'takeProfitPrice' },
  { slug: 'take-profit-alone', words: 'a take profit', left: 'stopLossPrice' },
] as const) {
  scenario({
    id: `transactions.placement-sltp-related-order/${slug}`,
    title: `shows a related order of type sltp in the event of a placement with ${words} alone`,
    // That either of the two makes such an order is how SL/TP reads, and not said in words.
    level: 'should',
    needs: PROTECTED.needs,
    async run(t) {
      const events = await t.account.transactions();
      const order = await t.account.order();
      const { [left]: _, ...protection } = await t.account.protection(order);
      const event = await events.awaitResultOf(await t.account.submit({ ...order, ...protection }), 'success');
      expectOrderOfType(t, event, 'sltp');
    },
  });
}

for (const type of ['limit', 'stop'] as const) {
  scenario({
    id: `transactions.order-type-values/${type}`,
    title: `shows a placed ${type} order with its type`,
    async run(t) {
      const events = await t.account.transactions();
      const event = await events.awaitResultOf(await t.account.submit(await t.account.order({ type })), 'success');
      expectOrderOfType(t, event, type);
    },
  });
}

scenario({
  id: 'transactions.market-in-one-event/order-deal-position',
  title: 'shows the order, the deal and the position of a market execution in one event',
  purposes: [38],
  needs: MARKET.needs,
  async run(t) {
    const event = await MARKET.cause(t, await t.account.transactions());
    for (const list of ['orders', 'deals', 'positions']) {
      t.expect.at(event.record, `/view/${list}`, 'lengthAtLeast', SOMETHING);
    }
  },
});

for (const { slug, of } of [
  { slug: 'placement', of: PLACEMENT },
  { slug: 'market-execution', of: MARKET },
]) {
  scenario({
    id: `transactions.only-changed-entities/${slug}`,
    title: `leaves an unrelated open order out of the event of a ${of.word}`,
    purposes: [38],
    needs: of.needs,
    async run(t) {
      const { orderId } = await t.account.openOrder();
      if (orderId === undefined) return t.inconclusive('the open order shows no identifier; bind it in the dialect');
      const event = await of.cause(t, await t.account.transactions());
      t.expect.at(event.record, '/view/orders', 'none', { member: 'id', predicate: 'equals', expected: orderId });
    },
  });
}

scenario({
  id: 'transactions.only-changed-entities/unrelated-position',
  title: 'leaves an unrelated open position out of the event of a placement',
  purposes: [38],
  needs: MARKET.needs,
  async run(t) {
    const { positionId } = await t.account.openPosition();
    if (positionId === undefined)
      return t.inconclusive('the opened position shows no identifier; bind it in the dialect');
    const event = await PLACEMENT.cause(t, await t.account.transactions());
    t.expect.at(event.record, '/view/positions', 'optional', {
      predicate: 'none',
      expected: { member: 'id', predicate: 'equals', expected: positionId },
    });
  },
});

scenario({
  id: 'transactions.rejected-changes-nothing/volume-below-minimum',
  title: 'leaves the trading state as it was when an order is rejected',
  requirements: ['transactions.negative-results-delivered'],
  purposes: [31],
  async run(t) {
    const before = await t.account.state();
    const events = await t.account.transactions();
    const event = await events.awaitResultOf(await submitToBeRejected(t));
    if (event.view.status === 'success') t.inconclusive('the order below volume_min succeeded', [event.record]);
    const after = await t.account.state();
    t.expect.at(after.record, '/view/orders', 'lengthIs', before.orders?.length ?? 0);
    t.expect.at(after.record, '/view/positions', 'lengthIs', before.positions?.length ?? 0);
  },
});
