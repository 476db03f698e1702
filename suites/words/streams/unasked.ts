// What a connection was sent that had subscribed to nothing (interface 6, 6.4), told at its first subscription, which is to transactions.
import { SERVER_EVENTS } from '../../../toolkit/profile/dialect/views.js';
import type { Events, Received, Submission } from '../../runner/context.js';

const KINDS: ReadonlySet<string> = new Set(SERVER_EVENTS);

/** What the target sent of its own, as far as somebody must have subscribed to it. */
export function dataOn({ received }: Events): readonly Received[] {
  return received.filter(({ kind }) => KINDS.has(kind));
}

/**
 * All data before the snapshot. Behind it a transaction_event may tell what others do by then, so that only one of an operation counts
 * that had ended before the subscription.
 */
export function unaskedOn(events: Events, ended: Submission): readonly Received[] {
  const results: readonly Received[] = events.resultsOf(ended);
  const data = dataOn(events);
  const snapshot = data.findIndex(({ kind }) => kind === 'trading_state_snapshot');
  return data.filter((message, at) => {
    if (at === snapshot) return false;
    return snapshot < 0 || at < snapshot || message.kind !== 'transaction_event' || results.includes(message);
  });
}
