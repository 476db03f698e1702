// Reading the members of journalled views. A journal is a file that anyone may hand in, so nothing is taken to be of its type.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../payload/json-kind.js';

/** The entities of a list; undefined when the view has no such list. */
export function listOf(view: JsonValue | undefined, name: string): readonly JsonObject[] | undefined {
  const list = memberOf(view, name);
  if (!isJsonArray(list)) return undefined;
  // Of a dialect there is nothing else in it.
  return list.every(isJsonObject) ? list : list.filter(isJsonObject);
}

export function countOf(view: JsonValue | undefined, name: string): number {
  return listOf(view, name)?.length ?? 0;
}

export function textAt(view: JsonValue | undefined, name: string): string | undefined {
  const value = memberOf(view, name);
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

/** Whether the member is there and says something. */
export function has(view: JsonValue | undefined, name: string): boolean {
  const value = memberOf(view, name);
  return value !== undefined && value !== null;
}

/** A value as evidence shows it, cut to a readable length. */
export function show(value: JsonValue | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
