// Orders that have come since an earlier state, told by their identifiers and by what was asked for: an account that others trade on too
// is never still, so that how many orders it holds says nothing (interface 6, table).

import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { OrderView, TradingStateView } from '../../../toolkit/profile/dialect/views.js';
import { differ } from '../figures.js';

/** Those of `after` that `before` does not show and that may be the order of these parameters. */
export function newOrders(
  before: TradingStateView,
  after: TradingStateView,
  asked: Pick<RequestParams, 'price'>,
): readonly OrderView[] {
  const known = new Set((before.orders ?? []).map(({ id }) => id));
  return (after.orders ?? []).filter(
    ({ id, price }) => (id === undefined || !known.has(id)) && !differ(price, asked.price),
  );
}
