// Placements whose request or answer is lost (interface 8; 6.4, rule 5): nobody knows whether they were carried out, and a repeat with
// the same key and payload is safe. Not repeating is fine as well.
import { answerLost, answerTorn, requestLost, threeAnswersLost } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { expectBounded, expectExecuted, expectRepeats, sentFor } from '../stage/sendings.js';
import type { Stage, Task } from '../stage/stage.js';

const SENT_AGAIN = [
  'idempotency.client-same-payload',
  'auth.client-fresh-signature',
  'idempotency.client-retry-ends',
] as const;

clientCheck(
  'idempotency.client-same-key/answer-lost',
  {
    title: 'repeats a placement whose answer was lost with the same key and payload, or not at all',
    depth: 'wire',
    situation: answerLost,
    requirements: SENT_AGAIN,
  },
  repeatsSoundly,
);

clientCheck(
  'idempotency.client-same-key/answer-torn',
  {
    title: 'repeats a placement whose answer broke off with the same key and payload, or not at all',
    depth: 'wire',
    situation: answerTorn,
    requirements: SENT_AGAIN,
  },
  repeatsSoundly,
);

clientCheck(
  'idempotency.client-same-key/three-answers-lost',
  {
    title: 'repeats a placement whose answers are lost three times with one key',
    depth: 'wire',
    situation: threeAnswersLost,
    requirements: SENT_AGAIN,
  },
  repeatsSoundly,
);

clientCheck(
  'idempotency.client-same-key/request-lost',
  {
    title: 'repeats a placement that was lost before it was carried out with the same key and payload',
    depth: 'wire',
    situation: requestLost,
    requirements: SENT_AGAIN,
  },
  repeatsSoundly,
);

clientCheck(
  'idempotency.client-lost-answer/answer-lost',
  {
    title: 'does not take a placement whose answer was lost for refused',
    depth: 'outcome',
    situation: answerLost,
  },
  async (stage) => {
    const order = await lost(stage);
    const outcome = await order.settled();
    stage.expect.state(outcome, ['success', 'unknown', 'pending'], 'it was carried out and its answer was lost');
  },
);

clientCheck(
  'idempotency.client-lost-answer/answer-lost-rejected',
  {
    title: 'does not take a placement whose answer was lost for done',
    depth: 'outcome',
    situation: answerLost,
  },
  async (stage) => {
    await stage.control('operation.fail', { status: 'rejected', error_code: 'TRADING_RULE_INSUFFICIENT_MARGIN' });
    const order = await lost(stage);
    const outcome = await order.settled();
    stage.expect.state(outcome, ['rejected', 'unknown', 'pending'], 'it was rejected and its answer was lost');
  },
);

clientCheck(
  'idempotency.client-lost-answer/request-lost',
  {
    title: 'takes a placement that was lost on its way for done only where a repeat was carried out',
    depth: 'outcome',
    situation: requestLost,
  },
  async (stage) => {
    const order = await lost(stage);
    const outcome = await order.settled();
    const executed = stage.inside().operations.length > 0;
    stage.expect.that(outcome.state !== 'success' || executed, {
      expected: 'anything but success, since nothing was carried out',
      actual: outcome.state,
      evidence: sentFor(stage, order),
    });
    stage.expect.that(outcome.state !== 'refused' || !executed, {
      expected: 'anything but refused, since a repeat was carried out',
      actual: outcome.state,
      evidence: sentFor(stage, order),
    });
  },
);

/** A placement that has met its loss. */
async function lost(stage: Stage): Promise<Task<'place'>> {
  const order = stage.place();
  await stage.until('a placement that was lost, or its answer', () => sentFor(stage, order)[0]);
  return order;
}

async function repeatsSoundly(stage: Stage): Promise<void> {
  const order = await lost(stage);
  await order.reply;
  await stage.grace();
  const sent = sentFor(stage, order);
  expectRepeats(stage, sent);
  expectExecuted(stage, 1, sent);
  expectBounded(stage, sent);
}
