// Rejections of orders for other causes than a volume (interface 1, rule 1; 2.2; 4.3; 6.1, rule 1; 7.2; 8): whatever led to them, they
// are delivered and shown in operation status, with key and error, nothing was done, and the same again is the same operation. Which code
// a cause has is judged by `../errors/final-codes`, and whether such an order is refused at once or executed all the same is open.
import type { ControlActionName } from '../../toolkit/profile/control/actions.js';
import type { RequestName, RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, Placed, ReceivedOf } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { expectSameOperation, shownOperation } from '../words/calls/same-operation.js';
import { withoutMargin } from '../words/trading/beyond-margin.js';
import { cancelled } from '../words/trading/cancelled.js';
import { countFrom } from '../words/trading/executions.js';
import { laterStatus } from '../words/trading/later-status.js';
import { atPendingMaximum } from '../words/trading/pending-maximum.js';
import { sltpOf } from '../words/trading/prices.js';
import { failNext } from '../words/trading/rejected-order.js';
import { expectSameResult } from '../words/trading/same-result.js';
import { volumesOf } from '../words/trading/volumes.js';

interface Prepared {
  readonly params: RequestParams;
  readonly request?: RequestName;
  /** Ends what led to the rejection, so that the same would be executed now. */
  readonly away?: () => Promise<unknown>;
}

interface Cause {
  readonly id: CheckId;
  readonly words: string;
  readonly needs?: Needs;
  readonly control?: readonly ControlActionName[];
  /** Calls that the interface does not show. */
  readonly level?: 'should';
  readonly prepare: (t: CheckContext) => Promise<Prepared>;
}

const CAUSES: readonly Cause[] = [
  {
    id: 'transactions.negative-results-delivered/no-such-instrument',
    words: 'on an instrument that does not exist',
    prepare: async (t) => ({ params: { ...(await t.account.order()), instrument: t.market.unknown } }),
  },
  {
    id: 'transactions.negative-results-delivered/session-closed',
    words: 'while the session of its instrument is closed',
    control: ['market.close'],
    async prepare(t) {
      const params = await t.account.order();
      return { params, away: await t.under('session-closed') };
    },
  },
  {
    id: 'transactions.negative-results-delivered/beyond-its-margin',
    words: 'that the account cannot carry',
    needs: { vacant: true },
    prepare: withoutMargin,
  },
  {
    id: 'transactions.negative-results-delivered/one-pending-order-more',
    words: 'beyond the highest number of pending orders',
    control: ['orders.limit', 'orders.unlimit'],
    async prepare(t) {
      const { orderId } = await t.account.openOrder();
      const { away } = await atPendingMaximum(t, orderId);
      return { params: await t.account.order(), away };
    },
  },
  {
    id: 'transactions.negative-results-delivered/level-on-the-other-side',
    words: 'whose stop lies on the other side of the market',
    async prepare(t) {
      const { price, ...order } = await t.account.order({ type: 'limit', side: 'buy' });
      return { params: { ...order, type: 'stop', ...(price !== undefined && { price }) } };
    },
  },
  {
    id: 'transactions.negative-results-delivered/processing-fails',
    words: 'whose processing fails',
    control: ['operation.fail'],
    async prepare(t) {
      const params = await t.account.order();
      await failNext(t, t.account);
      return { params };
    },
  },
  {
    id: 'transactions.negative-results-delivered/volume-above-its-maximum',
    words: 'of more than volume_max',
    async prepare(t) {
      const order = await t.account.order();
      const volume = volumesOf(await t.account.conditions(order.instrument))?.aboveOnStep;
      return { params: { ...order, volume: volume ?? t.notApplicable('the conditions leave no such volume') } };
    },
  },
  {
    id: 'transactions.negative-results-delivered/volume-off-its-step',
    words: 'whose volume lies between two steps',
    async prepare(t) {
      const order = await t.account.order();
      const volume = volumesOf(await t.account.conditions(order.instrument))?.offStep;
      return { params: { ...order, volume: volume ?? t.notApplicable('the conditions leave no such volume') } };
    },
  },
  {
    id: 'transactions.negative-results-delivered/position-that-is-over',
    words: 'of type sltp on a position that was closed',
    needs: { claims: ['positions', 'sltp', 'closePosition'], requests: ['closePosition'] },
    async prepare(t) {
      const { positionId } = await t.account.openPosition();
      const params = await sltpOf(t, positionId);
      await t.account.closePosition(positionId);
      return { params };
    },
  },
  {
    id: 'transactions.negative-results-delivered/order-that-is-over',
    words: 'to cancel one that was cancelled',
    level: 'should',
    needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
    async prepare(t) {
      const { orderId } = await t.account.openOrder();
      await cancelled(t, orderId);
      return { params: { accountId: t.account.id, orderId }, request: 'cancelOrder' };
    },
  },
];

