// What the market sets off: pending orders whose price is reached, and protections that are hit (interface 2.2, 6.1).
import type { Order } from '../domain.js';
import { closeByProtection } from './close-position.js';
import type { Conclusion, DecisionContext } from './decision.js';
import { fill } from './execute.js';
import type { Instrument } from './instruments.js';
import { feedRange } from './price-feed.js';
import { unitsOf } from './units.js';

/**
 * The next thing that the present prices set off, or undefined. One at a time, since each changes the book.
 * `candidates` narrows the search to those orders.
 */
export function nextTriggered(context: DecisionContext, candidates?: readonly string[]): Conclusion | undefined {
  for (const id of candidates ?? context.book.orders.keys()) {
    const order = context.book.orders.get(id);
    if (order === undefined) continue;
    const conclusion = order.type === 'sltp' ? protectionConclusion(context, order) : pendingConclusion(context, order);
    if (conclusion !== undefined && 'transaction' in conclusion) return conclusion;
  }
  return undefined;
}

function pendingConclusion(context: DecisionContext, order: Order): Conclusion | undefined {
  const instrument = tradable(context, order);
  const quote = instrument && context.market.quote(instrument, context.nowMs);
  if (quote === undefined || order.price === undefined) return undefined;
  return context.rules.triggers(order.type, order.side, order.price, quote)
    ? fill(context, order, 'market')
    : undefined;
}

function protectionConclusion(context: DecisionContext, order: Order): Conclusion | undefined {
  const position = order.positionId === undefined ? undefined : context.book.positions.get(order.positionId);
  const instrument = tradable(context, order);
  const quote = instrument && context.market.quote(instrument, context.nowMs);
  if (position === undefined || quote === undefined) return undefined;
  return context.rules.protectionHit(position.side, order.stopLossPrice, order.takeProfitPrice, quote)
    ? closeByProtection(context, position, order)
    : undefined;
}

/** Whether the feed, left to itself, may come to set the order off; decides whether time must be watched. */
export function isWithinReach(context: DecisionContext, order: Order): boolean {
  const instrument = tradable(context, order);
  if (instrument === undefined || context.market.isFixed(order.instrument)) return false;
  const { low, high } = feedRange(instrument);
  const { pointDigits } = instrument.conditions;
  return [order.price, order.stopLossPrice, order.takeProfitPrice].some((price) => {
    const units = price && unitsOf(price, pointDigits);
    return units !== undefined && units >= low && units <= high;
  });
}

function tradable(context: DecisionContext, order: Order): Instrument | undefined {
  const instrument = context.market.listing(order.instrument);
  return instrument === undefined || context.market.stateOf(instrument).sessionClosed ? undefined : instrument;
}
