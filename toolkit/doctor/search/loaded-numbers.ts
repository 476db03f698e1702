// The numbers of a JSON text as parsers hold and print them: as doubles throughout, as Python, as PHP. Texts keep their quotation marks.

import { type JsonNode, mapTokens } from './json-tree.js';
import { inPython } from './number-spellings.js';

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?\d+$/;

/** JavaScript: every number is a double. */
const asDouble = (token: string): string => String(Number(token));

/** Python: integers stay whole, others are doubles. */
const asPython = (token: string): string => (INTEGER.test(token) ? token : inPython(token));

/** PHP: integers beyond 64 bits are doubles, which are printed with an exponent from fifteen digits on. */
function asPhp(token: string): string {
  const value = Number(token);
  if (INTEGER.test(token)) return Number.isSafeInteger(value) || token.length < 19 ? token : inExponent(value);
  if (Math.abs(value) >= 1e15) return inExponent(value);
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

const inExponent = (value: number): string => value.toExponential().replace(/^(-?\d)e/, '$1.0e');

/** Those that differ from the tree itself and from each other. */
export function loadedTrees(tree: JsonNode): readonly JsonNode[] {
  const seen = new Set([JSON.stringify(tree)]);
  return [asDouble, asPython, asPhp]
    .map((print) => mapTokens(tree, (token, isName) => (!isName && NUMBER.test(token) ? print(token) : token)))
    .filter((one) => {
      const text = JSON.stringify(one);
      const isNew = !seen.has(text);
      seen.add(text);
      return isNew;
    });
}
