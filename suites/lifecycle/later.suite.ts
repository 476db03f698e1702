// What holds at once holds later too: repeats, conflicts, status, snapshot and history of what was done 0, 0.3 and 2 seconds ago
// (interface 1; 4.3; 7.1, rule 1; 8). Nothing says how long records and results are retained, save that it is no matter of seconds.

import { pause } from '../../toolkit/wire/pause.js';
import type { CheckContext, OpenedOrder, Placed } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { shownOperation } from '../words/calls/same-operation.js';
import { cancelled } from '../words/trading/cancelled.js';
import { laterStatus } from '../words/trading/later-status.js';
import { placeToBeRejected } from '../words/trading/rejected-order.js';
import { expectInHistory } from './aftermath/lenient-expectations.js';

const PAUSES_MS = [0, 300, 2200] as const;

interface Done {
  readonly order: Awaited<ReturnType<CheckContext['account']['order']>>;
  readonly opened: OpenedOrder;
  readonly rejected: Placed;
  readonly ended: string;
  /** When its key was used, by this machine's clock. */
  readonly usedMs: number;
}

/** Nothing says for how many seconds records are retained, so that they are forgotten behind this is no more than odd. */
const SOON_MS = 1000;

async function done(t: CheckContext): Promise<Done> {
  const events = await t.account.transactions();
  const order = await t.account.order();
  const usedMs = performance.now();
  const opened = await t.account.openOrder(order, { events });
  const rejected = await placeToBeRejected(t);
  await t.account.settle(rejected, events);
  const { orderId } = await t.account.openOrder({}, { events });
  await cancelled(t, orderId, events);
  // Status may lag behind events.
  for (const submission of [opened.submission, rejected]) await laterStatus(t, submission);
  return { order, opened, rejected, ended: orderId, usedMs };
}

/** What a slow target has answered by then may be late, however soon it was asked. */
async function expectUnchanged(t: CheckContext, { order, opened, rejected, ended, usedMs }: Done): Promise<void> {
  const { submission } = opened;
  for (const [placed, isNegative] of [
    [submission, false],
    [rejected, true],
  ] as const) {
    const reading = await laterStatus(t, placed);
    if (!isAnswered(reading)) continue;
    const stays = { requirement: 'operations.final-result-stays' } as const;
    t.expect.at(reading, '/view/state', isNegative ? 'notEquals' : 'equals', 'success', stays);
    if (isNegative) {
      t.expect.at(reading, '/view/errorCode', 'present', { requirement: 'operations.error-code-when-rejected' });
      t.expect.at(reading, '/view/errorMessage', 'present', { requirement: 'operations.error-message-when-rejected' });
    }
    t.expect.at(reading, '/view/clientRequestId', 'equals', placed.key, {
      requirement: 'operations.client-request-id-echo',
    });
  }
  t.expect.lists(await t.account.state(), 'orders', opened.orderId, {
    requirement: 'subscriptions.transactions-snapshot-orders',
  });
  await expectInHistory(t, 'orderHistory', [ended], { requirement: 'history.closed-orders' });
  const lowered = (): { readonly level?: 'should' } =>
    performance.now() - usedMs > SOON_MS ? { level: 'should' } : {};
  const repeat = await t.account.submit(order, { idempotencyKey: submission.key });
  t.expect.that(
    repeat.operationId === submission.operationId,
    {
      expected: `operation_id ${submission.operationId}, as in the ACK of the original`,
      actual: `operation_id ${repeat.operationId ?? 'missing'}`,
      evidence: [repeat, submission],
      shown: shownOperation(submission, submission, repeat),
    },
    lowered(),
  );
  const conflict = await t.account.submit(await t.account.order(), { idempotencyKey: submission.key });
  t.expect.refused(conflict, { requirement: 'idempotency.conflict-refused', ...lowered() });
}

scenario({
  id: 'idempotency.duplicate-same-operation/at-once-and-seconds-later',
  title: 'knows, shows and keeps what was done at once, after a moment, and after two seconds',
  requirements: [
    'idempotency.conflict-refused',
    'operations.final-result-stays',
    'operations.error-code-when-rejected',
    'operations.error-message-when-rejected',
    'operations.client-request-id-echo',
    'subscriptions.transactions-snapshot-orders',
    'history.closed-orders',
  ],
  needs: { claims: ['cancelOrder', 'orderHistory'] },
  waitMs: 2600,
  async run(t) {
    const before = await done(t);
    for (const ms of PAUSES_MS) {
      await pause(ms, t.signal);
      await expectUnchanged(t, before);
    }
    // Afresh, after as long a silence.
    await pause(2200, t.signal);
    await expectUnchanged(t, await done(t));
  },
});
