// Stop loss and take profit of positions and orders (interface 4.1; 6.1, rule 3): those that a context names, and those that are shown,
// be it on the position or by an sltp order.
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { TradingStateView } from '../../../toolkit/profile/dialect/views.js';
import type { Context } from '../../runner/contexts/context.js';
import { plainOf } from '../figures.js';

/** The request with the levels alone that the context names. */
export function withLevelsOf({ protection }: Pick<Context, 'protection'>, params: RequestParams): RequestParams {
  const { stopLossPrice, takeProfitPrice, ...others } = params;
  return {
    ...others,
    ...(protection !== 'take-profit' && stopLossPrice !== undefined && { stopLossPrice }),
    ...(protection !== 'stop-loss' && takeProfitPrice !== undefined && { takeProfitPrice }),
  };
}

/** Every level that is shown of the position of that name, as plain decimals in their order. Zero is how some write that there is none. */
export function shownLevels(
  { orders = [], positions = [] }: TradingStateView,
  id: string | undefined,
): readonly string[] {
  const protecting = orders.filter(({ positionId }) => positionId !== undefined && positionId === id);
  const showing = [...positions.filter((one) => one.id === id), ...protecting];
  const levels = showing.flatMap((one) => [plainOf(one.stopLossPrice) ?? '0', plainOf(one.takeProfitPrice) ?? '0']);
  return [...new Set(levels.filter((level) => level !== '0'))].sort();
}
