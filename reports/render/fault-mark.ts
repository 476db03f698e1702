// How a fault fared in the matrix, in one word that every rendering of it uses.
import { type FaultRow, isProven } from './fault-matrix-model.js';

/** Worst first. */
export const MARKS = ['survived', 'other', 'misplaced', 'right'] as const;
export type Mark = (typeof MARKS)[number];

export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  right: 'killed by the right requirement',
  misplaced: 'killed at another level',
  other: 'killed only by another',
  survived: 'survived',
};

export const MARK_SIGNS: Readonly<Record<Mark, string>> = { right: '✓', misplaced: '!', other: '~', survived: '✗' };

export function markOf(fault: FaultRow): Mark {
  if (isProven(fault)) return 'right';
  if (fault.killedByRightRequirement) return 'misplaced';
  return fault.survived ? 'survived' : 'other';
}
