// Placements that are refused before the ACK (interface 4.1; 5.3, rule 11; 7.1): no operation comes of them. A quota that is exceeded is
// not tried again; after any other refusal that is certain a client may try with whichever key it likes.

import { asTold } from '../situations/operations.js';
import {
  closeOnlyBeforeAck,
  deniedPlainly,
  deniedWithAdvice,
  deniedWithOk,
  internalError,
  keyTaken,
  quotaExceeded,
  quotaWithHeader,
  unavailableForLong,
  unavailableOnce,
  unheardOfCode,
} from '../situations/refusals.js';
import { clientCheck } from '../stage/client-check.js';
import { amongRequests, fact, saidSo, seenSo } from '../stage/grounds.js';
import { keyOf } from '../stage/seen.js';
import { BOUND, expectBounded, expectRepeats, sentFor } from '../stage/sendings.js';
import type { Stage } from '../stage/stage.js';
import { acknowledged, refusedWith } from './placements.js';

const RETRY_AFTER_MS = 1_000;

clientCheck(
  'orders.client-unavailable/one-503',
  { title: 'takes a 503 neither for an acceptance nor for a result', depth: 'outcome', situation: unavailableOnce },
  (stage) => trueToTheBook(stage, 503),
);

clientCheck(
  'orders.client-unavailable/only-500',
  {
    title: 'takes a 500 neither for an acceptance nor for a result',
    depth: 'outcome',
    situation: internalError,
    requirements: ['idempotency.client-retry-ends'],
  },
  (stage) => trueToTheBook(stage, 500),
);

clientCheck(
  'idempotency.client-same-key/only-500',
  {
    title: 'repeats a placement that was answered with 500 with the same key, or not at all',
    depth: 'wire',
    // Whether a call that is answered so was carried out nobody says.
    level: 'should',
    situation: internalError,
  },
  async (stage) => {
    const order = stage.place();
    await refusedWith(stage, order, 500);
    await order.reply;
    expectRepeats(stage, sentFor(stage, order));
  },
);

clientCheck(
  'idempotency.client-retry-ends/unavailable-for-long',
  {
    title: 'comes to an end with a placement while the service takes none',
    depth: 'wire',
    situation: unavailableForLong,
  },
  async (stage) => {
    const order = stage.place();
    await refusedWith(stage, order, 503);
    const isOver = (): boolean => order.replied !== undefined || sentFor(stage, order).length > BOUND;
    await stage.eventually(() => isOver() || undefined);
    await stage.grace();
    expectBounded(stage, sentFor(stage, order));
  },
);

clientCheck(
  'limits.client-no-retry/placement',
  {
    title: 'does not send a placement again that was beyond the quota',
    depth: 'wire',
    situation: quotaExceeded,
  },
  (stage) => notSentAgain(stage, 0),
);

clientCheck(
  'limits.client-no-retry/placement-retry-after',
  {
    title: 'does not send a placement again that was beyond the quota, whatever a header says',
    depth: 'wire',
    situation: quotaWithHeader,
  },
  (stage) => notSentAgain(stage, RETRY_AFTER_MS),
);

clientCheck(
  'errors.client-sync-no-operation/close-only',
  {
    title: 'takes a placement that is not permitted for refused',
    depth: 'outcome',
    situation: closeOnlyBeforeAck,
  },
  async (stage) => {
    const order = stage.place();
    await refusedWith(stage, order, 403);
    const outcome = await order.settled();
    stage.reached('no other placement', sentFor(stage, order).length === 1);
    stage.expect.state(outcome, ['refused', 'rejected', 'failed'], 'it was refused before the ACK');
  },
);

clientCheck(
  'auth.client-error-contract/diagnostics',
  {
    title: 'does the same whatever a refusal says beside its code',
    depth: 'outcome',
    situation: deniedPlainly,
    begins: false,
  },
  async (stage) => {
    const conducts: string[] = [];
    for (const situation of [deniedPlainly, deniedWithOk, deniedWithAdvice]) {
      conducts.push(await stage.inSituation(situation, conductUnderRefusal, {}));
    }
    const [plain, ...others] = conducts;
    for (const other of others) {
      stage.expect.that(other === plain, {
        expected: `the same conduct as without the text: ${plain}`,
        actual: other,
        timely: true,
      });
    }
  },
);

/** What it did and made of a refusal, in words that can be compared. */
async function conductUnderRefusal(stage: Stage): Promise<string> {
  const order = stage.place();
  await refusedWith(stage, order, 403);
  const { state } = await order.settled();
  const sent = sentFor(stage, order);
  const keys = new Set(sent.map(keyOf)).size;
  // How often a client tries is its own affair, and may be a matter of time.
  return `${state}, ${sent.length > 1 ? 'sent again' : 'sent once'} with ${keys > 1 ? 'several keys' : 'one key'}`;
}

