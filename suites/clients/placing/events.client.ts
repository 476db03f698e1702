// Which events concern an intent, and what they change (interface 2.1; 2.2; 6; 6.1; 7.2): a result is tied to its operation by
// identifier, told twice it is the same result, and codes that no list has are errors all the same.
import { asTold, eventTwice, oddlyWritten, ownWords, shuffled } from '../situations/operations.js';
import { clientCheck } from '../stage/client-check.js';
import { fact, saidSo, seenSo } from '../stage/grounds.js';
import { keyOf } from '../stage/seen.js';
import { sentFor } from '../stage/sendings.js';
import type { Stage } from '../stage/stage.js';
import { countShown, onePosition } from '../stage/views.js';
import { acknowledged, lastWord, provenToSucceed, requireCall } from './placements.js';

const REJECTED = { status: 'rejected', error_code: 'TRADING_RULE_INSUFFICIENT_MARGIN' };
const STREAMED = { operations: ['place'], streams: ['transactions'] } as const;
const SIDE_BY_SIDE = 24;

clientCheck(
  'idempotency.client-key-per-intent/equal-orders',
  { title: 'gives two equal orders a key each', depth: 'wire', situation: asTold },
  async (stage) => {
    const order = stage.order();
    const first = stage.place(order);
    await acknowledged(stage, first);
    await first.reply;
    const second = stage.place(order);
    await stage.until('a second placement', () => sentFor(stage, second)[0]);
    await second.reply;
    const sent = [...sentFor(stage, first)];
    const [one, other] = [sent.find(({ seq }) => seq <= second.toldAt), sentFor(stage, second)[0]];
    stage.reached('both placements', one !== undefined && other !== undefined);
    if (one === undefined || other === undefined) return;
    stage.expect.that(keyOf(one) !== keyOf(other), {
      expected: 'another idempotency key for another order, however equal',
      actual: keyOf(other),
      evidence: [other, one],
      grounds: seenSo(other, fact('/headers', 'none', { predicate: 'includes', expected: keyOf(one) })),
    });
    const { length: operations } = stage.inside().operations;
    stage.expect.that(operations === 2, {
      expected: 'two operations',
      actual: `${operations}`,
      grounds: seenSo(stage.noteInside({ operations }), fact('/inside/operations', 'equals', 2)),
      evidence: [other, one],
    });
  },
);

clientCheck(
  'transactions.client-correlates/shuffled',
  {
    title: 'tells each of many orders its own result, whatever the order of results',
    depth: 'outcome',
    situation: shuffled,
    needs: { operations: ['place'], concurrent: true },
  },
  (stage) => eachItsOwn(stage, SIDE_BY_SIDE),
);

clientCheck(
  'transactions.client-foreign-events/others-first',
  {
    title: 'settles an order by none of the events that come before its own',
    depth: 'outcome',
    situation: asTold,
    needs: STREAMED,
  },
  async (stage) => {
    await provenToSucceed(stage);
    const resting = stage.inside().state.orders[0];
    stage.reached('an order that rests', resting !== undefined);
    await stage.control('operation.hold');
    await stage.control('operation.fail', REJECTED);
    const order = stage.place();
    await acknowledged(stage, order);
    await stage.control('account.deposit', { kind: 'balance', amount: '12.50' });
    await stage.control('account.deposit', { kind: 'swap_fee', amount: '-0.50' });
    await stage.control('order.fill', { order_id: resting?.id ?? '' });
    await stage.barrier();
    await stage.grace();
    await stage.control('operation.release');
    const outcome = await lastWord(stage, order);
    stage.expect.state(outcome, ['rejected', 'failed', 'unknown', 'pending'], 'only events of others told success');
  },
);

