// Operations of two kinds under one key (interface 4.3; 8): operation status shows of each its own result, where one was rejected and the
// other succeeded.
import type { Placed } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { openingOf } from '../words/calls/calls.js';
import { expectOtherOperation } from '../words/calls/same-operation.js';
import { laterStatus } from '../words/trading/later-status.js';
import { placeToBeRejected } from '../words/trading/rejected-order.js';

scenario({
  id: 'idempotency.scope-operation-kind/own-results',
  title: 'shows in operation status of a rejected order and of an opening under its key the result that each has',
  requirements: ['operations.agrees-with-event'],
  purposes: [16],
  needs: { claims: ['positions'] },
  async run(t) {
    const events = await t.account.transactions();
    const rejected = await placeToBeRejected(t);
    const first = await events.awaitResultOf(rejected);
    // Read before the other comes, so that it might be kept under its key.
    await laterStatus(t, rejected);
    const opening = openingOf(await t.account.order());
    const opened = await t.account.submit(opening, { request: 'openPosition', idempotencyKey: rejected.key });
    expectOtherOperation(t, rejected, opened);
    const { operationId } = opened;
    const where = ({ view }: typeof first): boolean => view.operationId === operationId;
    const second = await events.await('transaction_event', { where });
    for (const [submission, event] of [
      [opened, second],
      [rejected, first],
    ] as const) {
      const read = await laterStatus(t, submission as Placed); // Both were acknowledged.
      if (!isAnswered(read)) continue;
      t.expect.at(read, '/view/state', 'equals', event.view.status ?? null, {
        requirement: 'operations.agrees-with-event',
      });
    }
  },
});
