// How much checks ask of an account: large orders that rest may tie up its margin, and targets have hundreds of instruments.
import type { CheckContext } from '../../runner/context.js';

/** Large orders only where nothing of them stays: on accounts of the check's own, or where the target lets orders be cancelled. */
export function mayPlaceLargeOrders(t: CheckContext): boolean {
  const means = ['account.create', 'order.cancel', 'account.reset'] as const;
  return t.dialect.has('cancelOrder') || means.some((action) => t.hasControl(action));
}

/** Checks that place orders on every instrument stop here. */
export const MOST_INSTRUMENTS = 8;