clientCheck(
  'transactions.client-foreign-events/before-the-ack',
  {
    title: 'settles an order that has no ACK yet by no event without an operation',
    depth: 'outcome',
    situation: asTold,
    needs: STREAMED,
  },
  async (stage) => {
    await provenToSucceed(stage);
    await stage.control('operation.hold');
    await stage.control('operation.fail', REJECTED);
    let give = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      give = resolve;
    });
    stage.arm({ on: 'mutation', fate: { deliver: 'whole', until } });
    const order = stage.place();
    await stage.until('a placement that waits for its answer', () => sentFor(stage, order)[0]);
    await stage.control('account.deposit', { kind: 'balance', amount: '12.50' });
    await stage.barrier();
    await stage.grace();
    give();
    await stage.control('operation.release');
    const outcome = await lastWord(stage, order);
    stage.expect.state(outcome, ['rejected', 'failed', 'unknown', 'pending'], 'only a deposit told success');
  },
);

clientCheck(
  'transactions.client-entities-replace/event-twice',
  {
    title: 'takes an event that comes twice for the same result, and holds one position',
    depth: 'view',
    situation: eventTwice,
    needs: { operations: ['open'], streams: ['transactions'] },
    requirements: ['domain.client-final-result'],
  },
  async (stage) => {
    const position = stage.open();
    await acknowledged(stage, position);
    await position.settled();
    const twice = stage.seen.transactions().filter(({ view }) => (view.positions ?? []).length > 0);
    stage.reached('an event that came twice', twice.length >= 2);
    const [held] = stage.inside().state.positions;
    stage.reached('a position', held !== undefined);
    await stage.expect.view(`one position of ${position.input.volume}`, () => onePosition(position.input.volume));
    await stage.expect.view('each deal once', () => [
      fact('/deals', 'optional', { predicate: 'unique', expected: 'id' }),
    ]);
    stage.expect.state(await lastWord(stage, position), ['success', 'unknown', 'pending'], 'both events told it', {
      requirement: 'domain.client-final-result',
    });
  },
);

clientCheck(
  'errors.client-unknown-codes/after-the-ack',
  {
    title: 'takes a result with a code that no list has for what its status says, and lives on',
    depth: 'outcome',
    situation: asTold,
    needs: { operations: ['open'] },
    requirements: ['errors.client-final-code'],
  },
  async (stage) => {
    const plain = await stage.open().settled();
    stage.reached('a client that learns of the success of an ordinary opening', plain.state === 'success');
    await stage.control('operation.fail', REJECTED);
    const known = await stage.open().settled();
    stage.reached('a client that learns of an ordinary rejection', ['rejected', 'failed'].includes(known.state));
    await stage.control('operation.fail', { status: 'rejected', error_code: 'TRADING_RULE_OUT_OF_SEASON' });
    const position = stage.open();
    await acknowledged(stage, position);
    const reply = await position.reply;
    stage.expect.that(reply.kind === 'result', {
      expected: 'a client that goes on after a code that it does not know',
      actual: reply.kind === 'result' ? '' : `${reply.kind}: ${'message' in reply ? reply.message : ''}`,
      grounds: reply.kind === 'result' ? saidSo(reply.result, fact('/state', 'present')) : {},
      evidence: sentFor(stage, position),
      timely: true,
    });
    const outcome = await position.settled();
    stage.expect.state(outcome, ['rejected', 'failed'], 'its status says so, whatever the code');
    const next = await stage.open().settled();
    stage.expect.state(next, ['success'], 'nothing is wrong with the next');
    stage.expect.that(outcome.code === 'TRADING_RULE_OUT_OF_SEASON', {
      requirement: 'errors.client-final-code',
      level: 'should',
      expected: 'the code TRADING_RULE_OUT_OF_SEASON',
      grounds: saidSo(outcome, fact('/code', 'equals', 'TRADING_RULE_OUT_OF_SEASON')),
      actual: `${outcome.code ?? 'none'}`,
    });
  },
);

clientCheck(
  'errors.client-rate-codes/after-the-ack',
  {
    title: 'takes SYSTEM_RATE_LIMIT after the ACK for the result of its operation',
    depth: 'outcome',
    situation: asTold,
  },
  async (stage) => {
    await provenToSucceed(stage);
    await stage.control('operation.fail', { status: 'failed', error_code: 'SYSTEM_RATE_LIMIT' });
    const order = stage.place();
    await acknowledged(stage, order);
    stage.expect.state(await order.settled(), ['failed', 'rejected'], 'it is the final result of an operation');
  },
);

