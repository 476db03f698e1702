// What a client does all day, judged on the way: the same must hold of it whatever happened on the account before (interface 1, 6, 8).
// The checkers over the records of the check judge every message of it besides.
import type { Needs } from '../../runner/check.js';
import type { JudgedId } from '../../runner/check-id.js';
import type { CheckContext } from '../../runner/context.js';

export interface Routine {
  readonly word: string;
  readonly words: string;
  readonly needs: Needs;
  /** What it asserts; the first names the check. */
  readonly requirements: readonly [JudgedId, ...JudgedId[]];
  /** What is judged of its messages besides, as far as they show it. */
  readonly checkers: readonly JudgedId[];
  /** Left out at quick effort. */
  readonly effort?: 'standard';
  readonly play: (t: CheckContext) => Promise<void>;
}
