// The time of a client for what it decides by itself: to come back, to look, to ask anew.
import type { Stage } from './stage.js';

const LONGEST_MS = 8_000;

/** How long a client has for what it may do when it has a moment, and that nobody asked it for. */
export function ownTimeMs({ patienceMs }: Pick<Stage, 'patienceMs'>): number {
  return Math.min(patienceMs, LONGEST_MS);
}
