// The result of any operation (interface 1, rule 1; 2.1; 2.2; 4.3; 6.1; 8), in every context: whatever is asked for, of what, after what
// and however it ends, the ACK names the operation, its event comes on every subscribed connection under that name and the key, and
// operation status agrees with it.

import { isNegativeStatus } from '../../toolkit/payload/vocabulary.js';
import type { CheckContext, ContextTrial, FinalResult, Placed, ReceivedOf } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { shownOperation } from '../words/calls/same-operation.js';
import { type Deed, deedOf, done, doneBefore, weightOf } from '../words/contexts/deed.js';
import { goneThrough, instrumentOf, listening } from '../words/contexts/place.js';
import { expectSameResult } from '../words/trading/same-result.js';

type Event = ReceivedOf<'transaction_event'>;
type Weight = ReturnType<typeof weightOf>;

const REQUIREMENTS = [
  'ack.client-request-id-echo',
  'ack.operation-id-present',
  'errors.final-in-event-and-status',
  'operations.agrees-with-event',
  'operations.client-request-id-echo',
  'operations.error-agrees-with-event',
  'transactions.client-request-id-echo',
  'transactions.error-code-on-rejected',
  'transactions.error-message-on-rejected',
  'transactions.no-error-on-success',
  'transactions.operation-id-of-request',
] as const;

scenario({
  id: 'domain.result-as-event/in-contexts',
  title:
    'tells the result of any operation by its event and its status alike, however it ends and wherever it is awaited',
  requirements: [...REQUIREMENTS, 'transactions.error-code-on-failed', 'transactions.error-message-on-failed'],
  purposes: [24, 27, 28, 39],
  needs: { accounts: 0 },
  contexts: {
    operation: 'all',
    orderType: 'all',
    side: 'all',
    protection: 'all',
    result: 'all',
    state: ['untouched', 'partly-closed', 'protected', 'filled'],
    connection: ['second', 'reconnected', 'subscribed-again'],
    account: 'all',
    instrument: ['first', 'last', 'created'],
    key: 'all',
  },
  waitMs: 2000,
  run: (t) => t.inContexts((trial) => expectTold(t, trial)),
});

scenario({
  id: 'domain.result-as-event/each-form-of-order',
  title: 'tells the result of an order of every type, side and protection alike',
  requirements: REQUIREMENTS,
  purposes: [24, 28, 39],
  needs: { accounts: 0 },
  // Services branch on all three at once, where pairs leave it to luck.
  contexts: {
    operation: ['order'],
    orderType: 'all',
    side: 'all',
    protection: 'all',
  },
  denseContexts: true,
  waitMs: 2000,
  run: (t) => t.inContexts((trial) => expectTold(t, trial)),
});

scenario({
  id: 'domain.result-as-event/after-restrictions',
  title:
    'tells the result of an operation alike after restrictions, closed sessions, exhausted quotas and changes are over',
  requirements: REQUIREMENTS,
  purposes: [24, 28, 39],
  needs: { accounts: 0 },
  contexts: {
    after: 'all',
    operation: ['order', 'opening'],
    orderType: 'all',
    side: 'all',
    result: ['success', 'rejected'],
    use: ['first', 'second'],
  },
  waitMs: 2000,
  run: (t) => t.inContexts((trial) => expectTold(t, trial)),
});

async function expectTold(t: CheckContext, trial: ContextTrial): Promise<void> {
  const instrument = await instrumentOf(t, trial);
  await goneThrough(t, trial);
  await doneBefore(t, trial, instrument);
  const deed = await deedOf(t, trial, instrument);
  const events = await listening(trial);
  const ack = await done(t, trial, deed);
  const weight = weightOf(deed);
  expectAck(t, ack, weight);
  const inTime = await events.resultOf(ack);
  // Only what operation status shows as ended owes an event; how late it may come is said nowhere.
  const status = await trial.account.settle(ack);
  const event = t.expect.arrived(inTime ?? events.resultsOf(ack)[0], ack, { evidence: [status], ...weight });
  expectAgreement(t, { deed, ack, event, status });
}

function expectAck(t: CheckContext, ack: Placed, weight: Weight): void {
  t.expect.at(ack, '/view/operationId', 'present', { requirement: 'ack.operation-id-present', ...weight });
  t.expect.at(ack, '/view/clientRequestId', 'equals', ack.key, {
    requirement: 'ack.client-request-id-echo',
    ...weight,
  });
}

interface Told {
  readonly deed: Deed;
  readonly ack: Placed;
  readonly event: Event;
  readonly status: FinalResult;
}

function expectAgreement(t: CheckContext, { deed, ack, event, status }: Told): void {
  const weight = weightOf(deed);
  const shown = event.view.operationId;
  t.expect.that(
    String(shown) === ack.operationId,
    {
      expected: `operation_id ${ack.operationId}`,
      actual: `operation_id ${shown === undefined ? 'missing' : JSON.stringify(shown)}`,
      evidence: [event, ack],
      shown: shownOperation(ack, ack, event),
    },
    { requirement: 'transactions.operation-id-of-request', ...weight },
  );
  t.expect.at(event, '/view/clientRequestId', 'equals', ack.key, {
    requirement: 'transactions.client-request-id-echo',
    ...weight,
  });
  t.expect.at(status, '/view/clientRequestId', 'equals', ack.key, {
    requirement: 'operations.client-request-id-echo',
    ...weight,
  });
  expectSameResult(t, event, status, { requirement: 'operations.agrees-with-event', ...weight });
  expectErrors(t, { deed, ack, event, status });
}

const NO_ERROR = { predicate: 'oneOf', expected: [null, ''] };

function expectErrors(t: CheckContext, { deed, event, status }: Told): void {
  const weight = weightOf(deed);
  if (!isNegativeStatus(status.status)) {
    for (const member of ['/view/errorCode', '/view/errorMessage']) {
      t.expect.at(event, member, 'optional', NO_ERROR, { requirement: 'transactions.no-error-on-success', ...weight });
      // Present for failed results, it says; what else may stand there for a success does not (interface 4.3).
      t.expect.at(status, member, 'optional', NO_ERROR, {
        requirement: 'operations.error-agrees-with-event',
        level: 'should',
      });
    }
    return;
  }
  const how = status.status === 'failed' ? 'failed' : 'rejected';
  t.expect.at(event, '/view/errorCode', 'present', { requirement: `transactions.error-code-on-${how}`, ...weight });
  t.expect.at(event, '/view/errorMessage', 'present', {
    requirement: `transactions.error-message-on-${how}`,
    ...weight,
  });
  t.expect.at(status, '/view/errorMessage', 'present', { requirement: 'errors.final-in-event-and-status', ...weight });
  t.expect.at(event, '/view/errorCode', 'equals', status.operation?.errorCode ?? null, {
    requirement: 'operations.error-agrees-with-event',
    ...weight,
  });
}
