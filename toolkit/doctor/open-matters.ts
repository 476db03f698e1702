// What a signed request may show that the interface leaves open: a service may refuse it and need not. The doctor names it, and calls
// nothing broken for it. The one table of that is `isOpen` of the slips, which the vectors go by as well.
import { SLIPS } from '../signing/slips/slips.js';
import type { StageResult } from '../signing/stage-result.js';

export function isOpenMatter({ cause }: StageResult): boolean {
  return cause !== undefined && SLIPS[cause].isOpen;
}

/** GET must carry an empty key and a mutating request one; of other methods the interface says nothing (5.3, rules 6 and 7). */
export function keyIsStated(method: string): boolean {
  return /^(?:GET|POST|PUT|PATCH|DELETE)$/i.test(method);
}
