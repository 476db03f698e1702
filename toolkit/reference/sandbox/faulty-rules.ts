// The rules of a service with deliberate deviations: the honest record, changed by each chosen fault in turn.

import { faultById } from '../faults/index.js';
import { honestRules, type Rules } from '../rules/rules.js';

/** @throws RangeError naming an identifier of no fault. */
export function faultyRules(ids: readonly string[]): Rules {
  return ids.reduce<Rules>((rules, id) => faultById(id).change(rules), honestRules());
}
