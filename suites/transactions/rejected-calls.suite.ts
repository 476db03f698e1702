// Rejections of calls other than placements (interface 1, rule 1; 2.2; 6.1, rule 1; 8): they are delivered like those of placements, with
// operation, key and error. Whether a target acknowledges such a call or refuses it at once is open.
import type { RequestName, RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { belowMinimum } from '../words/trading/rejected-order.js';

interface Call {
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  readonly request: RequestName;
  /** Parameters of a well-formed call that a trading rule does not let pass. */
  readonly params: (t: CheckContext) => Promise<RequestParams>;
}

/** Done once with success, so that the second time there is nothing left to do. */
async function done(t: CheckContext, request: RequestName, params: RequestParams): Promise<RequestParams> {
  const submission = await t.account.submit(params, { request });
  const result = submission.accepted ? await t.account.settle(submission) : undefined;
  if (result?.status !== 'success')
    t.inconclusive('the call did not succeed the first time', [result?.record ?? submission.exchange.record]);
  return params;
}

const CALLS: readonly Call[] = [
  {
    slug: 'opening',
    words: 'an opening below volume_min',
    needs: { claims: ['positions'] },
    request: 'openPosition',
    params: async (t) => {
      const { accountId, instrument, side, volume } = await belowMinimum(t);
      return {
        accountId,
        ...(instrument !== undefined && { instrument }),
        ...(side !== undefined && { side }),
        ...(volume !== undefined && { volume }),
      };
    },
  },
  {
    slug: 'close',
    words: 'the close of a position that is closed',
    needs: { claims: ['positions', 'closePosition'], requests: ['closePosition'] },
    request: 'closePosition',
    params: async (t) => {
      const { positionId, result } = await t.account.openPosition();
      if (positionId === undefined)
        return t.inconclusive('the opened position shows no identifier; bind it in the dialect', [result.record]);
      return done(t, 'closePosition', { accountId: t.account.id, positionId });
    },
  },
  {
    slug: 'cancellation',
    words: 'the cancellation of an order that is cancelled',
    needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
    request: 'cancelOrder',
    params: async (t) => {
      const { orderId, result } = await t.account.openOrder();
      if (orderId === undefined)
        return t.inconclusive('the open order shows no identifier; bind it in the dialect', [result.record]);
      return done(t, 'cancelOrder', { accountId: t.account.id, orderId });
    },
  },
];

for (const { slug, words, needs, request, params } of CALLS) {
  scenario({
    id: `transactions.negative-results-delivered/rejected-${slug}`,
    title: `delivers the rejection of ${words}, with its operation, its key and its error`,
    requirements: [
      'transactions.client-request-id-echo',
      'transactions.error-code-on-rejected',
      'transactions.error-message-on-rejected',
    ],
    // Events are named for openings and placements; closes and cancellations are calls that the interface does not show (6.1, rule 6).
    ...(slug !== 'opening' && { level: 'should' }),
    needs,
    async run(t) {
      const asked = await params(t);
      const events = await t.account.transactions();
      const submission = await t.account.submit(asked, { request });
      if (!submission.accepted) return t.notApplicable('the target refuses such a call before the ACK, which it may');
      const event = await events.resultOf(submission);
      if (event?.view.status === 'success') return t.notApplicable('the target takes such a call, which it may');
      const result = event ?? (await t.account.settle(submission));
      t.expect.that(event !== undefined, {
        expected: `a transaction_event with operation_id ${submission.operationId}`,
        actual: `none within ${t.timing.resultMs} ms`,
        evidence: [result.record, submission.exchange.record],
      });
      t.expect.at(result.record, '/view/clientRequestId', 'equals', submission.key, {
        requirement: 'transactions.client-request-id-echo',
      });
      t.expect.at(result.record, '/view/errorCode', 'present', null, {
        requirement: 'transactions.error-code-on-rejected',
      });
      t.expect.at(result.record, '/view/errorMessage', 'present', null, {
        requirement: 'transactions.error-message-on-rejected',
      });
    },
  });
}
