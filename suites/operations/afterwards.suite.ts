// A final result is that of one operation (interface 1, rule 1; 4.3; 7.2): what later becomes of its order does not change it, and a
// rejection does not lend its code to the next one.

import type { CheckContext, FinalResult } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { submitToBeRejected } from '../words/trading/rejected-order.js';
import { type Volumes, volumesOf } from '../words/trading/volumes.js';

const MARGIN_CODES = ['TRADING_RULE_INSUFFICIENT_MARGIN', 'TRADING_RULE_MARGIN_LEVEL_TOO_LOW'];

scenario({
  id: 'operations.final-result-stays/after-its-order-was-cancelled',
  title: 'still shows the success of a placement after its order was cancelled',
  needs: { claims: ['cancelOrder'] },
  async run(t) {
    const { submission, orderId, result } = await t.account.openOrder();
    if (orderId === undefined)
      return t.inconclusive('the open order shows no identifier; bind it in the dialect', [result.record]);
    const cancellation = await t.account.submit({ accountId: t.account.id, orderId }, { request: 'cancelOrder' });
    if (!cancellation.accepted) t.inconclusive('the cancellation was refused', [cancellation.exchange.record]);
    const end = await t.account.settle(cancellation);
    if (end.status !== 'success') t.inconclusive(`the cancellation ended ${end.status}`, [end.record]);
    const status = await t.account.request('operationStatus', { operationId: submission.operationId ?? '' });
    if (status.answer?.status !== 200) t.inconclusive('the status could not be read again', [status.record]);
    t.expect.at(status.record, '/view/state', 'equals', 'success');
  },
});

async function rejection(t: CheckContext, pick: (volumes: Volumes) => string | undefined): Promise<FinalResult> {
  const params = await t.account.order();
  const volumes = volumesOf(await t.account.conditions(params.instrument));
  const volume = volumes && pick(volumes);
  if (volume === undefined) return t.notApplicable('the conditions leave no such volume');
  const submission = await t.account.submit({ ...params, volume });
  return submission.accepted
    ? t.account.settle(submission)
    : t.inconclusive('the volume was refused before the ACK', [submission.exchange.record]);
}

scenario({
  id: 'errors.volume-too-large/after-one-too-small',
  title: 'ends an order above volume_max with its own code after another was rejected for its smallness',
  requirements: ['errors.final-in-event-and-status'],
  async run(t) {
    const first = await t.account.settle(await submitToBeRejected(t));
    if (first.status === 'success') t.inconclusive('an order below volume_min succeeded', [first.record]);
    const { operation, event, record } = await rejection(t, ({ aboveOnStep }) => aboveOnStep);
    const names = [operation?.errorCode, operation?.errorMessage, event?.errorCode, event?.errorMessage].map(String);
    if (names.some((name) => MARGIN_CODES.includes(name)))
      t.inconclusive('the margin was found wanting first', [record]);
    t.expect.that(names.includes('TRADING_RULE_VOLUME_TOO_LARGE'), {
      expected: 'error_code TRADING_RULE_VOLUME_TOO_LARGE',
      actual: `error_code ${names[0] === 'undefined' ? names[2] : names[0]}`,
      evidence: [record, first.record],
    });
  },
});
