// Texts that are written in hexadecimal or base64 within letters and digits, wherever they begin: an encoding of what is an encoding
// already. Found by what they say, since bytes that are no text are hardly ever printable for so long. Runs in a browser too.
import { latin1Of } from '../signing/latin1.js';
import { BASE64 } from './key-spellings.js';

export interface Layer {
  readonly text: string;
  /** How many bits of the text a character holds in which it was found. */
  readonly bits: number;
  /** Which of the characters is the first. */
  readonly start: number;
}

interface Encoding {
  readonly bits: number;
  /** At how many characters in a row a byte may begin. */
  readonly phases: number;
  readonly values: Int8Array;
  /** By the codes of two characters, whether a printable byte begins with them: looked at first, since nearly nothing else passes. */
  readonly begins: Uint8Array;
}

/** Of printable bytes; a key in letters has 43. */
const SHORTEST = 40;
/** So many in a row are looked at first, at every so many characters: a text of the shortest length is not missed. */
const FIRST_LOOK = 10;
const EVERY = 36;

const PRINTABLE = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte >= 0x20 && byte < 0x7f) || [0x09, 0x0a, 0x0d].includes(byte) ? 1 : 0,
);

const ENCODINGS: readonly Encoding[] = [
  encoding(6, 4, valuesOf(BASE64)),
  encoding(4, 2, valuesOf('0123456789abcdef', 'ABCDEF')),
];

/** In the order of each encoding; none overlaps another of the same, so that hostile text costs no more than its length. */
export function layersIn(codes: Uint8Array): readonly Layer[] {
  const layers: Layer[] = [];
  for (const encoding of ENCODINGS) {
    let done = 0;
    for (let at = 0; at < codes.length; at += EVERY) {
      const layer = longestAt(codes, encoding, { at: Math.max(at, done), from: done });
      if (layer === undefined) continue;
      done = layer.start + Math.ceil((layer.text.length * 8) / layer.bits);
      if (layer.text.length >= SHORTEST) layers.push(layer);
      at = Math.max(at, done - EVERY);
    }
  }
  return layers;
}

interface Place {
  readonly at: number;
  /** Not before. */
  readonly from: number;
}

/** Of those that begin a byte here or at one of the next characters: read from the wrong one, a few bytes are printable by chance. */
function longestAt(codes: Uint8Array, encoding: Encoding, { at, from }: Place): Layer | undefined {
  let longest: Layer | undefined;
  for (let phase = at; phase < at + encoding.phases; phase += 1) {
    if (
      encoding.begins[((codes[phase] ?? 0) << 7) | (codes[phase + 1] ?? 0)] !== 1 ||
      !isPrintable(codes, encoding, phase)
    )
      continue;
    const layer = stretch(codes, encoding, { at: phase, from });
    if (layer.text.length > (longest?.text.length ?? 0)) longest = layer;
  }
  return longest;
}

function isPrintable(codes: Uint8Array, encoding: Encoding, from: number): boolean {
  for (let index = 0; index < FIRST_LOOK; index += 1) if (byteAt(codes, encoding, from, index) < 0) return false;
  return true;
}

/** All that is printable around a place. */
function stretch(codes: Uint8Array, encoding: Encoding, { at, from }: Place): Layer {
  const { bits, phases } = encoding;
  let start = at;
  const bytesPerGroup = (phases * bits) / 8;
  while (start - phases >= from && isGroup(codes, encoding, start - phases, bytesPerGroup)) start -= phases;
  let length = 0;
  while (byteAt(codes, encoding, start, length) >= 0) length += 1;
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) bytes[index] = byteAt(codes, encoding, start, index);
  return { text: latin1Of(bytes), bits, start };
}

function isGroup(codes: Uint8Array, encoding: Encoding, from: number, bytes: number): boolean {
  for (let index = 0; index < bytes; index += 1) if (byteAt(codes, encoding, from, index) < 0) return false;
  return true;
}

/** The byte that the characters from a place on hold; -1 where it is none of a text. */
function byteAt(codes: Uint8Array, { bits, values }: Encoding, from: number, index: number): number {
  const bit = index * 8;
  let digit = from + ((bit / bits) | 0);
  let have = bits - (bit % bits);
  let value = valueAt(codes, values, digit);
  if (value < 0) return -1;
  value &= (1 << have) - 1;
  while (have < 8) {
    digit += 1;
    const next = valueAt(codes, values, digit);
    if (next < 0) return -1;
    value = (value << bits) | next;
    have += bits;
  }
  const byte = value >> (have - 8);
  return PRINTABLE[byte] === 1 ? byte : -1;
}

function valueAt(codes: Uint8Array, values: Int8Array, at: number): number {
  return at < codes.length ? (values[codes[at] ?? 0] ?? -1) : -1;
}

function encoding(bits: number, phases: number, values: Int8Array): Encoding {
  const begins = new Uint8Array(1 << 14);
  const one = { bits, phases, values, begins };
  for (let pair = 0; pair < begins.length; pair += 1) {
    if (byteAt(Uint8Array.of(pair >> 7, pair & 0x7f), one, 0, 0) >= 0) begins[pair] = 1;
  }
  return one;
}

function valuesOf(alphabet: string, capitals = ''): Int8Array {
  const values = new Int8Array(128).fill(-1);
  for (const [value, one] of [...alphabet].entries()) values[one.charCodeAt(0)] = value;
  for (const [value, one] of [...capitals].entries()) values[one.charCodeAt(0)] = 10 + value;
  return values;
}
