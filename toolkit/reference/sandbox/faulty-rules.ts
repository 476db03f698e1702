// The rules of a service with deliberate deviations: the honest record, changed by each chosen fault in turn.

import { FAULTS } from '../faults/index.js';
import { honestRules, type Rules } from '../rules/rules.js';

/** @throws RangeError naming an identifier of no fault. */
export function faultyRules(ids: readonly string[]): Rules {
  return ids.reduce<Rules>((rules, id) => {
    const fault = FAULTS.find((candidate) => candidate.id === id);
    if (fault === undefined) {
      throw new RangeError(`faults: expected identifiers of faults (see tsi faults), got ${id}`);
    }
    return fault.change(rules);
  }, honestRules());
}