const REQUIREMENTS: readonly RequirementId[] = [
  'transactions.client-request-id-echo',
  'transactions.operation-id-of-request',
  'transactions.error-code-on-rejected',
  'transactions.error-message-on-rejected',
  'transactions.error-code-on-failed',
  'transactions.error-message-on-failed',
  'transactions.rejected-changes-nothing',
  'transactions.failed-changes-nothing',
  'operations.agrees-with-event',
  'operations.client-request-id-echo',
  'operations.error-agrees-with-event',
  'operations.error-message-when-rejected',
  'operations.error-message-when-failed',
  'operations.final-result-stays',
  'idempotency.duplicate-accepted',
  'idempotency.duplicate-after-rejection',
];

for (const { id, words, needs = {}, control = [], prepare, ...level } of CAUSES) {
  scenario({
    id,
    title: `delivers the rejection of an order ${words}, shows the same in operation status, does nothing, and knows it again`,
    requirements: REQUIREMENTS,
    needs: { ...needs, control },
    ...level,
    async run(t) {
      const events = await t.account.transactions();
      const { params, request = 'placeOrder', away } = await prepare(t);
      const executions = await countFrom(t);
      const submission = await t.account.submit(params, { request });
      if (!submission.accepted) t.notApplicable('the target refuses such an order before the ACK, which it may');
      const event = await events.resultOf(submission);
      if (event?.view.status === 'success') t.notApplicable('the target executes this order, which it may');
      const result = await t.account.settle(submission);
      const told = t.expect.arrived(event ?? events.resultsOf(submission)[0], submission, { evidence: [result] });
      const placed = submission as Placed; // It was accepted.
      const word = told.view.status === 'failed' ? 'failed' : 'rejected';
      expectTold(t, placed, told, word);
      expectSameResult(t, told, result, { requirement: 'operations.agrees-with-event' });
      t.expect.at(told, '/view/errorCode', 'equals', result.operation?.errorCode ?? null, {
        requirement: 'operations.error-agrees-with-event',
      });
      t.expect.at(result, '/view/errorMessage', 'present', { requirement: `operations.error-message-when-${word}` });
      await away?.();
      const repeat = await t.account.submit(params, { request, idempotencyKey: placed.key });
      expectSameOperation(t, placed, repeat, {
        accepted: 'idempotency.duplicate-accepted',
        same: 'idempotency.duplicate-after-rejection',
      });
      await expectStatusStays(t, placed, told);
      await executions.expect({}, { requirement: `transactions.${word}-changes-nothing` });
    },
  });
}

function expectTold(
  t: CheckContext,
  placed: Placed,
  told: ReceivedOf<'transaction_event'>,
  word: 'failed' | 'rejected',
): void {
  const { key, operationId } = placed;
  t.expect.at(told, '/view/clientRequestId', 'equals', key, { requirement: 'transactions.client-request-id-echo' });
  t.expect.that(
    String(told.view.operationId) === operationId,
    {
      expected: `operation_id ${operationId}`,
      actual: `operation_id ${told.view.operationId ?? 'missing'}`,
      evidence: [told, placed],
      shown: shownOperation(placed, placed, told),
    },
    { requirement: 'transactions.operation-id-of-request' },
  );
  t.expect.at(told, '/view/errorCode', 'present', { requirement: `transactions.error-code-on-${word}` });
  t.expect.at(told, '/view/errorMessage', 'present', { requirement: `transactions.error-message-on-${word}` });
}

/** A repeat is an answer to somebody who did not hear the first one: it changes nothing of what is remembered. */
async function expectStatusStays(
  t: CheckContext,
  placed: Placed,
  told: ReceivedOf<'transaction_event'>,
): Promise<void> {
  const read = await laterStatus(t, placed);
  // It may be forgotten, which is a matter of its retention.
  if (!isAnswered(read)) return;
  const { record } = read;
  const stays = { requirement: 'operations.final-result-stays' } as const;
  t.expect.at(record, '/view/state', 'equals', told.view.status ?? null, stays);
  t.expect.at(record, '/view/errorCode', 'equals', told.view.errorCode ?? null, stays);
  t.expect.at(record, '/view/errorMessage', 'present', stays);
  t.expect.at(record, '/view/clientRequestId', 'equals', placed.key, {
    requirement: 'operations.client-request-id-echo',
  });
}