for (const situation of [ownWords, oddlyWritten]) {
  clientCheck(
    `transactions.client-open-members/${situation.id}`,
    {
      title:
        situation === ownWords
          ? 'takes results for what they are beside members that it does not know, and null'
          : 'takes results for what they are in whatever order and spelling of JSON',
      depth: 'outcome',
      situation,
      begins: false,
    },
    async (stage) => {
      await stage.inSituation(asTold, provenToSucceed, {});
      await stage.begin();
      // What a status shows is gone at once, so that the event is what tells it.
      const order = stage.place();
      await acknowledged(stage, order);
      stage.expect.state(await order.settled(), ['success'], 'it succeeded, told in JSON of another form');
      if (!stage.has('view')) return;
      await stage.expect.view('one order', () => countShown('orders', 1));
    },
  );
}

for (const { slug, title, kind } of [
  { slug: 'closes-its-own', title: 'closes the position that it was told to close, of three', kind: 'positions' },
  { slug: 'cancels-its-own', title: 'cancels the order that it was told to cancel, of three', kind: 'orders' },
] as const) {
  clientCheck(
    `transactions.client-correlates/${slug}`,
    {
      title,
      depth: 'wire',
      situation: asTold,
      needs: { operations: kind === 'positions' ? ['open', 'close'] : ['place', 'cancel'], streams: ['transactions'] },
    },
    (stage) => actsOnItsOwn(stage, kind),
  );
}

/** The second of three: neither the first nor the last that a client knows. */
async function actsOnItsOwn(stage: Stage, kind: 'positions' | 'orders'): Promise<void> {
  requireCall(stage, kind === 'positions' ? 'closePosition' : 'cancelOrder');
  const held = (): readonly string[] => stage.inside().state[kind].map(({ id }) => id);
  const intents: string[] = [];
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const task = kind === 'positions' ? stage.open() : stage.place();
    stage.reached('what it is to choose from', (await task.settled()).state === 'success');
    intents.push(task.intent);
    ids.push(...held().filter((id) => !ids.includes(id)));
  }
  const [, of = ''] = intents;
  const meant = ids[1];
  stage.reached('three of them', ids.length === 3);
  const task = kind === 'positions' ? stage.close({ of }) : stage.cancel({ of });
  const sent = await acknowledged(stage, task);
  const gone = await stage.eventually(() => ids.find((id) => !held().includes(id)));
  stage.reached('an end of one of them', gone !== undefined);
  stage.expect.that(gone === meant, {
    grounds: seenSo(stage.noteInside({ gone: gone ?? null }), fact('/inside/gone', 'equals', meant ?? null)),
    expected: `the end of the one that was meant, ${meant}`,
    actual: `that of ${gone}`,
    evidence: sent,
  });
}

/** As many at once as are wanted: what the client says of each is what the service decided. */
async function eachItsOwn(stage: Stage, count: number): Promise<void> {
  const tasks = Array.from({ length: count }, () => stage.place());
  const outcomes = await Promise.all(tasks.map((task) => task.settled()));
  stage.reached('an operation that was carried out', stage.inside().operations.length > 0);
  let judged = 0;
  for (const [index, task] of tasks.entries()) {
    const outcome = outcomes[index];
    const sendings = sentFor(stage, task, tasks);
    const [sent] = sendings;
    stage.reached('a placement for each', sent !== undefined);
    const keys = new Set(sendings.map(keyOf));
    const [operation, another] = stage.inside().operations.filter(({ key }) => keys.has(key ?? ''));
    // Of one that was carried out twice nobody knows which the client means.
    if (outcome === undefined || operation === undefined || another !== undefined) continue;
    judged += 1;
    const right = operation.state === 'success' ? ['success'] : ['rejected', 'failed'];
    stage.expect.that([...right, 'unknown', 'pending'].includes(outcome.state), {
      grounds: saidSo(outcome, fact('/state', 'oneOf', [...right, 'unknown', 'pending'])),
      expected: `${right.join(' or ')} for the order that ended so`,
      actual: outcome.state,
      evidence: sent === undefined ? [] : [sent],
    });
  }
  stage.reached('an order that became one operation', judged > 0);
}
