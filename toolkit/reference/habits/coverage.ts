// Which open points have fewer than two habits, and why. Every other point of `../../requirements/open.yaml` has one for each side at
// least; `coverage.test.ts` holds it.
import type { OpenPointId } from '../../requirements/open-point-id.js';

export interface Exception {
  readonly habits: 'none' | 'one';
  /** Why no more can be built, in one sentence. */
  readonly because: string;
}

export const EXCEPTIONS: Readonly<Partial<Record<OpenPointId, Exception>>> = {
  'account-attribute-location': {
    habits: 'one',
    because: 'Both dialects show trade mode and account status in the account read, which is the other side.',
  },
  candles: {
    habits: 'none',
    because:
      'No request of the dialect stands for candles, so that no client of ours could tell whether there are any.',
  },
  'description-source': {
    habits: 'one',
    because: 'Both dialects publish the description where the profile says, which is the other side.',
  },
  'unknown-query': {
    habits: 'one',
    because: 'Both dialects ignore query parameters that they do not know, which is the other side.',
  },
};

/** Points of sections 5 to 9 whose habits are on their way; to be emptied, then removed. */
export const AWAITED: readonly OpenPointId[] = [
  'account-state-first',
  'all-dynamic',
  'all-mixed',
  'body-on-get',
  'buffer-size',
  'check-order',
  'code-404',
  'code-500',
  'code-conditions',
  'command-ack',
  'command-fields',
  'duplicate-query-code',
  'flexible-hmr',
  'guard-codes',
  'guard-live-connection',
  'handshake-refusal',
  'header-fault-code',
  'hmr-filter',
  'hmr-update-empties',
  'idempotency-retention',
  'instruments-empty-list',
  'instruments-first',
  'key-format-code',
  'kind-boundaries',
  'market-under-guards',
  'overflow-outcome',
  'payload-extra',
  'payload-member',
  'pending-maximum',
  'quota-values',
  'resubscribe',
  'second-api-key',
  'subscription-error',
  'ticks-shapes',
  'ticks-under-guards',
  'timestamp-window',
  'trading-retention',
  'unsubscribe-absent',
  'version-fault-code',
  'version-policy',
  'window-code',
  'ws-details',
];
