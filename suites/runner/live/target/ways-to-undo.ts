// By which means a run can undo what it opened on a target: its own requests, or control actions where it has none.
import type { LiveTarget } from './target.js';

/** What of a target says how a run can undo what it opened. */
export interface Undoing {
  readonly profile: { readonly claims: Readonly<Record<'positions' | 'cancelOrder' | 'closePosition', boolean>> };
  readonly dialect: Pick<LiveTarget['dialect'], 'has'>;
  readonly control: Pick<LiveTarget['control'], 'has'>;
}

/** Whether the target's own request cancels orders; otherwise a control action may. */
export function hasCancelRequest({ profile, dialect }: Undoing): boolean {
  return profile.claims.cancelOrder && dialect.has('cancelOrder');
}

export function canCancelOrders(target: Undoing): boolean {
  return hasCancelRequest(target) || target.control.has('order.cancel') || canReset(target);
}

/** Whether the target's own request closes positions; otherwise a control action may. */
export function hasCloseRequest({ profile, dialect }: Undoing): boolean {
  return profile.claims.closePosition && dialect.has('closePosition');
}

export function canClosePositions(target: Undoing): boolean {
  return hasCloseRequest(target) || target.control.has('position.close');
}

/** Whether everything on an account can be ended at once. */
export function canReset({ control }: Undoing): boolean {
  return control.has('account.reset');
}
