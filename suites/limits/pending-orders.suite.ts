// The highest number of pending orders (interface 8, other limit 5; 7.2): what it is, is the target's own, and a run may not place orders
// until it is reached. Where a control action lowers it, the order beyond it is refused by its rule.
import { scenario } from '../runner/registry.js';
import { keysOfOthers } from '../words/trading/done-by-others.js';
import { countFrom } from '../words/trading/executions.js';
import { atPendingMaximum } from '../words/trading/pending-maximum.js';
import { expectNamed, expectRefused, submitToEnd } from '../words/trading/refusal.js';

scenario({
  id: 'limits.pending-orders-maximum/one-more',
  title:
    'ends a pending order beyond the highest number with TRADING_RULE_TOO_MANY_PENDING_ORDERS, and does not place it',
  needs: { control: ['orders.limit', 'orders.unlimit'] },
  async run(t) {
    const executions = await countFrom(t);
    const { orderId } = await t.account.openOrder();
    const { away } = await atPendingMaximum(t, orderId);
    const refusal = await submitToEnd(t, await t.account.order());
    await away();
    const theirs = keysOfOthers(t);
    // Where another client cancels its own, there is room again.
    if (refusal.result?.status === 'success' && theirs.length > 0) t.inconclusive('others trade here', theirs);
    expectRefused(t, refusal);
    expectNamed(t, refusal, 'TRADING_RULE_TOO_MANY_PENDING_ORDERS');
    await executions.expect({ orders: 1 });
  },
});
