// A JSON value under construction: values are put where pointers lead, and what stands there already must not contradict them.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import { sameJson } from '../../../payload/same-json.js';
import { followPointer, formatPointer } from '../../../profile/dialect/reading/pointer.js';

type Open = JsonValue | Open[] | OpenObject;
interface OpenObject {
  [member: string]: Open;
}

export type Steps = readonly string[];

export class JsonDraft {
  #root: Open | undefined;
  readonly #begun: JsonValue | undefined;

  /** What it begins with contradicts nothing: any value may take its place. */
  constructor(begun?: JsonValue) {
    this.#begun = begun;
    this.#root = begun === undefined ? undefined : opened(begun);
  }

  /** What has been written; an empty object where nothing has. */
  get value(): JsonValue {
    return closed(this.#root ?? {});
  }

  get object(): JsonObject {
    const { value } = this;
    if (!isJsonObject(value)) throw new RangeError(`expected an object at the root, got ${JSON.stringify(value)}`);
    return value;
  }

  at(steps: Steps): JsonValue | undefined {
    return followPointer(this.#root as JsonValue | undefined, steps); // What is open reads like what is closed.
  }

  /** Puts a value; the members of an object go beside those that are there. @throws RangeError for a contradiction. */
  put(steps: Steps, value: JsonValue | undefined): void {
    if (value === undefined) return;
    const there = this.at(steps);
    if (isJsonObject(there) && isJsonObject(value)) {
      for (const [name, member] of Object.entries(value)) this.put([...steps, name], member);
    } else if (there === undefined || there === null || sameJson(there, followPointer(this.#begun, steps))) {
      this.#place(steps, value);
    } else if (!sameJson(there, value)) {
      throw new RangeError(
        `expected one value at ${where(steps)}, got ${JSON.stringify(there)} and ${JSON.stringify(value)}`,
      );
    }
  }

  /** Adds items to a list, which is there from now on even without any. */
  add(steps: Steps, items: readonly JsonValue[]): void {
    const there = this.at(steps) ?? [];
    if (!isJsonArray(there)) throw new RangeError(`expected a list at ${where(steps)}, got ${JSON.stringify(there)}`);
    this.#place(steps, [...there, ...items]);
  }

  #place(steps: Steps, value: JsonValue): void {
    const [last] = steps.slice(-1);
    if (last === undefined) {
      this.#root = opened(value);
      return;
    }
    let parent: Open[] | OpenObject = begin(this.#root, steps[0] ?? '', []);
    this.#root = parent;
    steps.slice(0, -1).forEach((step, at) => {
      const child: Open[] | OpenObject = begin(member(parent, step), steps[at + 1] ?? '', steps.slice(0, at + 1));
      assign(parent, step, child);
      parent = child;
    });
    assign(parent, last, opened(value));
  }
}

/** A container that a step leads into: a list for a number. */
function begin(there: Open | undefined, step: string, path: Steps): Open[] | OpenObject {
  if (there === undefined || there === null) return isIndex(step) ? [] : {};
  if (typeof there !== 'object' || (Array.isArray(there) && !isIndex(step))) {
    throw new RangeError(`expected ${where(path)} to hold a member ${step}, got ${JSON.stringify(there)}`);
  }
  return there as Open[] | OpenObject; // Whatever is an object here was opened before.
}

function isIndex(step: string): boolean {
  return /^(0|[1-9]\d?)$/.test(step);
}

function member(parent: Open[] | OpenObject, step: string): Open | undefined {
  return Array.isArray(parent) ? parent[Number(step)] : Object.hasOwn(parent, step) ? parent[step] : undefined;
}

function assign(parent: Open[] | OpenObject, step: string, value: Open): void {
  if (Array.isArray(parent)) parent[Number(step)] = value;
  else parent[step] = value;
}

function opened(value: JsonValue): Open {
  if (isJsonArray(value)) return value.map(opened);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, opened(one)]));
}

/** Lists without gaps. */
function closed(value: Open): JsonValue {
  if (Array.isArray(value)) return Array.from(value, (item: Open | undefined) => closed(item ?? null));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one as Open)])); // As opened above.
}

function where(steps: Steps): string {
  return steps.length === 0 ? 'the root' : formatPointer(steps);
}
