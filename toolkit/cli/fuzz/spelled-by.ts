// Values whose members bear the names that a dialect looks for, at any place and with any value: what comes near a spelling of a profile.
import * as fc from 'fast-check';
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';

/** Words of any dialect, and what readers stumble over. */
const LEAVES: readonly JsonValue[] = [
  null,
  true,
  0,
  -0,
  1,
  2,
  1e308,
  9_007_199_254_740_992,
  '',
  '0.10',
  '1e999999999',
  '2026-01-01T00:00:00+00:00',
  '9999999-99-99T99:99:99+99:99',
  '__proto__',
  '\ud800',
  '\u0000',
];
const DEEPEST = 6;
const MOST_MEMBERS = 8;

export function spelledBy(spec: unknown): fc.Arbitrary<JsonValue> {
  const [names, words] = [new Set(['__proto__', 'constructor', 'toString', 'then']), new Set<JsonValue>(LEAVES)];
  gather(spec as JsonValue, names, words); // a dialect is JSON
  return fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: DEEPEST, withCrossShrink: true },
      fc.constantFrom(...words),
      fc.array(tie('value'), { maxLength: MOST_MEMBERS }),
      fc
        .array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: MOST_MEMBERS })
        .map((members) => Object.fromEntries(members)),
    ),
  })).value;
}

/** The steps of every pointer, and every word and number. */
function gather(value: JsonValue, names: Set<string>, words: Set<JsonValue>): void {
  if (typeof value === 'string' && value.startsWith('/')) {
    for (const step of value.split('/')) if (step !== '' && !step.startsWith('*')) names.add(step);
  } else if (isJsonArray(value)) {
    for (const one of value) gather(one, names, words);
  } else if (isJsonObject(value)) {
    for (const [name, one] of Object.entries(value)) {
      gather(name, names, words);
      gather(one, names, words);
    }
  } else {
    words.add(value);
  }
}
