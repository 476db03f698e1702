// The same JSON in the other spellings that libraries give it: what a signer hashed or signed when it serialised a second time.
// Each spelling names what differs, in words that both the body's and the payload's causes are chosen by.
import {
  ESCAPES,
  escapeAscii,
  escapeDotNet,
  escapeGson,
  escapeHtml,
  escapePhpHex,
  escapePowershell,
  escapeSlashes,
  unescapeSlashes,
  upperHex,
  withoutEscapes,
} from './json-escapes.js';
import {
  COMPACT,
  type JsonNode,
  type JsonStyle,
  mapTokens,
  parseJsonTree,
  printJsonTree,
  sortMembers,
} from './json-tree.js';
import {
  DECIMAL,
  exponent,
  fixed,
  INTEGER,
  inJava,
  inPython,
  isDouble,
  NUMBER,
  oneNumberOtherwise,
  shortened,
  unquoted,
  WITHOUT_EXPONENT,
} from './number-spellings.js';

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
const STYLES: readonly (readonly [word: SpellingWord, style: JsonStyle, how?: string])[] = [
  ['compact', COMPACT],
  ['spaced', SPACED],
  ['spaced', { comma: ',', colon: ': ' }, 'a blank behind its colons alone'],
  ['spaced', { comma: ', ', colon: ':' }, 'a blank behind its commas alone'],
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
/** The indentations of PHP and of those who like tabs, which their own escapes come with. */
const FURTHER_STYLES: readonly JsonStyle[] = ['    ', '\t'].map((indent) => ({ comma: ',', colon: ': ', indent }));

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
 * @param isWide also spellings that take two changes, for callers that do not respell the results themselves.
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
  for (const [word, style, how] of STYLES) {
    for (const one of fresh(word, [printJsonTree(tree, style)])) yield how === undefined ? one : { ...one, how };
  }
  const plain = MAIN_STYLES.map((style) => printJsonTree(tree, style));
  for (const { word, change } of CHANGES) {
    const changed = change(tree);
    // In its own spacing first: where only escapes differ, blanks did not change.
    yield* fresh(word, inOwnSpacing(text, word));
    for (const [at, style] of MAIN_STYLES.entries()) {
      const isOwn = plain[at] === text;
      for (const one of fresh(word, [printJsonTree(changed, style)])) {
        yield isOwn ? one : { ...one, how: `${CHANGED[word]} and ${LAID_OUT[at] ?? ''}` };
      }
    }
  }
  yield* fresh('numbers', oneNumberOtherwise(text));
  if (isWide) {
    const arranged = sortMembers(tree);
    for (const [, style] of STYLES) {
      for (const one of fresh('sorted', [printJsonTree(arranged, style)])) {
        yield { ...one, how: 'sorted members and another layout' };
      }
    }
  }
  // Python's default: blanks and escapes at once.
  for (const one of fresh('escaped', [printJsonTree(mapTokens(sortMembers(tree), escapeAscii), SPACED)])) {
    yield { ...one, how: `sorted members, \\u escapes beyond ASCII and ${LAID_OUT[1] ?? ''}` };
  }
  for (const { how, write, isSorted } of isWide ? TWO_CHANGES : []) {
    const changed = mapTokens(isSorted ? sortMembers(tree) : tree, write);
    for (const text of MAIN_STYLES.map((style) => printJsonTree(changed, style))) {
      for (const one of fresh(isSorted ? 'sorted' : 'escaped', [text])) yield { ...one, how };
    }
  }
  for (const style of isWide ? FURTHER_STYLES : []) {
    for (const { word, change } of CHANGES.filter(({ word }) => word === 'slashes' || word === 'escaped')) {
      const how = `${CHANGED[word]} and ${LAID_OUT[2] ?? ''}`;
      for (const one of fresh(word, [printJsonTree(change(tree), style)])) yield { ...one, how };
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

interface Change {
  readonly word: SpellingWord;
  readonly change: (tree: JsonNode) => JsonNode;
}

const CHANGES: readonly Change[] = [
  { word: 'sorted', change: (tree) => sortMembers(tree) },
  { word: 'sorted', change: (tree) => sortMembers(tree, false) },
  { word: 'escaped', change: (tree) => mapTokens(tree, escapeAscii) },
  {
    word: 'escaped',
    change: (tree) => mapTokens(tree, (token) => escapeAscii(token).replace(/\\u[0-9a-f]{4}/g, upperHex)),
  },
  { word: 'slashes', change: (tree) => mapTokens(tree, escapeSlashes) },
  { word: 'slashes', change: (tree) => mapTokens(tree, unescapeSlashes) },
  { word: 'escaped', change: (tree) => mapTokens(tree, escapeHtml) },
  { word: 'escaped', change: (tree) => mapTokens(tree, escapeDotNet) },
  { word: 'escaped', change: (tree) => mapTokens(tree, escapePowershell) },
  { word: 'escaped', change: (tree) => mapTokens(tree, escapeGson) },
  { word: 'escaped', change: (tree) => mapTokens(tree, escapePhpHex) },
  { word: 'escaped', change: (tree) => mapTokens(tree, withoutEscapes) },
  // As it was before PHP escaped both.
  { word: 'escaped', change: (tree) => mapTokens(tree, (token) => unescapeSlashes(withoutEscapes(token))) },
  // As org.json of Java does, lest the text end a script.
  { word: 'slashes', change: (tree) => mapTokens(tree, (token) => token.replaceAll('</', '<\\/')) },
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

/** Two changes at once: escapes, with and without sorted members. */
const TWO_CHANGES = [true, false].flatMap((isSorted) =>
  ESCAPES.map(([how, write]) => ({ how: isSorted ? `sorted members and ${how}` : how, write, isSorted })),
);

function inOwnSpacing(text: string, word: SpellingWord): readonly string[] {
  if (word === 'escaped') return [escapeAscii(text), withoutEscapes(text), unescapeSlashes(withoutEscapes(text))];
  return word === 'slashes' ? [escapeSlashes(text), unescapeSlashes(text)] : [];
}
