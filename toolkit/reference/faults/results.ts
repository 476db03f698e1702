// Faults of final results (interface 1, rule 1; 2.2; 3; 6.1; 7.2): lost, contradicted, misnamed, without their errors.
import type { TransactionEvent } from '../domain.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

/** Changes what is announced of a result. */
function announcing(write: (event: TransactionEvent) => readonly TransactionEvent[]): Fault['change'] {
  return changing('announcements', (honest) => (event, surroundings) => honest(event, surroundings).flatMap(write));
}

const isRefused = ({ status }: TransactionEvent): boolean => status !== 'success';

export const resultFaults: readonly Fault[] = [
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
    ['domain.every-ack-one-result', 'domain.result-as-event', 'transactions.emitted-for-placement'],
    'One operation in fifty never comes to a result.',
    changing('finishes', (honest) => {
      // Where the counting starts is left to chance, so that repeated trials are trials of their own.
      let count = Math.floor(Math.random() * 50);
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
    'event-missing-for-placements',
    '6.1',
    ['transactions.emitted-for-placement', 'domain.result-as-event', 'transactions.every-change'],
    'Successful placements are not announced.',
    announcing((event) => (isPlacement(event) ? [] : [event])),
  ),
  fault(
    'event-missing-for-openings',
    '6.1',
    [
      'transactions.emitted-for-opening',
      'domain.result-as-event',
      'transactions.every-change',
      'positions.asynchronous-result',
    ],
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
      (honest) => (code, faults) => (code.startsWith('TRADING_RULE_') ? 'success' : honest(code, faults)),
    ),
  ),
  fault(
    'rejection-called-failed',
    '7.2',
    ['errors.rejected-statuses', 'transactions.rejected-by-rules'],
    'Trading rules end operations as failed.',
    changing(
      'resultStatus',
      (honest) => (code, faults) => (code.startsWith('TRADING_RULE_') ? 'failed' : honest(code, faults)),
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
    'error-message-empty',
    '2.2',
    [
      'transactions.error-message-on-rejected',
      'operations.error-message-when-rejected',
      'errors.final-in-event-and-status',
    ],
    'The error_message of every final result is the empty text.',
    changing('finalMessage', () => () => ''),
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
    ['errors.final-code-listed', 'errors.volume-too-large'],
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
    'failed-order-placed',
    '3',
    ['transactions.failed-changes-nothing'],
    'An operation that ends as failed is carried out all the same.',
    changing('executesFailed', () => () => true),
    { needs: 'operation.fail' },
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
