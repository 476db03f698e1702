// Faults of final results (interface 1, rule 1; 2.2; 3; 6.1; 7.2): lost, contradicted, misnamed, without their errors.
import type { JsonValue } from '../../../payload/json.js';
import type { OperationKind, TransactionEvent } from '../../domain.js';
import { always, amended, exceptWhere, instead, insteadOn, insteadWhere } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { onceIn, sharing } from '../algebra/memory.js';

const operationIdOfRequest = violating('2.2', ['transactions.operation-id-of-request']);
const negativeResultsDelivered = violating('6.1', ['transactions.negative-results-delivered']);
const rejectedByRules = violating('3', ['transactions.rejected-by-rules', 'transactions.success-means-change']);
const statusValues = violating('2.2', ['transactions.status-values']);
const rejectedChangesNothing = violating('3', ['transactions.rejected-changes-nothing']);
const everyChange = violating('6.1', ['transactions.every-change']);

/** Changes what is announced of a result. */
function announcing(write: (event: TransactionEvent) => readonly TransactionEvent[]): Edits {
  return { announcements: amended((announced) => announced.flatMap(write)) };
}

/** Announces nothing of such results. */
function hiding(isMeant: (event: TransactionEvent) => boolean): Edits {
  return announcing((event) => (isMeant(event) ? [] : [event]));
}

const isRefused = ({ status }: TransactionEvent): boolean => status !== 'success';

const isPlacement = ({ status, payload }: TransactionEvent): boolean =>
  status === 'success' && payload.deals.length === 0 && payload.orders.some(({ state }) => state === 'pending');

const isOpening = ({ status, payload }: TransactionEvent): boolean =>
  status === 'success' &&
  payload.orders.some(({ type }) => type === 'market') &&
  payload.positions.some(({ state }) => state === 'open');

const isBalance = ({ payload }: TransactionEvent): boolean =>
  payload.deals.some(({ balanceKind }) => balanceKind !== undefined);

const QUIET_MS = 3000;

interface Latest {
  /** Whether the result that is being announced is the rejection of an operation of the kinds in question. */
  isMeant: boolean;
}

/** A code is found before its event is made, and a success has none. */
function noticing(latest: Latest, kinds: readonly OperationKind[]): Edits['finalCode'] & object {
  return amended((code, _asked, { kind }) => {
    latest.isMeant = kinds.includes(kind);
    return code;
  });
}

function silentOnRejection(...kinds: readonly OperationKind[]): Change {
  return sharing(
    (): Latest => ({ isMeant: false }),
    (latest) => ({
      finalCode: noticing(latest, kinds),
      announcements: amended((announced) => {
        const isSilent = latest.isMeant;
        latest.isMeant = false;
        return isSilent ? [] : announced;
      }),
    }),
  );
}

