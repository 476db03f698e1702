// The same JSON in the other spellings that libraries give it: what a signer hashed or signed when it serialised a second time.
// Each spelling names what differs, in words that both the body's and the payload's causes are chosen by.
import type { JsonNode, JsonStyle } from './json-tree.js';
import { COMPACT, mapTokens, parseJsonTree, printJsonTree, sortMembers } from './json-tree.js';

export type SpellingWord = 'compact' | 'spaced' | 'pretty' | 'sorted' | 'escaped' | 'slashes' | 'numbers';

export interface Spelling {
  readonly word: SpellingWord;
  readonly text: string;
  /** What else was done, in words, where the word says only a half of it. */
  readonly how?: string;
}

const SPACED: JsonStyle = { comma: ', ', colon: ': ' };
/** ConvertTo-Json of Windows PowerShell, of an object of one level. */
const POWERSHELL: JsonStyle = { comma: ',', colon: ':  ', indent: '    ' };
const STYLES: readonly (readonly [word: SpellingWord, style: JsonStyle])[] = [
  ['compact', COMPACT],
  ['spaced', SPACED],
  ['spaced', { comma: ',', colon: ': ' }],
  ['spaced', { comma: ', ', colon: ':' }],
  ['pretty', { comma: ',', colon: ': ', indent: '  ' }],
  ['pretty', { comma: ',', colon: ': ', indent: '    ' }],
  ['pretty', { comma: ',', colon: ': ', indent: '\t' }],
  ['pretty', { comma: ',', colon: ': ', indent: ' ' }],
  ['pretty', { comma: ',', colon: ': ', indent: '   ' }],
  ['pretty', { comma: ',', colon: ' : ', indent: '  ' }],
  ['pretty', { comma: ',', colon: ':', indent: '' }],
  ['pretty', POWERSHELL],
];
const MAIN_STYLES: readonly JsonStyle[] = [COMPACT, SPACED, { comma: ',', colon: ': ', indent: '  ' }];

/** What the main styles are, in words. */
const LAID_OUT = ['no blanks between its parts', 'a blank behind each comma and colon', 'an indentation'];
const CHANGED: Readonly<Record<SpellingWord, string>> = {
  compact: '',
  spaced: '',
  pretty: '',
  sorted: 'sorted members',
  escaped: 'escapes of another kind',
  slashes: 'other slashes',
  numbers: 'numbers in another spelling',
};

/**
 * Every other spelling, each text once, the likeliest first; none when the text is no JSON.
 *
 * @param isWide with those that take two changes, for who does not respell them himself.
 */
export function* respell(text: string, isWide = false): Generator<Spelling> {
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
  const plain = MAIN_STYLES.map((style) => printJsonTree(tree, style));
  for (const { word, change } of CHANGES) {
    const changed = change(tree);
    // In its own spacing first: where only escapes differ, blanks did not change.
    yield* fresh(word, own(text, word));
    for (const [at, style] of MAIN_STYLES.entries()) {
      const isOwn = plain[at] === text;
      for (const one of fresh(word, [printJsonTree(changed, style)])) {
        yield isOwn ? one : { ...one, how: `${CHANGED[word]} and ${LAID_OUT[at] ?? ''}` };
      }
    }
  }
  yield* fresh('numbers', oneNumberOtherwise(text));
  // Python's default: blanks and escapes at once.
  for (const one of fresh('escaped', [printJsonTree(mapTokens(sortMembers(tree), escapeAscii), SPACED)])) {
    yield { ...one, how: `sorted members, \\u escapes beyond ASCII and ${LAID_OUT[1] ?? ''}` };
  }
  for (const { how, write, isSorted } of isWide ? BOTH : []) {
    const changed = mapTokens(isSorted ? sortMembers(tree) : tree, write);
    for (const text of MAIN_STYLES.map((style) => printJsonTree(changed, style))) {
      for (const one of fresh(isSorted ? 'sorted' : 'escaped', [text])) yield { ...one, how };
    }
  }
  // Where Windows breaks the lines.
  for (const style of [...MAIN_STYLES.slice(2), POWERSHELL]) {
    for (const one of [tree, mapTokens(tree, escapePowershell)]) {
      const printed = printJsonTree(one, style);
      yield* fresh('pretty', [printed.replaceAll('\n', '\r\n'), `${printed}\n`.replaceAll('\n', '\r\n')]);
    }
  }
}

