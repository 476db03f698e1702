// Faults of the errors of final results (interface 2.2; 7.2): absent, empty, beside a success, under codes that are not theirs.
import { always, amended, insteadWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { announcing } from './announcing.js';

export const resultErrorFaults: readonly Fault[] = [
  violating('2.2', ['transactions.error-code-on-rejected', 'transactions.error-code-on-failed'])(
    'error-code-missing-in-events',
    {
      summary: 'Events of refused results have no error_code.',
      ...announcing((event) => [{ ...event, errorCode: undefined }]),
    },
  ),
  violating('2.2', ['transactions.error-code-on-failed'])('error-code-missing-when-failed', {
    summary: 'Events of failed results have no error_code.',
    needs: 'operation.fail',
    ...announcing((event) => [event.status === 'failed' ? { ...event, errorCode: undefined } : event]),
  }),
  violating('2.2', ['transactions.error-message-on-rejected', 'transactions.error-message-on-failed'])(
    'error-message-missing-in-events',
    {
      summary: 'Events of refused results have no error_message.',
      ...announcing((event) => [{ ...event, errorMessage: undefined }]),
    },
  ),
  violating('2.2', ['transactions.error-message-on-failed'])('error-message-missing-when-failed', {
    summary: 'Events of failed results have no error_message.',
    needs: 'operation.fail',
    ...announcing((event) => [event.status === 'failed' ? { ...event, errorMessage: undefined } : event]),
  }),
  violating('2.2', [
    'transactions.error-message-on-rejected',
    'operations.error-message-when-rejected',
    'errors.final-in-event-and-status',
  ])('error-message-empty', {
    summary: 'The error_message of every final result is the empty text.',
    // What a message says is not said.
    level: 'should',
    finalMessage: always(''),
  }),
  violating('2.2', ['transactions.no-error-on-success'])('error-code-on-success', {
    summary: 'Events of successful results carry the error code OK.',
    ...announcing((event) => [event.status === 'success' ? { ...event, errorCode: 'OK', errorMessage: 'OK' } : event]),
  }),
  violating('7.2', ['errors.final-code-listed', 'errors.volume-too-large'])('final-code-unlisted', {
    summary: 'A volume above the maximum ends with a code that is not public.',
    finalCode: insteadWhere((code) => code === 'TRADING_RULE_VOLUME_TOO_LARGE', 'RISK_LIMIT_17'),
  }),
  violating('7.2', ['errors.final-code-listed'])('final-code-of-the-other-phase', {
    summary: 'A volume below the minimum ends with REQUEST_INVALID_COUNT, which is a synchronous code only.',
    finalCode: insteadWhere((code) => code === 'TRADING_RULE_VOLUME_TOO_SMALL', 'REQUEST_INVALID_COUNT'),
  }),
  violating('7.2', ['errors.session-closed'])('session-closed-code-generic', {
    summary: 'An order while the session is closed ends with EXECUTION_REJECTED.',
    needs: 'market.close',
    finalCode: insteadWhere((code) => code === 'MARKET_SESSION_CLOSED', 'EXECUTION_REJECTED'),
  }),
  violating('7.2', ['errors.no-quotes', 'orders.sync-no-quotes'])('no-quotes-code-generic', {
    summary: 'An order without quotes is refused with SYSTEM_TEMPORARY_UNAVAILABLE.',
    needs: 'market.quotes',
    marketGuard: amended((answer) => (answer === 'MARKET_NO_QUOTES' ? 'SYSTEM_TEMPORARY_UNAVAILABLE' : answer)),
  }),
  violating('7.2', ['errors.insufficient-margin'])('margin-code-generic', {
    summary: 'An order that the margin cannot carry ends with TRADING_RULE_OPERATION_RESTRICTED.',
    finalCode: insteadWhere((code) => code === 'TRADING_RULE_INSUFFICIENT_MARGIN', 'TRADING_RULE_OPERATION_RESTRICTED'),
  }),
];
