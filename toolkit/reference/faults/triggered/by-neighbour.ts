// Faults beside something else that is under way: another operation, another account, another connection.
import type { Pairs } from './pairs.js';
import { onConnections, whileInFlight, whileOthersAreInFlight } from './trigger.js';

export const byNeighbour: readonly Pairs[] = [
  {
    trigger: whileInFlight(),
    faults: [
      'idempotency-ignored',
      'conflict-executed',
      'ack-without-key',
      'operation-id-repeated',
      'event-without-key',
      'snapshot-without-orders',
      'volume-step-unchecked',
      'balance-event-without-account-state',
      'cancellation-event-with-all-open-orders',
      'partial-close-volume-unchanged',
      'disabled-places-limit',
      'history-with-open-orders',
      'close-takes-the-newest-position',
      'snapshot-late',
      'status-kept-as-first-read',
    ],
  },
  {
    trigger: whileInFlight(2),
    faults: [
      'event-missing-for-placements',
      'event-with-key-cut',
      'rejected-order-placed',
      'market-event-without-deal',
    ],
  },
  {
    trigger: whileOthersAreInFlight(),
    faults: ['event-without-operation-id-when-rejected', 'idempotency-reexecute'],
  },
  {
    trigger: onConnections('on-the-second-connection', ({ ordinal, connection }) => (ordinal ?? connection) === 2),
    faults: [
      'snapshot-late',
      'transactions-unsubscribe-ignored',
      'snapshot-without-positions',
      'account-state-missing',
      'account-state-unsubscribe-ignored',
    ],
  },
  {
    trigger: onConnections('on-a-connection-beside-others', ({ others }) => (others ?? 0) >= 1),
    faults: ['transactions-unsubscribe-ignored', 'replay-on-subscribe', 'account-state-every-seven-seconds'],
  },
  {
    trigger: onConnections(
      'on-a-third-connection-or-later',
      ({ ordinal, connection }) => (ordinal ?? connection ?? 0) >= 3,
    ),
    faults: ['snapshot-missing', 'replay-on-subscribe'],
  },
];
