// Rejections of orders for other causes than a volume (interface 1, rule 1; 2.2; 4.3; 6.1, rule 1; 7.2; 8): whatever led to them, they
// are delivered and shown in operation status, with key and error. Which code a cause has is judged by `../errors/final-codes`, and
// whether such an order is refused at once or executed all the same is open.
import type { ControlActionName } from '../../toolkit/profile/control/actions.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { beyondMargin } from '../words/trading/beyond-margin.js';
import { expectSameResult } from '../words/trading/same-result.js';

interface Cause {
  readonly id: CheckId;
  readonly words: string;
  readonly control?: readonly ControlActionName[];
  readonly prepare: (t: CheckContext) => Promise<RequestParams>;
}

const CAUSES: readonly Cause[] = [
  {
    id: 'transactions.negative-results-delivered/no-such-instrument',
    words: 'on an instrument that does not exist',
    prepare: async (t) => ({ ...(await t.account.order()), instrument: t.market.unknown }),
  },
  {
    id: 'transactions.negative-results-delivered/session-closed',
    words: 'while the session of its instrument is closed',
    control: ['market.close'],
    async prepare(t) {
      const order = await t.account.order();
      await t.under('session-closed');
      return order;
    },
  },
  {
    id: 'transactions.negative-results-delivered/beyond-its-margin',
    words: 'that the account cannot carry',
    prepare: beyondMargin,
  },
];

for (const { id, words, control = [], prepare } of CAUSES) {
  scenario({
    id,
    title: `delivers the rejection of an order ${words}, with its key and its error, and shows the same in operation status`,
    requirements: [
      'transactions.client-request-id-echo',
      'transactions.error-code-on-rejected',
      'transactions.error-message-on-rejected',
      'transactions.error-code-on-failed',
      'transactions.error-message-on-failed',
      'operations.agrees-with-event',
      'operations.error-agrees-with-event',
      'operations.error-message-when-rejected',
      'operations.error-message-when-failed',
    ],
    needs: { control },
    async run(t) {
      const events = await t.account.transactions();
      const submission = await t.account.submit(await prepare(t));
      if (!submission.accepted) t.notApplicable('the target refuses such an order before the ACK, which it may');
      const event = await events.resultOf(submission);
      if (event?.view.status === 'success') t.notApplicable('the target executes this order, which it may');
      const result = await t.account.settle(submission);
      const told = t.expect.arrived(event, submission, { evidence: [result] });
      const word = told.view.status === 'failed' ? 'failed' : 'rejected';
      t.expect.at(told, '/view/clientRequestId', 'equals', submission.key, {
        requirement: 'transactions.client-request-id-echo',
      });
      t.expect.at(told, '/view/errorCode', 'present', { requirement: `transactions.error-code-on-${word}` });
      t.expect.at(told, '/view/errorMessage', 'present', { requirement: `transactions.error-message-on-${word}` });
      expectSameResult(t, told, result, { requirement: 'operations.agrees-with-event' });
      t.expect.at(told, '/view/errorCode', 'equals', result.operation?.errorCode ?? null, {
        requirement: 'operations.error-agrees-with-event',
      });
      t.expect.at(result, '/view/errorMessage', 'present', { requirement: `operations.error-message-when-${word}` });
    },
  });
}
