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
import { keyOf } from '../stage/seen.js';
import { BOUND, expectBounded, expectExecuted, expectRepeats, sentFor } from '../stage/sendings.js';
import type { Stage, Task } from '../stage/stage.js';
import { countShown } from '../stage/views.js';
import { requireCall } from './placements.js';

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
  (stage) => repeatsSoundly(stage),
);

clientCheck(
  'idempotency.client-same-key/answer-torn',
  {
    title: 'repeats a placement whose answer broke off with the same key and payload, or not at all',
    depth: 'wire',
    situation: answerTorn,
    requirements: SENT_AGAIN,
  },
  (stage) => repeatsSoundly(stage),
);

clientCheck(
  'idempotency.client-same-key/three-answers-lost',
  {
    title: 'repeats a placement whose answers are lost three times with one key',
    depth: 'wire',
    situation: threeAnswersLost,
    requirements: SENT_AGAIN,
  },
  (stage) => repeatsSoundly(stage),
);

clientCheck(
  'idempotency.client-same-key/request-lost',
  {
    title: 'repeats a placement that was lost before it was carried out with the same key and payload',
    depth: 'wire',
    situation: requestLost,
    requirements: SENT_AGAIN,
  },
  (stage) => repeatsSoundly(stage),
);

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

/**
 * A placement that has met its loss, and whose operation has no result before the client has done what it does about that: what it
 * learnt from an event would tell nothing of how it takes a loss.
 */
async function lost(stage: Stage, requests = 2, prepared: Prepared = ready('place')): Promise<Task> {
  const tell = await prepared(stage);
  await stage.control('operation.hold');
  const order = tell();
  await stage.until('a call that was lost, or its answer', () => sentFor(stage, order)[0]);
  const isOver = (): boolean => sentFor(stage, order).length >= requests || order.replied !== undefined;
  await stage.eventually(() => isOver() || undefined, Math.min(LONGEST_MS, stage.patienceMs / 2));
  await stage.control('operation.release');
  return order;
}

const LONGEST_MS = 2_500;

/** Brings about what the call needs, and gives what tells it. */
type Prepared = (stage: Stage) => Promise<() => Task>;

function ready(operation: 'place' | 'open'): Prepared {
  return async (stage) => () => stage[operation]();
}

async function closing(stage: Stage): Promise<() => Task> {
  requireCall(stage, 'closePosition');
  const { intent: of } = await succeeded(stage, stage.open());
  return () => stage.close({ of });
}

async function cancelling(stage: Stage): Promise<() => Task> {
  requireCall(stage, 'cancelOrder');
  const { intent: of } = await succeeded(stage, stage.place());
  return () => stage.cancel({ of });
}

async function succeeded(stage: Stage, task: Task): Promise<Task> {
  const { state } = await task.settled();
  stage.reached('what is to be closed or cancelled', state === 'success');
  return task;
}

async function repeatsSoundly(stage: Stage, prepared?: Prepared): Promise<void> {
  const order = await lost(stage, REQUESTS[stage.situation] ?? 2, prepared);
  const before = stage
    .inside()
    .operations.filter(({ key }) => !sentFor(stage, order).some((one) => keyOf(one) === key));
  await order.reply;
  await stage.grace();
  const sent = sentFor(stage, order);
  expectRepeats(stage, sent);
  expectExecuted(stage, before.length + 1, sent);
  expectBounded(stage, sent);
}

/** How often a client that repeats until it is answered sends. */
const REQUESTS: Readonly<Record<string, number>> = { 'three-answers-lost': 4 };
