// Faults of rejections for one cause among several (interface 2.2; 4.3; 6.1, rule 1; 7.2; 8): a way out of the service that forgets to
// tell, to name the key, or to say why.
import type { ControlActionName } from '../../../profile/control/actions.js';
import { alsoWhere, amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const CAUSES: readonly {
  readonly slug: string;
  readonly code: string;
  readonly words: string;
  readonly needs?: ControlActionName;
  /** Its result in the words of the requirements. */
  readonly word?: 'rejected' | 'failed';
}[] = [
  { slug: 'unknown-instruments', code: 'MARKET_INSTRUMENT_NOT_FOUND', words: 'on an unknown instrument' },
  { slug: 'closed-sessions', code: 'MARKET_SESSION_CLOSED', words: 'in a closed session', needs: 'market.close' },
  { slug: 'missing-margin', code: 'TRADING_RULE_INSUFFICIENT_MARGIN', words: 'beyond the margin' },
  {
    slug: 'one-order-more',
    code: 'TRADING_RULE_TOO_MANY_PENDING_ORDERS',
    words: 'beyond the highest number of pending orders',
    needs: 'orders.limit',
  },
  { slug: 'wrong-levels', code: 'TRADING_RULE_INVALID_PRICE_LEVEL', words: 'whose price lies on the wrong side' },
  {
    slug: 'failing-executions',
    code: 'EXECUTION_REJECTED',
    words: 'that could not be executed',
    needs: 'operation.fail',
    word: 'failed',
  },
];

const KEY = 'operations.client-request-id-echo';
const AFTERWARDS = ['idempotency.duplicate-after-rejection', 'idempotency.duplicate-same-operation'] as const;

/** The key of what ended by this code is a new one when it comes again. */
function forgottenKeys(code: string): Change {
  return sharing(
    () => new Set<string>(),
    (forgotten) => ({
      announcements: (honest) => (event, surroundings) => {
        if (event.errorCode === code) forgotten.add(`${surroundings.accountId} ${event.clientRequestId}`);
        return honest(event, surroundings);
      },
      recordName: amended((name, { accountId, idempotencyKey }) =>
        forgotten.has(`${accountId} ${idempotencyKey}`) ? `${name}\nended` : name,
      ),
    }),
  );
}

export const causeFaults: readonly Fault[] = CAUSES.flatMap(({ slug, code, words, needs, word = 'rejected' }) => {
  const needed = needs === undefined ? {} : { needs };
  return [
    violating('6.1', ['transactions.negative-results-delivered'])(`event-missing-for-${slug}`, {
      summary: `The rejection of an order ${words} is not delivered.`,
      ...needed,
      announcements: (honest) => (event, surroundings) => (event.errorCode === code ? [] : honest(event, surroundings)),
    }),
    violating('8', ['transactions.client-request-id-echo'])(`event-without-key-for-${slug}`, {
      summary: `The event of a rejected order ${words} has no client_request_id.`,
      ...needed,
      announcements: amended((events) =>
        events.map((event) => (event.errorCode === code ? { ...event, clientRequestId: undefined } : event)),
      ),
    }),
    violating('2.2', [`transactions.error-message-on-${word}`])(`error-message-missing-for-${slug}`, {
      summary: `The event of a rejected order ${words} has no error_message.`,
      ...needed,
      announcements: amended((events) =>
        events.map((event) => (event.errorCode === code ? { ...event, errorMessage: undefined } : event)),
      ),
    }),
    violating('4.3', [`operations.error-message-when-${word}`])(`status-without-error-message-for-${slug}`, {
      summary: `Operation status of a rejected order ${words} has no error_message.`,
      ...needed,
      shownStatus: amended((status) => (status.errorCode === code ? { ...status, errorMessage: undefined } : status)),
    }),
    violating('4.3', ['operations.agrees-with-event'])(`status-success-for-${slug}`, {
      summary: `Operation status of a rejected order ${words} shows success.`,
      ...needed,
      shownStatus: amended((status) =>
        status.errorCode === code
          ? { ...status, state: 'success', errorCode: undefined, errorMessage: undefined }
          : status,
      ),
    }),
    violating('4.3', [KEY])(`status-without-key-for-${slug}`, {
      summary: `Operation status of a rejected order ${words} shows no key.`,
      ...needed,
      shownStatus: amended((status) =>
        status.errorCode === code ? { ...status, clientRequestId: undefined } : status,
      ),
    }),
    violating('8', AFTERWARDS)(`key-forgotten-for-${slug}`, {
      summary: `The key of a rejected order ${words} is a new one when it comes again.`,
      ...needed,
      change: forgottenKeys(code),
    }),
  ];
});

export const executedCauseFaults: readonly Fault[] = [
  violating('3', ['transactions.rejected-changes-nothing', 'limits.pending-orders-maximum'])(
    'rejected-for-one-order-more-and-placed',
    {
      summary: 'An order beyond the highest number of pending orders is rejected and placed all the same.',
      needs: 'orders.limit',
      executesRejected: alsoWhere((code) => code === 'TRADING_RULE_TOO_MANY_PENDING_ORDERS'),
    },
  ),
];
