// Placements and other calls whose request or answer is lost (interface 8; 6.4, rule 5): nobody knows whether they were carried out,
// and a repeat with the same key and payload is safe. Not repeating is fine as well.
import type { OutcomeState } from '../../../toolkit/intents/index.js';
import {
  answerLost,
  answerLostBehindEvent,
  answerTorn,
  duplicateAsOk,
  endingLost,
  honest,
  noAnswerEver,
  openingLost,
  requestLost,
  threeAnswersLost,
} from '../situations/answers.js';
import { lostThenInternalError, lostThenUnavailable } from '../situations/refusals.js';
import { clientCheck } from '../stage/client-check.js';
import { amongRequests, fact, type Grounds, saidSo, seenSo } from '../stage/grounds.js';
import { BOUND, expectBounded, expectExecuted, expectRepeats, sentFor } from '../stage/sendings.js';
import { countShown } from '../stage/views.js';
import { cancelling, closing, LONGEST_MS, lost, reachedOperation, ready, repeatsSoundly } from './lost-calls.js';

const SENT_AGAIN = [
  'idempotency.client-same-payload',
  'auth.client-fresh-signature',
  'idempotency.client-retry-ends',
] as const;

for (const [id, title, situation] of [
  [
    'idempotency.client-same-key/answer-lost',
    'repeats a placement whose answer was lost with the same key and payload, or not at all',
    answerLost,
  ],
  [
    'idempotency.client-same-key/answer-torn',
    'repeats a placement whose answer broke off with the same key and payload, or not at all',
    answerTorn,
  ],
  [
    'idempotency.client-same-key/three-answers-lost',
    'repeats a placement whose answers are lost three times with one key',
    threeAnswersLost,
  ],
  [
    'idempotency.client-same-key/request-lost',
    'repeats a placement that was lost before it was carried out with the same key and payload',
    requestLost,
  ],
] as const) {
  clientCheck(id, { title, depth: 'wire', situation, requirements: SENT_AGAIN }, (stage) => repeatsSoundly(stage));
}

for (const [slug, title, situation, operations, prepared] of [
  ['opening-lost', 'an opening', openingLost, ['open'], ready('open')],
  ['closing-lost', 'the close of a position', endingLost, ['open', 'close'], closing],
  ['cancellation-lost', 'a cancellation', endingLost, ['place', 'cancel'], cancelling],
] as const) {
  clientCheck(
    `idempotency.client-same-key/${slug}`,
    {
      title: `repeats ${title} whose answer was lost with the same key and payload, or not at all`,
      depth: 'wire',
      situation,
      needs: { operations },
      requirements: SENT_AGAIN,
    },
    (stage) => repeatsSoundly(stage, prepared),
  );
}

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
    reachedOperation(stage);
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
    reachedOperation(stage);
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
    const { length: operations } = stage.inside().operations;
    const executed = operations > 0;
    const isSo = (state: OutcomeState): Grounds => saidSo(outcome, fact('/state', 'notEquals', state));
    const inside = seenSo(
      stage.noteInside({ operations }),
      fact('/inside/operations', executed ? 'atLeast' : 'equals', executed ? 1 : 0),
    );
    stage.expect.that(outcome.state !== 'success' || executed, {
      grounds: executed ? inside : isSo('success'),
      expected: 'anything but success, since nothing was carried out',
      actual: outcome.state,
      evidence: sentFor(stage, order),
    });
    stage.expect.that(outcome.state !== 'refused' || !executed, {
      grounds: executed ? isSo('refused') : inside,
      expected: 'anything but refused, since a repeat was carried out',
      actual: outcome.state,
      evidence: sentFor(stage, order),
    });
  },
);

for (const situation of [lostThenUnavailable, lostThenInternalError]) {
  const slug = situation === lostThenUnavailable ? 'lost-then-503' : 'lost-then-500';
  clientCheck(
    `orders.client-unavailable/${slug}`,
    {
      title: 'does not take trouble with a repeat for the result of what it sent before',
      depth: 'outcome',
      situation,
      needs: { retries: true },
    },
    async (stage) => {
      const order = await lost(stage);
      const outcome = await order.settled();
      const sent = sentFor(stage, order);
      stage.reached('a repeat that met trouble', sent.length > 1);
      // A new key after the loss, judged elsewhere, makes it another placement.
      stage.reached('one placement carried out', stage.inside().operations.length === 1);
      stage.expect.state(outcome, ['success', 'unknown', 'pending'], 'the first was carried out', {
        evidence: [...sent].reverse(),
      });
    },
  );
}

