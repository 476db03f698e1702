// The envelope of a transaction_event (interface 2.2; 6.1, rules 1, 5, 6): status, identifiers and errors of requested operations.

import { TRANSACTION_STATUSES } from '../../toolkit/payload/vocabulary.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, Placed } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { CANCELLATION, CLOSE, type Ending, endingParams } from '../words/calls/endings.js';
import { shownOperation } from '../words/calls/same-operation.js';
import { eventOf, type TransactionEvent } from '../words/streams/event-of.js';
import { expectSpelled } from '../words/trading/final-error-names.js';
import { newOrders } from '../words/trading/new-orders.js';
import { placeToBeRejected, placeToFail } from '../words/trading/rejected-order.js';

interface Requested {
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  readonly level?: 'should';
  /** Never by a verb that awaits the very event that is judged. */
  readonly place: (t: CheckContext) => Promise<Placed>;
}

const PLACED: Requested = { slug: 'order', words: 'a placed order', needs: {}, place: (t) => t.account.place() };

const OPENED: Requested = {
  slug: 'opening',
  words: 'the opening of a position',
  needs: { claims: ['positions'] },
  place: (t) => t.account.place({}, { request: 'openPosition' }),
};

const REJECTED: Requested = {
  slug: 'rejected-order',
  words: 'an order that a trading rule rejected',
  needs: {},
  place: placeToBeRejected,
};

const FAILED: Requested = {
  slug: 'failed-order',
  words: 'an order whose processing failed',
  needs: { control: ['operation.fail'] },
  place: placeToFail,
};

const CLOSED = ended(CLOSE);
const CANCELLED = ended(CANCELLATION);

/** What was opened before is awaited on the stream of the check. The interface shows no call that closes or cancels. */
function ended(ending: Ending): Requested {
  const { word, words, needs, request } = ending;
  return {
    slug: word,
    words,
    needs,
    level: 'should',
    place: async (t) => t.account.place(await endingParams(t, ending), { request }),
  };
}

for (const { requirement, of } of [
  { requirement: 'transactions.emitted-for-placement', of: PLACED },
  { requirement: 'transactions.emitted-for-opening', of: OPENED },
  { requirement: 'transactions.negative-results-delivered', of: REJECTED },
  { requirement: 'transactions.negative-results-delivered', of: FAILED },
] as const) {
  scenario({
    id: `${requirement}/${of.slug}`,
    title: `delivers the result of ${of.words} as a transaction_event`,
    requirements: ['domain.result-as-event'],
    purposes: [24, 28],
    needs: of.needs,
    async run(t) {
      const events = await t.account.transactions();
      const submission = await of.place(t);
      const event = await events.resultOf(submission);
      // Only what operation status shows as ended owes an event.
      const ended = event === undefined ? await t.account.settle(submission) : undefined;
      const told = event ?? events.resultsOf(submission)[0];
      t.expect.arrived(told, submission, { evidence: [ended], also: ['domain.result-as-event'] });
    },
  });
}

for (const { requirement, of } of [
  { requirement: 'transactions.operation-id-of-request', of: PLACED },
  { requirement: 'transactions.operation-id-of-request', of: OPENED },
  { requirement: 'transactions.operation-id-of-request', of: REJECTED },
  { requirement: 'transactions.operation-id-of-request', of: CLOSED },
  { requirement: 'transactions.operation-id-of-request', of: CANCELLED },
  { requirement: 'ack.operation-id-correlates-event', of: PLACED },
] as const) {
  scenario({
    id: `${requirement}/${of.slug}-by-its-key`,
    title: `names the operation of the ACK in the event that echoes the key of ${of.words}`,
    purposes: [24, 39],
    ...(of.level && { level: of.level }),
    needs: of.needs,
    async run(t) {
      const events = await t.account.transactions();
      const submission = await of.place(t);
      const event = await events.await('transaction_event', {
        where: ({ view }) => view.clientRequestId === submission.key,
        what: 'event that echoes the key',
      });
      const shown = event.view.operationId;
      t.expect.that(shown !== undefined && String(shown) === submission.operationId, {
        expected: `operation_id ${submission.operationId}`,
        actual: `operation_id ${shown === undefined ? 'missing' : JSON.stringify(shown)}`,
        evidence: [event, submission],
        shown: shownOperation(submission, submission, event),
      });
    },
  });
}

for (const { slug, words, needs, place } of [PLACED, OPENED, REJECTED, FAILED]) {
  scenario({
    id: `transactions.client-request-id-echo/${slug}`,
    title: `echoes the key in the event of ${words}`,
    purposes: [39],
    needs,
    async run(t) {
      const events = await t.account.transactions();
      const submission = await place(t);
      t.expect.at(await events.awaitResultOf(submission), '/view/clientRequestId', 'equals', submission.key);
    },
  });

  scenario({
    id: `transactions.status-values/${slug}`,
    title: `gives the event of ${words} one of the three statuses`,
    needs,
    async run(t) {
      t.expect.at(await eventOf(t, place), '/view/status', 'oneOf', [...TRANSACTION_STATUSES]);
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
      requirements: ['errors.event-spelling'],
      needs: of.needs,
      async run(t) {
        const event = await unsuccessfulEvent(t, of);
        t.expect.at(event, `/view/${member}`, 'type', ['string', 'number']);
        expectSpelled(t, event, word.replace('-', '_'));
      },
    });
  }
}

scenario({
  id: 'transactions.error-message-on-rejected/not-empty',
  title: 'says something in the error_message of a rejected order',
  level: 'should',
  async run(t) {
    t.expect.at(await unsuccessfulEvent(t, REJECTED), '/view/errorMessage', 'notEquals', '');
  },
});

for (const { slug, words, needs, place } of [PLACED, OPENED]) {
  scenario({
    id: `transactions.no-error-on-success/${slug}`,
    title: `names no error in the event of ${words} that succeeded`,
    needs,
    async run(t) {
      const event = await eventOf(t, place, 'success');
      // Whether a success may carry an empty error is open, and empty text is as empty as null.
      for (const member of ['/view/errorCode', '/view/errorMessage']) {
        t.expect.at(event, member, 'optional', { predicate: 'oneOf', expected: [null, ''] });
      }
    },
  });
}

scenario({
  id: 'transactions.success-means-change/snapshot-shows-the-order',
  title: 'announces success only for an order that is open afterwards',
  requirements: ['domain.open-orders-in-snapshot'],
  purposes: [27],
  async run(t) {
    const order = await t.account.order();
    const before = await t.account.state();
    const event = await eventOf(t, () => t.account.place(order), 'success');
    const after = await t.account.state();
    t.expect.that(newOrders(before, after, order).length > 0, {
      expected: `an open order at ${String(order.price)} that was not there before`,
      actual: `none such among ${after.orders?.length ?? 0} open orders`,
      evidence: [after, before, event],
    });
    const id = event.view.orders?.[0]?.id;
    if (id !== undefined) t.expect.lists(after, 'orders', id, { also: ['domain.open-orders-in-snapshot'] });
  },
});

async function unsuccessfulEvent(t: CheckContext, { place }: Requested): Promise<TransactionEvent> {
  const event = await eventOf(t, place);
  return event.view.status === 'success' ? t.inconclusive('the operation succeeded', [event]) : event;
}
