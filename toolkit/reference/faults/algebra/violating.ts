// The constructor of faults: one head for all that violate the same requirements under the same section.

import type { RequirementId } from '../../../requirements/requirement-id.js';
import { type Change, type Edits, editing, together } from './change.js';
import type { Fault } from './fault.js';

/** What is said of a fault, and what is wrong, rule by rule; `change` is for what several rules decide in common. */
export type Deviation = Edits & Pick<Fault, 'summary' | 'needs' | 'rate' | 'level'> & { readonly change?: Change };

export type FaultOf = (id: string, deviation: Deviation) => Fault;

/** `const expiry = violating('5.3', ['auth.expired-key-code'])`, then `expiry('expired-key-accepted', { summary: … })`. */
export function violating(section: string, requirements: readonly RequirementId[]): FaultOf {
  return (id, { summary, level, needs, rate, change, ...edits }) => ({
    id,
    section,
    requirements,
    summary,
    ...(level === undefined ? {} : { level }),
    ...(needs === undefined ? {} : { needs }),
    ...(rate === undefined ? {} : { rate }),
    change: change === undefined ? editing(edits) : together(change, edits),
  });
}
