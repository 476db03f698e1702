// How faults change the record of rules: one rule at a time, the new one made from the honest one.
import type { Rules } from '../rules/rules.js';
import type { Fault } from './fault.js';

type Change = Fault['change'];

/** Puts another rule in the place of one; `make` gets the honest one and is called once per service. */
export function changing<Name extends keyof Rules>(name: Name, make: (honest: Rules[Name]) => Rules[Name]): Change {
  return (rules) => ({ ...rules, [name]: make(rules[name]) });
}

/** Several changes that are one deviation only together. */
export function together(...changes: readonly Change[]): Change {
  return (rules) => changes.reduce((changed, change) => change(changed), rules);
}
