// The order that comes to be is the one that was asked for (interface 4.1, 2.2): type, side, volume and prices, in its event and in
// the snapshot. Which members an order shows is open, so a member that the dialect finds nowhere is not judged.

import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { OrderView } from '../../toolkit/profile/dialect/views.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { mainOrderIndex, typeOf } from '../words/trading/main-order.js';

interface Shown {
  readonly record: number;
  readonly orders: readonly OrderView[];
  readonly index: number;
}

/** Judges what the order shows of the parameters; tells how many of the figures it shows. */
function expectKept(t: CheckContext, params: RequestParams, { record, orders, index }: Shown): number {
  const order = orders[index];
  if (order === undefined) return 0;
  const at = `/view/orders/${index}`;
  const type = typeOf(t, order);
  if (type !== undefined) {
    t.expect.that(type === params.type, {
      expected: `type ${params.type}`,
      actual: `type ${type}`,
      evidence: [record],
    });
  }
  const side = order.side === undefined ? undefined : t.dialect.meaning('side', order.side);
  if (side !== undefined) {
    t.expect.that(side === params.side, {
      expected: `side ${params.side}`,
      actual: `side ${side}`,
      evidence: [record],
    });
  }
  if (typeof order.instrument === 'string')
    t.expect.at(record, `${at}/instrument`, 'equals', params.instrument ?? null);
  const figures = (['volume', 'price'] as const).filter(
    (member) => order[member] !== undefined && order[member] !== null,
  );
  for (const member of figures) t.expect.at(record, `${at}/${member}`, 'sameDecimal', params[member] ?? null);
  return figures.length;
}

for (const type of ['limit', 'stop'] as const) {
  for (const side of ['buy', 'sell'] as const) {
    scenario({
      id: `orders.parameters-kept/${side}-${type}`,
      title: `shows a ${side} ${type} with the instrument, volume and price that were asked for, in its event and in the snapshot`,
      purposes: [27],
      async run(t) {
        const events = await t.account.transactions();
        const params = await t.account.order({ type, side });
        const event = await events.awaitResultOf(await t.account.submit(params));
        if (event.view.status !== 'success') t.inconclusive('the order did not succeed', [event.record]);
        const orders = event.view.orders ?? [];
        const index = mainOrderIndex(t, orders);
        const shown = expectKept(t, params, { record: event.record, orders, index });
        const state = await t.account.state();
        const open = state.orders ?? [];
        const again = mainOrderIndex(t, open, orders[index]?.id);
        const total = shown + expectKept(t, params, { record: state.record, orders: open, index: again });
        if (total === 0)
          t.inconclusive('neither event nor snapshot shows volume or price of the order', [event.record]);
      },
    });
  }
}

for (const { member, word } of [
  { member: 'stopLossPrice', word: 'stop loss' },
  { member: 'takeProfitPrice', word: 'take profit' },
] as const) {
  scenario({
    id: `orders.parameters-kept/${word.replace(' ', '-')}`,
    title: `shows the ${word} of an order as it was asked for, wherever its event shows it`,
    needs: { claims: ['sltp'] },
    async run(t) {
      const events = await t.account.transactions();
      const order = await t.account.order();
      const params = { ...order, ...(await t.account.protection(order)) };
      const event = await events.awaitResultOf(await t.account.submit(params));
      if (event.view.status !== 'success') t.inconclusive('the order did not succeed', [event.record]);
      const orders = event.view.orders ?? [];
      const showing = orders.flatMap((one, index) => (typeof one[member] === 'string' ? [index] : []));
      if (showing.length === 0) return t.notApplicable(`no order of the event shows a ${word}`);
      for (const index of showing)
        t.expect.at(event.record, `/view/orders/${index}/${member}`, 'sameDecimal', params[member]);
    },
  });
}

scenario({
  id: 'orders.volume-string/of-the-conditions',
  title: 'takes a volume written as a decimal string, spelled as the conditions spell it',
  async run(t) {
    const { volumeMin, record } = await t.account.conditions();
    if (typeof volumeMin !== 'string') return t.inconclusive('the conditions show no volume_min as a string', [record]);
    const { exchange } = await t.account.submit({ ...(await t.account.order()), volume: volumeMin });
    t.expect.accepted(exchange);
  },
});

scenario({
  id: 'orders.price-strings/all-three',
  title: 'takes price, stop loss and take profit written as decimal strings',
  needs: { claims: ['sltp'] },
  async run(t) {
    const order = await t.account.order();
    const { exchange } = await t.account.submit({ ...order, ...(await t.account.protection(order)) });
    t.expect.accepted(exchange);
  },
});
