// Operations that end together (interface 1, rule 1; 4.3): each has a result of its own in operation status, successes beside rejections.
import { scenario } from '../runner/registry.js';
import { placeToBeRejected } from '../words/trading/rejected-order.js';
import { expectSameResult } from '../words/trading/same-result.js';

scenario({
  id: 'operations.agrees-with-event/ended-together',
  title: 'comes to the same result as the event of each of several orders that end together, some of them rejected',
  purposes: [27, 29],
  needs: { control: ['operation.hold', 'operation.release'] },
  async run(t) {
    const events = await t.account.transactions();
    const release = await t.under('operations-held');
    const all = [await t.account.place(), await placeToBeRejected(t), await t.account.place()];
    await release();
    for (const submission of all) {
      expectSameResult(t, await events.awaitResultOf(submission), await t.account.settle(submission));
    }
  },
});
