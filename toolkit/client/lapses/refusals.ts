// Lapses of refusals: what is made of a status or code that says no, before the ACK and after it (interface 3; 4.1; 5.3, rule 11; 7).
import { PLACE_ORDER_SYNCHRONOUS_NAMES } from '../../payload/error-codes.js';
import { HONEST } from '../conduct/conduct.js';
import { type Lapse, lapses } from './lapse.js';

export const REFUSAL_LAPSES: readonly Lapse[] = lapses({
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
  'rate-codes-mixed': [
    'takes the final SYSTEM_RATE_LIMIT for an exceeded quota',
    'errors.client-rate-codes',
    { finalOf: (result, call) => (result.code === 'SYSTEM_RATE_LIMIT' ? 'refused' : HONEST.finalOf(result, call)) },
  ],
  'code-must-be-text': [
    'breaks on a code that is a number',
    'errors.client-unknown-codes',
    { survives: (met) => met.what !== 'answer' || typeof met.code !== 'number' },
  ],
  'only-sync-errors': [
    'knows the codes of refusals as such, and ignores them in results',
    'errors.client-both-phases',
    {
      finalOf: (result, call) =>
        typeof result.code === 'string' && PLACE_ORDER_SYNCHRONOUS_NAMES.includes(result.code)
          ? 'success'
          : HONEST.finalOf(result, call),
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
  'blocks-all-on-close-only': [
    'refuses everything by itself after ACCOUNT_CLOSE_ONLY',
    'guards.client-close-only-sltp',
    { blocks: (codes) => codes.has('ACCOUNT_CLOSE_ONLY') },
  ],
});
