// JSON Pointers (RFC 6901) as the dialect uses them: alternatives of which the first that finds something wins, and patterns
// with `*` and `**` that find many values. Only own members count, so `/constructor` finds nothing in `{}`.
import type { JsonValue } from '../../../payload/json.js';
import { isJsonArray, memberOf } from '../../../payload/json-kind.js';
import type { Binding } from '../spec.js';

/** Reads one value; `key` is the member name under which the value itself lies, for `@key`. */
export type Reader = (value: JsonValue | undefined, key?: string) => JsonValue | undefined;

/** A value with the pointer that leads to it. */
export interface Located {
  readonly pointer: string;
  readonly value: JsonValue;
}

const KEY = '@key';

/** The steps of a pointer, unescaped. Throws `RangeError` when the text is none. */
export function parsePointer(text: string): readonly string[] {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) {
    throw new RangeError(
      `expected a JSON Pointer (empty, or /member/0/...; ~ written ~0, / written ~1), got "${text}"`,
    );
  }
  return text.slice(1).split('/').map(unescapeStep);
}

export function formatPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${escapeStep(String(step))}`).join('');
}

/** Follows the steps; undefined when one leads nowhere. */
export function followPointer(value: JsonValue | undefined, steps: readonly string[]): JsonValue | undefined {
  let at = value;
  for (const step of steps) at = child(at, step);
  return at;
}

/** Compiles alternatives; null binds nothing and reads undefined. */
export function compilePointers(binding: Binding): Reader {
  if (binding === null) return () => undefined;
  if (typeof binding === 'string') return compileOne(binding);
  const readers = binding.map(compileOne);
  return (value, key) => {
    for (const read of readers) {
      const found = read(value, key);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function compileOne(text: string): Reader {
  if (text === KEY) return (_value, key) => key;
  const steps = parsePointer(text);
  return (value) => followPointer(value, steps);
}

/** Whether a pointer is a pattern that may find several values. */
export function isPattern(text: string): boolean {
  return /\/\*\*?(\/|$)/.test(text);
}

/** Every value that fits the pattern, once, in document order; `*` is any one step, `**` any number of steps, none included. */
export function valuesAt(pattern: string, value: JsonValue): readonly Located[] {
  const steps = parsePointer(pattern);
  const found: Located[] = [];
  // With one `**` a place is met once for each step; with several, as often as there are ways to share the path out among them.
  const met = steps.filter((step) => step === '**').length > 1 ? new Set<string>() : undefined;
  collect({ value, pointer: '' }, 0, { steps, found, met });
  return found;
}

interface Collection {
  readonly steps: readonly string[];
  readonly found: Located[];
  /** Places with the step that was looked for there. */
  readonly met: Set<string> | undefined;
}

/** Collects what the steps from that one on find below a place. */
function collect({ value, pointer }: Located, from: number, collection: Collection): void {
  const { steps, found, met } = collection;
  if (met?.has(`${from}${pointer}`) === true) return;
  met?.add(`${from}${pointer}`);
  const step = steps[from];
  if (step === undefined) {
    found.push({ pointer, value });
    return;
  }
  if (step === '**') collect({ value, pointer }, from + 1, collection);
  for (const name of stepsInto(value)) {
    const next = child(value, name);
    if (next === undefined) continue;
    const below = { value: next, pointer: `${pointer}/${escapeStep(name)}` };
    if (step === '**') collect(below, from, collection);
    else if (step === '*' || step === name) collect(below, from + 1, collection);
  }
}

function stepsInto(value: JsonValue): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function child(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (isJsonArray(value)) return /^(0|[1-9]\d*)$/.test(step) ? value[Number(step)] : undefined;
  return memberOf(value, step);
}

function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
