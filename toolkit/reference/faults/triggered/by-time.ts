// Faults of a time: a while after the start, on some seconds, a moment after something or well after it.
import type { Pairs } from './pairs.js';
import { atMoments, onceRunning, sinceThen } from './trigger.js';

export const byTime: readonly Pairs[] = [
  {
    trigger: onceRunning('a-second-after-the-start', 1000),
    faults: ['signature-unchecked', 'timestamp-unchecked', 'event-without-key', 'conditions-without-volume-step'],
  },
  {
    trigger: atMoments('on-seconds-that-a-seventh-divides', (now) => now.getUTCSeconds() % 7 === 0),
    faults: ['time-zulu-in-events', 'time-with-milliseconds', 'event-without-key', 'money-numbers-in-snapshots'],
  },
  {
    trigger: sinceThen('success', 300, 'within'),
    faults: ['status-without-key', 'idempotency-reexecute', 'snapshot-without-orders', 'conflict-executed'],
  },
  {
    trigger: sinceThen('reject', 300, 'within'),
    faults: ['status-without-error-code-when-rejected', 'idempotency-ignored', 'event-without-key'],
  },
  {
    trigger: sinceThen('success', 300, 'later'),
    faults: ['idempotency-ignored', 'status-rejected-for-orders', 'snapshot-without-the-newest-order'],
  },
  {
    trigger: sinceThen('success', 2000, 'later'),
    faults: [
      'idempotency-ignored',
      'conflict-executed',
      'status-without-key',
      'status-rejected-for-orders',
      'event-missing-for-placements',
      'snapshot-without-orders',
      'history-without-filled-orders',
      'close-leaves-position-open',
      'snapshot-without-positions',
    ],
  },
  {
    trigger: sinceThen('reject', 2000, 'later'),
    faults: ['status-success-for-everything', 'idempotency-ignored', 'status-error-shown-once'],
  },
  {
    trigger: sinceThen('reconnect', 300, 'within'),
    faults: ['event-missing-for-placements', 'snapshot-without-the-newest-order'],
  },
];
