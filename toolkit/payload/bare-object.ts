// The objects that JSON of a target becomes, in a run and wherever its journal is read.
import type { JsonValue } from './json.js';

/**
 * Inherits from an object without members, so that `__proto__` and `constructor` are members like any other. One without a prototype would
 * do the same, and is kept as a hash table, which every reader of it pays for. Its only property, which no member can be called, says it as
 * text: who expects a text and writes `String(value)` gets what any object says there, whatever its members are called.
 */
export const BareObject: new () => Record<string, JsonValue> = (() => {
  function Made(): void {}
  Made.prototype = Object.create(null, { [Symbol.toPrimitive]: { value: () => '[object Object]' } });
  return Made as unknown as typeof BareObject; // what `new` makes of any function
})();

/** Members by which an object of any other kind is no text any more. */
const IN_THE_WAY = ['"toString"', '"valueOf"'] as const;

/** What `JSON.parse` gives, except that no member keeps an object from being said as text. Throws what it throws. */
export function parseKept(text: string): unknown {
  if (!IN_THE_WAY.some((member) => text.includes(member))) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.assign(new BareObject(), value)
      : value,
  );
}
