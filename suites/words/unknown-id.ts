// Identifiers of nothing, in the style of the target's own (their format is left open, interface 4).
import type { CheckContext } from '../runner/context.js';

/** Longer identifiers leave room to differ in every digit by chance; shorter ones may count upwards, so the stranger is far ahead. */
const ROOMY = 20;

/** An identifier in the style of the given one that belongs to nothing. */
export function unknownIdLike(t: CheckContext, id: string): string {
  const digit = (): string => String(t.randomInt(10));
  return id.length >= ROOMY ? id.replace(/[0-9]/g, digit) : `${id}9${Array.from({ length: 8 }, digit).join('')}`;
}
