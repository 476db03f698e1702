// The envelope of a transaction_event (interface 2.2; 6.1, rules 1, 5, 6): status, identifiers and errors of requested operations.
import type { Needs } from '../runner/check.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { submitToBeRejected } from '../words/trading/rejected-order.js';

interface Requested {
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  readonly submit: (t: CheckContext) => Promise<Submission>;
}

const ORDER: Requested = {
  slug: 'order',
  words: 'a placed order',
  needs: {},
  submit: async (t) => t.account.submit(await t.account.order()),
};

const OPENING: Requested = {
  slug: 'opening',
  words: 'the opening of a position',
  needs: { claims: ['positions'] },
  // Not set-up, which would wait for the very event that is judged.
  submit: (t) => t.account.submit({}, { request: 'openPosition' }),
};

const REJECTED: Requested = {
  slug: 'rejected-order',
  words: 'an order that a trading rule rejected',
  needs: {},
  submit: (t) => submitToBeRejected(t),
};

const FAILED: Requested = {
  slug: 'failed-order',
  words: 'an order whose processing failed',
  needs: { control: ['operation.fail'] },
  submit: async (t) => {
    await t.control('operation.fail', { account_id: t.account.id, status: 'failed', error_code: 'EXECUTION_REJECTED' });
    return await t.account.submit(await t.account.order());
  },
};

for (const { requirement, of } of [
  { requirement: 'transactions.emitted-for-placement', of: ORDER },
  { requirement: 'transactions.emitted-for-opening', of: OPENING },
  { requirement: 'transactions.negative-results-delivered', of: REJECTED },
  { requirement: 'transactions.negative-results-delivered', of: FAILED },
] as const) {
  scenario({
    id: `${requirement}/${of.slug}`,
    title: `delivers the result of ${of.words} as a transaction_event`,
    requirements: ['domain.result-as-event', 'ack.operation-id-correlates-event'],
    purposes: [24, 28],
    needs: of.needs,
    async run(t) {
      const events = await t.account.transactions();
      const submission = await of.submit(t);
      if (!submission.accepted) t.inconclusive('the request was refused', [submission.exchange.record]);
      const event = await events.resultOf(submission);
      const status = event === undefined ? await t.account.settle(submission) : undefined;
      t.expect.that(event !== undefined, {
        expected: `a transaction_event with operation_id ${submission.operationId}`,
        actual: `none within ${t.timing.resultMs} ms, though operation status shows ${status?.status}`,
        evidence: [event?.record ?? submission.exchange.record, ...(status ? [status.record] : [])],
      });
    },
  });
}

/** Not by the set-up verb, which awaits the very event that is judged. */
const OPENING_ALONE: Requested = {
  ...OPENING,
  submit: async (t) => t.account.submit({}, { request: 'openPosition' }),
};

/** What was opened before is awaited on the stream of the check. */
const CLOSE: Requested = {
  slug: 'close',
  words: 'the close of a position',
  needs: { claims: ['positions', 'closePosition'], requests: ['closePosition'] },
  submit: async (t) => {
    const { positionId, result } = await t.account.openPosition();
    return positionId === undefined
      ? t.inconclusive('the opened position shows no identifier; bind it in the dialect', [result.record])
      : await t.account.submit({ accountId: t.account.id, positionId }, { request: 'closePosition' });
  },
};

const CANCELLATION: Requested = {
  slug: 'cancellation',
  words: 'the cancellation of an order',
  needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
  submit: async (t) => {
    const { orderId, result } = await t.account.openOrder();
    return orderId === undefined
      ? t.inconclusive('the open order shows no identifier; bind it in the dialect', [result.record])
      : await t.account.submit({ accountId: t.account.id, orderId }, { request: 'cancelOrder' });
  },
};

