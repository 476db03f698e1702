// What a client makes of the result of a placement (interface 1, rule 1; 2.2; 6; 7.2): an ACK is none, and rejected, failed and success
// are what they say, whenever the event comes.
import { answerBehindEvent } from '../situations/answers.js';
import { asTold } from '../situations/operations.js';
import { clientCheck } from '../stage/client-check.js';
import { fact, saidSo } from '../stage/grounds.js';
import { expectExecuted, sentFor } from '../stage/sendings.js';
import type { Stage, Task } from '../stage/stage.js';
import { acknowledged, lastWord, provenToSucceed, requireCall } from './placements.js';

const REJECTED = { status: 'rejected', error_code: 'TRADING_RULE_INSUFFICIENT_MARGIN' };

clientCheck(
  'domain.client-ack-not-final/placement-held',
  { title: 'does not take the ACK of a placement for its result', depth: 'outcome', situation: asTold },
  async (stage) => {
    await stage.control('operation.hold');
    const order = stage.place();
    await acknowledged(stage, order);
    await stage.grace();
    const early = order.outcome;
    stage.expect.that(early === undefined || ['pending', 'unknown'].includes(early.state), {
      grounds: saidSo(early, fact('/state', 'oneOf', ['pending', 'unknown'])),
      expected: 'no result before the operation has one',
      actual: early?.state ?? 'none',
      evidence: sentFor(stage, order),
    });
    await stage.control('operation.release');
    stage.expect.state(await order.settled(), ['success', 'unknown', 'pending'], 'the operation has succeeded');
  },
);

clientCheck(
  'domain.client-ack-not-final/held-then-rejected',
  {
    title: 'takes the rejection that comes long after the ACK',
    depth: 'outcome',
    situation: asTold,
  },
  async (stage) => {
    await stage.control('operation.hold');
    await stage.control('operation.fail', REJECTED);
    const order = stage.place();
    await acknowledged(stage, order);
    await stage.grace();
    await stage.control('operation.release');
    stage.expect.state(
      await order.settled(),
      ['rejected', 'failed', 'unknown', 'pending'],
      'the operation was rejected',
    );
  },
);

clientCheck(
  'domain.client-ack-not-final/held-past-its-patience',
  {
    title: 'does not take a result for granted that has not come when its patience is over',
    depth: 'outcome',
    situation: asTold,
  },
  async (stage) => {
    await stage.control('operation.hold');
    const order = stage.place();
    await acknowledged(stage, order);
    // Whoever does not answer before there is a result says nothing wrong.
    await order.reply;
    await stage.grace();
    const early = order.outcome;
    stage.expect.that(early === undefined || ['pending', 'unknown'].includes(early.state), {
      grounds: saidSo(early, fact('/state', 'oneOf', ['pending', 'unknown'])),
      expected: 'no result before the operation has one, however long it takes',
      actual: early?.state ?? 'none',
      evidence: sentFor(stage, order),
    });
    await stage.control('operation.release');
  },
);

/** What comes before the call that is rejected, and the call. */
const REJECTABLE: readonly {
  readonly slug: string;
  readonly title: string;
  readonly operation: 'open' | 'close' | 'cancel';
  readonly call: (stage: Stage, of: string) => Task;
}[] = [
  {
    slug: 'opening-rejected',
    title: 'takes a market order that was rejected for rejected',
    operation: 'open',
    call: (stage) => stage.open(),
  },
  {
    slug: 'closing-rejected',
    title: 'takes the closing of a position that was rejected for rejected',
    operation: 'close',
    call: (stage, of) => stage.close({ of }),
  },
  {
    slug: 'cancelling-rejected',
    title: 'takes the cancellation of an order that was rejected for rejected',
    operation: 'cancel',
    call: (stage, of) => stage.cancel({ of }),
  },
];

