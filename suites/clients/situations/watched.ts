// The venue of a client under watch (interface 1, rules 2 and 5): its account has a past, so that history has pages, and cursors look as
// services may write them.

import { markedCursors, shortPages } from './cursors.js';
import { asTold } from './operations.js';
import type { Situation } from './situation.js';

/** Over months, of which history keeps the last. */
const TRADES = 40;

/** Of each call, as the limits call tells it: far more than an ordinary program sends, and a window that is soon over. */
export const WATCHED_QUOTA = { limit: 200, windowMs: 10_000 } as const;

export const watchedVenue: Situation = {
  ...asTold,
  id: 'watched',
  points: [...shortPages.points],
  summary: 'An account with a past, whose history comes in short pages with cursors full of marks.',
  settings: { past: TRADES, quotas: { default: WATCHED_QUOTA } },
  rules: (rules) => {
    const padded = { ...rules, ...markedCursors.rules?.(rules) };
    return { ...padded, ...shortPages.rules?.(padded) };
  },
};
