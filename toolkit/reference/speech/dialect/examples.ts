// What a target writes besides all that a dialect reads: constants, units, labels. A profile shows them by examples, out of which comes
// what is read; the rest is spoken as it stands, its date-times as those of what is told.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import { parsePointer, valuesAt } from '../../../profile/dialect/reading/pointer.js';
import { JsonDraft, type Steps } from './json-draft.js';
import { stepsOf } from './places.js';

/** A sheet with what the example leaves; `time` is the date-time of what is told. */
export type Begin = (time?: JsonValue) => JsonDraft;

/** `form` is the part of the dialect that reads it, with pointers from `root` on. */
export function compileExample(
  example: JsonValue | undefined,
  form: JsonObject,
  root: Steps,
  dateTimes: readonly string[],
): Begin {
  if (example === undefined) return () => new JsonDraft();
  const rest = placesIn(form).reduce<JsonValue>((left, steps) => without(left, [...root, ...steps]), example);
  const times = dateTimes.flatMap((pattern) => valuesAt(pattern, rest)).map(({ pointer }) => parsePointer(pointer));
  const timeless = times.reduce(without, rest);
  return (time) => {
    const sheet = new JsonDraft(time === undefined ? rest : timeless);
    for (const steps of times) sheet.put(steps, time);
    return sheet;
  };
}

/** What is no place of a value: how a message is known; and conditions, which are always told and go over those of the example. */
const APART: readonly string[] = ['kind', 'when', 'at', 'reply', 'states', 'conditions'];

/** All places from which the form reads, later alternatives too. */
function placesIn(form: JsonObject): readonly Steps[] {
  return Object.entries(form).flatMap(([name, binding]) => (APART.includes(name) ? [] : pointersIn(binding)));
}

function pointersIn(binding: JsonValue): readonly Steps[] {
  if (isJsonArray(binding)) return binding.flatMap(pointersIn);
  if (isJsonObject(binding)) return pointersIn(binding['at'] ?? null);
  return typeof binding === 'string' && binding.startsWith('/') ? [stepsOf(binding)] : [];
}

/** A list keeps its other items where they are. */
function without(value: JsonValue, steps: Steps): JsonValue {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (isJsonArray(value)) {
    return value.map((item, at) => (String(at) !== step ? item : rest.length === 0 ? null : without(item, rest)));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name !== step ? [[name, member]] : rest.length === 0 ? [] : [[name, without(member, rest)]],
    ),
  );
}
