// Faults of the timestamp of a request (interface 5.1; 5.3, rule 8).
import { alsoOn, alsoWhere, always, instead, readAs } from '../algebra/edits.js';
import { type Fault, handshakes, violating } from '../algebra/index.js';

const timestampMilliseconds = violating('5.1', ['auth.timestamp-milliseconds']);

const HOURS_MS = 24 * 3_600_000;

export const timestampFaults: readonly Fault[] = [
  violating('5.3', [
    'auth.timestamp-past-refused',
    'auth.timestamp-future-refused',
    'auth.timestamp-milliseconds',
    'auth.payload-timestamp-required',
    'auth.payload-timestamp-integer',
  ])('timestamp-unchecked', {
    summary: 'Timestamps are compared with their header and otherwise ignored.',
    acceptsTimestamp: always(true),
    acceptsFieldType: alsoWhere((name) => name === 'timestamp'),
    timestampAgrees: alsoWhere((_header, signed) => signed === undefined || signed === null || signed === ''),
  }),
  violating('5.3', ['auth.timestamp-future-refused'])('timestamp-future-accepted', {
    summary: 'Only the age of a timestamp is bounded; one in the future passes.',
    acceptsTimestamp: instead((timestampMs, nowMs, windowMs) => nowMs - timestampMs <= windowMs),
  }),
  violating('5.3', ['auth.timestamp-past-refused'])('timestamp-past-accepted', {
    summary: 'Only timestamps in the future are bounded; old ones pass.',
    acceptsTimestamp: instead((timestampMs, nowMs, windowMs) => timestampMs - nowMs <= windowMs),
  }),
  violating('5.3', ['auth.timestamp-past-refused', 'auth.timestamp-future-refused'])('timestamp-window-of-a-day', {
    summary: 'A timestamp of yesterday is close enough.',
    acceptsTimestamp: (honest) => (timestampMs, nowMs, _windowMs, context) =>
      honest(timestampMs, nowMs, HOURS_MS, context),
  }),
  violating('5.3', ['auth.timestamp-past-refused', 'auth.timestamp-future-refused', 'auth.signed-ticks-handshake'])(
    'timestamp-unchecked-on-handshakes',
    { summary: 'Handshakes are accepted with any timestamp.', acceptsTimestamp: alsoOn(handshakes) },
  ),
  violating('5.3', ['auth.timestamp-past-refused', 'auth.signed-place-order'])('timestamp-unchecked-in-chunks', {
    summary: 'An order whose body has no stated length is accepted with any timestamp.',
    acceptsTimestamp: alsoOn(({ isChunked }) => isChunked),
  }),
  violating('5.3', ['auth.timestamp-past-refused', 'auth.signed-place-order'])('timestamp-unchecked-of-many-bytes', {
    summary: 'An order whose body is too long for a buffer of 64 KiB is accepted with any timestamp.',
    acceptsTimestamp: alsoOn(({ statedBytes }) => statedBytes > 65_536),
  }),
  violating('5.3', ['auth.timestamp-past-refused', 'auth.signed-deal-history'])('timestamp-unchecked-with-a-query', {
    summary: 'A read with a query is accepted with any timestamp.',
    acceptsTimestamp: alsoOn(({ hasQuery }) => hasQuery),
  }),
  timestampMilliseconds('timestamp-seconds-accepted', {
    summary: 'A timestamp that counts seconds is taken for what was meant.',
    acceptsTimestamp: readAs((timestampMs) => (timestampMs < 1e11 ? timestampMs * 1000 : timestampMs)),
  }),
  timestampMilliseconds('timestamp-microseconds-accepted', {
    summary: 'A timestamp that counts microseconds is taken for what was meant.',
    acceptsTimestamp: readAs((timestampMs) => (timestampMs > 1e15 ? timestampMs / 1000 : timestampMs)),
  }),
  violating('5.3', ['auth.timestamp-near-accepted'])('timestamps-must-rise', {
    summary: 'A request whose timestamp is older than one that the account has sent before is refused.',
    level: 'should',
    acceptsTimestamp: (honest) => {
      const latest = new Map<string, number>();
      return (timestampMs, nowMs, windowMs, context) => {
        const before = latest.get(context.accountId) ?? 0;
        const accepted = honest(timestampMs, nowMs, windowMs, context) && timestampMs >= before;
        if (accepted) latest.set(context.accountId, timestampMs);
        return accepted;
      };
    },
  }),
];
