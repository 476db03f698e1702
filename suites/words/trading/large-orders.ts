// Large orders that rest may tie up the margin of an account, so they are placed only where nothing of them stays: on accounts of the
// check's own, or where the target lets orders be cancelled.
import type { CheckContext } from '../../runner/context.js';

export function mayPlaceLargeOrders(t: CheckContext): boolean {
  return t.hasControl('account.create') || t.dialect.has('cancelOrder');
}
