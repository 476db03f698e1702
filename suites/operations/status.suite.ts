// Operation status (interface 4.3): readable by the identifier of the ACK, echoing the key, of that operation and account alone. The
// final results that it shows are judged in `results.suite.ts`.
import { isFinalStatus, TRANSACTION_STATUSES } from '../../toolkit/payload/vocabulary.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import { pause } from '../../toolkit/wire/pause.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { readUntil } from '../runner/live/patience.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { eventually } from '../words/eventually.js';
import { unknownIdLike } from '../words/unknown-id.js';

const HOLD: Needs = { control: ['operation.hold', 'operation.release'] };

/** Nothing to read, or no final state. */
const NOT_FINAL = { predicate: 'notOneOf', expected: [...TRANSACTION_STATUSES] };

for (const { id, title } of [
  {
    id: 'operations.readable/after-success',
    title: 'shows the status of an accepted order',
  },
  {
    id: 'ack.operation-id-reads-status/after-success',
    title: 'shows an operation under the identifier of its ACK',
  },
] as const) {
  scenario({
    id,
    title,
    purposes: [32],
    async run(t) {
      const { operationId } = await t.account.place();
      // What a status shows before the operation has ended is open, even whether there is one.
      await t.account.settleAll();
      t.expect.accepted(await t.account.request('operationStatus', { operationId }));
    },
  });
}

scenario({
  id: 'operations.client-request-id-echo/of-the-order',
  title: 'echoes the key of the order, not the empty key of the read',
  purposes: [39],
  async run(t) {
    const submission = await t.account.place();
    t.expect.at(await t.account.settle(submission), '/view/clientRequestId', 'equals', submission.key);
  },
});

scenario({
  id: 'operations.client-request-id-echo/of-an-opening',
  title: 'echoes the key of the opening of a position',
  purposes: [39],
  needs: { claims: ['positions'] },
  async run(t) {
    const { submission } = await t.account.openPosition();
    t.expect.at(await t.account.settle(submission), '/view/clientRequestId', 'equals', submission.key);
  },
});

scenario({
  id: 'operations.client-request-id-echo/while-held',
  title: 'echoes the key in the status of an unfinished operation, where there is one',
  purposes: [39],
  needs: HOLD,
  async run(t) {
    await t.under('operations-held');
    const { operationId, key } = await t.account.place();
    const held = await statusWhileHeld(t, operationId);
    if (!isAnswered(held)) {
      return t.notApplicable('the target shows no status of an unfinished operation, which it may');
    }
    t.expect.at(held, '/view/clientRequestId', 'equals', key);
  },
});

scenario({
  id: 'operations.unfinished-not-final/while-held',
  title: 'shows no final result while the operation is held, and the result once it is released',
  requirements: ['domain.result-in-status'],
  purposes: [8],
  needs: HOLD,
  async run(t) {
    const release = await t.under('operations-held');
    const submission = await t.account.place();
    const held = await statusWhileHeld(t, submission.operationId);
    if (isAnswered(held)) t.expect.at(held, '/view/state', 'optional', NOT_FINAL);
    await release();
    const result = await t.account.settle(submission);
    t.expect.at(result, '/view/state', 'equals', 'success', { requirement: 'domain.result-in-status' });
  },
});

/** Longer than a service may take any operation for, and read time and again. */
const LONG_HELD_MS = 2500;
const READS = 5;

