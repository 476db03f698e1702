// Operations whose event is missed or late (interface 4.3; 6.4, rules 2, 4 and 5): status, snapshot and history tell what became of them,
// what cannot be read tells nothing, and nothing is sent anew.
import type { OutcomeState } from '../../../toolkit/intents/index.js';
import { asTold, statusTroubled } from '../situations/operations.js';
import { clientCheck } from '../stage/client-check.js';
import { amongRequests, fact, saidSo, seenSo } from '../stage/grounds.js';
import type { Armed } from '../stage/incident-injector.js';
import { ownTimeMs } from '../stage/own-time.js';
import { keyOf } from '../stage/seen.js';
import { sentFor } from '../stage/sendings.js';
import type { Stage, Task } from '../stage/stage.js';

const REJECTED = { status: 'rejected', error_code: 'TRADING_RULE_INSUFFICIENT_MARGIN' };
const POLLING = { streams: ['transactions'], polls: true } as const;
const LATE_MS = 2_500;
const READS = ['operationStatus', 'snapshot', 'orderHistory', 'dealHistory'] as const;

const MISSED: readonly {
  readonly slug: string;
  readonly title: string;
  /** What the operation comes to; success when left out. */
  readonly end?: typeof REJECTED;
  readonly allowed: readonly OutcomeState[];
  readonly since: string;
}[] = [
  {
    slug: 'finished-while-away',
    title: 'takes no result for granted that came while it was away',
    end: REJECTED,
    allowed: ['rejected', 'failed', 'unknown', 'pending'],
    since: 'it was rejected while the stream was down',
  },
  {
    slug: 'succeeded-while-away',
    title: 'does not give an order up that was placed while it was away',
    allowed: ['success', 'unknown', 'pending'],
    since: 'it was placed while the stream was down',
  },
];

for (const { slug, title, end, allowed, since } of MISSED) {
  clientCheck(
    `domain.client-final-result/${slug}`,
    { title, depth: 'outcome', situation: asTold, needs: { streams: ['transactions'] } },
    async (stage) => {
      if (end !== undefined) await stage.control('operation.fail', end);
      const order = await missed(stage);
      stage.expect.state(await order.settled(), allowed, since);
    },
  );
}

clientCheck(
  'reconnect.client-polls/event-missed',
  {
    title: 'reads the status of an operation whose event it missed',
    depth: 'wire',
    situation: asTold,
    needs: { operations: ['place'], streams: ['transactions'] },
  },
  async (stage) => {
    const order = await missed(stage);
    const since = order.toldAt;
    const looked = await stage.eventually(() => {
      const reads = stage.seen.since(since).requests(...READS);
      // A status that does not exist is that of another operation.
      const asked = reads.some(
        ({ read, answer }) =>
          read.request === 'snapshot' || (read.request === 'operationStatus' && answer?.status === 200),
      );
      return asked ? reads : undefined;
    }, ownTimeMs(stage));
    stage.expect.that(looked !== undefined, {
      grounds: seenSo(looked?.at(-1), fact('/request', 'oneOf', [...READS])),
      expected: 'a read of the operation status, or of a snapshot, after the gap',
      actual: 'none',
      evidence: sentFor(stage, order),
      timely: true,
    });
  },
);

clientCheck(
  'operations.client-unfinished/read-while-held',
  {
    title: 'is not settled by a status that shows the operation under way',
    depth: 'outcome',
    situation: asTold,
    needs: { operations: ['place'], polls: true },
  },
  async (stage) => {
    const { order } = await heldAndAway(stage);
    await stage.until(
      'two reads of the status of an operation under way',
      () => {
        const reads = stage.seen.requests('operationStatus').filter(({ answer }) => answer?.status === 200);
        return reads.length >= 2 || order.replied !== undefined ? reads : undefined;
      },
      ownTimeMs(stage),
    );
    await stage.grace();
    const early = order.outcome;
    const reads = stage.seen.requests('operationStatus');
    stage.reached('a read of the status of an operation under way', reads.length > 0);
    stage.expect.that(early === undefined || ['pending', 'unknown'].includes(early.state), {
      grounds: saidSo(early, fact('/state', 'oneOf', ['pending', 'unknown'])),
      expected: 'no result while the status shows the operation under way',
      actual: early?.state ?? 'none',
      evidence: [...reads].reverse(),
    });
    await stage.control('operation.release');
    stage.expect.state(await order.settled(), ['success', 'unknown', 'pending'], 'the operation has succeeded');
  },
);

