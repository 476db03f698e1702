// What has nothing to do with a transaction stays out of its event (interface 6.1, rule 2), also where the transaction ends something.
import type { JsonObject } from '../../toolkit/payload/json.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { closeEventOf, eventOf, openingOn, type TransactionEvent } from '../words/streams/event-of.js';
import { cancelled } from '../words/trading/cancelled.js';

for (const { id, words, needs, ask } of [
  {
    id: 'transactions.only-changed-entities/placement',
    words: 'placement',
    needs: {},
    ask: (t: CheckContext) => t.account.place(),
  },
  {
    id: 'transactions.only-changed-entities/market-execution',
    words: 'market execution',
    needs: { claims: ['positions'] },
    ask: async (t: CheckContext) => (await t.account.openPosition()).submission,
  },
] as const) {
  scenario({
    id,
    title: `leaves an unrelated open order out of the event of a ${words}`,
    purposes: [38],
    needs,
    async run(t) {
      const { orderId } = await t.account.openOrder();
      t.expect.listsNot(await eventOf(t, ask, 'success'), 'orders', orderId);
    },
  });
}

scenario({
  id: 'transactions.only-changed-entities/unrelated-position',
  title: 'leaves an unrelated open position out of the event of a placement',
  purposes: [38],
  needs: { claims: ['positions'] },
  async run(t) {
    const { positionId } = await t.account.openPosition();
    const event = await eventOf(t, () => t.account.place(), 'success');
    t.expect.at(event, '/view/positions', 'optional', noneWith(positionId));
  },
});

scenario({
  id: 'transactions.only-changed-entities/close',
  title: 'leaves an unrelated position and an unrelated order out of the event of a close',
  // Of one instrument a target may keep one position only.
  needs: { claims: ['positions', 'closePosition'], instruments: 2 },
  async run(t) {
    const events = await t.account.transactions();
    const unrelated = await t.account.openPosition({ instrument: t.account.instrument(1) });
    const { orderId } = await t.account.openOrder();
    const event = await closeEventOf(t, events, await openingOn(t, events, { instrument: t.account.instrument(0) }));
    t.expect.at(event, '/view/positions', 'optional', noneWith(unrelated.positionId));
    t.expect.at(event, '/view/orders', 'optional', noneWith(orderId));
  },
});

scenario({
  id: 'transactions.only-changed-entities/cancellation',
  title: 'leaves an unrelated order out of the event of a cancellation',
  needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
  async run(t) {
    const events = await t.account.transactions();
    const unrelated = await t.account.openOrder();
    const { orderId } = await t.account.openOrder();
    const { result } = await cancelled(t, orderId, events);
    t.expect.at(result, '/view/orders', 'optional', noneWith(unrelated.orderId));
  },
});

scenario({
  id: 'transactions.only-changed-entities/positions-in-a-row',
  title: 'leaves a position and its deal out of the event of the next opening, and of the next close',
  needs: { claims: ['positions', 'closePosition'], instruments: 2 },
  async run(t) {
    const events = await t.account.transactions();
    const first = await openingOn(t, events, { instrument: t.account.instrument(0) });
    const second = await openingOn(t, events, { instrument: t.account.instrument(1) });
    expectNothingOf(t, second.opened, first.opened);
    const closed = await closeEventOf(t, events, first);
    expectNothingOf(t, await closeEventOf(t, events, second), closed);
  },
});

scenario({
  id: 'transactions.only-changed-entities/cancellations-in-a-row',
  title: 'leaves an order that was cancelled out of the event of the next cancellation',
  needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
  async run(t) {
    const events = await t.account.transactions();
    const [first, second] = [await t.account.openOrder(), await t.account.openOrder()];
    await cancelled(t, first.orderId, events);
    const { result } = await cancelled(t, second.orderId, events);
    t.expect.at(result, '/view/orders', 'optional', noneWith(first.orderId));
  },
});

/** Judges that no position and no deal of the event before it is in the event. */
function expectNothingOf(t: CheckContext, event: TransactionEvent, before: TransactionEvent): void {
  for (const list of ['positions', 'deals'] as const) {
    for (const { id } of before.view[list] ?? []) {
      if (typeof id === 'string') t.expect.at(event, `/view/${list}`, 'optional', noneWith(id));
    }
  }
}

function noneWith(id: string): { readonly predicate: string; readonly expected: JsonObject } {
  return { predicate: 'none', expected: { member: 'id', predicate: 'equals', expected: id } };
}
