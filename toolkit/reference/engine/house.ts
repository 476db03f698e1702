// What the house ends by itself (interface 3: transitions are open): a risk desk cancels a pending order here and closes a position there,
// a moment after they came, and tells it by an event of its own.
import type { Transaction } from '../domain.js';
import { cancelTransaction } from '../state/cancel-order.js';
import { close } from '../state/close-position.js';
import type { Conclusion, DecisionContext } from '../state/decision.js';
import { mix, mixText } from '../state/price-feed.js';
import { type Core, deskOf } from './core.js';
import type { AccountRecord } from './records/account-record.js';

const LEAST_MS = 20;
const MOST_MS = 250;

/** For what an operation has opened; `end` books its end. */
export function scheduleHouse(
  core: Core,
  account: AccountRecord,
  { kind, orders, positions }: Transaction,
  end: (transaction: Transaction) => void,
): void {
  const { houseCancelsOneOf, houseClosesOneOf } = core.settings;
  const picked = (id: string, oneOf: number): boolean => oneOf > 0 && mix(core.seed, mixText(id)) % oneOf === 0;
  const later = (id: string, conclude: (desk: DecisionContext) => Conclusion | undefined): void => {
    const waitMs = LEAST_MS + (mix(core.seed + 1, mixText(id)) % (MOST_MS - LEAST_MS));
    core.clock.schedule(waitMs, () => {
      const conclusion = conclude(deskOf(core, account));
      if (conclusion !== undefined && 'transaction' in conclusion) end(conclusion.transaction);
    });
  };
  for (const { id, type } of kind === 'placement' ? orders : []) {
    if (type === 'sltp' || !picked(id, houseCancelsOneOf)) continue;
    later(id, (desk) => {
      const order = desk.book.orders.get(id);
      return order && { transaction: cancelTransaction(desk, order) };
    });
  }
  for (const { id } of kind === 'market' ? positions : []) {
    if (!picked(id, houseClosesOneOf)) continue;
    later(id, (desk) =>
      close(desk, { kind: 'closePosition', positionId: id, volume: undefined, clientRequestId: undefined }),
    );
  }
}
