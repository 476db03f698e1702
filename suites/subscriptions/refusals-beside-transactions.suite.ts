// A refused subscription leaves the one to transactions as it was (interface 6.2, rule 4; 6.3, rule 3), of whichever kind it is.
import { scenario } from '../runner/registry.js';

for (const { kind, requirement, claim } of [
  { kind: 'instruments', requirement: 'instruments.refusal-keeps-existing', claim: 'instrumentEvents' },
  { kind: 'hmr', requirement: 'hmr.refusal-keeps-existing', claim: 'hmrEvents' },
] as const) {
  scenario({
    id: `${requirement}/transactions-go-on`,
    title: `goes on delivering transactions after a refused subscription to ${kind} on the connection`,
    needs: { claims: [claim] },
    async run(t) {
      const events = await t.account.transactions();
      const { outcome, record } = await events.subscribe(kind, [t.market.unknown]);
      if (outcome === 'accepted') t.inconclusive('the subscription to an unknown instrument was accepted', [record]);
      const submission = await t.account.submit(await t.account.order());
      if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
      const event = await events.resultOf(submission);
      t.expect.that(event !== undefined && events.isOpen, {
        expected: `a transaction_event with operation_id ${submission.operationId}, on the same connection`,
        actual: events.isOpen ? `none within ${t.timing.resultMs} ms` : 'the connection was closed',
        evidence: [event?.record ?? submission.exchange.record, record],
      });
    },
  });
}
