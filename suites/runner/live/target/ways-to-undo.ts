// By which means a run can undo what it opened on a target: its own requests, or control actions where it has none.
import type { LiveTarget } from './target.js';

type Bound = Pick<LiveTarget, 'profile' | 'dialect' | 'control'>;

/** Whether the target's own request cancels orders; otherwise a control action may. */
export function hasCancelRequest({ profile, dialect }: Bound): boolean {
  return profile.claims.cancelOrder && dialect.has('cancelOrder');
}

export function canCancelOrders(target: Bound): boolean {
  return hasCancelRequest(target) || target.control.has('order.cancel') || canReset(target);
}

/** Whether the target's own request closes positions; otherwise a control action may. */
export function hasCloseRequest({ profile, dialect }: Bound): boolean {
  return profile.claims.closePosition && dialect.has('closePosition');
}

export function canClosePositions(target: Bound): boolean {
  return hasCloseRequest(target) || target.control.has('position.close');
}

/** Whether everything on an account can be ended at once. */
export function canReset({ control }: Bound): boolean {
  return control.has('account.reset');
}
