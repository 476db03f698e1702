// Faults of some values alone: a side, a type, an instrument, an amount, a length, a digit.
import type { Pairs } from './pairs.js';
import { onlyFor } from './trigger.js';

export const byValue: readonly Pairs[] = [
  {
    trigger: onlyFor('for-sells', ({ side }) => side === 'sell'),
    faults: [
      'event-without-key',
      'market-event-without-deal',
      'close-leaves-position-open',
      'volume-step-unchecked',
      'price-digits-unchecked',
      'idempotency-reexecute',
      'partial-close-volume-unchanged',
      'error-code-missing-in-events',
    ],
  },
  {
    trigger: onlyFor('for-stops', ({ type, orderType }) => type === 'stop' || orderType === 'stop'),
    faults: [
      'placement-event-without-account-state',
      'event-missing-for-cancellations',
      'volume-minimum-unchecked',
      'stop-loss-digits-unchecked',
      'error-message-missing-in-events',
      'conflict-unnoticed',
      'history-without-cancelled-orders',
      'placement-sltp-event-without-related-order',
    ],
  },
  {
    trigger: onlyFor('for-limits', ({ type, orderType }) => type === 'limit' || orderType === 'limit'),
    faults: ['event-missing-for-executions', 'ack-without-key-for-repeats'],
  },
  {
    trigger: onlyFor('for-sltp-orders', ({ type, orderType }) => type === 'sltp' || orderType === 'sltp'),
    faults: [
      'event-without-key',
      'idempotency-reexecute',
      'status-rejected-for-orders',
      'event-missing-for-placements',
    ],
  },
  {
    trigger: onlyFor('where-prices-have-three-digits', ({ pointDigits }) => pointDigits === 3),
    faults: ['price-digits-unchecked', 'price-numbers-in-events', 'snapshot-without-positions', 'tick-prices-strings'],
  },
  {
    trigger: onlyFor('for-names-with-a-slash', ({ instrument }) => instrument?.includes('/') === true),
    faults: ['volume-numbers-in-snapshots', 'instrument-updated-unannounced', 'instruments-unsubscribe-ignored'],
  },
  {
    trigger: onlyFor(
      'for-keys-beyond-64-characters',
      ({ idempotencyKey, clientRequestId }) => (idempotencyKey ?? clientRequestId ?? '').length > 64,
    ),
    faults: ['idempotency-ignored', 'event-without-key', 'ack-status-200'],
  },
  {
    trigger: onlyFor('for-keys-that-end-in-a-digit', ({ idempotencyKey, clientRequestId }) =>
      /[0-9]$/.test(idempotencyKey ?? clientRequestId ?? ''),
    ),
    faults: ['idempotency-reexecute', 'event-missing-for-openings'],
  },
  {
    trigger: onlyFor('for-dividends', ({ balanceKind }) => balanceKind === 'dividend'),
    faults: ['event-missing-for-balance', 'balance-event-without-account-state', 'history-without-balance-deals'],
  },
  {
    trigger: onlyFor('for-withdrawals', ({ amount }) => amount?.startsWith('-') === true),
    faults: ['event-missing-for-balance', 'balance-with-operation-id', 'history-without-balance-deals'],
  },
  {
    trigger: onlyFor('for-amounts-with-an-odd-cent', ({ amount }) => /\.\d?[13579]$/.test(amount ?? '')),
    faults: ['money-numbers-in-history', 'deal-amount-number-in-transactions'],
  },
  {
    trigger: onlyFor('for-volumes-of-one-or-more', ({ volume }) => Number(volume ?? 0) >= 1),
    faults: ['volume-numbers-in-events', 'volume-step-unchecked', 'market-event-without-position'],
  },
  {
    trigger: onlyFor('for-currencies-without-decimals', ({ currencyDigits }) => currencyDigits === 0),
    faults: ['money-numbers-in-snapshots', 'money-numbers-in-account-state', 'balance-event-without-deal'],
  },
];
