// Whether an order shows what was asked for (interface 4.1, 2.2): type, side, instrument, volume and price. Which members an order shows is
// open, so a member that the dialect finds nowhere is not judged.
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { OrderView } from '../../../toolkit/profile/dialect/views.js';
import type { CheckContext, ExpectOptions } from '../../runner/context.js';
import { typeOf } from '../trading/main-order.js';

export interface ShownOrder {
  readonly record: number;
  readonly orders: readonly OrderView[];
  readonly index: number;
}

/** Judges what the order shows of the parameters; tells how many of the figures it shows. */
export function expectKept(
  t: CheckContext,
  params: RequestParams,
  { record, orders, index }: ShownOrder,
  options?: ExpectOptions,
): number {
  const order = orders[index];
  if (order === undefined) return 0;
  const at = `/view/orders/${index}`;
  for (const [member, meant] of [
    ['type', typeOf(t, order)],
    ['side', order.side === undefined ? undefined : t.dialect.meaning('side', order.side)],
  ] as const) {
    if (meant === undefined) continue;
    const claim = { expected: `${member} ${params[member]}`, actual: `${member} ${meant}`, evidence: [record] };
    const shown = meant === params[member] ? [[record, `${at}/${member}`, 'equals', order[member]] as const] : [];
    t.expect.that(meant === params[member], { ...claim, shown }, options);
  }
  if (typeof order.instrument === 'string') {
    t.expect.at(record, `${at}/instrument`, 'equals', params.instrument ?? null, options);
  }
  const figures = (['volume', 'price'] as const).filter((member) => (order[member] ?? null) !== null);
  for (const member of figures) t.expect.at(record, `${at}/${member}`, 'sameDecimal', params[member] ?? null, options);
  return figures.length;
}
