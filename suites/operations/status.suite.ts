// Operation status (interface 4.3): readable by the identifier of the ACK, echoing the key, naming errors, agreeing with the event.
import { pause } from '../../toolkit/wire/pause.js';
import type { CheckContext, FinalResult, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { strangerTo } from '../words/stranger.js';
import { submitToBeRejected } from '../words/trading/rejected-order.js';

/** Nothing to read, or no final state. */
const NOT_FINAL = { predicate: 'notOneOf', expected: ['success', 'rejected', 'failed'] };

/** Reads the status until it is final, or the profile's patience for results ends. */
async function finalStatus(t: CheckContext, submission: Submission): Promise<FinalResult> {
  const result = await t.account.settle(submission);
  return result.from === 'status'
    ? result
    : t.inconclusive('the result was not read from operation status', [result.record]);
}

async function submitted(t: CheckContext): Promise<Submission> {
  const submission = await t.account.submit(await t.account.order());
  return submission.accepted ? submission : t.inconclusive('a valid order was refused', [submission.exchange.record]);
}

scenario({
  id: 'operations.readable/after-success',
  title: 'shows the status of an accepted order',
  requirements: ['ack.operation-id-reads-status', 'domain.result-in-status'],
  purposes: [32],
  async run(t) {
    const submission = await submitted(t);
    // What a status shows before the operation has ended is open, even whether there is one.
    await t.account.settleAll();
    const exchange = await t.account.request('operationStatus', { operationId: submission.operationId ?? '' });
    t.expect.accepted(exchange);
  },
});

scenario({
  id: 'ack.operation-id-reads-status/after-success',
  title: 'shows an operation under the identifier of its ACK',
  purposes: [32],
  async run(t) {
    const submission = await submitted(t);
    await t.account.settleAll();
    t.expect.accepted(await t.account.request('operationStatus', { operationId: submission.operationId ?? '' }));
  },
});

scenario({
  id: 'operations.final-result-stays/success',
  title: 'still shows the success of an order a while after it was first shown',
  async run(t) {
    const submission = await submitted(t);
    const first = await finalStatus(t, submission);
    if (first.status !== 'success') t.inconclusive(`a valid order ended ${first.status}`, [first.record]);
    // No later event is bound to come after a status that changes by itself, so there is nothing to wait for but as much time as the
    // profile gives to what must not come.
    await pause(t.timing.quietMs, t.signal);
    const later = await finalStatus(t, submission);
    t.expect.at(later.record, '/view/state', 'equals', 'success');
  },
});

scenario({
  id: 'domain.result-in-status/no-stream-open',
  title: 'shows the final result of an order in operation status when no stream is open',
  purposes: [32],
  async run(t) {
    const result = await finalStatus(t, await submitted(t));
    t.expect.at(result.record, '/view/state', 'equals', 'success');
  },
});

scenario({
  id: 'operations.client-request-id-echo/of-the-order',
  title: 'echoes the key of the order, not the empty key of the read',
  purposes: [39],
  async run(t) {
    const submission = await submitted(t);
    const result = await finalStatus(t, submission);
    t.expect.at(result.record, '/view/clientRequestId', 'equals', submission.key);
  },
});

scenario({
  id: 'operations.client-request-id-echo/of-an-opening',
  title: 'echoes the key of the opening of a position',
  purposes: [39],
  needs: { claims: ['positions'] },
  async run(t) {
    const { submission } = await t.account.openPosition();
    const result = await finalStatus(t, submission);
    t.expect.at(result.record, '/view/clientRequestId', 'equals', submission.key);
  },
});

scenario({
  id: 'operations.client-request-id-echo/while-held',
  title: 'echoes the key in the status of an unfinished operation, where there is one',
  purposes: [39],
  needs: { control: ['operation.hold', 'operation.release'] },
  async run(t) {
    await t.control('operation.hold', { account_id: t.account.id });
    t.cleanup(async () => {
      await t.control('operation.release', { account_id: t.account.id });
    });
    const submission = await submitted(t);
    const held = await t.account.request('operationStatus', { operationId: submission.operationId ?? '' });
    if (held.answer?.status !== 200)
      return t.notApplicable('the target shows no status of an unfinished operation, which it may');
    t.expect.at(held.record, '/view/clientRequestId', 'equals', submission.key);
  },
});

for (const { requirement, member, word } of [
  { requirement: 'operations.error-code-when-rejected', member: 'errorCode', word: 'error_code' },
  { requirement: 'operations.error-message-when-rejected', member: 'errorMessage', word: 'error_message' },
] as const) {
  scenario({
    id: `${requirement}/volume-below-minimum`,
    title: `shows ${word} for an order that a trading rule rejected`,
    requirements: ['errors.final-in-event-and-status'],
    async run(t) {
      const result = await finalStatus(t, await submitToBeRejected(t));
      if (result.status === 'success') t.inconclusive('the order below volume_min succeeded', [result.record]);
      t.expect.at(result.record, `/view/${member}`, 'type', ['string', 'number']);
    },
  });

  scenario({
    id: `${requirement}/read-again`,
    title: `shows ${word} of a rejected order in every later reading as well`,
    requirements: ['operations.final-result-stays', 'errors.final-in-event-and-status'],
    async run(t) {
      const submission = await submitToBeRejected(t);
      const result = await finalStatus(t, submission);
      if (result.status !== 'rejected')
        t.inconclusive(`the order below volume_min ended ${result.status}`, [result.record]);
      for (let again = 0; again < 2; again += 1) {
        const later = await t.account.request('operationStatus', { operationId: submission.operationId ?? '' });
        if (later.answer?.status !== 200) t.inconclusive('the status could not be read again', [later.record]);
        t.expect.at(later.record, '/view/state', 'equals', 'rejected', {
          requirement: 'operations.final-result-stays',
        });
        t.expect.at(later.record, `/view/${member}`, 'type', ['string', 'number']);
      }
    },
  });
}

for (const { requirement, member, word } of [
  { requirement: 'operations.error-code-when-failed', member: 'errorCode', word: 'error_code' },
  { requirement: 'operations.error-message-when-failed', member: 'errorMessage', word: 'error_message' },
] as const) {
  scenario({
    id: `${requirement}/execution-failed`,
    title: `shows ${word} for an order whose processing failed`,
    needs: { control: ['operation.fail'] },
    async run(t) {
      await t.control('operation.fail', {
        account_id: t.account.id,
        status: 'failed',
        error_code: 'EXECUTION_REJECTED',
      });
      const result = await finalStatus(t, await submitted(t));
      if (result.status !== 'failed')
        t.inconclusive('the operation did not fail as the control action promised', [result.record]);
      t.expect.at(result.record, `/view/${member}`, 'type', ['string', 'number']);
    },
  });
}

scenario({
  id: 'operations.agrees-with-event/success',
  title: 'comes to the same result as the event of a successful order',
  purposes: [27, 29],
  async run(t) {
    const events = await t.account.transactions();
    const submission = await submitted(t);
    const event = await events.resultOf(submission);
    if (event === undefined)
      return t.inconclusive('no event of the order arrived in time', [submission.exchange.record]);
    const result = await finalStatus(t, submission);
    t.expect.at(event.record, '/view/status', 'equals', result.status);
  },
});

scenario({
  id: 'operations.error-agrees-with-event/rejected',
  title: 'gives the same error_code as the event of a rejected order, and an error_message as the event does',
  requirements: ['errors.final-in-event-and-status', 'operations.agrees-with-event'],
  purposes: [27],
  async run(t) {
    const events = await t.account.transactions();
    const submission = await submitToBeRejected(t);
    const event = await events.resultOf(submission);
    if (event === undefined)
      return t.inconclusive('no event of the order arrived in time', [submission.exchange.record]);
    const result = await finalStatus(t, submission);
    t.expect.at(event.record, '/view/status', 'equals', result.status, { requirement: 'operations.agrees-with-event' });
    t.expect.at(event.record, '/view/errorCode', 'equals', result.operation?.errorCode ?? null);
    // That the two messages are one text is not said: one may carry what the other leaves out.
    t.expect.at(event.record, '/view/errorMessage', 'present', null);
    t.expect.at(result.record, '/view/errorMessage', 'present', null);
  },
});

scenario({
  id: 'operations.unfinished-not-final/while-held',
  title: 'shows no final result while the operation is held, and the result once it is released',
  purposes: [8],
  needs: { control: ['operation.hold', 'operation.release'] },
  async run(t) {
    await t.control('operation.hold', { account_id: t.account.id });
    t.cleanup(async () => {
      await t.control('operation.release', { account_id: t.account.id });
    });
    const submission = await submitted(t);
    const held = await t.account.request('operationStatus', { operationId: submission.operationId ?? '' });
    if (held.answer?.status === 200) t.expect.at(held.record, '/view/state', 'optional', NOT_FINAL);
    await t.control('operation.release', { account_id: t.account.id });
    const result = await finalStatus(t, submission);
    t.expect.at(result.record, '/view/state', 'equals', 'success', { requirement: 'domain.result-in-status' });
  },
});

scenario({
  id: 'operations.unknown-id/never-existed',
  title: 'invents no result for an operation_id that never existed',
  purposes: [30],
  async run(t) {
    const { operationId } = await submitted(t);
    const exchange = await t.account.request('operationStatus', { operationId: strangerTo(t, operationId ?? '') });
    t.expect.at(exchange.record, '/view/state', 'optional', NOT_FINAL);
  },
});

scenario({
  id: 'operations.foreign-id/under-another-account',
  title: 'does not show the operation of one account under the path of another',
  purposes: [30, 35],
  needs: { accounts: 2 },
  async run(t) {
    const [owner, other] = t.accounts;
    if (owner === undefined || other === undefined) return t.inconclusive('two accounts are needed');
    const submission = await owner.submit(await owner.order());
    if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
    await owner.settle(submission);
    const exchange = await other.request('operationStatus', { operationId: submission.operationId ?? '' });
    // Identifiers may be counted per account, so the other account may have an operation of that name itself.
    t.expect.at(exchange.record, '/view/clientRequestId', 'optional', {
      predicate: 'notEquals',
      expected: submission.key,
    });
  },
});
