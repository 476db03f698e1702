// Faults of what a result lacks (interface 1, rule 1; 2.2; 6.1): it never comes, nobody is told, or not which operation it belongs to.
import type { OperationKind, TransactionEvent } from '../../domain.js';
import { amended, exceptWhere, insteadOn, insteadWhere } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { onceIn, sharing } from '../algebra/memory.js';
import { announcing, hiding, isRefused } from './announcing.js';

const operationIdOfRequest = violating('2.2', ['transactions.operation-id-of-request']);
const negativeResultsDelivered = violating('6.1', ['transactions.negative-results-delivered']);
const everyChange = violating('6.1', ['transactions.every-change']);

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

export const missingEventFaults: readonly Fault[] = [
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
];
