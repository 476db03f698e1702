// Where a stream stands: what comes after this record was not caused before it, or was still under way.
import type { Events } from '../../runner/context.js';

/** The record of the last message so far, as `after` takes it; 0 where none has come. */
export function lastRecord({ received }: Pick<Events, 'received'>): number {
  return received.at(-1)?.record ?? 0;
}
