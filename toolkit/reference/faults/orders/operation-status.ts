// Faults of operation status (interface 4.3; 7.2).
import { kept } from '../../../base/kept.js';
import type { OperationStatus } from '../../domain.js';
import type { OperationContext } from '../../rules/context.js';
import { always, amended, instead, onlyOn } from '../algebra/edits.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const finalResultStays = violating('4.3', ['operations.final-result-stays']);
const eventSpelling = violating('7.2', ['errors.event-spelling', 'operations.error-code-when-rejected']);

/** No code of a market that is not ready, which would excuse it. */
const INVALID = { errorCode: 'REQUEST_INVALID', errorMessage: 'REQUEST_INVALID' } as const;
const REJECTED = { errorCode: 'EXECUTION_REJECTED', errorMessage: 'EXECUTION_REJECTED' } as const;

/** Changes what the status endpoint shows of operations that `where` picks. */
function showing(
  write: (status: OperationStatus, ageMs: number | undefined) => OperationStatus,
  where: (context: OperationContext) => boolean = () => true,
): Edits {
  return { shownStatus: amended((shown, _status, ageMs, context) => (where(context) ? write(shown, ageMs) : shown)) };
}

function isRecord(value: unknown): value is Readonly<Record<string, never>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const operationStatusFaults: readonly Fault[] = [
  violating('4.3', ['operations.readable', 'ack.operation-id-reads-status', 'domain.result-in-status'])(
    'status-unreadable',
    {
      summary: 'Operation status is found only while the operation is unfinished.',
      keepsStatus: onlyOn((state) => state === 'pending'),
    },
  ),
  violating('4.3', ['operations.error-agrees-with-event'])('status-of-success-with-an-error', {
    summary: 'Operation status of a success names an error, and its event none.',
    // It says that a failed result has one, and of a success nothing.
    level: 'should',
    ...showing((status) => (status.state === 'success' ? { ...status, ...REJECTED } : status)),
  }),
  violating('4.2', ['positions.result-in-status', 'operations.agrees-with-event'])('status-rejected-for-openings', {
    summary: 'Operation status calls every opening rejected, executed or not.',
    ...showing(
      (status) => ({ ...status, state: 'rejected', ...INVALID }),
      ({ kind }) => kind === 'openPosition',
    ),
  }),
  violating('4.3', ['domain.result-in-status', 'operations.agrees-with-event'])('status-rejected-for-orders', {
    summary: 'Operation status calls every order rejected, placed or not.',
    ...showing(
      (status) => ({ ...status, state: 'rejected', ...INVALID }),
      ({ kind }) => kind === 'placeOrder',
    ),
  }),
  violating('4.3', ['operations.agrees-with-event'])('status-success-for-everything', {
    summary: 'Operation status calls every finished operation a success.',
    ...showing((status) => (status.state === 'pending' ? status : { ...status, state: 'success' })),
  }),
  violating('4.3', ['operations.unfinished-not-final'])('status-final-while-unfinished', {
    summary: 'Operation status of an unfinished operation is success.',
    needs: 'operation.hold',
    ...showing((status) => (status.state === 'pending' ? { ...status, state: 'success' } : status)),
  }),
  violating('4.3', ['operations.unfinished-not-final'])('status-final-once-long-unfinished', {
    summary: 'Operation status of what has been unfinished for a second is success.',
    needs: 'operation.hold',
    shownStatus: (honest) => {
      const firstSeen = new Map<string, number>();
      return (status, ageMs, context) => {
        const shown = honest(status, ageMs, context);
        const nowMs = performance.now();
        const sinceMs = firstSeen.get(context.operationId) ?? nowMs;
        firstSeen.set(context.operationId, sinceMs);
        return shown.state === 'pending' && nowMs - sinceMs > 1000 ? { ...shown, state: 'success' } : shown;
      };
    },
  }),
  finalResultStays('status-flips-late', {
    summary: 'A success turns into failed a tenth of a second after it was first read.',
    // Since the first reading, however late that comes on a busy machine.
    change: sharing(
      () => new Map<string, number>(),
      (firstRead) => ({
        shownStatus: amended((shown, _status, ageMs = 0, { operationId }) => {
          if (shown.state !== 'success') return shown;
          const since = kept(firstRead, operationId, () => ageMs);
          return ageMs - since > 100 ? { ...shown, state: 'failed', ...REJECTED } : shown;
        }),
      }),
    ),
  }),
  violating('4.3', ['operations.error-code-when-rejected', 'errors.final-in-event-and-status'])(
    'status-without-error-code-when-rejected',
    {
      summary: 'Operation status of a rejected operation has no error_code.',
      ...showing((status) => (status.state === 'rejected' ? { ...status, errorCode: undefined } : status)),
    },
  ),
  violating('4.3', ['operations.error-message-when-rejected'])('status-archived-without-error-message', {
    summary:
      'A second and a half after the end, operation status of a rejected operation has no error_message any more.',
    ...showing((status, ageMs) =>
      status.state === 'rejected' && (ageMs ?? 0) > 1500 ? { ...status, errorMessage: undefined } : status,
    ),
  }),
  violating('4.3', ['operations.error-message-when-rejected'])('status-without-error-message-when-rejected', {
    summary: 'Operation status of a rejected operation has no error_message.',
    ...showing((status) => (status.state === 'rejected' ? { ...status, errorMessage: undefined } : status)),
  }),
  violating('4.3', ['operations.error-code-when-rejected', 'operations.error-message-when-rejected'])(
    'status-error-shown-once',
    {
      summary: 'The second reading of a rejected operation names no error any more.',
      shownStatus: (honest) => {
        const readings = new Map<string, number>();
        return (status, ageMs, context) => {
          const shown = honest(status, ageMs, context);
          if (shown.state !== 'rejected') return shown;
          const count = (readings.get(status.operationId) ?? 0) + 1;
          readings.set(status.operationId, count);
          return count === 1 ? shown : { ...shown, errorCode: undefined, errorMessage: undefined };
        };
      },
    },
  ),
  violating('4.3', ['operations.client-request-id-echo'])('status-without-key-while-unfinished', {
    summary: 'Operation status shows client_request_id with the result only.',
    needs: 'operation.hold',
    ...showing((status) => (status.state === 'pending' ? { ...status, clientRequestId: undefined } : status)),
  }),
  violating('4.3', ['operations.error-code-when-failed'])('status-without-error-code-when-failed', {
    summary: 'Operation status of a failed operation has no error_code.',
    needs: 'operation.fail',
    ...showing((status) => (status.state === 'failed' ? { ...status, errorCode: undefined } : status)),
  }),
  violating('4.3', ['operations.error-message-when-failed'])('status-without-error-message-when-failed', {
    summary: 'Operation status of a failed operation has no error_message.',
    needs: 'operation.fail',
    ...showing((status) => (status.state === 'failed' ? { ...status, errorMessage: undefined } : status)),
  }),
  violating('4.3', ['operations.error-agrees-with-event', 'errors.final-in-event-and-status'])(
    'status-with-another-error-code',
    {
      summary: 'Operation status names EXECUTION_REJECTED, whatever the event named.',
      ...showing((status) =>
        status.errorCode === undefined ? status : { ...status, errorCode: 'EXECUTION_REJECTED' },
      ),
    },
  ),
  eventSpelling('status-error-spelled-with-a-dot', {
    summary: 'Operation status nests its error as error.code.',
    amendBody: amended((amended, _body, answer) => {
      if (answer.operation !== 'operationStatus' || !isRecord(amended) || amended['error_code'] === undefined) {
        return amended;
      }
      const { error_code: code, ...rest } = amended;
      return { ...rest, error: { code } };
    }),
  }),
  violating('4.3', ['operations.unknown-id'])('status-invented-for-unknown-id', {
    summary: 'An operation_id that never existed is answered as a success.',
    statusOfUnknown: instead((operationId) => ({
      operationId,
      clientRequestId: undefined,
      state: 'success',
      errorCode: undefined,
      errorMessage: undefined,
      acceptedAtMs: 0,
      finishedAtMs: 0,
    })),
  }),
  violating('4.3', ['operations.foreign-id'])('status-of-foreign-operations', {
    summary: 'Operations of other accounts are shown under any account.',
    showsOperation: always(true),
  }),
  violating('4.3', ['operations.foreign-id'])('status-of-foreign-operations-without-their-keys', {
    summary: 'Operations of other accounts are shown under any account, without their keys.',
    change: sharing(
      () => ({ isForeign: false }),
      (found) => ({
        showsOperation: (honest) => (own) => {
          found.isForeign = !own;
          return found.isForeign || honest(own);
        },
        shownStatus: amended((shown) => (found.isForeign ? { ...shown, clientRequestId: undefined } : shown)),
      }),
    ),
  }),
  finalResultStays('status-follows-the-order', {
    summary: 'Once an account has cancelled an order, its placements are shown as rejected.',
    change: sharing(
      () => new Set<string>(),
      (cancelling) => ({
        ordersOf: amended((orders, { kind }, { accountId }) => {
          if (kind === 'cancel') cancelling.add(accountId);
          return orders;
        }),
        shownStatus: amended((shown, _status, _ageMs, { kind, accountId }) =>
          kind === 'placeOrder' && shown.state === 'success' && cancelling.has(accountId)
            ? { ...shown, state: 'rejected', ...REJECTED }
            : shown,
        ),
      }),
    ),
  }),
];
