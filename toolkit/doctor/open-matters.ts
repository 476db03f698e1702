// What a signed request may show that the interface leaves open: a service may refuse it and need not. The doctor names it, and calls nothing
// broken for it (interface 5; the open vectors say the same).
import { SLIPS, type SlipId } from '../signing/slips/slips.js';
import type { StageResult } from '../signing/stage-result.js';

/** Beside the slips that say so themselves. */
const ALSO_OPEN: ReadonlySet<SlipId> = new Set<SlipId>(['payload-member-duplicate', 'header-doubled']);

export function isOpenMatter({ cause, actual }: StageResult): boolean {
  if (cause === undefined) return false;
  // Zeros before the digits leave the number what it is.
  if (cause === 'timestamp-format') return /^0+\d+$/.test(actual ?? '');
  return SLIPS[cause].isOpen || ALSO_OPEN.has(cause);
}

/** GET must carry an empty key and a mutating request one; of other methods the interface says nothing (5.3, rules 6 and 7). */
export function keyIsStated(method: string): boolean {
  return /^(?:GET|POST|PUT|PATCH|DELETE)$/i.test(method);
}
