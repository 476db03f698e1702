// Places of a decision: which requests a fault is confined to.
import type { Operation } from '../../domain.js';
import type { RequestContext } from '../../rules/context.js';

type Place = (context: RequestContext) => boolean;

export const handshakes: Place = ({ isHandshake }) => isHandshake;
export const mutations: Place = ({ isMutating }) => isMutating;
export const reads: Place = ({ isHandshake, isMutating }) => !isHandshake && !isMutating;
export const orders: Place = ({ operation }) => operation === 'placeOrder';

/** The requests of these operations. */
export function on(
  ...operations: readonly Operation[]
): (place: { readonly operation: Operation | undefined }) => boolean {
  return ({ operation }) => operation !== undefined && operations.includes(operation);
}
