// How faults change the record of rules: each edit makes another rule from the honest one.
import type { Rules } from '../../rules/rules.js';

export type Change = (rules: Rules) => Rules;

/** By the name of the rule, what makes the faulty one of the honest one; called once per service. */
export type Edits = { readonly [Name in keyof Rules]?: (honest: Rules[Name]) => Rules[Name] };

/** Puts another rule in the place of one. */
export function changing<Name extends keyof Rules>(name: Name, edit: (honest: Rules[Name]) => Rules[Name]): Change {
  return (rules) => ({ ...rules, [name]: edit(rules[name]) });
}

/** Several edits that are one deviation only together. */
export function editing(edits: Edits): Change {
  const names = Object.keys(edits) as (keyof Rules)[]; // The keys of a closed record.
  return together(...names.map((name) => edited(edits, name)));
}

function edited<Name extends keyof Rules>(edits: Edits, name: Name): Change {
  const edit = edits[name];
  return edit === undefined ? (rules) => rules : changing(name, edit);
}

/** Several changes that are one deviation only together. */
export function together(...changes: readonly (Change | Edits)[]): Change {
  const steps = changes.map((change) => (typeof change === 'function' ? change : editing(change)));
  return (rules) => steps.reduce((changed, step) => step(changed), rules);
}
