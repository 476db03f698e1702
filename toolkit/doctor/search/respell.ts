// The same JSON in the other spellings that libraries give it: what a signer hashed or signed when it serialised a second time.
// Each spelling names what differs, in words that both the body's and the payload's causes are chosen by.
import type { JsonNode, JsonStyle } from './json-tree.js';
import { COMPACT, mapTokens, parseJsonTree, printJsonTree, sortMembers } from './json-tree.js';

export type SpellingWord = 'compact' | 'spaced' | 'pretty' | 'sorted' | 'escaped' | 'slashes' | 'numbers';

export interface Spelling {
  readonly word: SpellingWord;
  readonly text: string;
}

const SPACED: JsonStyle = { comma: ', ', colon: ': ' };
const STYLES: readonly (readonly [word: SpellingWord, style: JsonStyle])[] = [
  ['compact', COMPACT],
  ['spaced', SPACED],
  ['spaced', { comma: ',', colon: ': ' }],
  ['spaced', { comma: ', ', colon: ':' }],
  ['pretty', { comma: ',', colon: ': ', indent: '  ' }],
  ['pretty', { comma: ',', colon: ': ', indent: '    ' }],
  ['pretty', { comma: ',', colon: ': ', indent: '\t' }],
];
const MAIN_STYLES: readonly JsonStyle[] = [COMPACT, SPACED, { comma: ',', colon: ': ', indent: '  ' }];

/** Every other spelling, each text once, the likeliest first; none when the text is no JSON. */
export function* respell(text: string): Generator<Spelling> {
  const tree = parseJsonTree(text);
  if (tree === undefined) return;
  const seen = new Set([text]);
  const fresh = function* (word: SpellingWord, texts: Iterable<string>): Generator<Spelling> {
    for (const one of texts) {
      if (!seen.has(one)) {
        seen.add(one);
        yield { word, text: one };
      }
    }
  };
  for (const [word, style] of STYLES) {
    yield* fresh(word, [printJsonTree(tree, style)]);
  }
  for (const { word, change } of CHANGES) {
    const changed = change(tree);
    // In its own spacing first: where only escapes differ, blanks did not change.
    yield* fresh(word, [...own(text, word), ...MAIN_STYLES.map((style) => printJsonTree(changed, style))]);
  }
  // Python's default: blanks and escapes at once.
  yield* fresh('escaped', [printJsonTree(mapTokens(sortMembers(tree), escapeAscii), SPACED)]);
}

interface Change {
  readonly word: SpellingWord;
  readonly change: (tree: JsonNode) => JsonNode;
}

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const CHANGES: readonly Change[] = [
  { word: 'sorted', change: (tree) => sortMembers(tree) },
  { word: 'sorted', change: (tree) => sortMembers(tree, false) },
  { word: 'escaped', change: (tree) => mapTokens(tree, escapeAscii) },
  {
    word: 'escaped',
    change: (tree) => mapTokens(tree, (token) => escapeAscii(token).replace(/\\u[0-9a-f]{4}/g, upperHex)),
  },
  { word: 'escaped', change: (tree) => mapTokens(tree, escapeHtml) },
  { word: 'escaped', change: (tree) => mapTokens(tree, withoutEscapes) },
  { word: 'slashes', change: (tree) => mapTokens(tree, escapeSlashes) },
  { word: 'slashes', change: (tree) => mapTokens(tree, unescapeSlashes) },
  { word: 'numbers', change: (tree) => mapTokens(tree, (token, isName) => (isName ? token : unquoted(token))) },
  {
    word: 'numbers',
    change: (tree) => mapTokens(tree, (token, isName) => (isName ? token : shortened(unquoted(token)))),
  },
  { word: 'numbers', change: (tree) => mapTokens(tree, (token) => (DECIMAL.test(token) ? `"${token}"` : token)) },
  { word: 'numbers', change: (tree) => mapTokens(tree, shortened) },
];

function own(text: string, word: SpellingWord): readonly string[] {
  if (word === 'escaped') return [escapeAscii(text), withoutEscapes(text)];
  return word === 'slashes' ? [escapeSlashes(text), unescapeSlashes(text)] : [];
}

/** `\uXXXX` for everything beyond ASCII, as Python and PHP write by default. */
function escapeAscii(token: string): string {
  return token.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const upperHex = (escaped: string): string => `\\u${escaped.slice(2).toUpperCase()}`;

/** Go's default: `<`, `>` and `&` escaped. */
function escapeHtml(token: string): string {
  return token.replace(/[<>&]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Escapes of printable characters undone. */
function withoutEscapes(token: string): string {
  return token.replace(/\\u([0-9a-fA-F]{4})/g, (escaped, hex: string) => {
    const unit = Number.parseInt(hex, 16);
    return unit < 0x20 || unit === 0x22 || unit === 0x5c ? escaped : String.fromCharCode(unit);
  });
}

const escapeSlashes = (token: string): string => token.replace(/(?<!\\)\//g, '\\/');
const unescapeSlashes = (token: string): string => token.replaceAll('\\/', '/');

function unquoted(token: string): string {
  const inner = token.slice(1, -1);
  return token.startsWith('"') && DECIMAL.test(inner) ? inner : token;
}

/** A number as a double prints it: 1.50 becomes 1.5, 1.0 becomes 1. */
function shortened(token: string): string {
  return DECIMAL.test(token) ? String(Number(token)) : token;
}
