// What fails changes nothing, in every context (interface 2.2; 3): whatever was asked for, the orders and positions that were open are open
// still, as they were, and nothing has come to them.
import type { TradingStateView } from '../../toolkit/profile/dialect/views.js';
import { scenario } from '../runner/registry.js';
import { deedOf, done, weightOf } from '../words/contexts/deed.js';
import { instrumentOf } from '../words/contexts/place.js';
import { stateBy } from '../words/contexts/state-by.js';
import { plainOf } from '../words/figures.js';
import { type DoneByOthers, doneByOthers } from '../words/trading/done-by-others.js';
import { shownLevels } from '../words/trading/levels.js';

scenario({
  id: 'transactions.failed-changes-nothing/in-contexts',
  title: 'leaves orders and positions as they were when an operation fails, of whatever kind',
  purposes: [31],
  needs: { accounts: 0, control: ['operation.fail'] },
  contexts: {
    result: ['failed'],
    operation: 'all',
    orderType: 'all',
    side: 'all',
    protection: ['none', 'both'],
    told: ['snapshot', 'resource'],
    instrument: ['first', 'last'],
  },
  run: (t) =>
    t.inContexts(async (trial) => {
      const deed = await deedOf(t, trial, await instrumentOf(t, trial));
      const before = await trial.account.state();
      const { status, record } = await trial.account.settle(await done(t, trial, deed));
      if (status !== 'failed') {
        t.inconclusive(`the operation ended ${status}, not as the control action promised`, [record]);
      }
      const ofCheck = (state: TradingStateView): string => told(state, doneByOthers(t, trial.account, before));
      const after = await stateBy(t, trial, (state) => ofCheck(state) === ofCheck(before));
      const [expected, actual] = [ofCheck(before), ofCheck(after)];
      t.expect.that(expected === actual, { expected, actual, evidence: [after, before, record] }, weightOf(deed));
    }),
});

/** What a failure must not change; a resource may show what protects an order as an order of its own or not. */
function told(state: TradingStateView, others: DoneByOthers): string {
  const { orders = [], positions = [] } = state;
  const open = orders
    .filter(({ id = '', price }) => (price ?? null) !== null && !others.orders.has(id) && !others.changed.has(id))
    .map(({ id }) => `order ${id}`);
  const held = positions
    .filter(({ id = '' }) => !others.positions.has(id))
    .map((one) => `position ${one.id} of ${plainOf(one.volume) ?? String(one.volume)}${levelsOf(state, one.id)}`);
  return [...open, ...held].sort().join(', ') || 'nothing open';
}

/** Nothing here has levels before; where they are shown is open. */
function levelsOf(state: TradingStateView, id: string | undefined): string {
  const shown = shownLevels(state, id);
  return shown.length === 0 ? '' : ` with levels of ${shown.join(' and ')}`;
}
