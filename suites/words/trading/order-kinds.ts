// Pending orders of every kind.
import type { OrderWish } from '../../runner/context.js';

/** One of each type, on either side. */
export const ORDER_KINDS: readonly OrderWish[] = [
  { type: 'limit', side: 'buy' },
  { type: 'limit', side: 'sell' },
  { type: 'stop', side: 'buy' },
  { type: 'stop', side: 'sell' },
];
