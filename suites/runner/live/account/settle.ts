// From an acknowledged operation to its final result (interface 1, rule 1): through events where a stream is given, through
// operation status otherwise, with growing pauses. And what becomes of a mutation whose answer was lost.
import { isFinalStatus } from '../../../../toolkit/payload/vocabulary.js';
import type { OperationView, TransactionView } from '../../../../toolkit/profile/dialect/views.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { Undecided } from '../../check-end.js';
import type { Events, FinalResult, Submission } from '../../context.js';
import { readUntil } from '../patience.js';
import type { CheckScope } from '../scope.js';
import { describeAnswer, isAccepted } from '../verdict/answer.js';

export async function settleByEvent(submission: Submission, events: Events, scope: CheckScope): Promise<FinalResult> {
  const operationId = acknowledged(submission);
  const received = await events.resultOf(submission);
  if (received === undefined) {
    const { resultMs } = scope.target.profile.timing;
    throw new Undecided(`no transaction_event of operation ${operationId} within ${resultMs} ms`, [
      submission.exchange.record,
    ]);
  }
  return {
    status: finalStatus(received.view, received.record),
    from: 'event',
    record: received.record,
    event: received.view,
  };
}

export async function settleByStatus(
  submission: Submission,
  readStatus: (operationId: string) => Promise<HttpExchange>,
  scope: CheckScope,
): Promise<FinalResult> {
  const operationId = acknowledged(submission);
  const { resultMs } = scope.target.profile.timing;
  const { exchange, operation } = await readUntil(
    async () => {
      const exchange = await readStatus(operationId);
      return { exchange, operation: isAccepted(exchange) ? scope.target.read.operation(exchange) : undefined };
    },
    ({ operation }) => isFinalStatus(operation?.state),
    { withinMs: resultMs, signal: scope.signal },
  );
  if (operation !== undefined && isFinalStatus(operation.state)) {
    return { status: operation.state, from: 'status', record: exchange.record, operation };
  }
  throw new Undecided(
    `operation ${operationId} shows no final result within ${resultMs} ms: ${why(exchange, operation, scope)}`,
    [exchange.record, submission.exchange.record],
  );
}

/** The retry of a mutation whose answer was lost: same key, same payload, fresh signature (interface 8). */
export async function resolveLost(exchange: HttpExchange, scope: CheckScope): Promise<HttpExchange> {
  const retry = await scope.send({ ...exchange.request, idempotencyKey: exchange.idempotencyKey });
  const outcome = retry.answer === undefined ? 'unknown' : isAccepted(retry) ? 'accepted' : 'refused';
  scope.journal.note('resolve', { by: 'retry with the same key', outcome, retry: retry.record }, exchange.invoke, {
    account: exchange.request.accountId,
    client_request_id: exchange.idempotencyKey,
  });
  if (outcome === 'unknown') {
    throw new Undecided(`${exchange.request.name}: the answer was lost twice: ${retry.error?.message ?? 'unknown'}`, [
      exchange.record,
      retry.record,
    ]);
  }
  return retry;
}

/** Whether the request may have taken effect although no answer came. */
export function isIndeterminate(exchange: HttpExchange): boolean {
  return exchange.answer === undefined && exchange.error?.sent === true && exchange.error.code !== 'aborted';
}

function acknowledged(submission: Submission): string {
  const { exchange, accepted, operationId } = submission;
  if (!accepted) {
    throw new Undecided(
      `${exchange.request.name} was not accepted: ${describeAnswer(exchange, submission.error ?? {})}`,
      [exchange.record],
    );
  }
  if (operationId === undefined) {
    throw new Undecided(`the ACK of ${exchange.request.name} shows no operation_id`, [exchange.record]);
  }
  return operationId;
}

function finalStatus(event: TransactionView, record: number): FinalResult['status'] {
  const { status } = event;
  if (isFinalStatus(status)) return status;
  throw new Undecided(`the transaction_event has the status ${JSON.stringify(status ?? null)}`, [record]);
}

function why(exchange: HttpExchange, operation: OperationView | undefined, scope: CheckScope): string {
  if (operation === undefined) return describeAnswer(exchange, scope.target.read.error(exchange));
  return operation.state === 'unknown' ? 'the dialect does not know the word for its state' : 'still pending';
}
