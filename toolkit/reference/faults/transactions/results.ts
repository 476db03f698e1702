// Faults of final results (interface 1, rule 1; 2.2; 3; 6.1): contradicted, misnamed, or of an operation that was carried out all the same.
import type { JsonValue } from '../../../payload/json.js';
import { always, amended, instead, insteadWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';
import { announcing, isRefused } from './announcing.js';

const rejectedByRules = violating('3', ['transactions.rejected-by-rules', 'transactions.success-means-change']);
const statusValues = violating('2.2', ['transactions.status-values']);
const rejectedChangesNothing = violating('3', ['transactions.rejected-changes-nothing']);

export const resultFaults: readonly Fault[] = [
  violating('2.1', ['ack.operation-id-correlates-event', 'transactions.operation-id-of-request'])(
    'event-with-another-operation-id',
    {
      summary: 'Transaction events carry an identifier of their own.',
      operationIdOf: amended((honestId) => (honestId?.startsWith('op-') ? `tx-${honestId}` : honestId)),
    },
  ),
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
  violating('3', ['transactions.failed-changes-nothing', 'transactions.every-change'])('failed-order-placed', {
    summary: 'An operation that ends as failed is carried out all the same.',
    needs: 'operation.fail',
    executesFailed: always(true),
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
