// Spellings of a signature that hardly any text holds: each is looked for only once a text has as many characters of its alphabet in a row,
// so that signatures, of which a run sends thousands, need not be written in all of them. Runs in a browser too.
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { BASE32, BASE58, inBase32, inBase58 } from './key-spellings.js';

interface LateSpelling {
  readonly alphabet: string;
  /** So many characters in a row are the least that a signature takes. */
  readonly least: number;
  /** Of its bytes, and of those of the text that was sent. */
  readonly of: (bytes: Uint8Array, sent: string) => readonly string[];
}

const HEX = '0123456789abcdefABCDEF';

export const LATE_SPELLINGS: readonly LateSpelling[] = [
  { alphabet: HEX, least: 120, of: (bytes, sent) => [bytes, utf8ToBytes(sent)].flatMap((one) => inHex(one)) },
  { alphabet: BASE32, least: 96, of: (bytes) => bothWays(inBase32(bytes)) },
  { alphabet: BASE32.toLowerCase(), least: 96, of: (bytes) => bothWays(inBase32(bytes).toLowerCase()) },
  { alphabet: BASE58, least: 80, of: (bytes) => bothWays(inBase58(bytes)) },
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

/** Which of the spellings the text may hold, as places in the list. */
export function lateSpellingsIn(text: string): readonly number[] {
  const due: number[] = [];
  for (const [place, { least }] of LATE_SPELLINGS.entries()) {
    if (text.length >= least && hasRun(text, CHARACTERS[place], least)) due.push(place);
  }
  return due;
}

/** A row so long has one of every so many characters: hardly any other is looked at. */
function hasRun(text: string, characters: Uint8Array | undefined, least: number): boolean {
  const isIn = (at: number): boolean => characters?.[text.charCodeAt(at)] === 1;
  for (let at = least - 1; at < text.length; at += least) {
    let [from, to] = [at, at];
    while (from > at - least && isIn(from)) from -= 1;
    // What lies behind is of this row only where the character itself is.
    while (from < at && to - from < least && isIn(to + 1)) to += 1;
    if (to - from >= least) return true;
  }
  return false;
}

function charactersOf(alphabet: string): Uint8Array {
  const characters = new Uint8Array(128);
  for (const one of alphabet) characters[one.charCodeAt(0)] = 1;
  return characters;
}