for (const { requirement, of } of [
  { requirement: 'transactions.operation-id-of-request', of: ORDER },
  { requirement: 'transactions.operation-id-of-request', of: OPENING_ALONE },
  { requirement: 'transactions.operation-id-of-request', of: REJECTED },
  { requirement: 'transactions.operation-id-of-request', of: CLOSE },
  { requirement: 'transactions.operation-id-of-request', of: CANCELLATION },
  { requirement: 'ack.operation-id-correlates-event', of: ORDER },
] as const) {
  scenario({
    id: `${requirement}/${of.slug}-by-its-key`,
    title: `names the operation of the ACK in the event that echoes the key of ${of.words}`,
    purposes: [24, 39],
    // The interface shows no call that closes or cancels.
    ...((of === CLOSE || of === CANCELLATION) && { level: 'should' }),
    needs: of.needs,
    async run(t) {
      const events = await t.account.transactions();
      const submission = await of.submit(t);
      if (!submission.accepted) t.inconclusive('the request was refused', [submission.exchange.record]);
      const event = await events.next(
        (message) => message.kind === 'transaction_event' && message.view.clientRequestId === submission.key,
      );
      if (event?.kind !== 'transaction_event')
        return t.inconclusive('no event echoes the key', [submission.exchange.record]);
      const shown = event.view.operationId;
      t.expect.that(shown !== undefined && String(shown) === submission.operationId, {
        expected: `operation_id ${submission.operationId}`,
        actual: `operation_id ${shown === undefined ? 'missing' : JSON.stringify(shown)}`,
        evidence: [event.record, submission.exchange.record],
      });
    },
  });
}

for (const of of [ORDER, OPENING, REJECTED, FAILED]) {
  scenario({
    id: `transactions.client-request-id-echo/${of.slug}`,
    title: `echoes the key in the event of ${of.words}`,
    purposes: [39],
    needs: of.needs,
    async run(t) {
      const events = await t.account.transactions();
      const submission = await of.submit(t);
      const event = await events.awaitResultOf(submission);
      t.expect.at(event.record, '/view/clientRequestId', 'equals', submission.key);
    },
  });

  scenario({
    id: `transactions.status-values/${of.slug}`,
    title: `gives the event of ${of.words} one of the three statuses`,
    needs: of.needs,
    async run(t) {
      const events = await t.account.transactions();
      const event = await events.awaitResultOf(await of.submit(t));
      t.expect.at(event.record, '/view/status', 'oneOf', ['success', 'rejected', 'failed']);
    },
  });
}

for (const { of, status } of [
  { of: REJECTED, status: 'rejected' },
  { of: FAILED, status: 'failed' },
] as const) {
  for (const { member, word } of [
    { member: 'errorCode', word: 'error-code' },
    { member: 'errorMessage', word: 'error-message' },
  ] as const) {
    scenario({
      id: `transactions.${word}-on-${status}/${of.slug}`,
      title: `shows ${word.replace('-', '_')} in the event of ${of.words}`,
      requirements: ['errors.event-spelling', 'errors.final-in-event-and-status'],
      needs: of.needs,
      async run(t) {
        const events = await t.account.transactions();
        const event = await events.awaitResultOf(await of.submit(t));
        if (event.view.status === 'success') t.inconclusive('the operation succeeded', [event.record]);
        t.expect.at(event.record, `/view/${member}`, 'type', ['string', 'number']);
      },
    });
  }
}

scenario({
  id: 'transactions.error-message-on-rejected/not-empty',
  title: 'says something in the error_message of a rejected order',
  level: 'should',
  async run(t) {
    const events = await t.account.transactions();
    const event = await events.awaitResultOf(await REJECTED.submit(t));
    if (event.view.status === 'success') t.inconclusive('the operation succeeded', [event.record]);
    t.expect.at(event.record, '/view/errorMessage', 'notEquals', '');
  },
});

for (const of of [ORDER, OPENING]) {
  scenario({
    id: `transactions.no-error-on-success/${of.slug}`,
    title: `names no error in the event of ${of.words} that succeeded`,
    needs: of.needs,
    async run(t) {
      const events = await t.account.transactions();
      const event = await events.awaitResultOf(await of.submit(t), 'success');
      t.expect.at(event.record, '/view/errorCode', 'absentOrNull', null);
      t.expect.at(event.record, '/view/errorMessage', 'absentOrNull', null);
    },
  });
}

scenario({
  id: 'transactions.success-means-change/snapshot-shows-the-order',
  title: 'announces success only for an order that is open afterwards',
  requirements: ['domain.open-orders-in-snapshot', 'subscriptions.transactions-snapshot-orders'],
  purposes: [27],
  async run(t) {
    const before = await t.account.state();
    const events = await t.account.transactions();
    const event = await events.awaitResultOf(await ORDER.submit(t), 'success');
    const after = await t.account.state();
    t.expect.at(after.record, '/view/orders', 'lengthIs', (before.orders?.length ?? 0) + 1);
    const id = event.view.orders?.[0]?.id;
    if (id !== undefined)
      t.expect.at(after.record, '/view/orders', 'some', { member: 'id', predicate: 'equals', expected: id });
  },
});