/** Numbers of a text that are tried one by one. */
const MOST_NUMBERS = 16;

/** One number alone in another spelling, in the text's own spacing: a double among integers, a decimal among texts. */
function* oneNumberOtherwise(text: string): Generator<string> {
  const found = text.matchAll(/([:[,]\s{0,20})("?)(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\2(?=\s{0,20}[,\]}])/g);
  let left = MOST_NUMBERS;
  for (const { index: start, 0: whole, 1: before = '', 3: digits = '' } of found) {
    left -= 1;
    if (left < 0) return;
    const index = start + before.length;
    const token = whole.slice(before.length);
    const value = Number(digits);
    const [fraction = '', zeros = ''] = [/\.\d*/.exec(digits)?.[0], /0+$/.exec(digits)?.[0]];
    const spellings = [
      digits,
      `"${digits}"`,
      String(value),
      `"${String(value)}"`,
      inPython(digits),
      inPython(digits).toUpperCase(),
      inJava(digits),
      ...(fraction === ''
        ? [`${digits}.0`, `${digits}.00`, `"${digits}.0"`]
        : [`${digits}0`, `${digits}00`, `"${digits}0"`]),
      ...(fraction === '' && zeros !== ''
        ? [`${digits.slice(0, -zeros.length)}e${zeros.length}`, `${digits.slice(0, -zeros.length)}E${zeros.length}`]
        : []),
    ];
    for (const spelling of spellings) {
      if (spelling !== token) yield text.slice(0, index) + spelling + text.slice(index + token.length);
    }
  }
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
  { word: 'escaped', change: (tree) => mapTokens(tree, escapeDotNet) },
  { word: 'escaped', change: (tree) => mapTokens(tree, escapePowershell) },
  { word: 'escaped', change: (tree) => mapTokens(tree, escapeGson) },
  { word: 'escaped', change: (tree) => mapTokens(tree, escapePhpHex) },
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
  ...[
    (token: string) => fixed(unquoted(token), 1),
    (token: string) => fixed(unquoted(token), 2),
    (token: string) => (NUMBER.test(token) ? String(Number(token)) : token),
    (token: string) => (INTEGER.test(token) ? `${token}.0` : token),
    (token: string) => (DECIMAL.test(token) ? exponent(token) : token),
    (token: string) => (NUMBER.test(unquoted(token)) ? `"${String(Number(unquoted(token)))}"` : token),
    (token: string) => (DECIMAL.test(token) ? `"${fixed(token, 2)}"` : token),
    (token: string) => (isDouble(token) ? inPython(token) : token),
    (token: string) => (isDouble(token) ? inJava(token) : token),
    (token: string) => (NUMBER.test(token) ? inPython(token) : token),
    (token: string) => (NUMBER.test(token) ? inJava(token) : token),
    (token: string) => (WITHOUT_EXPONENT.test(token) ? BigInt(Number(token)).toString() : token),
  ].map((change) => ({
    word: 'numbers' as const,
    change: (tree: JsonNode) => mapTokens(tree, (token, isName) => (isName ? token : change(token))),
  })),
];

/** The escapes that libraries write by default, of which several meet, and which a map or a sorted array has too. */
export const ESCAPES: readonly (readonly [how: string, write: (token: string) => string])[] = [
  ['\\u escapes beyond ASCII', escapeAscii],
  ['\\u escapes for <, > and &, as Go writes', escapeHtml],
  ['\\/ for slashes', escapeSlashes],
  ['\\/ for slashes and \\u escapes beyond ASCII, as PHP writes', (token) => escapeSlashes(escapeAscii(token))],
  ['the escapes of .NET', escapeDotNet],
  ['the escapes of Gson', escapeGson],
  ['\\u003C and its like for the marks of HTML, as JSON_HEX_TAG of PHP writes', escapePhpHex],
];
const BOTH = [true, false].flatMap((isSorted) =>
  ESCAPES.map(([how, write]) => ({ how: isSorted ? `sorted members and ${how}` : how, write, isSorted })),
);

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const WITHOUT_EXPONENT = /^-?[1-9](?:\.\d+)?[eE]\+?1?\d$/;

const isDouble = (token: string): boolean => NUMBER.test(token) && !INTEGER.test(token);

/** A double as `repr` of Python prints it: 100000.0, 1e-05, 1e+16. */
export function inPython(token: string): string {
  const value = Number(token);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** A double as `Double.toString` of Java prints it: 100000.0, 1.0E-5, 1.0E7. */
function inJava(token: string): string {
  const value = Number(token);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [digits = '', power = ''] = value.toExponential().split('e');
    return `${digits.includes('.') ? digits : `${digits}.0`}E${power.replace('+', '')}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

const fixed = (token: string, digits: number): string =>
  DECIMAL.test(token) && token.includes('.') ? Number(token).toFixed(digits) : token;

/** Java and Python: 1000000.0 becomes 1000000.0 or 1.0E6, 0.00001 becomes 1e-05. */
function exponent(token: string): string {
  const value = Number(token);
  if (value !== 0 && Math.abs(value) < 1e-4) return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Math.abs(value) >= 1e7
    ? value
        .toExponential()
        .replace('e+', 'E')
        .replace(/^(\d)E/, '$1.0E')
    : token;
}

function own(text: string, word: SpellingWord): readonly string[] {
  if (word === 'escaped') return [escapeAscii(text), withoutEscapes(text)];
  return word === 'slashes' ? [escapeSlashes(text), unescapeSlashes(text)] : [];
}

/** `\uXXXX` for everything beyond ASCII, as Python and PHP write by default. */
function escapeAscii(token: string): string {
  return token.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const upperHex = (escaped: string): string => `\\u${escaped.slice(2).toUpperCase()}`;

/** Go's default: `<`, `>`, `&` and the separators of lines and paragraphs escaped. */
function escapeHtml(token: string): string {
  return token.replace(/[<>&\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** System.Text.Json of .NET: everything beyond ASCII, and what HTML or an old browser may misread. */
function escapeDotNet(token: string): string {
  const inner = token.startsWith('"') ? token.slice(1, -1) : token;
  const escaped = inner
    .replaceAll('\\"', '\\u0022')
    .replace(
      /[<>&'+`\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
  return token.startsWith('"') ? `"${escaped}"` : token;
}

/** Windows PowerShell: what HTML may misread, the apostrophe included. */
function escapePowershell(token: string): string {
  return token.replace(/[<>&']/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);
}

/** Gson of Java by default: what HTML may misread, "=" and the apostrophe included. */
function escapeGson(token: string): string {
  return token.replace(/[<>&='\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** PHP with JSON_HEX_TAG, _AMP and _APOS, and slashes escaped as ever. */
function escapePhpHex(token: string): string {
  return escapeSlashes(escapeAscii(token)).replace(
    /[<>&']/g,
    (unit) => `\\u00${unit.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Escapes of printable characters undone. */
function withoutEscapes(token: string): string {
  return token.replace(/\\u([0-9a-fA-F]{4})/g, (escaped, hex: string) => {
    const unit = Number.parseInt(hex, 16);
    return unit < 0x20 || unit === 0x22 || unit === 0x5c ? escaped : String.fromCharCode(unit);
  });
}

function escapeSlashes(token: string): string {
  return token.replace(/(?<!\\)\//g, '\\/');
}
const unescapeSlashes = (token: string): string => token.replaceAll('\\/', '/');

function unquoted(token: string): string {
  const inner = token.slice(1, -1);
  return token.startsWith('"') && DECIMAL.test(inner) ? inner : token;
}

/** A number as a double prints it: 1.50 becomes 1.5, 1.0 becomes 1. */
function shortened(token: string): string {
  return DECIMAL.test(token) ? String(Number(token)) : token;
}
