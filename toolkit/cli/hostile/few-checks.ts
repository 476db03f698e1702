// The checks that a hostile target meets: few, since each row of the table is a run, and yet every request, every message of both streams,
// properties, control actions and the history checkers, which read what the others have brought. `hostile.whole.test.ts` holds it to that.

const ON_STREAMS: readonly string[] = [
  'transactions.every-change/execution',
  'transactions.balance-kind-deposit/withdrawal',
  'account-state.figure-names/periodic',
  'instruments.unsubscribe-listed/two-of-three',
  'hmr.update-upserted/in-an-update',
  'hmr.refusal-keeps-existing/instruments-go-on',
  'ticks.prices-numbers/every-tick',
  'reconnect.subscribes-again/closed-by-client',
  'subscriptions.any-order/transactions-first',
  'subscriptions.command-answer/hmr-unsubscribed',
];

const ON_REQUESTS: readonly string[] = [
  'configuration.account-readable/signed-read',
  'configuration.instruments-readable/signed-read',
  'configuration.conditions-readable/each-of-the-profile',
  'configuration.limits-readable/signed-read',
  'domain.snapshot-resource/agrees-with-the-stream',
  'history.cursor-continues/deals',
  'history.orders-ascending/over-all-pages',
  'orders.parameters-kept/buy-limit',
  'orders.body-malformed-refused/lenient-at-random',
  'orders.sltp-accepted/on-open-position',
  'orders.sync-code-404/no-such-account',
  'errors.volume-too-small/one-step-too-small',
  'errors.sync-before-ack/order-refused-for-signature',
  'idempotency.duplicate-same-operation/cancellation-repeated',
  'positions.partial-close-event/one-third',
  'operations.agrees-with-event/success',
];

export const FEW_CHECKS: readonly string[] = [...ON_REQUESTS, ...ON_STREAMS, '*/journal-*'];

/** Where only streams are hostile. */
export const FEW_ON_STREAMS: readonly string[] = [...ON_STREAMS, 'orders.parameters-kept/buy-limit', '*/journal-*'];
