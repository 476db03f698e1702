// Which variants quick effort leaves out: of the checks that can run for one requirement, it judges four, spread over their ids, so that
// every requirement has its share and a run stays a matter of seconds.
import type { CheckSpec } from './check.js';
import { requirementOf } from './registry.js';

const VARIANTS = 4;

/** Ids of those that are left out, whatever the order of `specs`. History checks read what is there already, and always stay. */
export function beyondQuick(specs: readonly CheckSpec[]): ReadonlySet<string> {
  const families = new Map<string, string[]>();
  for (const { id, kind } of specs) {
    if (kind === 'history') continue;
    const family = families.get(requirementOf(id));
    if (family === undefined) families.set(requirementOf(id), [id]);
    else family.push(id);
  }
  return new Set([...families.values()].flatMap((family) => leftOut(family.sort())));
}

function leftOut(family: readonly string[]): readonly string[] {
  const step = (family.length - 1) / (VARIANTS - 1);
  const kept = new Set(Array.from({ length: VARIANTS }, (_, index) => Math.round(index * step)));
  return family.filter((_, index) => !kept.has(index));
}
