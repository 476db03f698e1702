// Lapses of results: what is made of an ACK, and of the event that tells what became of an operation (interface 1, rule 1; 6.1; 7.2).
import { isFinalErrorCode } from '../../payload/error-codes.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { HONEST } from '../conduct/conduct.js';
import { type Lapse, lapses } from './lapse.js';

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

export const RESULT_LAPSES: readonly Lapse[] = lapses({
  'ack-means-success': ['takes the ACK for the result', 'domain.client-ack-not-final', { onAck: 'success' }],
  'ignores-event-status': [
    'takes every transaction event of an operation for success',
    'domain.client-final-result',
    { finalOf: () => 'success' },
  ],
  'failed-as-success': [
    'knows rejected only, and takes failed for success',
    'domain.client-final-result',
    { finalOf: (result, call) => (result.status === 'failed' ? 'success' : HONEST.finalOf(result, call)) },
  ],
  'gives-up-as-failed': [
    'takes what has no result in its time for failed',
    ['domain.client-ack-not-final', 'domain.client-final-result'],
    { onPatienceOver: 'failed' },
  ],
  'gives-up-as-success': [
    'takes what has no result in its time for done',
    ['domain.client-ack-not-final', 'domain.client-final-result'],
    { onPatienceOver: 'success' },
  ],
  'fills-are-certain': [
    'takes a market order for filled whatever its result says',
    'domain.client-final-result',
    { finalOf: (result, call) => (call === 'openPosition' ? 'success' : HONEST.finalOf(result, call)) },
  ],
  'closes-are-certain': [
    'takes a position for closed whatever the result of closing says',
    'domain.client-final-result',
    { finalOf: (result, call) => (call === 'closePosition' ? 'success' : HONEST.finalOf(result, call)) },
  ],
  'cancels-are-certain': [
    'takes an order for cancelled whatever the result of cancelling says',
    'domain.client-final-result',
    { finalOf: (result, call) => (call === 'cancelOrder' ? 'success' : HONEST.finalOf(result, call)) },
  ],
  'closes-twice': [
    'closes a position once more while it is being closed',
    ['domain.client-ack-not-final', 'idempotency.client-same-key'],
    { callsAgain: (name, when) => name === 'closePosition' && when === 'at once' },
  ],
  'cancels-twice': [
    'cancels an order once more while it is being cancelled',
    ['domain.client-ack-not-final', 'idempotency.client-same-key'],
    { callsAgain: (name, when) => name === 'cancelOrder' && when === 'at once' },
  ],
  'closes-again-after-a-drop': [
    'closes a position once more when a connection ended before the result',
    ['domain.client-ack-not-final', 'idempotency.client-same-key'],
    { callsAgain: (name, when) => name === 'closePosition' && when === 'after a gap' },
  ],
  'cancels-again-after-a-drop': [
    'cancels an order once more when a connection ended before the result',
    ['domain.client-ack-not-final', 'idempotency.client-same-key'],
    { callsAgain: (name, when) => name === 'cancelOrder' && when === 'after a gap' },
  ],
  'acts-on-the-last': [
    'closes the position and cancels the order that came last, whichever is meant',
    'transactions.client-correlates',
    { actsOn: (meant, held) => held.at(-1) ?? meant },
  ],
  'acts-on-the-first': [
    'closes the position and cancels the order that came first, whichever is meant',
    'transactions.client-correlates',
    { actsOn: (meant, held) => held[0] ?? meant },
  ],
  'drops-nameless-events': [
    'drops events without operation_id',
    'transactions.client-balance-kinds',
    {
      readsFrame: (text) => transactionMembers(text).length === 0 || transactionMembers(text).includes('operation_id'),
    },
  ],
  'lower-cases-codes': [
    'writes codes in lower case',
    'errors.client-final-code',
    { code: (code) => (typeof code === 'string' ? code.toLowerCase() : code) },
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
  'null-code-is-error': [
    'takes the presence of error_code for an error',
    'transactions.client-open-members',
    { finalOf: (result, call) => (result.code === null ? 'failed' : HONEST.finalOf(result, call)) },
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
});
