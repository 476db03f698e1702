// Lapses of placing: what is made of answers, of their absence, and of results (interface 1, rule 1; 4.1; 6.1; 7; 8).
import { isFinalErrorCode, PLACE_ORDER_SYNCHRONOUS_NAMES } from '../../payload/error-codes.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import type { Trouble } from '../conduct/calls.js';
import { HONEST } from '../conduct/conduct.js';
import { type Lapse, lapses } from './lapse.js';

const honestly = HONEST.repeatsAfterMs;

/** Repeats besides what an honest client repeats. */
const repeating = (delayMs: (trouble: Trouble) => number | undefined): { repeatsAfterMs: typeof honestly } => ({
  repeatsAfterMs: (trouble) => delayMs(trouble) ?? honestly(trouble),
});

const isKnownSynchronous = (code: string | number | undefined): boolean =>
  typeof code === 'string' && (PLACE_ORDER_SYNCHRONOUS_NAMES.includes(code) || /^[0-9]{4}$/.test(code));

const KNOWN_MEMBERS = [
  'type',
  'event_time',
  'status',
  'operation_id',
  'client_request_id',
  'error_code',
  'error_message',
  'payload',
];
const PATTERN = /^\{"type":"transaction_event"[^\\]*"status":"[a-z]+"[^\\]*\}$/;

/** The members of a transaction event in the default spelling; none for any other message. */
function transactionMembers(text: string): readonly string[] {
  const frame = JSON.parse(text) as JsonValue; // what JSON.parse gives
  return isJsonObject(frame) && frame['type'] === 'transaction_event' ? Object.keys(frame) : [];
}

/** Repeats that end one day, so that a run does. */
const MANY = 60;

