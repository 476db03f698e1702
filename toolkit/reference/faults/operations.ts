// Faults of the way from ACK to result (interface 1, rule 1; 2.1; 4.1 to 4.3; 7.2): identifiers, status, results that are lost or contradict.
import type { OperationStatus, TransactionEvent } from '../domain.js';
import type { OperationContext } from '../rules/context.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';
import { editingBody, remove } from './json-edit.js';

/** Changes what the status endpoint shows of operations that `where` picks. */
function showing(
  write: (status: OperationStatus, ageMs: number | undefined) => OperationStatus,
  where: (context: OperationContext) => boolean = () => true,
): Fault['change'] {
  return changing('shownStatus', (honest) => (status, ageMs, context) => {
    const shown = honest(status, ageMs, context);
    return where(context) ? write(shown, ageMs) : shown;
  });
}

/** Changes what is announced of a result. */
function announcing(write: (event: TransactionEvent) => readonly TransactionEvent[]): Fault['change'] {
  return changing('announcements', (honest) => (event, surroundings) => honest(event, surroundings).flatMap(write));
}

const isRefused = ({ status }: TransactionEvent): boolean => status !== 'success';

export const operationFaults: readonly Fault[] = [
  fault(
    'ack-status-200',
    '2.1',
    ['ack.status-202', 'positions.ack-status-202'],
    'Accepted mutations are answered with 200.',
    changing('ackStatus', () => () => 200),
  ),
  fault(
    'ack-status-201-on-positions',
    '4.2',
    ['positions.ack-status-202'],
    'An accepted opening is answered with 201.',
    changing('ackStatus', (honest) => (status, ack) => (ack.kind === 'openPosition' ? 201 : honest(status, ack))),
  ),
  fault(
    'ack-without-operation-id',
    '2.1',
    ['ack.operation-id-present', 'domain.mutations-acknowledged'],
    'The ACK of a placement has no operation_id.',
    editingBody('placeOrder', 200, 'operation_id', remove),
  ),
  fault(
    'ack-without-operation-id-on-positions',
    '4.2',
    ['positions.ack-operation-id', 'ack.operation-id-present'],
    'The ACK of an opening has no operation_id.',
    editingBody('openPosition', 200, 'operation_id', remove),
  ),
  fault(
    'ack-operation-id-number',
    '2.1',
    ['ack.operation-id-string'],
    'operation_id in the ACK is a number.',
    editingBody('any', 200, 'operation_id', (id) => Number.parseInt(String(id).replaceAll(/\D/g, ''), 10)),
  ),
  fault(
    'ack-key-as-list',
    '2.1',
    ['ack.client-request-id-string'],
    'client_request_id in the ACK is a list of one.',
    editingBody('placeOrder', 200, 'client_request_id', (key) => [key]),
  ),
  fault(
    'operation-id-repeated',
    '2.1',
    ['ack.operation-id-unique'],
    'Operations of different accounts get the same identifiers.',
    changing(
      'operationId',
      () =>
        (_serial, { ordinal }) =>
          `op-${ordinal}`,
    ),
  ),
  fault(
    'operation-id-of-placement-and-opening-shared',
    '2.1',
    ['ack.operation-id-unique'],
    'The first opening of an account gets the identifier of its first placement.',
    changing('operationId', (honest) => {
      const counts = new Map<string, number>();
      return (serial, context) => {
        const name = `${context.accountId} ${context.kind}`;
        const count = (counts.get(name) ?? 0) + 1;
        counts.set(name, count);
        return count === 1 ? `op-${context.accountId}-first` : honest(serial, context);
      };
    }),
  ),
  fault(
    'event-with-another-operation-id',
    '2.1',
    ['ack.operation-id-correlates-event', 'transactions.operation-id-of-request'],
    'Transaction events carry an identifier of their own.',
    changing('operationIdOf', (honest) => (operationId, transaction) => {
      const honestId = honest(operationId, transaction);
      return honestId?.startsWith('op-') ? `tx-${honestId}` : honestId;
    }),
  ),
  fault(
    'event-without-operation-id-when-rejected',
    '2.2',
    ['transactions.operation-id-of-request'],
    'Events of refused results carry no operation_id.',
    announcing((event) => [isRefused(event) ? { ...event, operationId: undefined } : event]),
  ),
  fault(
    'result-lost-once-in-fifty',
    '1',
    ['domain.every-ack-one-result'],
    'One operation in fifty never comes to a result.',
    changing('finishes', (honest) => {
      let count = 0;
      return (context) => {
        count += 1;
        return count % 50 !== 0 && honest(context);
      };
    }),
    { rate: 0.02 },
  ),
  fault(
    'result-lost-for-openings',
    '1',
    ['domain.every-ack-one-result', 'transactions.emitted-for-opening', 'positions.immediate-execution'],
    'An accepted opening is never executed.',
    changing('finishes', (honest) => (context) => context.kind !== 'openPosition' && honest(context)),
  ),
  fault(
    'result-before-ack',
    '4.2',
    ['positions.asynchronous-result', 'domain.mutations-acknowledged'],
    'The answer to an opening carries the result in place of the operation.',
    editingBody('openPosition', 200, '', () => ({ status: 'success' })),
  ),
  fault(
    'event-missing-for-placements',
    '6.1',
    ['transactions.emitted-for-placement', 'domain.result-as-event', 'transactions.every-change'],
    'Successful placements are not announced.',
    announcing((event) => (isPlacement(event) ? [] : [event])),
  ),
  fault(
    'event-missing-for-openings',
    '6.1',
    ['transactions.emitted-for-opening', 'domain.result-as-event', 'transactions.every-change'],
    'Successful openings are not announced.',
    announcing((event) => (isOpening(event) ? [] : [event])),
  ),
  fault(
    'event-missing-for-rejections',
    '6.1',
    ['transactions.negative-results-delivered'],
    'Rejected results are not announced.',
    announcing((event) => (event.status === 'rejected' ? [] : [event])),
  ),
  fault(
    'event-missing-for-failures',
    '6.1',
    ['transactions.negative-results-delivered'],
    'Failed results are not announced.',
    announcing((event) => (event.status === 'failed' ? [] : [event])),
    { needs: 'operation.fail' },
  ),
  fault(
    'event-missing-for-balance',
    '6.1',
    ['transactions.emitted-for-balance'],
    'Balance transactions are not announced.',
    announcing((event) => (isBalance(event) ? [] : [event])),
    { needs: 'account.deposit' },
  ),
  fault(
    'event-missing-for-partial-closes',
    '3',
    ['positions.partial-close-event'],
    'Partial closes are not announced.',
    announcing((event) =>
      event.payload.deals.some(({ amount }) => amount.coefficient !== 0n) &&
      event.payload.positions.some(({ state }) => state === 'open')
        ? []
        : [event],
    ),
  ),
  fault(
    'contradicting-second-event',
    '1',
    ['transactions.one-outcome', 'domain.every-ack-one-result'],
    'Every success is followed by an event that calls the same operation rejected.',
    announcing((event) =>
      event.status === 'success' && event.clientRequestId !== undefined
        ? [event, { ...event, status: 'rejected', errorCode: 'EXECUTION_REJECTED', errorMessage: 'EXECUTION_REJECTED' }]
        : [event],
    ),
  ),
  fault(
    'rejection-announced-as-success',
    '2.2',
    ['transactions.rejected-by-rules', 'operations.agrees-with-event', 'transactions.negative-results-delivered'],
    'The event of a rejected operation says success, and status says rejected.',
    announcing((event) => [isRefused(event) ? { ...event, status: 'success' } : event]),
  ),
  fault(
    'rejection-taken-for-success',
    '3',
    ['transactions.rejected-by-rules', 'transactions.success-means-change'],
    'An operation that breaks a trading rule ends as success and changes nothing.',
    changing(
      'resultStatus',
      (honest) => (code, faults) => (code?.startsWith('TRADING_RULE_') ? 'success' : honest(code, faults)),
    ),
  ),
  fault(
    'rejection-called-failed',
    '7.2',
    ['errors.rejected-statuses', 'transactions.rejected-by-rules'],
    'Trading rules end operations as failed.',
    changing(
      'resultStatus',
      (honest) => (code, faults) => (code?.startsWith('TRADING_RULE_') ? 'failed' : honest(code, faults)),
    ),
  ),
  fault(
    'status-word-done',
    '2.2',
    ['transactions.status-values'],
    'Events of successful operations have the status done.',
    changing('amendMessage', (honest) => (message, event, connection) => {
      const amended = honest(message, event, connection);
      return event.kind === 'transaction_event' && event.status === 'success'
        ? { ...(amended as typeof message), status: 'done' } // An object as it came.
        : amended;
    }),
  ),
  fault(
    'rejected-order-placed',
    '3',
    ['transactions.rejected-changes-nothing', 'orders.volume-below-minimum'],
    'An order that is rejected for its volume is placed all the same.',
    changing('executesRejected', () => (code) => code.startsWith('TRADING_RULE_')),
  ),
  fault(
    'rejected-opening-executed',
    '3',
    ['transactions.rejected-changes-nothing'],
    'Whatever is rejected for its price is executed all the same.',
    changing(
      'executesRejected',
      () => (code) => code === 'REQUEST_INVALID_PRICE' || code === 'TRADING_RULE_VOLUME_TOO_SMALL',
    ),
  ),
  fault(
    'refused-and-executed',
    '7.1',
    ['errors.sync-before-ack'],
    'A request that is refused before the ACK has an operation behind it all the same.',
    changing('executesRefused', () => () => true),
  ),
  fault(
    'error-code-missing-in-events',
    '2.2',
    ['transactions.error-code-on-rejected', 'transactions.error-code-on-failed'],
    'Events of refused results have no error_code.',
    announcing((event) => [{ ...event, errorCode: undefined }]),
  ),
  fault(
    'error-code-missing-when-failed',
    '2.2',
    ['transactions.error-code-on-failed'],
    'Events of failed results have no error_code.',
    announcing((event) => [event.status === 'failed' ? { ...event, errorCode: undefined } : event]),
    { needs: 'operation.fail' },
  ),
  fault(
    'error-message-missing-in-events',
    '2.2',
    ['transactions.error-message-on-rejected', 'transactions.error-message-on-failed'],
    'Events of refused results have no error_message.',
    announcing((event) => [{ ...event, errorMessage: undefined }]),
  ),
  fault(
    'error-message-missing-when-failed',
    '2.2',
    ['transactions.error-message-on-failed'],
    'Events of failed results have no error_message.',
    announcing((event) => [event.status === 'failed' ? { ...event, errorMessage: undefined } : event]),
    { needs: 'operation.fail' },
  ),
  fault(
    'error-code-on-success',
    '2.2',
    ['transactions.no-error-on-success'],
    'Events of successful results carry the error code OK.',
    announcing((event) => [event.status === 'success' ? { ...event, errorCode: 'OK', errorMessage: 'OK' } : event]),
  ),
  fault(
    'final-code-unlisted',
    '7.2',
    ['errors.final-code-listed'],
    'A volume above the maximum ends with a code that is not public.',
    changing(
      'finalCode',
      (honest) => (code, context) =>
        code === 'TRADING_RULE_VOLUME_TOO_LARGE' ? 'RISK_LIMIT_17' : honest(code, context),
    ),
  ),
  fault(
    'final-code-of-the-other-phase',
    '7.2',
    ['errors.final-code-listed'],
    'A volume below the minimum ends with REQUEST_INVALID_COUNT, which is a synchronous code only.',
    changing(
      'finalCode',
      (honest) => (code, context) =>
        code === 'TRADING_RULE_VOLUME_TOO_SMALL' ? 'REQUEST_INVALID_COUNT' : honest(code, context),
    ),
  ),
  fault(
    'session-closed-code-generic',
    '7.2',
    ['errors.session-closed'],
    'An order while the session is closed ends with EXECUTION_REJECTED.',
    changing(
      'finalCode',
      (honest) => (code, context) => (code === 'MARKET_SESSION_CLOSED' ? 'EXECUTION_REJECTED' : honest(code, context)),
    ),
    { needs: 'market.close' },
  ),
  fault(
    'no-quotes-code-generic',
    '7.2',
    ['errors.no-quotes', 'orders.sync-no-quotes'],
    'An order without quotes is refused with SYSTEM_TEMPORARY_UNAVAILABLE.',
    changing(
      'marketGuard',
      (honest) => (standing, kind, type) =>
        honest(standing, kind, type) === 'MARKET_NO_QUOTES'
          ? 'SYSTEM_TEMPORARY_UNAVAILABLE'
          : honest(standing, kind, type),
    ),
    { needs: 'market.quotes' },
  ),
  fault(
    'margin-code-generic',
    '7.2',
    ['errors.insufficient-margin'],
    'An order that the margin cannot carry ends with TRADING_RULE_OPERATION_RESTRICTED.',
    changing(
      'finalCode',
      (honest) => (code, context) =>
        code === 'TRADING_RULE_INSUFFICIENT_MARGIN' ? 'TRADING_RULE_OPERATION_RESTRICTED' : honest(code, context),
    ),
  ),
  fault(
    'status-unreadable',
    '4.3',
    ['operations.readable', 'ack.operation-id-reads-status', 'domain.result-in-status'],
    'Operation status is found only while the operation is unfinished.',
    changing(
      'keepsStatus',
      (honest) => (ageMs, retentionMs, state) => state === 'pending' && honest(ageMs, retentionMs, state),
    ),
  ),
  fault(
    'status-unreadable-for-openings',
    '4.2',
    ['positions.result-in-status', 'ack.operation-id-reads-status'],
    'Operation status of an opening never leaves pending.',
    showing(
      (status) => ({ ...status, state: 'pending', errorCode: undefined, errorMessage: undefined }),
      ({ kind }) => kind === 'openPosition',
    ),
  ),
  fault(
    'status-success-for-everything',
    '4.3',
    ['operations.agrees-with-event'],
    'Operation status calls every finished operation a success.',
    showing((status) => (status.state === 'pending' ? status : { ...status, state: 'success' })),
  ),
  fault(
    'status-final-while-unfinished',
    '4.3',
    ['operations.unfinished-not-final'],
    'Operation status of an unfinished operation is success.',
    showing((status) => (status.state === 'pending' ? { ...status, state: 'success' } : status)),
    { needs: 'operation.hold' },
  ),
  fault(
    'status-flips-late',
    '4.3',
    ['operations.final-result-stays'],
    'A success turns into failed a quarter of a second after the result.',
    showing((status, ageMs) =>
      status.state === 'success' && (ageMs ?? 0) > 250
        ? { ...status, state: 'failed', errorCode: 'EXECUTION_REJECTED', errorMessage: 'EXECUTION_REJECTED' }
        : status,
    ),
  ),
  fault(
    'status-without-error-code-when-rejected',
    '4.3',
    ['operations.error-code-when-rejected', 'errors.final-in-event-and-status'],
    'Operation status of a rejected operation has no error_code.',
    showing((status) => (status.state === 'rejected' ? { ...status, errorCode: undefined } : status)),
  ),
  fault(
    'status-without-error-message-when-rejected',
    '4.3',
    ['operations.error-message-when-rejected'],
    'Operation status of a rejected operation has no error_message.',
    showing((status) => (status.state === 'rejected' ? { ...status, errorMessage: undefined } : status)),
  ),
  fault(
    'status-without-error-code-when-failed',
    '4.3',
    ['operations.error-code-when-failed'],
    'Operation status of a failed operation has no error_code.',
    showing((status) => (status.state === 'failed' ? { ...status, errorCode: undefined } : status)),
    { needs: 'operation.fail' },
  ),
  fault(
    'status-without-error-message-when-failed',
    '4.3',
    ['operations.error-message-when-failed'],
    'Operation status of a failed operation has no error_message.',
    showing((status) => (status.state === 'failed' ? { ...status, errorMessage: undefined } : status)),
    { needs: 'operation.fail' },
  ),
  fault(
    'status-with-another-error-code',
    '4.3',
    ['operations.error-agrees-with-event', 'errors.final-in-event-and-status'],
    'Operation status names EXECUTION_REJECTED, whatever the event named.',
    showing((status) => (status.errorCode === undefined ? status : { ...status, errorCode: 'EXECUTION_REJECTED' })),
  ),
  fault(
    'status-error-spelled-with-a-dot',
    '7.2',
    ['errors.event-spelling', 'operations.error-code-when-rejected'],
    'Operation status nests its error as error.code.',
    changing('amendBody', (honest) => (body, answer) => {
      const amended = honest(body, answer);
      if (answer.operation !== 'operationStatus' || !isRecord(amended) || amended['error_code'] === undefined) {
        return amended;
      }
      const { error_code: code, ...rest } = amended;
      return { ...rest, error: { code } };
    }),
  ),
  fault(
    'status-invented-for-unknown-id',
    '4.3',
    ['operations.unknown-id'],
    'An operation_id that never existed is answered as a success.',
    changing(
      'statusOf',
      (honest) => (refusal, operation) =>
        operation === 'operationStatus' && refusal.name === 'OPERATION_NOT_FOUND' ? 200 : honest(refusal, operation),
    ),
  ),
  fault(
    'status-of-foreign-operations',
    '4.3',
    ['operations.foreign-id'],
    'Operations of other accounts are shown under any account.',
    changing('showsOperation', () => () => true),
  ),
];

function isPlacement({ status, payload }: TransactionEvent): boolean {
  return status === 'success' && payload.deals.length === 0 && payload.orders.some(({ state }) => state === 'pending');
}

function isOpening({ status, payload }: TransactionEvent): boolean {
  return (
    status === 'success' &&
    payload.orders.some(({ type }) => type === 'market') &&
    payload.positions.some(({ state }) => state === 'open')
  );
}

function isBalance({ payload }: TransactionEvent): boolean {
  return payload.deals.some(({ balanceKind }) => balanceKind !== undefined);
}

function isRecord(value: unknown): value is Readonly<Record<string, never>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
