// Texts in another character set than UTF-8, and texts read in one that they were not written in (interface 5.2): what encoders and
// decoders make of them, and what lies behind them.
import { latin1Of } from '../../signing/latin1.js';
import { utf8Bytes } from '../capture/capture.js';
import { ASCII, DOUBLE_CHARSETS, decoderOf, type Encoding, ISO_2022_JP, isAscii, NARROW_CHARSETS } from './charsets.js';
import { UNICODE_ENCODINGS, utf7 } from './unicode-encodings.js';

/** All but UTF-8, the likeliest first. */
const ENCODINGS: readonly Encoding[] = [...NARROW_CHARSETS, ...DOUBLE_CHARSETS, ISO_2022_JP, ...UNICODE_ENCODINGS];

/** What encoders write for a letter that a set has not. */
const STAND_INS: readonly (readonly [how: string, write: (letter: string) => string])[] = [
  ['"?" for what it has not', () => '?'],
  ['nothing for what it has not', () => ''],
  ['&#…; for what it has not', (letter) => `&#${letter.codePointAt(0) ?? 0};`],
  ['a "?" for each half of what it has not', (letter) => '?'.repeat(letter.length)],
  ['a backslash and the number of what it has not, as Python writes', inPythonEscape],
  [
    '\\u for what it has not',
    (letter) => letter.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
];

function inPythonEscape(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const [mark, size] = code < 0x100 ? ['x', 2] : code < 0x10000 ? ['u', 4] : ['U', 8];
  return `\\${mark}${code.toString(16).padStart(Number(size), '0')}`;
}

/** A text in the other character sets, with what encoders write for letters that a set has not; nothing for ASCII. */
export function* inCharsets(text: string): Generator<readonly [name: string, bytes: Uint8Array]> {
  if (isAscii(text)) {
    if (text.includes('+')) yield ['UTF-7', utf7(text)];
    return;
  }
  // Sets that write the text alike are named together: which of them it was cannot be told.
  const written = new Map<string, { readonly bytes: Uint8Array; readonly names: string[] }>();
  for (const { name, encode } of ENCODINGS) {
    const bytes = encode(text);
    if (bytes === undefined) continue;
    const key = latin1Of(bytes);
    const same = written.get(key);
    if (same === undefined) written.set(key, { bytes, names: [name] });
    else if (!same.names.includes(name)) same.names.push(name);
  }
  for (const { bytes, names } of written.values()) yield [anyOf(names), bytes];
  // What is not ASCII at all is the plainest set that lacks a letter.
  for (const { name, letter } of [ASCII, ...NARROW_CHARSETS].filter(({ encode }) => encode(text) === undefined)) {
    for (const [how, write] of STAND_INS) {
      const letters = Array.from(text, (one) => [...(letter(one) ?? utf8Bytes(write(one)))]);
      yield [`${name}, ${how}`, Uint8Array.from(letters.flat())];
    }
  }
}

const anyOf = (names: readonly string[]): string =>
  [names.slice(0, 3).join(' or '), ...(names.length > 3 ? ['the like'] : [])].join(' or ');

/** What bytes say in the other character sets, where they are text in one. */
export function* fromCharsets(bytes: Uint8Array): Generator<readonly [name: string, text: string]> {
  for (const { name, decode } of ENCODINGS) {
    const text = decode(bytes);
    if (text !== undefined) yield [name, text];
  }
}

/** UTF-8 that was read in another character set: what a text becomes. */
export function* misread(text: string): Generator<readonly [name: string, text: string]> {
  if (isAscii(text)) return;
  const bytes = utf8Bytes(text);
  for (const { name, decode } of NARROW_CHARSETS) {
    const read = decode(bytes) ?? new TextDecoder(name).decode(bytes);
    yield [name, read];
    // Bytes that a set has no letter for are controls to some programs, and marks of a loss to others.
    if (/[\x80-\x9f]/.test(read)) yield [name, read.replace(/[\x80-\x9f]/g, '\ufffd')];
  }
  for (const { name } of DOUBLE_CHARSETS) yield [name, new TextDecoder(name).decode(bytes)];
}

/** The text behind one that was read in another character set than UTF-8. */
export function* unmisread(text: string): Generator<readonly [name: string, text: string]> {
  if (isAscii(text)) return;
  for (const { name, encode } of NARROW_CHARSETS) {
    const bytes = encode(text);
    const meant = bytes === undefined ? undefined : decoderOf('utf-8')(bytes);
    if (meant !== undefined) yield [name, meant];
  }
}
