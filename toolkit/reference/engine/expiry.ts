// Pending orders that are good for a time only (interface 3, transitions: which states an order passes through is open). The platform ends
// them, as it fills them, and tells it by an event of its own.
import type { Transaction } from '../domain.js';
import { cancelTransaction } from '../state/cancel-order.js';
import { mix, mixText } from '../state/price-feed.js';
import { type Core, deskOf } from './core.js';
import type { AccountRecord } from './records/account-record.js';

/** For the main orders of a placement; `expire` books their end. */
export function scheduleExpiry(
  core: Core,
  account: AccountRecord,
  { kind, orders }: Transaction,
  expire: (transaction: Transaction) => void,
): void {
  const [leastMs, mostMs] = core.settings.pendingOrdersLiveMs;
  if (mostMs === 0 || kind !== 'placement') return;
  for (const { id, type } of orders) {
    if (type !== 'limit' && type !== 'stop') continue;
    const livesMs = leastMs + (mix(core.seed, mixText(id)) % (mostMs - leastMs + 1));
    core.clock.schedule(livesMs, () => {
      const order = account.book.orders.get(id);
      if (order !== undefined) expire(cancelTransaction(deskOf(core, account), order, 'expired'));
    });
  }
}
