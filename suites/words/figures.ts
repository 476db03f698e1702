// Figures as a target shows them: decimal strings, where they can be told at all. What a check cannot do without ends it undecided:
// `figureOf(view.balance) ?? t.inconclusive('the snapshot shows no balance as a decimal string', [state])`.
import { equals } from '../../toolkit/decimal/index.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { figureOf, plainOf, sizeOf } from '../runner/figures.js';

export { figureOf, plainOf, sizeOf };

/** Both are figures, and not equal. */
export function differ(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return areEqual(one, other) === false;
}

/** Both are figures, and equal. */
export function same(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return areEqual(one, other) === true;
}

function areEqual(one: JsonValue | undefined, other: JsonValue | undefined): boolean | undefined {
  const [a, b] = [figureOf(one), figureOf(other)];
  return a && b && equals(a, b);
}
