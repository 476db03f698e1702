// What is tried of which fault: pairs of a trigger and the faults that are sensible under it.
import type { Trigger } from './trigger.js';

export interface Pairs {
  readonly trigger: Trigger;
  /** Ids of faults that show always without a trigger. */
  readonly faults: readonly string[];
  /** The control action without which the trigger never fires. */
  readonly needs?: 'account.restrict' | 'limits.exhaust';
}
