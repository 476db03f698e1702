// What deals executed in all (interface 2.2, 4.2): an execution may have an event for each part, and an event may be told twice.
import { executed } from '../../../toolkit/checkers/predicates/executed.js';
import { add, type Decimal, parseDecimal } from '../../../toolkit/decimal/index.js';
import type { DealView } from '../../../toolkit/profile/dialect/views.js';
import { sizeOf } from '../figures.js';

/** The volume of the trades among the deals, each counted once; undefined where there are none, or one shows no volume. */
export function executedVolume(deals: readonly DealView[]): Decimal | undefined {
  const once = deals.filter(({ id }, at) => id === undefined || at === deals.findIndex((one) => one.id === id));
  const trades = executed(once);
  if (trades.length === 0) return undefined;
  return trades.reduce<Decimal | undefined>((sum, { volume }) => {
    const size = sizeOf(volume);
    return sum && size && add(sum, size);
  }, parseDecimal('0'));
}
