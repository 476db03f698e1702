// Faults after something happened: what a refusal, a rejection, a restriction or a change leaves behind in a service.
import type { Pairs } from './pairs.js';
import { after } from './trigger.js';

export const byPast: readonly Pairs[] = [
  {
    trigger: after('reject'),
    faults: ['event-without-key', 'snapshot-without-orders', 'conflict-unnoticed', 'volume-minimum-unchecked'],
  },
  { trigger: after('reject', 2), faults: ['error-code-missing-in-events', 'event-missing-for-rejections'] },
  {
    trigger: after('cancellation'),
    faults: [
      'snapshot-without-the-newest-order',
      'event-missing-for-placements',
      'status-without-key',
      'idempotency-ignored',
      'event-with-key-cut',
      'placement-sltp-event-without-related-order',
    ],
  },
  {
    trigger: after('close'),
    faults: ['account-state-with-the-first-equity', 'openings-leave-no-position', 'event-without-key'],
  },
  {
    trigger: after('partial close'),
    faults: [
      'close-leaves-position-open',
      'event-missing-for-closes',
      'history-without-closing-deals',
      'snapshot-without-positions',
      'close-takes-the-oldest-of-its-instrument',
      'account-state-without-open-positions',
    ],
  },
  {
    trigger: after('fill'),
    faults: [
      'history-without-filled-orders',
      'history-without-closing-deals',
      'event-missing-for-placements',
      'snapshot-without-positions',
    ],
  },
  {
    trigger: after('booking'),
    faults: [
      'event-without-key',
      'account-state-frozen',
      'balance-booked-twice',
      'history-deals-descending',
      'money-with-two-decimals-at-most',
      'account-state-with-the-first-equity',
    ],
  },
  {
    trigger: after('failure'),
    faults: [
      'event-missing-for-placements',
      'idempotency-ignored',
      'event-without-key',
      'status-without-key',
      'openings-leave-no-position',
      'close-leaves-position-open',
      'snapshot-without-the-newest-order',
    ],
  },
  { trigger: after('refusal'), faults: ['ack-without-key', 'signature-unchecked-on-reads', 'event-without-key'] },
  { trigger: after('conflict'), faults: ['idempotency-ignored', 'conflict-executed', 'event-without-key'] },
  {
    trigger: after('exhausted quota'),
    faults: ['quota-not-enforced', 'event-missing-for-placements', 'orders-refused'],
    needs: 'limits.exhaust',
  },
  {
    trigger: after('lifted restriction'),
    faults: [
      'idempotency-ignored',
      'event-missing-for-placements',
      'disabled-places-limit',
      'snapshot-without-orders',
      'close-only-places-stop',
    ],
    needs: 'account.restrict',
  },
  {
    trigger: after('change of conditions', 1, 'service'),
    faults: [
      'instrument-updated-unannounced',
      'volume-maximum-unchecked',
      'volume-step-unchecked',
      'conditions-without-volume-step',
      'event-missing-for-placements',
    ],
  },
  {
    trigger: after('removed instrument', 1, 'service'),
    faults: ['instrument-created-unannounced', 'instruments-list-cut', 'event-missing-for-placements'],
  },
  {
    trigger: after('HMR period', 1, 'service'),
    faults: ['hmr-update-missing', 'hmr-removal-unannounced', 'event-missing-for-placements'],
  },
  {
    trigger: after('removed HMR period', 1, 'service'),
    faults: ['hmr-update-missing', 'hmr-snapshot-empty', 'hmr-snapshot-missing'],
  },
  {
    trigger: after('flexible HMR', 1, 'service'),
    faults: [
      'hmr-update-missing',
      'hmr-flexible-unannounced',
      'hmr-snapshot-empty',
      'hmr-removal-unannounced',
      'hmr-period-with-its-first-instrument-alone',
    ],
  },
  {
    trigger: after('reconnect'),
    faults: [
      'transactions-unsubscribe-ignored',
      'account-state-missing',
      'event-without-key',
      'instrument-updated-unannounced',
      'event-missing-for-closes',
      'hmr-snapshot-missing',
      'snapshot-without-positions',
    ],
  },
  {
    trigger: after('unsubscribe'),
    faults: [
      'event-missing-for-placements',
      'hmr-update-missing',
      'instrument-updated-unannounced',
      'account-state-missing',
    ],
  },
  {
    trigger: after('refused command'),
    faults: [
      'event-missing-for-placements',
      'hmr-update-missing',
      'account-state-missing',
      'transactions-unsubscribe-ignored',
    ],
  },
  { trigger: after('history read'), faults: ['event-missing-for-placements', 'history-without-filled-orders'] },
];