for (const { slug, title, closes, since } of [
  {
    slug: 'status-gone',
    title: 'does not take an operation whose status is gone for failed',
    closes: false,
    since: 'the order is there, and its status is gone',
  },
  {
    slug: 'gone-and-closed',
    title: 'does not take an operation for rejected whose status and order are gone',
    closes: true,
    since: 'it was placed, and has been cancelled since',
  },
]) {
  clientCheck(
    `operations.client-unreadable/${slug}`,
    { title, depth: 'outcome', situation: asTold, needs: POLLING },
    async (stage) => {
      const { order } = await heldAndAway(stage);
      const [operation] = stage.inside().operations;
      await stage.control('operation.release');
      if (closes) await stage.control('order.cancel', { order_id: stage.inside().state.orders[0]?.id ?? '' });
      await stage.control('operation.expire', { operation_id: operation?.id ?? '' });
      const read = await stage.until('a read of a status that is gone', () =>
        stage.seen.requests('operationStatus').find(({ answer }) => answer?.status === 404),
      );
      const outcome = await order.settled();
      stage.expect.state(outcome, ['success', 'unknown', 'pending'], since, { evidence: [read] });
    },
  );
}

clientCheck(
  'operations.client-unreadable/status-in-trouble',
  {
    title: 'does not take trouble with a status for a result',
    depth: 'outcome',
    situation: statusTroubled,
    needs: POLLING,
  },
  async (stage) => {
    const { order } = await heldAndAway(stage);
    await stage.until('a read of a status that is in trouble', () =>
      stage.seen.requests('operationStatus').find(({ answer }) => answer !== undefined && answer.status >= 500),
    );
    await stage.control('operation.release');
    const outcome = await order.settled();
    stage.expect.state(
      outcome,
      ['success', 'unknown', 'pending'],
      'the order is there, and its status was in trouble',
      {
        evidence: stage.seen.requests('operationStatus').slice(-1),
      },
    );
  },
);

clientCheck(
  'idempotency.client-same-key/event-late',
  {
    title: 'does not send an acknowledged order anew because its event is late',
    depth: 'wire',
    situation: asTold,
    requirements: ['domain.client-ack-not-final'],
  },
  async (stage) => {
    await stage.control('operation.hold');
    const order = stage.place();
    const first = await acknowledgedOnce(stage, order);
    await stage.eventually(
      () => (sentFor(stage, order).some((request) => keyOf(request) !== keyOf(first)) ? true : undefined),
      LATE_MS,
    );
    await stage.control('operation.release');
    const anew = sentFor(stage, order).filter((request) => keyOf(request) !== keyOf(first));
    stage.expect.that(anew.length === 0, {
      grounds: amongRequests(stage.seen, sentFor(stage, order), ['placeOrder'], { least: 1, alike: ['/key'] }),
      expected: 'no other order for an intent that was acknowledged',
      actual: `${anew.length} more`,
      evidence: [...anew, first],
    });
    await order.reply;
    const early = order.outcome;
    stage.expect.that(early === undefined || !['refused', 'rejected', 'failed'].includes(early.state), {
      grounds: saidSo(early, fact('/state', 'notOneOf', ['refused', 'rejected', 'failed'])),
      requirement: 'domain.client-ack-not-final',
      expected: 'no failure, since the order was placed',
      actual: early?.state ?? 'none',
      evidence: [first],
    });
  },
);

clientCheck(
  'domain.client-final-result/without-stream',
  {
    title: 'learns the result of an order without a stream',
    depth: 'outcome',
    situation: asTold,
    subscribe: [],
    needs: { operations: ['place'], polls: true },
  },
  async (stage) => {
    await stage.control('operation.fail', REJECTED);
    const order = stage.place();
    await acknowledgedOnce(stage, order);
    const outcome = await order.settled();
    stage.expect.state(outcome, ['rejected', 'failed', 'unknown', 'pending'], 'its status says that it was rejected');
  },
);

const UNREACHABLE = {
  on: 'handshake',
  times: 1000,
  refused: { status: 503, name: 'SYSTEM_TEMPORARY_UNAVAILABLE' },
} as const;

/** An operation that is under way while the client has no stream, and cannot have one. */
async function heldAndAway(stage: Stage): Promise<{ readonly order: Task<'place'>; readonly away: Armed }> {
  await stage.control('operation.hold');
  const order = stage.place();
  await acknowledgedOnce(stage, order);
  const away = stage.arm(UNREACHABLE);
  await stage.control('stream.drop');
  return { order, away };
}

/** An operation that came to its end between two connections; the next handshake is taken again. */
async function missed(stage: Stage): Promise<Task<'place'>> {
  const { order, away } = await heldAndAway(stage);
  stage.reached('a stream to lose', stage.seen.opened().length > 0);
  await stage.control('operation.release');
  away.disarm();
  return order;
}

function acknowledgedOnce(stage: Stage, order: Task): Promise<ReturnType<typeof sentFor>[number]> {
  return stage.until('a placement that was acknowledged', () =>
    sentFor(stage, order).find(({ answer }) => answer?.delivered === 'whole' && answer.status === 202),
  );
}
