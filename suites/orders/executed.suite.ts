// A pending order that is executed opens what it says (interface 4.1, purpose; 2.2): a bought order a bought position, on its instrument.
import { scenario } from '../runner/registry.js';

for (const type of ['limit', 'stop'] as const) {
  for (const side of ['buy', 'sell'] as const) {
    scenario({
      id: `orders.parameters-kept/executed-${side}-${type}`,
      title: `opens a position of the side of a ${type} order to ${side} that is executed`,
      needs: { claims: ['positions'], control: ['order.fill'] },
      async run(t) {
        const events = await t.account.transactions();
        if (events.snapshot.view.positions?.length !== 0)
          t.notApplicable('the account has positions, with which the executed order may be netted');
        const { orderId, result } = await t.account.openOrder({ type, side }, { events });
        if (orderId === undefined)
          return t.inconclusive('the open order shows no identifier; bind it in the dialect', [result.record]);
        await t.control('order.fill', { account_id: t.account.id, order_id: orderId });
        const event = await events.next(
          ({ kind, view }) =>
            kind === 'transaction_event' &&
            view.orders?.some(({ id }) => id === orderId) === true &&
            (view.positions?.length ?? 0) > 0,
          { after: result.record },
        );
        const shown = event?.kind === 'transaction_event' ? event.view.positions?.[0]?.side : undefined;
        if (event === undefined || shown === undefined || shown === null)
          return t.inconclusive('no event showed the order and the side of a position', [
            event?.record ?? result.record,
          ]);
        t.expect.that(t.dialect.meaning('side', shown) === side, {
          expected: `a position to ${side}`,
          actual: JSON.stringify(shown),
          evidence: [event.record, result.record],
        });
      },
    });
  }
}