scenario({
  id: 'operations.unfinished-not-final/long-held',
  title: 'shows no final result of an operation that is held for seconds, however often it is asked',
  purposes: [8],
  needs: HOLD,
  effort: 'standard',
  waitMs: LONG_HELD_MS,
  async run(t) {
    const events = await t.account.transactions();
    await t.under('operations-held');
    const submission = await t.account.place();
    let shown = 0;
    for (let read = 1; read <= READS; read += 1) {
      await pause(LONG_HELD_MS / READS, t.signal);
      const status = await t.account.request('operationStatus', { operationId: submission.operationId });
      if (!isAnswered(status) || status.answer?.body === undefined) continue;
      if (isFinalStatus(t.dialect.readOperation(status.answer.body).state)) {
        // What the target does not hold for so long has ended, and is told as well.
        const event = await events.resultOf(submission);
        if (event !== undefined) t.inconclusive('the operation ended while operations were held', [event, status]);
      }
      shown += 1;
      t.expect.at(status, '/view/state', 'optional', NOT_FINAL);
    }
    if (shown === 0) t.notApplicable('the target shows no status of an unfinished operation, which it may');
  },
});

scenario({
  id: 'operations.agrees-with-event/read-before-the-end',
  title: 'shows the result of an operation once its event has come, also to whoever read its status before that',
  requirements: ['domain.result-in-status'],
  purposes: [29],
  needs: HOLD,
  async run(t) {
    const events = await t.account.transactions();
    const release = await t.under('operations-held');
    const submission = await t.account.place();
    const { operationId } = submission;
    await t.account.request('operationStatus', { operationId });
    await release();
    await events.awaitResultOf(submission, 'success');
    // Both channels need not be there at the same moment; one that never follows does not agree.
    const read = await eventually(
      t,
      () => t.account.request('operationStatus', { operationId }),
      ({ answer }) => answer?.body !== undefined && t.dialect.readOperation(answer.body).state === 'success',
    );
    t.expect.at(read, '/view/state', 'equals', 'success', { also: ['domain.result-in-status'] });
  },
});

scenario({
  id: 'operations.agrees-with-event/read-before-the-end-beside-another',
  title: 'shows the result of an operation whose status was read beside another one, also while one more is unfinished',
  purposes: [29],
  needs: HOLD,
  effort: 'standard',
  async run(t) {
    const events = await t.account.transactions();
    const release = await t.under('operations-held');
    const [submission] = [await t.account.place(), await t.account.place()];
    const { operationId } = submission;
    await t.account.request('operationStatus', { operationId });
    await release();
    await events.awaitResultOf(submission, 'success');
    await t.under('operations-held');
    await t.account.place();
    const read = await eventually(
      t,
      () => t.account.request('operationStatus', { operationId }),
      ({ answer }) => answer?.body !== undefined && t.dialect.readOperation(answer.body).state === 'success',
    );
    t.expect.at(read, '/view/state', 'equals', 'success');
  },
});

scenario({
  id: 'operations.unknown-id/never-existed',
  title: 'invents no result for an operation_id that never existed',
  purposes: [30],
  async run(t) {
    const { operationId } = await t.account.place();
    const exchange = await t.account.request('operationStatus', { operationId: unknownIdLike(t, operationId) });
    // What is answered instead is open, a failure for that very reason included.
    t.expect.at(exchange, '/view/state', 'optional', { predicate: 'notEquals', expected: 'success' });
  },
});

scenario({
  id: 'operations.foreign-id/under-another-account',
  title: 'does not show the operation of one account under the path of another',
  purposes: [30, 35],
  needs: { accounts: 2 },
  async run(t, owner, other) {
    const submission = await owner.place();
    await owner.settle(submission);
    const exchange = await other.request('operationStatus', { operationId: submission.operationId });
    // Identifiers may be counted per account, so the other account may have an operation of that name itself.
    const notItsKey = { predicate: 'notEquals', expected: submission.key };
    t.expect.at(exchange, '/view/clientRequestId', 'optional', notItsKey);
  },
});

/** Some write it a moment after the ACK, and some not before the end. */
function statusWhileHeld(t: CheckContext, operationId: string): Promise<HttpExchange> {
  const read = (): Promise<HttpExchange> => t.account.request('operationStatus', { operationId });
  return readUntil(read, isAnswered, { withinMs: WRITTEN_MS, signal: t.signal });
}

const WRITTEN_MS = 2_000;
