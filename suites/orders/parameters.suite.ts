// The order that comes to be is the one that was asked for (interface 4.1, 2.2): type, side, volume and prices, in its event and in
// the snapshot. Which members an order shows is open, so a member that the dialect finds nowhere is not judged.

import { toPlainText } from '../../toolkit/decimal/index.js';
import { scenario } from '../runner/registry.js';
import { expectKept } from '../words/calls/kept-parameters.js';
import { figureOf } from '../words/figures.js';
import { finestOf } from '../words/finer-instrument.js';
import { mainOrderIndex } from '../words/trading/main-order.js';
import { protectedOrder } from '../words/trading/prices.js';

for (const type of ['limit', 'stop'] as const) {
  for (const side of ['buy', 'sell'] as const) {
    scenario({
      id: `orders.parameters-kept/${side}-${type}`,
      title: `shows a ${side} ${type} with the instrument, volume and price that were asked for, in its event and in the snapshot`,
      purposes: [27],
      async run(t) {
        const events = await t.account.transactions();
        const params = await t.account.order({ type, side });
        const { view, record } = await events.awaitResultOf(await t.account.submit(params), 'success');
        const { orders = [] } = view;
        const index = mainOrderIndex(t, orders);
        const inEvent = expectKept(t, params, { record, orders, index });
        const { orders: open = [], ...state } = await t.account.state();
        const again = mainOrderIndex(t, open, orders[index]?.id);
        const inSnapshot = expectKept(t, params, { record: state.record, orders: open, index: again });
        if (inEvent + inSnapshot === 0) {
          t.inconclusive('neither event nor snapshot shows volume or price of the order', [record]);
        }
      },
    });
  }
}

for (const { id, member, words } of [
  { id: 'orders.parameters-kept/stop-loss', member: 'stopLossPrice', words: 'stop loss' },
  { id: 'orders.parameters-kept/take-profit', member: 'takeProfitPrice', words: 'take profit' },
] as const) {
  scenario({
    id,
    title: `shows the ${words} of an order as it was asked for, wherever its event shows it`,
    needs: { claims: ['sltp'] },
    async run(t) {
      const events = await t.account.transactions();
      // A level that is cut shows where prices have digits to lose.
      const { instrument } = await finestOf(t.account);
      const params = await protectedOrder(t.account, { instrument });
      const event = await events.awaitResultOf(await t.account.submit(params), 'success');
      const showing = [...(event.view.orders ?? []).entries()].filter(([, order]) => typeof order[member] === 'string');
      if (showing.length === 0) t.notApplicable(`no order of the event shows a ${words}`);
      for (const [index] of showing)
        t.expect.at(event, `/view/orders/${index}/${member}`, 'sameDecimal', params[member]);
    },
  });
}

scenario({
  id: 'orders.volume-string/of-the-conditions',
  title: 'takes a volume written as a decimal string, spelled as the conditions spell it',
  async run(t) {
    const conditions = await t.account.conditions();
    const volume = figureOf(conditions.volumeMin);
    if (volume === undefined) return t.inconclusive('the conditions show no volume_min as a string', [conditions]);
    // With their zeros, but with no exponent and no bare point: a target need not read every spelling that it writes.
    t.expect.accepted(await t.account.submit({ ...(await t.account.order()), volume: toPlainText(volume) }));
  },
});

scenario({
  id: 'orders.price-strings/all-three',
  title: 'takes price, stop loss and take profit written as decimal strings',
  needs: { claims: ['sltp'] },
  async run(t) {
    t.expect.accepted(await t.account.submit(await protectedOrder(t.account)));
  },
});