clientCheck(
  'idempotency.client-retry-ends/no-answer-ever',
  {
    title: 'comes to an end with a placement that is never answered',
    depth: 'wire',
    situation: noAnswerEver,
  },
  async (stage) => {
    await stage.control('operation.hold');
    const order = stage.place();
    await stage.until('a placement that was lost', () => sentFor(stage, order)[0]);
    const isOver = (): boolean => order.replied !== undefined || sentFor(stage, order).length > BOUND;
    await stage.eventually(() => isOver() || undefined);
    await stage.grace();
    expectBounded(stage, sentFor(stage, order));
  },
);

clientCheck(
  'idempotency.client-retry-ends/event-before-the-loss',
  {
    title: 'does not repeat a placement whose result it was told',
    depth: 'wire',
    situation: answerLostBehindEvent,
    needs: { operations: ['place'], streams: ['transactions'] },
  },
  async (stage) => {
    const order = stage.place();
    const first = await stage.until('a placement whose answer was lost behind its event', () =>
      sentFor(stage, order).find(({ answer }) => answer?.delivered === 'cut-before'),
    );
    stage.reached('its event before that', stage.seen.transactions().length > 0);
    await stage.eventually(() => (sentFor(stage, order).length > 1 ? true : undefined), LONGEST_MS);
    const again = sentFor(stage, order).filter(({ seq }) => seq > first.seq);
    stage.expect.that(again.length === 0, {
      grounds: amongRequests(stage.seen, again, ['placeOrder'], { most: 0 }, first),
      expected: 'no repeat, since its stream had read the result before the answer was lost',
      actual: `${again.length} repeats`,
      evidence: [...again, first],
      timely: true,
    });
  },
);

clientCheck(
  'idempotency.client-same-key/answer-late',
  {
    title: 'repeats a placement whose answer is late with the same key and payload, or not at all',
    depth: 'wire',
    situation: honest,
    requirements: SENT_AGAIN,
  },
  async (stage) => {
    const limitMs = stage.client.claims.requestTimeoutMs ?? UNKNOWN_LIMIT_MS;
    if (limitMs > MOST_LIMIT_MS) {
      stage.undecided(`the client waits ${limitMs} ms for an answer, which is longer than this`);
    }
    await stage.control('operation.hold');
    stage.arm({ on: 'mutation', fate: { deliver: 'whole', delayMs: limitMs * 1.3 + 100 } });
    const order = stage.place();
    await stage.until('a placement whose answer was late', () =>
      sentFor(stage, order).find(({ answer }) => answer !== undefined),
    );
    await stage.grace();
    await stage.control('operation.release');
    await order.reply;
    const sent = sentFor(stage, order);
    expectRepeats(stage, sent);
    expectExecuted(stage, 1, sent);
  },
);

clientCheck(
  'idempotency.client-duplicate-accepted/repeat-answered-200',
  {
    title: 'takes a repeat that is accepted with 200 for the original operation',
    depth: 'outcome',
    situation: duplicateAsOk,
    requirements: SENT_AGAIN,
    needs: { operations: ['open'], retries: true },
    begins: false,
  },
  async (stage) => {
    const plain = await stage.inSituation(honest, (twin) => twin.open().settled(), {});
    stage.reached('a client that learns of the success of an ordinary opening', plain.state === 'success');
    await stage.begin();
    await stage.control('operation.hold');
    const position = stage.open();
    await stage.until('a repeat that was accepted', () =>
      sentFor(stage, position).find(({ answer }) => answer?.status === 200 && answer.delivered === 'whole'),
    );
    await stage.control('operation.release');
    const outcome = await position.settled();
    const sent = sentFor(stage, position);
    stage.expect.state(outcome, ['success'], 'its repeat was accepted as the original', {
      evidence: [...sent].reverse(),
    });
    expectRepeats(stage, sent);
    if (!stage.has('view')) return;
    await stage.expect.view('one position', () => [...countShown('positions', 1), ...countShown('orders', 0)]);
  },
);

clientCheck(
  'idempotency.client-duplicate-accepted/repeat-counted-once',
  {
    title: 'holds one order after a repeat that was accepted as the original',
    depth: 'view',
    situation: answerLost,
    needs: { operations: ['place'], retries: true },
  },
  async (stage) => {
    await stage.control('operation.hold');
    const order = stage.place();
    await stage.until('a repeat that was accepted', () =>
      sentFor(stage, order)
        .slice(1)
        .find(({ answer }) => answer?.status === 202 && answer.delivered === 'whole'),
    );
    await stage.control('operation.release');
    await order.settled();
    stage.reached('one order in the service', stage.inside().state.orders.length === 1);
    await stage.expect.view('one order', () => countShown('orders', 1));
  },
);

const UNKNOWN_LIMIT_MS = 2_000;
const MOST_LIMIT_MS = 15_000;
