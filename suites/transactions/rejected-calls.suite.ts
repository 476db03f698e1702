// Rejections of calls other than placements (interface 1, rule 1; 2.2; 6.1, rule 1; 8): they are delivered like those of placements, with
// operation, key and error. Whether a target acknowledges such a call or refuses it at once is open.
import type { RequestName, RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { openingOf } from '../words/calls/calls.js';
import { CANCELLATION, CLOSE, type Ending, endingParams } from '../words/calls/endings.js';
import { belowMinimum } from '../words/trading/rejected-order.js';

interface WrongCall {
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  readonly request: RequestName;
  /** Parameters of a well-formed call that a trading rule does not let pass. */
  readonly params: (t: CheckContext) => Promise<RequestParams>;
}

/** Done once with success, so that the second time there is nothing left to do. */
function again(ending: Ending, words: string): WrongCall {
  const { word: slug, needs, request } = ending;
  return {
    slug,
    words,
    needs,
    request,
    async params(t) {
      const params = await endingParams(t, ending);
      await t.account.complete(params, { request });
      return params;
    },
  };
}

for (const { slug, words, needs, request, params } of [
  {
    slug: 'opening',
    words: 'an opening below volume_min',
    needs: { claims: ['positions'] },
    request: 'openPosition',
    params: async (t) => openingOf(await belowMinimum(t)),
  },
  again(CLOSE, 'the close of a position that is closed'),
  again(CANCELLATION, 'the cancellation of an order that is cancelled'),
] satisfies readonly WrongCall[]) {
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
      // Only what operation status shows as ended owes an event.
      const ended = event === undefined ? await t.account.settle(submission) : undefined;
      const { record } = t.expect.arrived(event ?? events.resultsOf(submission)[0], submission, { evidence: [ended] });
      t.expect.at(record, '/view/clientRequestId', 'equals', submission.key, {
        requirement: 'transactions.client-request-id-echo',
      });
      t.expect.at(record, '/view/errorCode', 'present', { requirement: 'transactions.error-code-on-rejected' });
      t.expect.at(record, '/view/errorMessage', 'present', { requirement: 'transactions.error-message-on-rejected' });
    },
  });
}
