// Placements with stop loss and take profit, of every type and side (interface 6.1, rule 2): the event holds the main order and a related
// order of type sltp, whichever order is protected.
import type { CheckContext, ContextTrial, ReceivedOf } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { deedOf } from '../words/contexts/deed.js';
import { instrumentOf, listening } from '../words/contexts/place.js';
import { expectOrderOfType } from '../words/trading/main-order.js';

const CONTEXTS = { orderType: 'all', side: 'all', instrument: ['first', 'second'] } as const;

scenario({
  id: 'transactions.placement-sltp-related-order/in-contexts',
  title:
    'shows the main order and a related sltp order of a placement with stop loss and take profit, in every context',
  requirements: ['transactions.placement-sltp-main-order', 'transactions.placement-sltp-account-state'],
  purposes: [38],
  needs: { accounts: 0, claims: ['sltp'] },
  contexts: { ...CONTEXTS, protection: ['both'], connection: ['first', 'second'] },
  denseContexts: true,
  run: (t) =>
    t.inContexts(async (trial) => {
      const event = await placementEvent(t, trial);
      expectOrderOfType(t, event, trial.context.orderType, { requirement: 'transactions.placement-sltp-main-order' });
      expectOrderOfType(t, event, 'sltp');
      t.expect.at(event, '/view/accountState', 'present', {
        requirement: 'transactions.placement-sltp-account-state',
      });
    }),
});

scenario({
  id: 'transactions.placement-sltp-related-order/alone-in-contexts',
  title: 'shows a related sltp order of a placement with a stop loss or a take profit alone, in every context',
  // That either of the two makes such an order is how SL/TP reads, and not said in words.
  level: 'should',
  purposes: [38],
  needs: { accounts: 0, claims: ['sltp'] },
  contexts: { ...CONTEXTS, protection: ['stop-loss', 'take-profit'] },
  denseContexts: true,
  run: (t) => t.inContexts(async (trial) => expectOrderOfType(t, await placementEvent(t, trial), 'sltp')),
});

/** Set-up: the event of the placement that the context names; undecided unless it succeeds. */
async function placementEvent(t: CheckContext, trial: ContextTrial): Promise<ReceivedOf<'transaction_event'>> {
  const events = await listening(trial);
  const { params } = await deedOf(t, trial, await instrumentOf(t, trial));
  return events.awaitResultOf(await trial.account.place(params), 'success');
}
