// Operations that are remembered while something else happens on the account (interface 1, rule 1; 4.3; 7.1, rule 1; 8): their status shows
// what it showed, and the key of each is known with the payload that it was used for.
import { isFinalStatus } from '../../../toolkit/payload/vocabulary.js';
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { OperationView } from '../../../toolkit/profile/dialect/views.js';
import type { CheckContext, Placed, Recorded } from '../../runner/context.js';
import { isAnswered } from '../../words/calls/answered.js';
import { expectSameOperation } from '../../words/calls/same-operation.js';
import { laterStatus } from '../../words/trading/later-status.js';
import { belowMinimum } from '../../words/trading/rejected-order.js';
import { volumesOf } from '../../words/trading/volumes.js';

interface EndedOperation {
  readonly params: RequestParams;
  readonly submission: Placed;
  readonly status: Recorded<OperationView>;
}

/** Orders that were placed, and others that two rules have rejected. */
export async function endedOperations(t: CheckContext): Promise<readonly EndedOperation[]> {
  const order = await t.account.order();
  const above = volumesOf(await t.account.conditions())?.aboveOnStep;
  const wanted = [
    order,
    await t.account.order({ type: 'stop', side: 'sell' }),
    await belowMinimum(t),
    ...(above === undefined ? [] : [{ ...(await t.account.order()), volume: above }]),
  ];
  const ended: EndedOperation[] = [];
  for (const params of wanted) {
    const submission = await t.account.submit(params);
    // What breaks a rule may break the form of a request as well.
    if (!submission.accepted || submission.operationId === undefined) continue;
    await t.account.settle(submission);
    const placed = submission as Placed; // It was accepted.
    const status = await statusOf(t, placed);
    if (status !== undefined) ended.push({ params, submission: placed, status });
  }
  if (ended.length === 0) t.inconclusive('no operation status could be read');
  return ended;
}

/** What is shown now; undefined where it cannot be read, as after its retention, or does not become final. */
async function statusOf(t: CheckContext, placed: Placed): Promise<Recorded<OperationView> | undefined> {
  const read = await laterStatus(t, placed);
  if (!isAnswered(read)) return undefined;
  const view = t.dialect.readOperation(read.answer?.body ?? null);
  return isFinalStatus(view.state) ? { ...view, record: read.record } : undefined;
}

/** Judges that each shows the result, the error and the key that it showed before. */
export async function expectSameStatus(t: CheckContext, ended: readonly EndedOperation[]): Promise<void> {
  for (const { submission, status } of ended) {
    const read = await laterStatus(t, submission);
    // It may be forgotten, which is a matter of its retention.
    if (!isAnswered(read)) continue;
    const { record } = read;
    t.expect.at(record, '/view/state', 'equals', status.state);
    if (typeof status.errorCode === 'string' || typeof status.errorCode === 'number') {
      t.expect.at(record, '/view/errorCode', 'equals', status.errorCode);
    }
    t.expect.at(record, '/view/clientRequestId', 'equals', submission.key, {
      requirement: 'operations.client-request-id-echo',
    });
  }
}

/** Judges that the same again under each key is the same operation. */
export async function expectKeysKnown(t: CheckContext, ended: readonly EndedOperation[]): Promise<void> {
  for (const { params, submission } of ended) {
    const repeat = await t.account.submit(params, { idempotencyKey: submission.key });
    expectSameOperation(t, submission, repeat, {
      accepted: 'idempotency.duplicate-accepted',
      same: 'idempotency.duplicate-same-operation',
    });
  }
}
