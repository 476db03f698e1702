// Spellings of a signature that hardly any text holds: each is looked for only once a text has as many characters of its alphabet in a row,
// so that signatures, of which a run sends thousands, need not be written in all of them. Runs in a browser too.
import { bytesToHex } from '@noble/hashes/utils.js';
import { BASE32, BASE58, inBase32, inBase58 } from './key-spellings.js';
import type { Squeezed } from './squeezed.js';

interface LateSpelling {
  readonly alphabet: string;
  /** So many characters in a row are the least that a signature takes. */
  readonly least: number;
  /** Whether words without what stands between them look so, too: then only what is not split counts. */
  readonly isLikeWords: boolean;
  readonly of: (bytes: Uint8Array) => readonly string[];
}

const HEX = '0123456789abcdefABCDEF';

export const LATE_SPELLINGS: readonly LateSpelling[] = [
  { alphabet: HEX, least: 120, isLikeWords: false, of: (bytes) => inHex(bytes) },
  { alphabet: BASE32, least: 96, isLikeWords: false, of: (bytes) => bothWays(inBase32(bytes)) },
  {
    alphabet: BASE32.toLowerCase(),
    least: 96,
    isLikeWords: true,
    of: (bytes) => bothWays(inBase32(bytes).toLowerCase()),
  },
  { alphabet: BASE58, least: 80, isLikeWords: true, of: (bytes) => bothWays(inBase58(bytes)) },
];

function inHex(bytes: Uint8Array): readonly string[] {
  const hex = bytesToHex(bytes);
  return [hex, hex.toUpperCase()].flatMap(bothWays);
}

function bothWays(text: string): readonly string[] {
  return [text, backwards(text)];
}

export function backwards(text: string): string {
  let turned = '';
  for (let at = text.length - 1; at >= 0; at -= 1) turned += text[at] ?? '';
  return turned;
}

const CHARACTERS = LATE_SPELLINGS.map(({ alphabet }) => charactersOf(alphabet));

/** So many are digits, and so many different: or they are words, or a character again and again. */
const LEAST_DIGITS = 6;
const LEAST_VARIETY = 10;
const FIRST_LETTER = 0x3a;
/** Characters between those of a row that line breaks, escaped, may take. */
const MOST_BREAKS = 16;
/** So much of a row says whether it is split. */
const PART = 30;

/** Which of the spellings the letters and digits of a text may hold, as places in the list. */
export function lateSpellingsIn(letters: Squeezed): readonly number[] {
  const due: number[] = [];
  for (const [place, spelling] of LATE_SPELLINGS.entries()) {
    if (letters.codes.length < spelling.least) continue;
    if (hasRow(letters, CHARACTERS[place] ?? new Uint8Array(), spelling)) due.push(place);
  }
  return due;
}

/** A row so long has one of every so many characters: hardly any other is looked at. */
function hasRow({ codes, places }: Squeezed, characters: Uint8Array, { least, isLikeWords }: LateSpelling): boolean {
  const isIn = (at: number): boolean => characters[codes[at] ?? 0] === 1;
  for (let at = least - 1; at < codes.length; at += least) {
    if (isLikeWords && (places[at] ?? 0) - (places[at - PART] ?? 0) > PART + MOST_BREAKS) continue;
    let [from, to] = [at, at];
    while (from > at - least && isIn(from)) from -= 1;
    // What lies behind is of this row only where the character itself is.
    while (from < at && to - from < least && isIn(to + 1)) to += 1;
    const isSplit = (places[to] ?? 0) - (places[from + 1] ?? 0) >= least + MOST_BREAKS;
    if (to - from < least || (isLikeWords && isSplit)) continue;
    const row = codes.subarray(from + 1, to + 1);
    const digits = row.filter((code) => code < FIRST_LETTER).length;
    if (digits >= LEAST_DIGITS && new Set(row).size >= LEAST_VARIETY) return true;
  }
  return false;
}

function charactersOf(alphabet: string): Uint8Array {
  const characters = new Uint8Array(128);
  for (const one of alphabet) characters[one.charCodeAt(0)] = 1;
  return characters;
}
