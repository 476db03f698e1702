// Strict base64url without padding (interface 5.3, rule 2; RFC 4648, section 5). Built-in decoders are lenient: they take the
// standard alphabet, padding, line breaks and stray bits, and so hide exactly the mistakes that this project looks for.
import { ProtocolError } from '../payload/protocol-error.js';

/** By value. */
export const BASE64URL_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const NO_VALUE = 0xff;
const VALUES = new Uint8Array(128).fill(NO_VALUE);
for (let value = 0; value < BASE64URL_ALPHABET.length; value++) {
  VALUES[BASE64URL_ALPHABET.charCodeAt(value)] = value;
}

/** Why a text is not strict base64url. `length`: one character more than whole bytes; `trailing-bits`: stray bits at the end. */
export type Base64urlDefect = 'white-space' | 'padding' | 'standard-alphabet' | 'alphabet' | 'length' | 'trailing-bits';

const SENTENCES: Readonly<Record<Base64urlDefect, string>> = {
  'white-space': 'it holds white space',
  padding: 'it is padded with =',
  'standard-alphabet': 'it uses + or / of the standard alphabet instead of - and _',
  alphabet: 'it holds characters that are not in the base64url alphabet',
  length: 'its length is no possible one (1 more than a multiple of 4)',
  'trailing-bits': 'its last character carries bits that belong to no byte',
};

/** Text of the standard alphabet, padded or not, as base64url writes it. Recognises mistakes; never part of strict reading. */
export function inUrlAlphabet(text: string): string {
  return text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
}

/** The base64url text of `bytes`, without padding. */
export function encodeBase64url(bytes: Uint8Array): string {
  let text = '';
  const whole = bytes.length - (bytes.length % 3);
  for (let i = 0; i < whole; i += 3) {
    const group = (at(bytes, i) << 16) | (at(bytes, i + 1) << 8) | at(bytes, i + 2);
    text += pair(group >> 12) + pair(group);
  }
  if (bytes.length - whole === 1) {
    const group = at(bytes, whole) << 4;
    text += pair(group);
  } else if (bytes.length - whole === 2) {
    const group = ((at(bytes, whole) << 8) | at(bytes, whole + 1)) << 2;
    text += letter(group >> 12) + pair(group);
  }
  return text;
}

/** Undefined when `text` is the one strict base64url text of some bytes; the empty text is that of no bytes. */
export function base64urlDefect(text: string): Base64urlDefect | undefined {
  let strange: Base64urlDefect | undefined;
  for (let i = 0; i < text.length; i++) {
    if ((VALUES[text.charCodeAt(i)] ?? NO_VALUE) === NO_VALUE) strange = worse(strange, strangeness(text.charAt(i)));
  }
  if (strange !== undefined) return strange;
  const rest = text.length % 4;
  if (rest === 1) return 'length';
  const unused = rest === 2 ? 0b1111 : rest === 3 ? 0b11 : 0;
  return (value(text, text.length - 1) & unused) === 0 ? undefined : 'trailing-bits';
}

/**
 * The bytes of a strict base64url text.
 * @throws ProtocolError `base64url-invalid` saying what is wrong with the text, without repeating it.
 */
export function decodeBase64url(text: string): Uint8Array {
  const defect = base64urlDefect(text);
  if (defect !== undefined) {
    throw new ProtocolError(
      'base64url-invalid',
      `expected base64url text without padding, got ${text.length} characters: ${SENTENCES[defect]}`,
      { section: '5.3' },
    );
  }
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  for (let i = 0, to = 0; i < text.length; i += 4) {
    const group = (value(text, i) << 18) | (value(text, i + 1) << 12) | (value(text, i + 2) << 6) | value(text, i + 3);
    // Writes beyond the end of a typed array have no effect, so the last group needs no case of its own.
    bytes[to++] = group >> 16;
    bytes[to++] = group >> 8;
    bytes[to++] = group;
  }
  return bytes;
}

/** When several things are wrong the worst is named: some readers skip white space, so it comes after what every strict one refuses. */
const CLARITY: readonly Base64urlDefect[] = ['alphabet', 'standard-alphabet', 'padding', 'white-space'];

function worse(a: Base64urlDefect | undefined, b: Base64urlDefect): Base64urlDefect {
  return a !== undefined && CLARITY.indexOf(a) <= CLARITY.indexOf(b) ? a : b;
}

function strangeness(character: string): Base64urlDefect {
  if (/\s/.test(character)) return 'white-space';
  return character === '=' ? 'padding' : character === '+' || character === '/' ? 'standard-alphabet' : 'alphabet';
}

/** Of twelve bits, by their value: half the steps of one letter at a time. */
const PAIRS: readonly string[] = Array.from({ length: 1 << 12 }, (_, bits) => letter(bits >> 6) + letter(bits));

function pair(bits: number): string {
  return PAIRS[bits & 0xfff] ?? '';
}

function letter(bits: number): string {
  return BASE64URL_ALPHABET.charAt(bits & 0b111111);
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

/** The six bits of a character that is known to be of the alphabet; 0 beyond the end, where a look-up would take twice the time. */
function value(text: string, index: number): number {
  return index < text.length ? (VALUES[text.charCodeAt(index)] ?? 0) : 0;
}
