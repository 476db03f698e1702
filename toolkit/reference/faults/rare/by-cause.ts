// Faults of rejections for one cause among several (interface 2.2; 4.3; 6.1, rule 1; 7.2; 8): a way out of the service that forgets to
// tell, to name the key, or to say why.
import type { ControlActionName } from '../../../profile/control/actions.js';
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const CAUSES: readonly {
  readonly slug: string;
  readonly code: string;
  readonly words: string;
  readonly needs?: ControlActionName;
}[] = [
  { slug: 'unknown-instruments', code: 'MARKET_INSTRUMENT_NOT_FOUND', words: 'on an unknown instrument' },
  { slug: 'closed-sessions', code: 'MARKET_SESSION_CLOSED', words: 'in a closed session', needs: 'market.close' },
  { slug: 'missing-margin', code: 'TRADING_RULE_INSUFFICIENT_MARGIN', words: 'beyond the margin' },
];

export const causeFaults: readonly Fault[] = CAUSES.flatMap(({ slug, code, words, needs }) => {
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
    violating('2.2', ['transactions.error-message-on-rejected'])(`error-message-missing-for-${slug}`, {
      summary: `The event of a rejected order ${words} has no error_message.`,
      ...needed,
      announcements: amended((events) =>
        events.map((event) => (event.errorCode === code ? { ...event, errorMessage: undefined } : event)),
      ),
    }),
    violating('4.3', ['operations.error-message-when-rejected'])(`status-without-error-message-for-${slug}`, {
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
  ];
});
