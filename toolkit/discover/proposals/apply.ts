// Proposals over what a profile states of its dialect: which of them change something, and the dialect with them.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { canonicalJson } from '../../payload/same-json.js';
import { fillDialect } from '../../profile/dialect/fill.js';
import type { Proposal } from './proposal.js';

/** A proposal that differs from what holds now, with what holds now; undefined where nothing does. */
export interface Change {
  readonly proposal: Proposal;
  readonly now: JsonValue | undefined;
}

export interface Applied {
  readonly changes: readonly Change[];
  /** Proposals that say what holds already. */
  readonly confirmed: readonly Proposal[];
  /** The part `dialect` of the profile with the changes. */
  readonly dialect: JsonObject;
}

/** `stated` is the part `dialect` of the file; of several proposals for one place the first counts. */
export function applyProposals(stated: JsonObject, proposals: readonly Proposal[]): Applied {
  const filled: JsonObject = fillDialect(stated);
  const changes: Change[] = [];
  const confirmed: Proposal[] = [];
  const seen = new Set<string>();
  let dialect = stated;
  for (const proposal of proposals) {
    const [part, ...steps] = proposal.place;
    const id = JSON.stringify(proposal.place);
    if (part !== 'dialect' || seen.has(id)) continue;
    seen.add(id);
    const now = valueAt(filled, steps);
    if (holds(now, proposal.value, steps)) {
      confirmed.push(proposal);
      continue;
    }
    changes.push({ proposal, now });
    dialect = withValue(dialect, steps, proposal.value);
  }
  return { changes, confirmed, dialect };
}

/** Whether the profile says so already: alternatives do where the proposed one comes first, words and patterns where it is among them. */
function holds(now: JsonValue | undefined, proposed: JsonValue, steps: readonly string[]): boolean {
  if (now === undefined) return false;
  if (canonicalJson(now) === canonicalJson(proposed)) return true;
  if (!isJsonArray(now)) return false;
  if (steps[0] === 'dateTimes') return isJsonArray(proposed) && proposed.every((one) => now.includes(one));
  const isWord = steps[0] === 'words' || steps.at(-1) === 'kind';
  return isWord ? now.includes(proposed) : steps[0] !== 'requests' && now[0] === proposed;
}

function valueAt(value: JsonValue, steps: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const step of steps) at = isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  return at;
}

function withValue(object: JsonObject, steps: readonly string[], value: JsonValue): JsonObject {
  const [step, ...rest] = steps;
  if (step === undefined) return object;
  const inner = Object.hasOwn(object, step) ? object[step] : undefined;
  const next = rest.length === 0 ? value : withValue(isJsonObject(inner) ? inner : {}, rest, value);
  return { ...object, [step]: next };
}