clientCheck(
  'idempotency.client-conflict/key-taken',
  {
    title: 'takes the conflict of a key for a refusal, and does not go on sending it',
    depth: 'outcome',
    situation: keyTaken,
    needs: { operations: ['open'] },
  },
  async (stage) => {
    const order = stage.open();
    const [first] = await refusedWith(stage, order, 409);
    const outcome = await order.settled();
    await stage.grace();
    const same = sentFor(stage, order).filter((request) => first !== undefined && keyOf(request) === keyOf(first));
    stage.expect.that(same.length <= 2, {
      grounds: amongRequests(stage.seen, same, ['openPosition'], { most: 2 }),
      expected: 'at most one repeat of a key that is taken',
      actual: `${same.length} requests with it`,
      evidence: [...same].reverse(),
    });
    const { length: operations } = stage.inside().operations;
    const executed = operations > 0;
    stage.expect.that(executed || !['success', 'pending'].includes(outcome.state), {
      grounds: executed
        ? seenSo(stage.noteInside({ operations }), fact('/inside/operations', 'atLeast', 1))
        : saidSo(outcome, fact('/state', 'notOneOf', ['success', 'pending'])),
      expected: 'refused, since no operation came of it',
      actual: outcome.state,
      evidence: same,
    });
  },
);

clientCheck(
  'errors.client-unknown-codes/before-the-ack',
  {
    title: 'takes a refusal with a code that no list has for a refusal',
    depth: 'outcome',
    situation: unheardOfCode,
    needs: { operations: ['open'] },
  },
  async (stage) => {
    const order = stage.open();
    await refusedWith(stage, order, 422);
    const outcome = await order.settled();
    stage.expect.state(outcome, ['refused', 'rejected', 'failed', 'unknown'], 'it was refused before the ACK');
    await stage.grace();
    // Sent on and on, it was taken for no error at all.
    expectBounded(stage, sentFor(stage, order), 'errors.client-unknown-codes');
  },
);

clientCheck(
  'errors.client-both-phases/close-only',
  {
    title: 'takes ACCOUNT_CLOSE_ONLY before the ACK and after it alike',
    depth: 'outcome',
    situation: asTold,
    requirements: ['errors.client-final-code'],
    begins: false,
  },
  async (stage) => {
    const before = await stage.inSituation(
      closeOnlyBeforeAck,
      async (twin) => {
        const order = twin.place();
        await refusedWith(twin, order, 403);
        return order.settled();
      },
      {},
    );
    await stage.begin();
    await stage.control('operation.fail', { status: 'rejected', error_code: 'ACCOUNT_CLOSE_ONLY' });
    const order = stage.place();
    await acknowledged(stage, order);
    const after = await order.settled();
    stage.expect.state(before, ['refused', 'rejected', 'failed'], 'it was refused before the ACK');
    stage.expect.state(after, ['rejected', 'failed'], 'it was rejected after the ACK');
    stage.expect.that(after.code === 'ACCOUNT_CLOSE_ONLY', {
      requirement: 'errors.client-final-code',
      level: 'should',
      grounds: saidSo(after, fact('/code', 'equals', 'ACCOUNT_CLOSE_ONLY')),
      expected: 'the code ACCOUNT_CLOSE_ONLY',
      actual: `${after.code ?? 'none'}`,
      evidence: sentFor(stage, order),
    });
  },
);

/** Whatever it does after the trouble: what it says is what is in the book, and it comes to an end. */
async function trueToTheBook(stage: Stage, status: number): Promise<void> {
  const order = stage.place();
  await refusedWith(stage, order, status);
  const outcome = await order.settled();
  const sent = sentFor(stage, order);
  const executed = stage.inside().operations.length;
  stage.expect.that(executed <= 1, {
    grounds: seenSo(stage.noteInside({ operations: executed }), fact('/inside/operations', 'atMost', 1)),
    expected: 'at most one operation in the service',
    actual: `${executed}`,
    evidence: [...sent].reverse(),
  });
  const fits =
    executed === 0 ? ['refused', 'rejected', 'failed', 'unknown', 'pending'] : ['success', 'unknown', 'pending'];
  stage.expect.that(fits.includes(outcome.state), {
    grounds: saidSo(outcome, fact('/state', 'oneOf', fits)),
    expected: `${fits.join(' or ')}, since ${executed === 0 ? 'nothing was' : 'one repeat was'} carried out`,
    actual: outcome.state,
    evidence: sent,
  });
  expectBounded(stage, sent);
}

async function notSentAgain(stage: Stage, waitMs: number): Promise<void> {
  const order = stage.place();
  const [refused] = await refusedWith(stage, order, 429);
  await order.reply;
  // Who calls it pending may have it in mind to try again.
  if (stage.has('outcome')) await order.settled();
  await stage.eventually(() => (sentFor(stage, order).length > 1 ? true : undefined), waitMs);
  await stage.grace();
  const after = sentFor(stage, order).filter(({ seq }) => refused !== undefined && seq > refused.seq);
  stage.expect.that(after.length === 0, {
    grounds: amongRequests(stage.seen, after, ['placeOrder'], { most: 0 }, refused),
    expected: 'no further request for a placement that was answered REQUEST_RATE_LIMIT',
    actual: `${after.length} more`,
    evidence: [...after, ...(refused === undefined ? [] : [refused])],
    timely: true,
  });
}
