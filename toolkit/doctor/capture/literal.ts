// A value as languages write or print it: JavaScript objects (`util.inspect` and source), Python dictionaries, Ruby and PHP arrays,
// PowerShell tables. Reads what JSON could say of it; functions, classes and calls are passed over. Never runs anything.

import type { JsonValue } from '../../payload/json.js';
import { latin1Of } from '../../signing/latin1.js';
import { textOfBytes } from './capture.js';
import { unescaped } from './printed-bytes.js';

const MOST_DEPTH = 40;
/** Comments, and the types that Go prints before the values of a slice or a map. */
const TOKEN =
  /\s*(?:(?:\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|(?:\[\]|map\[[\w.]+\])+\*?[\w.]+(?: ?\{\})?(?=\{))\s*)*(?:([bBrRuUfF]{0,2}"(?:[^"\\`]|\\[\s\S]|`[\s\S])*"|[bBrRuUfF]{0,2}'(?:[^'\\]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`)|(=>|[{}[\](),:;=+@]|->)|(<[^<>\n]{0,4000}>|[^\s{}[\](),:;=+"'`<]+|[\s\S]))/gy;

interface Token {
  readonly kind: 'text' | 'mark' | 'word';
  readonly text: string;
}

class Stop extends Error {}

/** The value that starts at `from`; undefined when there is none. `end` is behind it. */
export function readLiteral(source: string, from = 0): { readonly value: JsonValue; readonly end: number } | undefined {
  const scanner = new RegExp(TOKEN);
  scanner.lastIndex = from;
  let ahead: Token | undefined;
  let end = from;
  const peek = (): Token => {
    if (ahead !== undefined) return ahead;
    end = scanner.lastIndex;
    const match = scanner.exec(source);
    if (match === null || match[0].trim() === '') throw new Stop();
    const [, quoted, mark, word] = match;
    ahead =
      quoted !== undefined
        ? { kind: 'text', text: quoted }
        : mark !== undefined
          ? { kind: 'mark', text: mark }
          : { kind: 'word', text: word ?? '' };
    return ahead;
  };
  const next = (): Token => {
    const token = peek();
    ahead = undefined;
    return token;
  };
  const isMark = (...marks: readonly string[]): boolean => {
    const token = peek();
    return token.kind === 'mark' && marks.includes(token.text);
  };
  const value = (depth: number): JsonValue => {
    if (depth > MOST_DEPTH) throw new Stop();
    const token = next();
    if (token.kind === 'text') return concatenation(textOf(token.text));
    if (token.kind === 'word') return afterWord(token.text, depth);
    if (token.text === '@') return value(depth);
    if (token.text === '{') return members('}', depth);
    if (token.text === '[' || token.text === '(') return members(token.text === '[' ? ']' : ')', depth);
    throw new Stop();
  };
  const concatenation = (start: string): string => {
    let text = start;
    while (!isEnd() && isMark('+')) {
      next();
      const more = next();
      if (more.kind !== 'text') throw new Stop();
      text += textOf(more.text);
    }
    return text;
  };
  const isEnd = (): boolean => ahead === undefined && source.slice(scanner.lastIndex).trim() === '';
  /** `AxiosHeaders {…}`, `JSON.stringify({…})`, `[Function: x]`, `new Foo(…)`: the value inside, or the word itself. */
  const afterWord = (word: string, depth: number): JsonValue => {
    if (!isEnd() && peek().kind === 'mark' && /^[{[(]$/.test(peek().text) && !/^-?\d/.test(word)) {
      const inner = value(depth + 1);
      // `Object [AxiosHeaders] {…}`: the class in brackets, the value behind it.
      if (word === 'Object' && !isEnd() && isMark('{')) return value(depth + 1);
      const isCall = /stringify|dumps|to_json|json_encode/i.test(word);
      const first = Array.isArray(inner) && inner.length > 0 ? inner[0] : inner;
      return isCall
        ? JSON.stringify(first ?? null)
        : Array.isArray(inner) && inner.length === 1
          ? (first ?? null)
          : inner;
    }
    if (!isEnd() && peek().kind === 'word' && word === 'new') return value(depth + 1);
    return scalar(word);
  };
  const members = (close: string, depth: number): JsonValue => {
    const list: JsonValue[] = [];
    const named: [string, JsonValue][] = [];
    let isParted = false;
    while (!isMark(close)) {
      if (isMark(',', ';', '=', '+')) {
        isParted = true;
        next();
        continue;
      }
      const start = isMark('[') ? bracketed(value(depth + 1)) : isMark(':') ? symbol() : value(depth + 1);
      if (!isMark(close, ',', ';') && isMark(':', '=>', '=', '->')) {
        const by = next().text;
        // What a Map of Java prints of an empty text is nothing at all.
        named.push([String(start), isMark(close, ',') ? (by === '=' ? '' : null) : value(depth + 1)]);
      } else {
        list.push(start);
      }
    }
    next();
    // Python joins texts that stand side by side in brackets.
    const isJoined = close === ')' && !isParted && list.length > 1 && list.every((one) => typeof one === 'string');
    if (isJoined) return list.join('');
    return named.length > 0 ? Object.fromEntries(named) : close === '}' && list.length === 0 ? {} : list;
  };
  const symbol = (): JsonValue => {
    next();
    return next().text.replace(/^["']|["']$/g, '');
  };
  const bracketed = (inner: JsonValue): JsonValue => inner;
  try {
    const read = value(0);
    return { value: read, end: ahead === undefined ? scanner.lastIndex : end };
  } catch (error) {
    if (error instanceof Stop) return undefined;
    throw error;
  }
}

function scalar(word: string): JsonValue {
  if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?n?$/.test(word)) return Number(word.replace(/n$/, ''));
  // `Empty` is what hyper prints of a body that there is not.
  if (/^(?:null|None|nil|undefined|\$null|Empty|NoBody)$/.test(word)) return null;
  if (/^(?:true|True|\$true)$/.test(word)) return true;
  const buffer = /^<Buffer ((?:[0-9a-f]{2} ?)+)>$/.exec(word)?.[1];
  if (buffer !== undefined) {
    return { base64: btoa(latin1Of(buffer.split(' ').map((pair) => Number.parseInt(pair, 16)))) };
  }
  return /^(?:false|False|\$false)$/.test(word) ? false : word;
}

/** The text that a quoted token stands for, with the escapes of its language; PowerShell escapes with a backtick. */
function textOf(token: string): string {
  const quote = /["'`]/.exec(token)?.index ?? 0;
  const inner = token.slice(quote + 1, -1);
  if (/^[rR]/.test(token)) return inner;
  if (token.charAt(quote) === '"' && inner.includes('`') && !inner.includes('\\"')) return powershellText(inner);
  // Escaped characters of a text are characters; only those of bytes are bytes.
  const isBytes = /^[bB]/.test(token);
  return textOfBytes(unescaped(isBytes ? inner : inner.replace(/\\(?:x([0-9a-fA-F]{2})|\r?\n|[\s\S])/g, ofCharacter)));
}

/** An escape of a text by the number of its character, and nothing for a line break that is escaped. */
const ofCharacter = (escaped: string, digits: string | undefined): string =>
  digits === undefined ? escaped.replace(/^\\\r?\n$/, '') : `\\u00${digits}`;

const POWERSHELL: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' };

export function powershellText(inner: string): string {
  return inner
    .replace(/\$\(\[char\](0x[0-9a-f]+|\d+)\)/gi, (_match, code: string) => String.fromCharCode(Number(code)))
    .replace(/`([\s\S])/g, (_match, character: string) => POWERSHELL[character] ?? character)
    .replaceAll('""', '"');
}