export const PLACING_LAPSES: readonly Lapse[] = lapses({
  'ack-means-success': ['takes the ACK for the result', 'domain.client-ack-not-final', { onAck: 'success' }],
  'ignores-event-status': [
    'takes every transaction event of an operation for success',
    'domain.client-final-result',
    { finalOf: () => 'success' },
  ],
  'failed-as-success': [
    'knows rejected only, and takes failed for success',
    'domain.client-final-result',
    { finalOf: (result) => (result.status === 'failed' ? 'success' : HONEST.finalOf(result)) },
  ],
  'swallows-code': ['drops the error code of a result', 'errors.client-final-code', { code: () => undefined }],
  'swallows-code-of-rejections': [
    'drops codes of trading rules, and hands on the others',
    'errors.client-final-code',
    { code: (code) => (String(code).startsWith('TRADING_RULE_') ? undefined : code) },
  ],
  'numbers-codes': [
    'hands on numbers of its own in the place of codes',
    'errors.client-final-code',
    { code: (code) => (typeof code === 'string' ? code.length : code) },
  ],
  'drops-early-events': [
    'drops events that come before their ACK',
    'transactions.client-event-order',
    { earlyEvents: 'dropped' },
  ],
  'ack-overrides-event': [
    'lets the ACK overwrite the result that came before it',
    ['transactions.client-event-order', 'domain.client-ack-not-final'],
    { onAckAfterFinal: () => 'pending' },
  ],
  'late-ack-means-success': [
    'takes an ACK for success even where the result came before it',
    ['transactions.client-event-order', 'domain.client-final-result', 'domain.client-ack-not-final'],
    { onAckAfterFinal: () => 'success' },
  ],
  'new-key-on-retry': [
    'repeats a call whose answer was lost with a new key',
    'idempotency.client-same-key',
    { keyOfRepeat: (_key, _trouble, fresh) => fresh() },
    'poller',
  ],
  'new-key-on-timeout': [
    'repeats a call whose answer is late with a new key',
    'idempotency.client-same-key',
    { keyOfRepeat: (key, { why }, fresh) => (why === 'timeout' ? fresh() : key) },
    'poller',
  ],
  'key-per-attempt': [
    'takes a new key from the third attempt on',
    'idempotency.client-same-key',
    { keyOfRepeat: (key, { attempt }, fresh) => (attempt >= 2 ? fresh() : key) },
    'poller',
  ],
  'repriced-retry': [
    'repeats a call with another price under the same key',
    'idempotency.client-same-payload',
    {
      paramsOfRepeat: ({ price, ...rest }) =>
        typeof price === 'string'
          ? { ...rest, price: price.replace(/[0-9]$/, (last) => (last === '9' ? '8' : '9')) }
          : rest,
    },
    'poller',
  ],
  'resized-retry': [
    'repeats a call with another volume under the same key',
    'idempotency.client-same-payload',
    {
      paramsOfRepeat: ({ volume, ...rest }) =>
        typeof volume === 'string'
          ? { ...rest, volume: volume.replace(/[0-9]$/, (last) => (last === '9' ? '8' : '9')) }
          : rest,
    },
    'poller',
  ],
  'lost-means-failed': [
    'takes a call whose answer was lost for failed',
    'idempotency.client-lost-answer',
    { onUnanswered: 'failed' },
    'poller',
  ],
  'unanswered-is-refused': [
    'reports a call without an answer as refused at once',
    'idempotency.client-lost-answer',
    { onUnanswered: 'refused' },
    'poller',
  ],
  'lost-means-success': [
    'takes a call whose answer was lost for done',
    'idempotency.client-lost-answer',
    { onUnanswered: 'success' },
    'poller',
  ],
  'only-202': [
    'takes any status but 202 for a failure',
    'idempotency.client-duplicate-accepted',
    { verdict: (answer) => (answer.status !== 202 && answer.status < 300 ? 'failed' : HONEST.verdict(answer)) },
    'poller',
  ],
  'counts-retry-as-second': [
    'books an accepted repeat as a second order',
    'idempotency.client-duplicate-accepted',
    { countsRepeats: true },
  ],
  'endless-retry': [
    'repeats without end',
    'idempotency.client-retry-ends',
    repeating(({ kind, status, attempt }) =>
      kind === 'call' && (status ?? 500) === 500 && attempt < MANY ? 5 : undefined,
    ),
    'poller',
  ],
  'retries-after-event': [
    'goes on repeating after the event that told the result',
    'idempotency.client-retry-ends',
    { repeatsSettledAfterMs: 1500 },
  ],
  '503-means-accepted': [
    'takes 503 for an acceptance',
    'orders.client-unavailable',
    { verdict: (answer) => (answer.status === 503 ? 'success' : HONEST.verdict(answer)) },
  ],
  '500-means-accepted': [
    'takes 500 for an acceptance',
    'orders.client-unavailable',
    { verdict: (answer) => (answer.status === 500 ? 'success' : HONEST.verdict(answer)) },
  ],
  '503-means-failed': [
    'takes 503 for a final failure of what it sent',
    'orders.client-unavailable',
    { verdict: (answer) => (answer.status === 503 ? 'failed' : HONEST.verdict(answer)) },
  ],
  '500-means-failed': [
    'takes 500 for a final failure of what it sent',
    'orders.client-unavailable',
    { verdict: (answer) => (answer.status === 500 ? 'failed' : HONEST.verdict(answer)) },
  ],
  'refusal-means-success': [
    'takes a refusal before the ACK for done',
    'errors.client-sync-no-operation',
    { verdict: (answer) => (answer.status === 400 || answer.status === 403 ? 'success' : HONEST.verdict(answer)) },
  ],
  'retries-429': [
    'repeats a call that exceeded the quota',
    'limits.client-no-retry',
    repeating(({ kind, status, attempt }) => (kind === 'call' && status === 429 && attempt < 5 ? 50 : undefined)),
  ],
  'retries-429-later': [
    'repeats a call that exceeded the quota after a while',
    'limits.client-no-retry',
    repeating(({ kind, status, attempt }) => (kind === 'call' && status === 429 && attempt < 3 ? 1200 : undefined)),
  ],
  'obeys-retry-after': [
    'repeats a call that exceeded the quota when Retry-After says so',
    'limits.client-no-retry',
    repeating(({ kind, status, retryAfterMs }) => (kind === 'call' && status === 429 ? retryAfterMs : undefined)),
  ],
  'retries-429-reads': [
    'repeats reads that exceeded the quota',
    'limits.client-no-retry',
    repeating(({ kind, status, attempt }) => (kind === 'read' && status === 429 && attempt < 5 ? 50 : undefined)),
  ],
  'retries-429-reads-later': [
    'repeats reads that exceeded the quota after a while',
    'limits.client-no-retry',
    repeating(({ kind, status, attempt }) => (kind === 'read' && status === 429 && attempt < 3 ? 1000 : undefined)),
  ],
  'obeys-retry-after-of-reads': [
    'repeats reads that exceeded the quota when Retry-After says so',
    'limits.client-no-retry',
    repeating(({ kind, status, retryAfterMs }) => (kind === 'read' && status === 429 ? retryAfterMs : undefined)),
  ],
  'rate-codes-mixed': [
    'takes the final SYSTEM_RATE_LIMIT for an exceeded quota',
    'errors.client-rate-codes',
    { finalOf: (result) => (result.code === 'SYSTEM_RATE_LIMIT' ? 'refused' : HONEST.finalOf(result)) },
  ],
  'conflict-as-accepted': [
    'takes the conflict of a key for the acceptance of the first call',
    'idempotency.client-conflict',
    { verdict: (answer) => (answer.status === 409 || answer.status === 422 ? 'success' : HONEST.verdict(answer)) },
  ],
  'loops-on-conflict': [
    'repeats what was refused as the conflict of a key',
    'idempotency.client-conflict',
    repeating(({ kind, status, attempt }) =>
      kind === 'call' && (status === 409 || status === 422) && attempt < MANY ? 20 : undefined,
    ),
  ],
  'resolves-twice': [
    'takes the second event of an operation for the failure of another',
    ['transactions.client-entities-replace', 'domain.client-final-result'],
    { afterSecondFinal: () => 'failed' },
  ],
  'fifo-matching': [
    'matches events with intents by their order',
    'transactions.client-correlates',
    {
      matches: (result, intents) =>
        result.key === undefined ? undefined : intents.find(({ state }) => state === 'pending'),
    },
  ],
  'lifo-matching': [
    'matches events with the intent that it took last',
    'transactions.client-correlates',
    {
      matches: (result, intents) =>
        result.key === undefined ? undefined : intents.toReversed().find(({ state }) => state === 'pending'),
    },
  ],
  'keyless-matches': [
    'takes an event without a key for that of the intent whose ACK is under way',
    'transactions.client-foreign-events',
    {
      matches: (result, intents) =>
        HONEST.matches(result, intents) ??
        (result.key === undefined
          ? intents.find(({ state, operationId }) => state === 'pending' && operationId === undefined)
          : undefined),
    },
  ],
  'next-event-is-mine': [
    'takes the next event of any kind for its own',
    'transactions.client-foreign-events',
    { matches: (_result, intents) => intents.find(({ state }) => state === 'pending') },
  ],
  'undefined-matches': [
    'compares operation ids, of which an absent one equals an absent one',
    'transactions.client-foreign-events',
    {
      matches: (result, intents) =>
        intents.find(({ state, operationId }) => state === 'pending' && operationId === result.operationId) ??
        HONEST.matches(result, intents),
    },
  ],
  'status-crash': [
    'breaks on a result that is no success',
    ['domain.client-final-result', 'errors.client-unknown-codes'],
    { survives: (met) => met.what !== 'event' || met.result.status === 'success' },
  ],
  'enum-crash': [
    'breaks on a final code that it does not know',
    'errors.client-unknown-codes',
    {
      survives: (met) =>
        met.what !== 'event' || typeof met.result.code !== 'string' || isFinalErrorCode(met.result.code),
    },
  ],
  'code-must-be-text': [
    'breaks on a code that is a number',
    'errors.client-unknown-codes',
    { survives: (met) => met.what !== 'answer' || typeof met.code !== 'number' },
  ],
  'unknown-code-retries': [
    'takes a code that it does not know for something that passes',
    'errors.client-unknown-codes',
    repeating(({ kind, status, code, attempt }) =>
      kind === 'call' && status !== undefined && status < 500 && !isKnownSynchronous(code) && attempt < MANY
        ? 20
        : undefined,
    ),
  ],
  'only-sync-errors': [
    'knows the codes of refusals as such, and ignores them in results',
    'errors.client-both-phases',
    {
      finalOf: (result) =>
        typeof result.code === 'string' && PLACE_ORDER_SYNCHRONOUS_NAMES.includes(result.code)
          ? 'success'
          : HONEST.finalOf(result),
    },
  ],
  'reads-message-text': [
    'does what the text beside a code says',
    'auth.client-error-contract',
    {
      readsText: (message) =>
        /retry|again|new key/i.test(message)
          ? 'retry with another key'
          : /\bok\b|accepted/i.test(message)
            ? 'success'
            : undefined,
    },
  ],
  'null-code-is-error': [
    'takes the presence of error_code for an error',
    'transactions.client-open-members',
    { finalOf: (result) => (result.code === null ? 'failed' : HONEST.finalOf(result)) },
  ],
  'strict-schema': [
    'drops messages with members that it does not know',
    'transactions.client-open-members',
    { readsFrame: (text) => transactionMembers(text).every((name) => KNOWN_MEMBERS.includes(name)) },
  ],
  'member-order': [
    'reads messages by a pattern that knows one order of members and no escapes',
    'transactions.client-open-members',
    { readsFrame: (text) => transactionMembers(text).length === 0 || PATTERN.test(text) },
  ],
  'blocks-all-on-close-only': [
    'refuses everything by itself after ACCOUNT_CLOSE_ONLY',
    'guards.client-close-only-sltp',
    { blocks: (codes) => codes.has('ACCOUNT_CLOSE_ONLY') },
  ],
  'hammers-on-401': [
    'repeats what was refused for its key or signature, without a pause',
    'auth.client-refusal-heeded',
    repeating(({ status, attempt }) => ((status === 401 || status === 403) && attempt < MANY ? 10 : undefined)),
  ],
  'ignores-limits': ['sends as fast as it can', 'limits.client-accounting', { keepsQuota: false }],
});
