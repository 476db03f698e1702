// Which variants quick effort leaves out: of the checks that can run for one requirement, it judges the first, so that every requirement
// is judged and a run stays a matter of seconds, and the few others that see what those miss.

import { kept } from '../../../toolkit/base/kept.js';
import type { CheckDeclaration } from '../check.js';
import { requirementOf } from '../registry.js';
import { QUICK_CHECKS } from './quick-checks.js';

const QUICK_TOO: ReadonlySet<string> = new Set(QUICK_CHECKS);

/** Whether quick effort judges it whatever else there is for its requirement. */
export function isQuickToo({ id }: Pick<CheckDeclaration, 'id'>): boolean {
  return QUICK_TOO.has(id);
}

/**
 * Ids of those that are left out, whatever the order of `specs`. History checks read what is there already, and checks in contexts take
 * fewer of them: both always stay.
 */
export function beyondQuick(specs: readonly CheckDeclaration[]): ReadonlySet<string> {
  const families = new Map<string, string[]>();
  for (const { id, kind, contexts } of specs) {
    if (kind === 'history' || contexts !== undefined) continue;
    kept(families, requirementOf(id), () => []).push(id);
  }
  return new Set([...families.values()].flatMap((family) => family.sort().slice(1)).filter((id) => !QUICK_TOO.has(id)));
}
