// The routine of protected placements: either type with stop loss and take profit, told as a main order and a related one, and both gone
// from the snapshots with the main order (interface 6.1, rules 2 and 3).
import { cancelled } from '../../words/trading/cancelled.js';
import { expectOrderOfType, mainOrderIndex } from '../../words/trading/main-order.js';
import { protectedOrder } from '../../words/trading/prices.js';
import { expectTold } from './lenient-expectations.js';
import type { Routine } from './routine.js';

export const PROTECTED: Routine = {
  word: 'protected-placements',
  words: 'tells of the orders of a placement with stop loss and take profit',
  needs: { claims: ['sltp', 'cancelOrder'], requests: ['cancelOrder'] },
  requirements: [
    'transactions.placement-sltp-related-order',
    'transactions.placement-sltp-main-order',
    'transactions.placement-sltp-account-state',
    'domain.result-as-event',
    'domain.closed-not-in-snapshot',
  ],
  checkers: [],
  effort: 'standard',
  async play(t) {
    const events = await t.account.transactions();
    for (const type of ['limit', 'stop'] as const) {
      const submission = await t.account.place(await protectedOrder(t.account, { type }));
      const event = await expectTold(t, events, submission, { requirement: 'domain.result-as-event' });
      const { status, orders } = event.view;
      if (status !== 'success') t.inconclusive(`the protected order ended ${status}`, [event]);
      expectOrderOfType(t, event, type, { requirement: 'transactions.placement-sltp-main-order' });
      expectOrderOfType(t, event, 'sltp');
      t.expect.at(event, '/view/accountState', 'present', { requirement: 'transactions.placement-sltp-account-state' });
      const id = orders?.[mainOrderIndex(t, orders)]?.id;
      if (id === undefined) continue;
      await cancelled(t, id, events);
      t.expect.listsNot(await t.account.state(), 'orders', id, { requirement: 'domain.closed-not-in-snapshot' });
    }
    await events.close();
  },
};
