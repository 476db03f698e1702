// By which means a run can undo what it opened on a target.
import type { LiveTarget } from './target.js';

type Bound = Pick<LiveTarget, 'profile' | 'dialect' | 'control'>;

export function canCancelOrders({ profile, dialect }: Bound): boolean {
  return profile.claims.cancelOrder && dialect.has('cancelOrder');
}

/** Whether the target's own request closes positions; otherwise a control action may. */
export function hasCloseRequest({ profile, dialect }: Bound): boolean {
  return profile.claims.closePosition && dialect.has('closePosition');
}

export function canClosePositions(target: Bound): boolean {
  return hasCloseRequest(target) || target.control.has('position.close');
}
