// The check that a history checker is over the journal of a whole run: its id, which says whose claims rest on that history.
import type { RequirementId } from '../requirements/requirement-id.js';
import type { Checker } from './checker.js';

export type JournalCheckId = `${RequirementId}/journal-${string}`;

/** Throws `TypeError` for a checker that names no requirement. */
export function journalCheckOf({
  name,
  requirements: [first],
}: Pick<Checker, 'name' | 'requirements'>): JournalCheckId {
  if (first === undefined) throw new TypeError(`${name}: expected a checker that names requirements`);
  return `${first}/journal-${name}`;
}
