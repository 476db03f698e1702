// What holds at once holds later too: repeats, conflicts, status, snapshot and history of what was done 0, 0.3 and 2 seconds ago
// (interface 1; 4.3; 7.1, rule 1; 8). Nothing says how long records and results are retained, save that it is no matter of seconds.
import { pause } from '../../toolkit/wire/pause.js';
import type { CheckContext, OpenedOrder, Placed } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { missingFrom, pagesWith } from '../words/pages.js';
import { cancelled } from '../words/trading/cancelled.js';
import { placeToBeRejected } from '../words/trading/rejected-order.js';
import { expectSameOperation } from '../words/trading/same-operation.js';

const PAUSES_MS = [0, 300, 2200] as const;

interface Done {
  readonly order: Awaited<ReturnType<CheckContext['account']['order']>>;
  readonly opened: OpenedOrder;
  readonly rejected: Placed;
  readonly ended: string;
}

async function done(t: CheckContext): Promise<Done> {
  const events = await t.account.transactions();
  const order = await t.account.order();
  const opened = await t.account.openOrder(order, { events });
  const rejected = await placeToBeRejected(t);
  await t.account.settle(rejected, events);
  const { orderId } = await t.account.openOrder({}, { events });
  await cancelled(t, orderId, events);
  return { order, opened, rejected, ended: orderId };
}

async function expectUnchanged(t: CheckContext, { order, opened, rejected, ended }: Done): Promise<void> {
  const { submission } = opened;
  const repeat = await t.account.submit(order, { idempotencyKey: submission.key });
  expectSameOperation(t, submission, repeat);
  const conflict = await t.account.submit(await t.account.order(), { idempotencyKey: submission.key });
  t.expect.refused(conflict, { requirement: 'idempotency.conflict-refused' });
  for (const [{ operationId, key }, negative] of [
    [submission, false],
    [rejected, true],
  ] as const) {
    const reading = await t.account.request('operationStatus', { operationId });
    if (reading.answer?.status === 429) t.inconclusive('the status could not be read', [reading]);
    t.expect.accepted(reading, { requirement: 'operations.final-result-stays' });
    if (!negative) {
      t.expect.at(reading, '/view/state', 'equals', 'success', { requirement: 'operations.final-result-stays' });
    } else {
      t.expect.at(reading, '/view/state', 'notEquals', 'success', { requirement: 'operations.final-result-stays' });
      t.expect.at(reading, '/view/errorCode', 'present', { requirement: 'operations.error-code-when-rejected' });
    }
    t.expect.at(reading, '/view/clientRequestId', 'equals', key, { requirement: 'operations.client-request-id-echo' });
  }
  t.expect.lists(await t.account.state(), 'orders', opened.orderId, {
    requirement: 'subscriptions.transactions-snapshot-orders',
  });
  const pages = await pagesWith(t, 'orderHistory', [ended]);
  t.expect.none(missingFrom(pages, [ended]), 'the cancelled order in history', {
    requirement: 'history.closed-orders',
    evidence: pages,
  });
}

scenario({
  id: 'idempotency.duplicate-same-operation/at-once-and-seconds-later',
  title: 'knows, shows and keeps what was done at once, after a moment, and after two seconds',
  requirements: [
    'idempotency.conflict-refused',
    'operations.final-result-stays',
    'operations.error-code-when-rejected',
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
