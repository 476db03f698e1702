// From request to result (interface 1, rule 1; 2.1; 6.1): the ACK with its members, then one final event under the operation_id and
// key of the ACK. The event may overtake the 202 and other events may come between: results are joined by operation_id.
import { scenario } from '../runner/registry.js';
import { CALLS } from '../words/calls/calls.js';

scenario({
  id: 'ack.status-202/order',
  title: 'acknowledges an order with status 202',
  requirements: ['domain.mutations-acknowledged'],
  async run(t) {
    const submission = await t.account.submit({});
    t.expect.accepted(submission, { requirement: 'domain.mutations-acknowledged' });
    t.expect.status(submission, 202);
  },
});

for (const call of CALLS) {
  scenario({
    id: `ack.operation-id-present/${call.word}`,
    title: `answers an ${call.word} with an ACK that carries operation_id and echoes the key`,
    requirements: ['ack.operation-id-string', 'ack.client-request-id-echo', 'ack.client-request-id-string'],
    purposes: [39],
    needs: call.needs,
    async run(t) {
      const ack = await call.place(t.account);
      t.expect.at(ack, '/view/operationId', 'present');
      t.expect.at(ack, '/view/operationId', 'type', 'string', { requirement: 'ack.operation-id-string' });
      t.expect.at(ack, '/view/operationId', 'notEquals', '', { requirement: 'ack.operation-id-present' });
      t.expect.at(ack, '/view/clientRequestId', 'type', 'string', { requirement: 'ack.client-request-id-string' });
      t.expect.at(ack, '/view/clientRequestId', 'equals', ack.key, { requirement: 'ack.client-request-id-echo' });
    },
  });

  scenario({
    id: `domain.result-as-event/${call.word}`,
    title: `delivers the result of an ${call.word} as a transaction_event under the operation_id and key of its ACK`,
    requirements: ['transactions.client-request-id-echo'],
    purposes: [28, 39],
    needs: call.needs,
    async run(t) {
      const events = await t.account.transactions();
      const ack = await call.place(t.account);
      const event = t.expect.arrived(await events.resultOf(ack), ack);
      t.expect.at(event, '/view/clientRequestId', 'equals', ack.key, {
        requirement: 'transactions.client-request-id-echo',
      });
    },
  });
}

scenario({
  id: 'transactions.one-outcome/event-and-status-settled',
  title: 'keeps one outcome of an order: no event of another status comes, and operation status stays',
  requirements: ['operations.final-result-stays'],
  purposes: [26, 29],
  async run(t) {
    const events = await t.account.transactions();
    const submission = await t.account.place();
    const { status } = await t.account.settle(submission, events);
    await t.account.openOrder({}, { events });
    const mine = events.resultsOf(submission);
    t.expect.that(
      mine.every(({ view }) => view.status === status),
      {
        expected: `every event of the operation to say ${status}`,
        actual: mine.map(({ view }) => String(view.status)).join(', '),
        evidence: mine,
      },
    );
    const later = await t.account.settle(submission);
    t.expect.at(later, '/view/state', 'equals', status, { requirement: 'operations.final-result-stays' });
  },
});

for (const { id, words, second, claims } of [
  { id: 'ack.operation-id-unique/two-orders', words: 'two orders', second: 'placeOrder', claims: [] },
  {
    id: 'ack.operation-id-unique/order-and-opening',
    words: 'an order and an opening',
    second: 'openPosition',
    claims: ['positions'],
  },
] as const) {
  scenario({
    id,
    title: `gives ${words} of one account operation_ids of their own`,
    purposes: [23],
    needs: { claims },
    async run(t) {
      const one = await t.account.place();
      const other = await t.account.place({}, { request: second });
      t.expect.at(other, '/view/operationId', 'notEquals', one.ack?.operationId ?? null);
    },
  });
}
