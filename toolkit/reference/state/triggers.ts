// What the market sets off: pending orders whose price is reached, and protections that are hit (interface 2.2, 6.1).
import type { Order } from '../domain.js';
import { closeByProtection } from './close.js';
import type { Conclusion, Desk } from './desk.js';
import { fill } from './execute.js';
import { feedRange } from './feed.js';
import type { Instrument } from './instruments.js';
import { unitsOf } from './units.js';

/**
 * The next thing that the present prices set off, or undefined. One at a time, since each changes the book.
 * `candidates` narrows the search to those orders.
 */
export function nextTriggered(desk: Desk, candidates?: readonly string[]): Conclusion | undefined {
  for (const id of candidates ?? desk.book.orders.keys()) {
    const order = desk.book.orders.get(id);
    if (order === undefined) continue;
    const conclusion = order.type === 'sltp' ? protectionConclusion(desk, order) : pendingConclusion(desk, order);
    if (conclusion !== undefined && 'transaction' in conclusion) return conclusion;
  }
  return undefined;
}

function pendingConclusion(desk: Desk, order: Order): Conclusion | undefined {
  const instrument = tradable(desk, order);
  const quote = instrument && desk.market.quote(instrument, desk.nowMs);
  if (quote === undefined || order.price === undefined) return undefined;
  return desk.rules.triggers(order.type, order.side, order.price, quote) ? fill(desk, order, 'market') : undefined;
}

function protectionConclusion(desk: Desk, order: Order): Conclusion | undefined {
  const position = order.positionId === undefined ? undefined : desk.book.positions.get(order.positionId);
  const instrument = tradable(desk, order);
  const quote = instrument && desk.market.quote(instrument, desk.nowMs);
  if (position === undefined || quote === undefined) return undefined;
  return desk.rules.protectionHit(position.side, order.stopLossPrice, order.takeProfitPrice, quote)
    ? closeByProtection(desk, position, order)
    : undefined;
}

/** Whether the feed, left to itself, may come to set the order off; decides whether time must be watched. */
export function isWithinReach(desk: Desk, order: Order): boolean {
  const instrument = tradable(desk, order);
  if (instrument === undefined || desk.market.isFixed(order.instrument)) return false;
  const { low, high } = feedRange(instrument);
  const { pointDigits } = instrument.conditions;
  return [order.price, order.stopLossPrice, order.takeProfitPrice].some((price) => {
    const units = price && unitsOf(price, pointDigits);
    return units !== undefined && units >= low && units <= high;
  });
}

function tradable(desk: Desk, order: Order): Instrument | undefined {
  const instrument = desk.market.listing(order.instrument);
  return instrument === undefined || desk.market.standing(instrument).sessionClosed ? undefined : instrument;
}
