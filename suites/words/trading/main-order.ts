// The main order of a list: related SLTP orders may stand beside it, in events as in snapshots (interface 6.1, rules 2 and 3).
import type { OrderView } from '../../../toolkit/profile/dialect/views.js';
import type { CheckContext, ExpectOptions, Fact, ReceivedOf } from '../../runner/context.js';

/** What the target's word for an order's type means; undefined for a word that the dialect does not know. */
export function typeOf(t: CheckContext, order: OrderView): string | undefined {
  return t.dialect.meaning('orderType', order.type ?? null);
}

/** The index of the only order that is no SLTP order, or of the one with the identifier; -1 where there is none such. */
export function mainOrderIndex(t: CheckContext, orders: readonly OrderView[] | undefined, id?: string): number {
  const list = orders ?? [];
  if (id !== undefined) return list.findIndex((order) => order.id === id);
  const main = list.flatMap((order, index) => (typeOf(t, order) === 'sltp' ? [] : [index]));
  return main.length === 1 ? (main[0] ?? -1) : -1;
}

/** Judges that one of the orders in the event is of that type. */
export function expectOrderOfType(
  t: CheckContext,
  event: ReceivedOf<'transaction_event'>,
  type: string,
  options?: ExpectOptions,
): void {
  const types = (event.view.orders ?? []).map((order) => typeOf(t, order) ?? String(order.type));
  t.expect.that(
    types.includes(type),
    {
      expected: `an order of type ${type}`,
      actual: `orders of types ${types.join(', ') || 'none'}`,
      evidence: [event],
      shown: shownAmong(types.indexOf(type), event),
    },
    options,
  );
}

/** That the order at this place of the event has the word of the type that it was read as. */
function shownAmong(index: number, event: ReceivedOf<'transaction_event'>): readonly Fact[] {
  const order = event.view.orders?.[index];
  return order === undefined ? [] : [[event, `/view/orders/${index}/type`, 'equals', order.type]];
}
