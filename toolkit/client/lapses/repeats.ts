// Lapses of sending again: what is made of an answer that was lost, late or a refusal for the rate (interface 5.4; 7.1; 8).
import { PLACE_ORDER_SYNCHRONOUS_NAMES } from '../../payload/error-codes.js';
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

/** Repeats that end one day, so that a run does. */
const MANY = 60;

export const REPEAT_LAPSES: readonly Lapse[] = lapses({
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
  'new-key-on-cut': [
    'repeats a call whose connection broke with a new key',
    'idempotency.client-same-key',
    { keyOfRepeat: (key, { why }, fresh) => (why === 'cut' ? fresh() : key) },
    'poller',
  ],
  'new-key-for-openings': [
    'repeats an opening whose answer was lost with a new key, and placements with theirs',
    'idempotency.client-same-key',
    { keyOfRepeat: (key, { name }, fresh) => (name === 'openPosition' ? fresh() : key) },
    'poller',
  ],
  'new-key-for-closings': [
    'repeats the close of a position whose answer was lost with a new key, and placements with theirs',
    'idempotency.client-same-key',
    { keyOfRepeat: (key, { name }, fresh) => (name === 'closePosition' ? fresh() : key) },
    'poller',
  ],
  'new-key-for-cancellations': [
    'repeats a cancellation whose answer was lost with a new key, and placements with theirs',
    'idempotency.client-same-key',
    { keyOfRepeat: (key, { name }, fresh) => (name === 'cancelOrder' ? fresh() : key) },
    'poller',
  ],
  'new-key-on-500': [
    'repeats a call that was answered with 500 with a new key',
    'idempotency.client-same-key',
    { keyOfRepeat: (key, { status }, fresh) => (status === 500 ? fresh() : key) },
    'poller',
  ],
  'suffixes-key': [
    'counts its attempts at the end of the key',
    'idempotency.client-same-key',
    { keyOfRepeat: (key, { attempt }) => `${key.replace(/-try-[0-9]+$/, '')}-try-${attempt}` },
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
  'hammers-on-503': [
    'repeats what was refused with 503 without a pause',
    'idempotency.client-retry-ends',
    repeating(({ kind, status, attempt }) => (kind === 'call' && status === 503 && attempt < MANY ? 5 : undefined)),
  ],
  'retries-after-event': [
    'goes on repeating after the event that told the result',
    'idempotency.client-retry-ends',
    { repeatsSettledAfterMs: 1500 },
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
  'retries-429-once': [
    'repeats a call that exceeded the quota once',
    'limits.client-no-retry',
    repeating(({ kind, status, attempt }) => (kind === 'call' && status === 429 && attempt < 2 ? 300 : undefined)),
  ],
  'retries-429-much-later': [
    'repeats a call that exceeded the quota when the window may be over',
    'limits.client-no-retry',
    repeating(({ kind, status, attempt }) => (kind === 'call' && status === 429 && attempt < 2 ? 4500 : undefined)),
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
  'unknown-code-retries': [
    'takes a code that it does not know for something that passes',
    'errors.client-unknown-codes',
    repeating(({ kind, status, code, attempt }) =>
      kind === 'call' && status !== undefined && status < 500 && !isKnownSynchronous(code) && attempt < MANY
        ? 20
        : undefined,
    ),
  ],
  'retries-every-refusal': [
    'repeats whatever is refused, since it may pass',
    ['errors.client-unknown-codes', 'auth.client-refusal-heeded', 'limits.client-no-retry'],
    repeating(({ kind, status, attempt }) =>
      kind === 'call' && status !== undefined && status >= 400 && attempt < MANY ? 15 : undefined,
    ),
  ],
  'hammers-on-401': [
    'repeats what was refused for its key or signature, without a pause',
    'auth.client-refusal-heeded',
    repeating(({ status, attempt }) => ((status === 401 || status === 403) && attempt < MANY ? 10 : undefined)),
  ],
  'ignores-limits': ['sends as fast as it can', 'limits.client-accounting', { keepsQuota: false }],
});