for (const { slug, title, operation, call } of REJECTABLE) {
  clientCheck(
    `domain.client-final-result/${slug}`,
    { title, depth: 'outcome', situation: asTold, needs: { operations: ['place', 'open', operation] } },
    async (stage) => {
      requireCall(
        stage,
        operation === 'cancel' ? 'cancelOrder' : operation === 'close' ? 'closePosition' : 'openPosition',
      );
      const before = operation === 'cancel' ? stage.place() : stage.open();
      stage.reached('what is to be rejected next', (await before.settled()).state === 'success');
      await stage.control('operation.fail', REJECTED);
      const task = call(stage, before.intent);
      await acknowledged(stage, task);
      stage.expect.state(await task.settled(), ['rejected', 'failed'], 'the service rejected it after the ACK');
    },
  );
}

clientCheck(
  'domain.client-final-result/rejected',
  {
    title: 'takes a rejected placement for rejected, and passes its code on',
    depth: 'outcome',
    situation: asTold,
    requirements: ['errors.client-final-code'],
  },
  async (stage) => {
    await provenToSucceed(stage);
    await stage.control('operation.fail', REJECTED);
    const order = stage.place();
    await acknowledged(stage, order);
    const outcome = await order.settled();
    stage.expect.state(outcome, ['rejected', 'failed'], 'the service rejected it after the ACK');
    stage.expect.that(outcome.code === REJECTED.error_code, {
      requirement: 'errors.client-final-code',
      level: 'should',
      grounds: saidSo(outcome, fact('/code', 'equals', REJECTED.error_code)),
      expected: `the code ${REJECTED.error_code}`,
      actual: `${outcome.code ?? 'none'}`,
      evidence: sentFor(stage, order),
    });
  },
);

clientCheck(
  'domain.client-final-result/failed',
  { title: 'takes a placement that failed for failed', depth: 'outcome', situation: asTold },
  async (stage) => {
    await provenToSucceed(stage);
    await stage.control('operation.fail', { status: 'failed', error_code: 'EXECUTION_REJECTED' });
    const order = stage.place();
    await acknowledged(stage, order);
    stage.expect.state(await order.settled(), ['failed', 'rejected'], 'the service told that it failed');
  },
);

clientCheck(
  'transactions.client-event-order/success-before-answer',
  {
    title: 'takes a success whose event comes before the answer to the request',
    depth: 'outcome',
    situation: answerBehindEvent,
    requirements: ['idempotency.client-same-key'],
    needs: { streams: ['transactions'] },
    begins: false,
  },
  async (stage) => {
    await stage.inSituation(asTold, provenToSucceed, {});
    await stage.begin();
    const order = stage.place();
    const [sent] = await acknowledged(stage, order);
    stage.reached('an event before the answer', isBehind(stage.seen.transactions()[0], sent));
    stage.expect.state(await lastWord(stage, order), ['success'], 'its event came, if before the ACK');
    expectExecuted(stage, 1, sentFor(stage, order));
  },
);

clientCheck(
  'transactions.client-event-order/rejection-before-answer',
  {
    title: 'takes a rejection whose event comes before the answer to the request',
    depth: 'outcome',
    situation: answerBehindEvent,
    needs: { streams: ['transactions'] },
    begins: false,
  },
  async (stage) => {
    await stage.inSituation(asTold, provenToSucceed, {});
    await stage.begin();
    await stage.control('operation.fail', REJECTED);
    const order = stage.place();
    const [sent] = await acknowledged(stage, order);
    stage.reached('an event before the answer', isBehind(stage.seen.transactions()[0], sent));
    stage.expect.state(await lastWord(stage, order), ['rejected', 'failed'], 'its event came, if before the ACK');
  },
);

interface Answered {
  readonly answer?: { readonly seq: number } | undefined;
}

function isBehind(event: { readonly seq: number } | undefined, sent: Answered | undefined): boolean {
  return event !== undefined && sent?.answer !== undefined && event.seq < sent.answer.seq;
}
