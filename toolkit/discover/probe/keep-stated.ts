// What a profile states and the target bears out stays: a proposal over it must read something that the statement does not.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { compileDialect } from '../../profile/dialect/compile.js';
import { fillDialect } from '../../profile/dialect/fill.js';
import { applyProposals } from '../proposals/apply.js';
import type { Proposal } from '../proposals/proposal.js';
import { type Readings, readingsOf, readsAll, type Shown } from './readings.js';

/** `stated` is the part `dialect` of the profile; the proposals that are left change it for the better. */
export function keepStated(stated: JsonObject, proposals: readonly Proposal[], shown: Shown): readonly Proposal[] {
  const read = (some: readonly Proposal[]): Readings =>
    readingsOf(compileDialect(fillDialect(applyProposals(stated, some).dialect), 'http://target.invalid'), shown);
  let kept = proposals;
  let best = read(kept);
  // Root and members of one part first, which read only together; then each by itself.
  for (const group of [
    ...groupsBy((place) => partAt(stated, place), proposals),
    ...groupsBy((place) => statementAt(stated, place), proposals),
  ]) {
    const without = kept.filter((proposal) => !group.includes(proposal));
    if (without.length === kept.length) continue;
    const now = read(without);
    // One form would go in place of several, of which others may be right.
    const isOverForms = group.some(({ place }) => isJsonArray(valueAt(stated, place.slice(1, 3))));
    if (!readsAll(now, best) && !(isOverForms && !readsAll(best, now))) continue;
    kept = without;
    best = now;
  }
  return kept;
}

function groupsBy(
  key: (place: readonly string[]) => readonly string[] | undefined,
  proposals: readonly Proposal[],
): readonly (readonly Proposal[])[] {
  const groups = new Map<string, Proposal[]>();
  for (const proposal of proposals) {
    const { place } = proposal;
    const name = ADDED.includes(place.slice(1).join('/')) ? undefined : key(place)?.join('/');
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), proposal]);
  }
  return [...groups.values()];
}

/** Nothing gives way to these, and what they do shows in no view. */
const ADDED: readonly string[] = ['dateTimes', 'frames/documents'];

/** The part that the proposal is about, such as a message, where the profile states something of it. */
function partAt(stated: JsonObject, [, part = '', name = '']: readonly string[]): readonly string[] | undefined {
  const steps = part === 'frames' ? [part] : [part, name];
  return valueAt(stated, steps) === undefined ? undefined : steps;
}

/**
 * What the profile states there, or around it where that is no table of members, such as the forms of a message. A default says less, but
 * for what tells balance deals: its words are the interface's (interface 2.2).
 */
function statementAt(stated: JsonObject, [, ...steps]: readonly string[]): readonly string[] | undefined {
  if (steps.join('/') === 'entities/balanceWhen') return steps;
  const at = steps.findIndex((_, index) => {
    const value = valueAt(stated, steps.slice(0, index + 1));
    return value !== undefined && (!isJsonObject(value) || index === steps.length - 1);
  });
  return at === -1 ? undefined : steps.slice(0, at + 1);
}

function valueAt(value: JsonValue, steps: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const step of steps) at = isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  return at;
}
