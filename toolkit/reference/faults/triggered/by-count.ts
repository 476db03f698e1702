// Faults of the first, second, third, 17th use, and of every so many: caches, warm-ups, counters that wrap around.
import type { Pairs } from './pairs.js';
import { atEveryNth, fromNthOn, onlyOnNth } from './trigger.js';

export const byCount: readonly Pairs[] = [
  {
    trigger: onlyOnNth(1),
    faults: ['event-missing-for-closes', 'status-without-key', 'hmr-update-missing', 'volume-step-unchecked'],
  },
  {
    trigger: onlyOnNth(2),
    faults: [
      'ack-without-key',
      'ack-with-key-cut',
      'event-without-key-on-positions',
      'balance-booked-twice',
      'snapshot-without-used-margin',
      'idempotency-reexecute',
      'conflict-unnoticed',
      'hmr-removal-unannounced',
      'instrument-updated-unannounced',
      'ticks-without-ask',
    ],
  },
  {
    trigger: fromNthOn(2),
    faults: [
      'market-event-without-deal',
      'partial-close-volume-unchanged',
      'hmr-snapshot-missing',
      'disabled-places-limit',
      'close-leaves-position-open',
    ],
  },
  {
    trigger: onlyOnNth(3),
    faults: [
      'placement-event-without-account-state',
      'idempotency-id-changed-in-flight',
      'quota-not-enforced',
      'status-with-key-cut',
      'event-with-the-balance-before-a-close',
    ],
  },
  {
    trigger: fromNthOn(17),
    faults: ['operation-id-repeated', 'snapshot-without-the-newest-order', 'history-orders-descending'],
  },
  {
    trigger: atEveryNth(17),
    faults: [
      'signature-unchecked',
      'body-hash-unchecked',
      'path-unchecked',
      'timestamp-unchecked',
      'ack-without-key',
      'volume-maximum-unchecked',
    ],
  },
  {
    trigger: atEveryNth(33),
    faults: [
      'event-without-key',
      'time-with-milliseconds',
      'money-numbers-in-transactions',
      'placement-event-without-order',
      'ack-status-200',
      'error-message-missing-in-events',
      'errors-without-message',
    ],
  },
];