export const resultFaults: readonly Fault[] = [
  violating('2.1', ['ack.operation-id-correlates-event', 'transactions.operation-id-of-request'])(
    'event-with-another-operation-id',
    {
      summary: 'Transaction events carry an identifier of their own.',
      operationIdOf: amended((honestId) => (honestId?.startsWith('op-') ? `tx-${honestId}` : honestId)),
    },
  ),
  operationIdOfRequest('event-without-operation-id-when-rejected', {
    summary: 'Events of refused results carry no operation_id.',
    ...announcing((event) => [isRefused(event) ? { ...event, operationId: undefined } : event]),
  }),
  violating('1', ['domain.every-ack-one-result', 'domain.result-as-event', 'transactions.emitted-for-placement'])(
    'result-lost-once-in-fifty',
    { summary: 'One operation in fifty never comes to a result.', rate: 0.02, finishes: onceIn(50, false) },
  ),
  violating('1', ['domain.every-ack-one-result', 'transactions.emitted-for-opening', 'positions.immediate-execution'])(
    'result-lost-for-openings',
    {
      summary: 'An accepted opening is never executed.',
      finishes: exceptWhere((context) => context.kind === 'openPosition'),
    },
  ),
  violating('6.1', ['transactions.emitted-for-placement', 'domain.result-as-event', 'transactions.every-change'])(
    'event-missing-for-placements',
    { summary: 'Successful placements are not announced.', ...hiding(isPlacement) },
  ),
  violating('6.1', [
    'transactions.emitted-for-opening',
    'domain.result-as-event',
    'transactions.every-change',
    'positions.asynchronous-result',
  ])('event-missing-for-openings', { summary: 'Successful openings are not announced.', ...hiding(isOpening) }),
  negativeResultsDelivered('event-missing-for-rejections', {
    summary: 'Rejected results are not announced.',
    ...hiding(({ status }) => status === 'rejected'),
  }),
  negativeResultsDelivered('event-missing-for-failures', {
    summary: 'Failed results are not announced.',
    needs: 'operation.fail',
    ...hiding(({ status }) => status === 'failed'),
  }),
  violating('6.1', ['transactions.emitted-for-balance'])('event-missing-for-balance', {
    summary: 'Balance transactions are not announced.',
    needs: 'account.deposit',
    ...hiding(isBalance),
  }),
  violating('3', ['positions.partial-close-event'])('event-missing-for-partial-closes', {
    summary: 'Partial closes are not announced.',
    ...hiding(
      ({ payload: { deals, positions } }) =>
        deals.some(({ amount }) => amount.coefficient !== 0n) && positions.some(({ state }) => state === 'open'),
    ),
  }),
  violating('1', ['transactions.one-outcome', 'domain.every-ack-one-result'])('contradicting-second-event', {
    summary: 'Every success is followed by an event that calls the same operation rejected.',
    ...announcing((event) =>
      event.status === 'success' && event.clientRequestId !== undefined
        ? [event, { ...event, status: 'rejected', errorCode: 'EXECUTION_REJECTED', errorMessage: 'EXECUTION_REJECTED' }]
        : [event],
    ),
  }),
  violating('2.2', [
    'transactions.rejected-by-rules',
    'operations.agrees-with-event',
    'transactions.negative-results-delivered',
  ])('rejection-announced-as-success', {
    summary: 'The event of a rejected operation says success, and status says rejected.',
    ...announcing((event) => [isRefused(event) ? { ...event, status: 'success' } : event]),
  }),
  rejectedByRules('rejection-taken-for-success', {
    summary: 'An operation that breaks a trading rule ends as success and changes nothing.',
    resultStatus: insteadWhere((code) => code.startsWith('TRADING_RULE_'), 'success'),
  }),
  violating('7.2', ['errors.rejected-statuses', 'transactions.rejected-by-rules'])('rejection-called-failed', {
    summary: 'Trading rules end operations as failed.',
    resultStatus: insteadWhere((code) => code.startsWith('TRADING_RULE_'), 'failed'),
  }),
  statusValues('status-word-done', {
    summary: 'Events of successful operations have the status done.',
    amendMessage: amended((amended, message, event) =>
      event.kind === 'transaction_event' && event.status === 'success'
        ? { ...(amended as typeof message), status: 'done' } // An object as it came.
        : amended,
    ),
  }),
  violating('3', ['transactions.rejected-changes-nothing', 'orders.volume-below-minimum', 'transactions.every-change'])(
    'rejected-order-placed',
    {
      summary: 'An order that is rejected for its volume is placed all the same.',
      executesRejected: instead((code) => code.startsWith('TRADING_RULE_')),
    },
  ),
  rejectedChangesNothing('rejected-opening-executed', {
    summary: 'Whatever is rejected for its price is executed all the same.',
    executesRejected: instead((code) => code === 'REQUEST_INVALID_PRICE' || code === 'TRADING_RULE_VOLUME_TOO_SMALL'),
  }),
  violating('7.1', ['errors.sync-before-ack'])('refused-and-executed', {
    summary: 'A request that is refused before the ACK has an operation behind it all the same.',
    executesRefused: always(true),
  }),
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
  violating('3', ['transactions.failed-changes-nothing', 'transactions.every-change'])('failed-order-placed', {
    summary: 'An operation that ends as failed is carried out all the same.',
    needs: 'operation.fail',
    executesFailed: always(true),
  }),
  everyChange('event-missing-for-cancellations', {
    summary: 'The cancellation of an order is not announced.',
    ...hiding(({ payload }) => payload.orders.some(({ state }) => state === 'cancelled')),
  }),
  everyChange('event-missing-for-closes', {
    summary: 'The close of a position is not announced.',
    ...hiding(({ payload }) => payload.positions.some(({ state }) => state === 'closed')),
  }),
  everyChange('event-missing-for-executions', {
    summary: 'The execution of a pending order is not announced.',
    ...hiding(({ payload }) => payload.orders.some(({ state, type }) => state === 'filled' && type !== 'market')),
  }),
  statusValues('status-words-of-refusals', {
    summary: 'Results that are not successes have status declined.',
    amendMessage: amended((whole, _message, event) => {
      if (event.kind !== 'transaction_event' || event.status === 'success') return whole;
      // JSON as before, with another word in place of the status.
      return JSON.parse(JSON.stringify(whole).replaceAll(`"${event.status}"`, '"declined"')) as JsonValue;
    }),
  }),
  rejectedChangesNothing('order-rejected-for-its-levels-stays-open', {
    summary: 'An order that is rejected for where its price, stop loss or take profit lies is placed all the same.',
    executesRejected: instead((code) => code === 'TRADING_RULE_INVALID_PRICE_LEVEL'),
  }),
  negativeResultsDelivered('rejections-lost-after-quiet-seconds', {
    summary: 'A rejected result is not delivered where the connection got no transaction event for three seconds.',
    change: sharing(
      () => new Map<string, number>(),
      (latest) => ({
        initial: amended((subscriptions, _previous, { id }) => {
          latest.set(id, performance.now());
          return subscriptions;
        }),
        deliversTo: exceptWhere((event, _subscriptions, { id }) => {
          if (event.kind !== 'transaction_event') return false;
          const quietMs = performance.now() - (latest.get(id) ?? 0);
          latest.set(id, performance.now());
          return event.status !== 'success' && quietMs >= QUIET_MS;
        }),
      }),
    ),
  }),
  negativeResultsDelivered('event-missing-for-rejected-openings', {
    summary: 'Rejected openings are not announced.',
    change: silentOnRejection('openPosition'),
  }),
  negativeResultsDelivered('event-missing-for-rejected-endings', {
    summary: 'Closes and cancellations that are rejected are not announced.',
    // Calls that the interface does not show.
    level: 'should',
    change: silentOnRejection('closePosition', 'cancelOrder'),
  }),
  violating('8', ['transactions.client-request-id-echo'])('event-without-key-for-rejected-openings', {
    summary: 'The event of a rejected opening lacks its key.',
    change: sharing(
      (): Latest => ({ isMeant: false }),
      (latest) => ({
        finalCode: noticing(latest, ['openPosition']),
        echo: insteadWhere((_key, surface) => surface === 'event' && latest.isMeant, undefined),
        announcements: amended((announced) => {
          latest.isMeant = false;
          return announced;
        }),
      }),
    ),
  }),
  operationIdOfRequest('event-without-operation-id-for-endings', {
    summary: 'Events of closes and cancellations carry no operation_id.',
    // Calls that the interface does not show.
    level: 'should',
    operationIdOf: insteadOn(
      (transaction) => transaction?.kind === 'close' || transaction?.kind === 'cancel',
      undefined,
    ),
  }),
  violating('2.2', ['transactions.rejected-changes-nothing'])('rejections-keep-margin', {
    summary: 'Each rejected operation leaves used_margin of snapshots one unit higher.',
    change: sharing(
      () => new Map<string, bigint>(),
      (kept) => ({
        announcements: amended((events, event, { accountId }) => {
          if (event.status === 'rejected') kept.set(accountId, (kept.get(accountId) ?? 0n) + 1n);
          return events;
        }),
        snapshotOf: amended((shown, _state, { accountId }) => {
          const { usedMargin } = shown.accountState;
          const more = { ...usedMargin, coefficient: usedMargin.coefficient + (kept.get(accountId) ?? 0n) };
          return { ...shown, accountState: { ...shown.accountState, usedMargin: more } };
        }),
      }),
    ),
  }),
];
