// The body as a language writes it that read it (interface 5.2, `body_hash`): several changes at once, each of them the language's own.
// What differs in one of them alone is told by that one.
import { type BodyVariant, variant } from './body-variant.js';
import { COMPACT, type JsonNode, mapTokens, parseJsonTree, printJsonTree } from './json-tree.js';

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MOST_IN_64_BITS = 2n ** 63n - 1n;

export function* rewrittenBodies(text: string): Generator<BodyVariant> {
  const said = (language: string, written: string): BodyVariant => ({
    ...variant('body-hash-of-other-bytes', written),
    how: `hashes the body as ${language} writes it that has read it`,
  });
  const tree = parseJsonTree(text);
  if (tree === undefined) return;
  const script = inJavaScript(text);
  if (script !== undefined) yield said('JavaScript', script);
  for (const written of inPhp(tree)) yield said('PHP', written);
}

/** Numbers are doubles, and names that are numbers come first. */
function inJavaScript(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const BIG = { text: (token: string) => `"${token}"`, double: inExponent } as const;

/** Objects are arrays, of which an empty one is a list; big integers are doubles or texts; the flags of json_encode do the rest. */
function* inPhp(tree: JsonNode): Generator<string> {
  for (const big of [BIG.double, BIG.text]) {
    for (const keepsZero of [true, false]) {
      const read = mapTokens(tree, (token, isName) =>
        isName || !NUMBER.test(token) ? token : inPhpNumber(token, big, keepsZero),
      );
      for (const one of [withoutEmptyObjects(read), read]) {
        const written = printJsonTree(one, COMPACT);
        yield written;
        yield written.replaceAll('/', '\\/');
        yield inAscii(written).replaceAll('/', '\\/');
        yield inAscii(written);
      }
    }
  }
}

const inAscii = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function inPhpNumber(token: string, big: (token: string) => string, keepsZero: boolean): string {
  if (/^-?\d+$/.test(token)) {
    const value = BigInt(token);
    return value > MOST_IN_64_BITS || value < -MOST_IN_64_BITS - 1n ? big(token) : token;
  }
  const value = Number(token);
  if (Math.abs(value) >= 1e15) return inExponent(token);
  return Number.isInteger(value) && keepsZero ? `${value}.0` : String(value);
}

function inExponent(token: string): string {
  return Number(token)
    .toExponential()
    .replace(/^(-?\d)e/, '$1.0e');
}

function withoutEmptyObjects(node: JsonNode): JsonNode {
  if (node.kind === 'token') return node;
  if (node.kind === 'list') return { kind: 'list', items: node.items.map(withoutEmptyObjects) };
  return node.members.length === 0
    ? { kind: 'list', items: [] }
    : {
        kind: 'object',
        members: node.members.map(({ name, value }) => ({ name, value: withoutEmptyObjects(value) })),
      };
}
