// Opening a position (interface 4.2) by the general rules of mutating calls: ACK, event, operation status, an open position. The code
// lists of the placement do not bind this call.
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { CheckContext, Placed } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { OPENING } from '../words/calls/calls.js';
import { eventually } from '../words/eventually.js';

const { needs } = OPENING;

for (const side of ['buy', 'sell'] as const) {
  scenario({
    id: `positions.open-accepted/${side}`,
    title: `accepts a valid request to ${side} at the market`,
    needs,
    async run(t) {
      t.expect.accepted(await OPENING.submit(t.account, { ...(await OPENING.params(t.account)), side }));
    },
  });
}

scenario({
  id: 'positions.ack-status-202/first-request',
  title: 'answers the first request to open a position with 202',
  needs,
  async run(t) {
    t.expect.status(await OPENING.submit(t.account, await OPENING.params(t.account)), 202);
  },
});

for (const { id, title, judge } of [
  {
    id: 'positions.ack-operation-id/in-the-ack',
    title: 'carries operation_id in the ACK of an opening',
    judge: (t: CheckContext, opening: Placed): void => {
      t.expect.at(opening, '/view/operationId', 'type', 'string');
      t.expect.at(opening, '/view/operationId', 'notEquals', '');
    },
  },
  {
    id: 'positions.ack-client-request-id/in-the-ack',
    title: 'echoes the key as client_request_id in the ACK of an opening',
    judge: (t: CheckContext, opening: Placed): void =>
      t.expect.at(opening, '/view/clientRequestId', 'equals', opening.key),
  },
] as const) {
  scenario({
    id,
    title,
    purposes: [39],
    needs,
    async run(t) {
      judge(t, await OPENING.place(t.account));
    },
  });
}

scenario({
  id: 'positions.asynchronous-result/event',
  title: 'delivers the result of an opening as a transaction_event',
  purposes: [24, 28],
  needs,
  async run(t) {
    const events = await t.account.transactions();
    const opening = await OPENING.place(t.account);
    t.expect.arrived(await events.resultOf(opening), opening);
  },
});

scenario({
  id: 'positions.result-in-status/no-stream',
  title: 'shows the result of an opening in operation status, under its key, when no stream is open',
  purposes: [32],
  needs,
  async run(t) {
    const opening = await OPENING.place(t.account);
    const result = await t.account.settle(opening);
    t.expect.at(result, '/view/state', 'equals', 'success');
    t.expect.at(result, '/view/clientRequestId', 'optional', { predicate: 'equals', expected: opening.key });
  },
});

scenario({
  id: 'positions.result-in-status/after-its-event',
  title: 'comes in operation status to the result that the event of an opening announced',
  purposes: [29, 32],
  needs,
  async run(t) {
    const events = await t.account.transactions();
    const opening = await OPENING.place(t.account);
    const { operationId } = opening;
    const { status } = (await events.awaitResultOf(opening)).view;
    const shownBy = ({ answer }: HttpExchange): unknown =>
      answer?.body === undefined ? undefined : t.dialect.readOperation(answer.body).state;
    const read = await eventually(
      t,
      () => t.account.request('operationStatus', { operationId }),
      (exchange) => shownBy(exchange) === status,
    );
    if (shownBy(read) === 'unknown') t.inconclusive('the dialect does not know the word for its state', [read]);
    t.expect.accepted(read);
    t.expect.at(read, '/view/state', 'equals', status ?? null);
  },
});
