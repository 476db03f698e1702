// Faults of operation status (interface 4.3; 7.2).
import type { OperationStatus } from '../domain.js';
import type { OperationContext } from '../rules/context.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

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

export const operationStatusFaults: readonly Fault[] = [
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
    'status-rejected-for-openings',
    '4.2',
    ['positions.result-in-status', 'operations.agrees-with-event'],
    'Operation status calls every opening rejected, executed or not.',
    showing(
      (status) => ({
        ...status,
        state: 'rejected',
        errorCode: 'EXECUTION_REJECTED',
        errorMessage: 'EXECUTION_REJECTED',
      }),
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
    'A success turns into failed a tenth of a second after the result.',
    showing((status, ageMs) =>
      status.state === 'success' && (ageMs ?? 0) > 100
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
    'status-error-shown-once',
    '4.3',
    ['operations.error-code-when-rejected', 'operations.error-message-when-rejected'],
    'The second reading of a rejected operation names no error any more.',
    changing('shownStatus', (honest) => {
      const readings = new Map<string, number>();
      return (status, ageMs, context) => {
        const shown = honest(status, ageMs, context);
        if (shown.state !== 'rejected') return shown;
        const count = (readings.get(status.operationId) ?? 0) + 1;
        readings.set(status.operationId, count);
        return count === 1 ? shown : { ...shown, errorCode: undefined, errorMessage: undefined };
      };
    }),
  ),
  fault(
    'status-without-key-while-unfinished',
    '4.3',
    ['operations.client-request-id-echo'],
    'Operation status shows client_request_id with the result only.',
    showing((status) => (status.state === 'pending' ? { ...status, clientRequestId: undefined } : status)),
    { needs: 'operation.hold' },
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
    changing('statusOfUnknown', () => (operationId) => ({
      operationId,
      clientRequestId: undefined,
      state: 'success',
      errorCode: undefined,
      errorMessage: undefined,
      acceptedAtMs: 0,
      finishedAtMs: 0,
    })),
  ),
  fault(
    'status-of-foreign-operations',
    '4.3',
    ['operations.foreign-id'],
    'Operations of other accounts are shown under any account.',
    changing('showsOperation', () => () => true),
  ),
];

function isRecord(value: unknown): value is Readonly<Record<string, never>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
