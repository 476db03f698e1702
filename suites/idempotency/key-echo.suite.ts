// The echo of a key of full length with every permitted mark (interface 2.1, 2.2, 4.3; 8): whole and unescaped, wherever it is owed.

import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { Subject } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { CALLS } from '../words/calls/calls.js';

for (const call of CALLS) {
  scenario({
    id: `transactions.client-request-id-echo/${call.word}-longest-key`,
    title: `echoes a key of 128 characters with every mark whole in ACK, event and status of an ${call.word}`,
    requirements: ['ack.client-request-id-echo', 'operations.client-request-id-echo'],
    purposes: [39],
    needs: call.needs,
    async run(t) {
      const events = await t.account.transactions();
      const idempotencyKey = `~.${t.freshKey()}`.padEnd(128, 'x_-.~Z9');
      const ack = await call.submit(t.account, await call.params(t.account), { idempotencyKey });
      const echo = (shownBy: Subject, requirement: RequirementId): void =>
        t.expect.at(shownBy, '/view/clientRequestId', 'equals', idempotencyKey, { requirement });
      echo(await events.awaitResultOf(ack), 'transactions.client-request-id-echo');
      echo(ack, 'ack.client-request-id-echo');
      echo(await t.account.settle(ack), 'operations.client-request-id-echo');
    },
  });
}
