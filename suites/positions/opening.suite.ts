// Opening a position (interface 4.2) by the general rules of mutating calls: ACK, event, operation status, an open position. The code
// lists of the placement do not bind this call.
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { OPENING } from '../words/trading/calls.js';

const NEEDS = { claims: ['positions'] } as const;

async function opened(t: CheckContext): Promise<Submission> {
  const submission = await OPENING.submit(t.account, await OPENING.params(t.account));
  return submission.accepted ? submission : t.inconclusive('a valid opening was refused', [submission.exchange.record]);
}

for (const side of ['buy', 'sell'] as const) {
  scenario({
    id: `positions.open-accepted/${side}`,
    title: `accepts a valid request to ${side} at the market`,
    needs: NEEDS,
    async run(t) {
      const params = { ...(await OPENING.params(t.account)), side };
      t.expect.accepted((await OPENING.submit(t.account, params)).exchange);
    },
  });
}

scenario({
  id: 'positions.ack-status-202/first-request',
  title: 'answers the first request to open a position with 202',
  needs: NEEDS,
  async run(t) {
    t.expect.status((await OPENING.submit(t.account, await OPENING.params(t.account))).exchange, 202);
  },
});

for (const { requirement, title, judge } of [
  {
    requirement: 'positions.ack-operation-id',
    title: 'carries operation_id in the ACK of an opening',
    judge: (t: CheckContext, { exchange }: Submission): void => {
      t.expect.at(exchange.record, '/view/operationId', 'type', 'string');
      t.expect.at(exchange.record, '/view/operationId', 'notEquals', '');
    },
  },
  {
    requirement: 'positions.ack-client-request-id',
    title: 'echoes the key as client_request_id in the ACK of an opening',
    judge: (t: CheckContext, { exchange, key }: Submission): void =>
      t.expect.at(exchange.record, '/view/clientRequestId', 'equals', key),
  },
] as const) {
  scenario({
    id: `${requirement}/in-the-ack`,
    title,
    purposes: [39],
    needs: NEEDS,
    async run(t) {
      judge(t, await opened(t));
    },
  });
}

scenario({
  id: 'positions.asynchronous-result/event',
  title: 'delivers the result of an opening as a transaction_event',
  purposes: [24, 28],
  needs: NEEDS,
  async run(t) {
    const events = await t.account.transactions();
    const submission = await opened(t);
    const event = await events.resultOf(submission);
    t.expect.that(event !== undefined, {
      expected: `a transaction_event with operation_id ${submission.operationId}`,
      actual: `none within ${t.timing.resultMs} ms`,
      evidence: [event?.record ?? submission.exchange.record],
    });
  },
});

scenario({
  id: 'positions.result-in-status/no-stream',
  title: 'shows the result of an opening in operation status, under its key, when no stream is open',
  purposes: [32],
  needs: NEEDS,
  async run(t) {
    const submission = await opened(t);
    const result = await t.account.settle(submission);
    t.expect.at(result.record, '/view/state', 'equals', 'success');
    t.expect.at(result.record, '/view/clientRequestId', 'optional', { predicate: 'equals', expected: submission.key });
  },
});

scenario({
  id: 'positions.result-in-status/after-its-event',
  title: 'comes in operation status to the result that the event of an opening announced',
  purposes: [29, 32],
  needs: NEEDS,
  async run(t) {
    const events = await t.account.transactions();
    const submission = await opened(t);
    const { operationId } = submission;
    const event = await events.resultOf(submission);
    if (event === undefined || operationId === undefined)
      return t.inconclusive('no event of the opening arrived in time', [submission.exchange.record]);
    const { status } = event.view;
    const shownBy = ({ answer }: HttpExchange): unknown =>
      answer?.body === undefined ? undefined : t.dialect.readOperation(answer.body).state;
    const exchange = await eventually(
      t,
      () => t.account.request('operationStatus', { operationId }),
      (read) => shownBy(read) === status,
    );
    if (shownBy(exchange) === 'unknown')
      return t.inconclusive('the dialect does not know the word for its state', [exchange.record]);
    t.expect.accepted(exchange);
    t.expect.at(exchange.record, '/view/state', 'equals', status ?? null);
  },
});
