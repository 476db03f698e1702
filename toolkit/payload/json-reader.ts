// The grammar of RFC 8259 over decoded text, by recursive descent within a depth limit. Defects carry indices into the text;
// `strict-json.ts` turns them into byte offsets.
import { BareObject } from './bare-object.js';
import type { JsonValue } from './json.js';

export type JsonDefectKind = 'duplicate-member' | 'number-range' | 'invalid-utf8' | 'too-deep' | 'too-large' | 'syntax';

/** Ends the reading after a defect that leaves nothing to go on with. */
export class Stop extends Error {}

export interface TextDefect {
  readonly kind: JsonDefectKind;
  readonly index: number;
  readonly pointer: string;
  readonly message: string;
}

/** So that a body of nothing but duplicates does not become a report of the same size. */
const MOST_DEFECTS = 20;

/** Of an integer that is kept as text: more than 128 bits have, and nobody names anything by more. */
const MOST_DIGITS = 40;

const SMALL_LIST = 64;

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const ESCAPED: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const RECORD_SEPARATOR = '\u001e';

export interface NumberReading {
  /** May keep the digits of a number beside its value. */
  readonly numberOf?: (value: number, digits: string) => JsonValue;
  /** An integer beyond a double becomes the text of its digits, instead of its nearest neighbour and a defect. */
  readonly wideIntegersAsText?: boolean;
}

export class JsonReader {
  readonly defects: TextDefect[] = [];
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #path: (string | number)[] = [];
  readonly #numbers: NumberReading;
  #at = 0;

  constructor(text: string, maxDepth: number, numbers: NumberReading = {}) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#numbers = numbers;
  }

  read(): JsonValue {
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#syntax('the end');
    return value;
  }

  /** The next of documents that follow one another: in lines, glued, or after record separators (RFC 7464); undefined after the last. */
  next(): JsonValue | undefined {
    this.#skipSpace();
    while (this.#text[this.#at] === RECORD_SEPARATOR) {
      this.#at += 1;
      this.#skipSpace();
    }
    return this.#at < this.#text.length ? this.#value() : undefined;
  }

  #value(): JsonValue {
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(): JsonValue {
    const value = new BareObject();
    this.#enter();
    if (this.#closes('}')) return value;
    for (;;) {
      this.#skipSpace();
      const start = this.#at;
      if (this.#text.charCodeAt(start) !== QUOTE) this.#syntax('a member name in double quotes');
      const name = this.#string();
      this.#path.push(name);
      if (name in value) this.#report('duplicate-member', start, `expected one member ${quoted(name)}, got it again`);
      this.#skipSpace();
      if (this.#text[this.#at] !== ':') this.#syntax('":"');
      this.#at += 1;
      value[name] = this.#value();
      this.#path.pop();
      if (this.#closes('}')) return value;
      this.#comma('}');
    }
  }

  #array(): JsonValue {
    const value: JsonValue[] = [];
    this.#enter();
    if (this.#closes(']')) return value;
    for (;;) {
      this.#path.push(value.length);
      value.push(this.#value());
      this.#path.pop();
      // One that has grown keeps room for sixteen more, which ten thousand small lists would all have.
      if (this.#closes(']')) return value.length < SMALL_LIST ? value.slice() : value;
      this.#comma(']');
    }
  }

  #enter(): void {
    if (this.#path.length >= this.#maxDepth) {
      this.#report('too-deep', this.#at, `expected at most ${this.#maxDepth} levels, got more`);
      throw new Stop();
    }
    this.#at += 1;
  }

  #closes(bracket: '}' | ']'): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== bracket) return false;
    this.#at += 1;
    return true;
  }

  #comma(bracket: '}' | ']'): void {
    if (this.#text[this.#at] !== ',') this.#syntax(`"," or "${bracket}"`);
    this.#at += 1;
  }

  #string(): string {
    const text = this.#text;
    let from = this.#at + 1;
    // Joined at the end: a text that grows by each escape stays a chain of its parts, many times as large as itself.
    const parts: string[] = [];
    for (let at = from; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        const rest = text.slice(from, at);
        return parts.length === 0 ? rest : parts.join('') + rest;
      }
      if (code === BACKSLASH) {
        this.#at = at;
        parts.push(text.slice(from, at), this.#escape());
        from = this.#at;
        at = from - 1;
      } else if (!(code >= 0x20)) {
        // Control characters, and NaN past the end.
        this.#at = at;
        this.#syntax('a character of the string, or its closing quote');
      }
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    if (letter === 'u') {
      const hex = this.#text.slice(this.#at + 2, this.#at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(hex)) this.#syntax('\\u and four hexadecimal digits');
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    const character = ESCAPED[letter];
    if (character === undefined) this.#syntax('one of the escapes \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u');
    this.#at += 2;
    return character;
  }

  #word<Value extends boolean | null>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) this.#syntax(`${word}`);
    this.#at += word.length;
    return value;
  }

  #number(): JsonValue {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (match === null) this.#syntax('a value');
    const [digits, fraction, exponent] = match;
    const value = Number(digits);
    const isInteger = fraction === undefined && exponent === undefined;
    const { numberOf = valueAlone, wideIntegersAsText = false } = this.#numbers;
    // Even one that a double holds exactly is written by it with other digits.
    if (wideIntegersAsText && isInteger && !Number.isSafeInteger(value) && digits.length <= MOST_DIGITS) {
      this.#at += digits.length;
      return digits;
    }
    if (!isHeld(digits, value, isInteger)) {
      this.#report('number-range', this.#at, `expected a number that a double holds, got ${shortened(digits)}`);
    }
    this.#at += digits.length;
    return numberOf(Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE, digits);
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #syntax(expected: string): never {
    const found = this.#text.codePointAt(this.#at);
    const got = found === undefined ? 'the end' : quoted(String.fromCodePoint(found));
    this.#report('syntax', this.#at, `expected ${expected}, got ${got}`);
    throw new Stop();
  }

  #report(kind: JsonDefectKind, index: number, message: string): void {
    const isLast = kind === 'syntax' || kind === 'too-deep';
    if (this.defects.length >= MOST_DEFECTS && !isLast) return;
    this.defects.push({ kind, index, pointer: this.#pointer(), message });
  }

  #pointer(): string {
    return this.#path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  }
}

function valueAlone(value: number): JsonValue {
  return value;
}

/** An integer keeps all its digits; any other number is neither too large for a double nor too small to differ from zero. */
function isHeld(digits: string, value: number, isInteger: boolean): boolean {
  if (!Number.isFinite(value)) return false;
  if (Number.isSafeInteger(value)) return isInteger || value !== 0 || !/[1-9]/.test(digits.split(/[eE]/)[0] ?? '');
  return !isInteger || BigInt(digits) === BigInt(value);
}

function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
