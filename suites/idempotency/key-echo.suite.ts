// The echo of a key of full length with every permitted mark (interface 2.1, 2.2, 4.3; 8): whole and unescaped, wherever it is owed.

import { scenario } from '../runner/registry.js';
import { CALLS } from '../words/trading/calls.js';

for (const call of CALLS) {
  scenario({
    id: `transactions.client-request-id-echo/${call.word}-longest-key`,
    title: `echoes a key of 128 characters with every mark whole in ACK, event and status of an ${call.word}`,
    requirements: ['ack.client-request-id-echo', 'operations.client-request-id-echo'],
    purposes: [39],
    needs: call.needs,
    async run(t) {
      const events = await t.account.transactions();
      const key = `~.${t.freshKey()}`.padEnd(128, 'x_-.~Z9');
      const submission = await call.submit(t.account, await call.params(t.account), { idempotencyKey: key });
      const event = await events.awaitResultOf(submission);
      t.expect.at(event.record, '/view/clientRequestId', 'equals', key);
      t.expect.at(submission.exchange.record, '/view/clientRequestId', 'equals', key, {
        requirement: 'ack.client-request-id-echo',
      });
      const result = await t.account.settle(submission);
      if (result.from !== 'status') t.inconclusive('the result was not read from operation status', [result.record]);
      t.expect.at(result.record, '/view/clientRequestId', 'equals', key, {
        requirement: 'operations.client-request-id-echo',
      });
    },
  });
}
