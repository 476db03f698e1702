// What a fault is: one deliberate deviation of the reference service, as data over its rules. No code of the service knows of it.
import type { ControlActionName } from '../../profile/control/actions.js';
import type { Rules } from '../rules/rules.js';

export interface Fault {
  /** Words, such as `signature-unchecked-with-query`. */
  readonly id: string;
  /** The section of the interface that it breaks. */
  readonly section: string;
  /** Identifiers of the catalogue in `toolkit/requirements`. */
  readonly requirements: readonly string[];
  /** One sentence about what the faulty service does. */
  readonly summary: string;
  /** The control action without which it cannot be seen. */
  readonly needs?: ControlActionName;
  /** The share of occasions on which it shows, where that is not every one. */
  readonly rate?: number;
  /** Called once for each service, so that a fault may keep a count of its own. */
  readonly change: (rules: Rules) => Rules;
}

/** A fault from its parts, in the order in which one speaks of them. */
export function fault(
  id: string,
  section: string,
  requirements: readonly string[],
  summary: string,
  change: Fault['change'],
  more: Pick<Fault, 'needs' | 'rate'> = {},
): Fault {
  return { id, section, requirements, summary, ...more, change };
}
