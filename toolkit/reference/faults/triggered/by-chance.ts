// Faults that show by chance: races, lost messages, a cache that one node in so many has.
import type { Pairs } from './pairs.js';
import { withProbability } from './trigger.js';

export const byChance: readonly Pairs[] = [
  {
    trigger: withProbability(10),
    faults: [
      'event-without-key',
      'ack-without-key',
      'idempotency-reexecute',
      'snapshot-without-the-newest-order',
      'partial-close-volume-unchanged',
      'event-missing-for-cancellations',
      'signature-unchecked',
      'conflict-unnoticed',
    ],
  },
  {
    trigger: withProbability(50),
    faults: [
      'event-missing-for-placements',
      'status-rejected-for-orders',
      'signature-unchecked',
      'operation-id-repeated',
      'time-with-milliseconds',
      'idempotency-reexecute',
      'placement-event-without-account-state',
      'ack-status-200',
    ],
  },
];
