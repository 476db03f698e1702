// Secrets known by value: signatures that were sent and keys that are held, found in any text in any common spelling: base64 and
// base64url with or without padding, hexadecimal, base32, base58, each backwards, broken into lines as in PEM, escaped as in JSON or in an
// address. Linear in the text, however many are known, and as lists of bytes (`byte-lists.ts`). Keys are found wherever in a longer text
// they begin (`key-spellings.ts`) and as bytes in quotes (`escaped-bytes.ts`), too. Runs in a browser too.
import { bytesToHex } from '@noble/hashes/utils.js';
import { ByteLists } from './byte-lists.js';
import { EscapedBytes } from './escaped-bytes.js';
import { keySpellings } from './key-spellings.js';
import { backwards, LATE_SPELLINGS, lateSpellingsIn } from './late-spellings.js';
import { charactersOf, replaceLongRuns } from './long-runs.js';
import { unfolded } from './unfolded.js';

/** Characters of an index entry; a match of one is looked at in full. */
const GRAM = 12;
/** Only every fourth place of a text is looked up: each secret is indexed at four of its own. */
const STEP = 4;
/** A text with fewer such characters in a row holds no secret in letters and digits. */
const SHORTEST_RUN = 40;
/** So much of the beginning of a secret is taken out, too: a text may have been cut off within it. */
const LEAST_PART = 32;
/** A part with fewer different characters may be any text: a signature of zeros is sent, too. */
const LEAST_VARIETY = 12;
/** The bytes of a key. */
const SHORTEST = 32;
/** Beyond so many the oldest are forgotten; a signature that old is long outside of every timestamp window. */
const MOST_KNOWN = 20_000;

/** Of so many characters of an entry, a number of so many bits tells that a place holds none. */
const BEGINNING = 6;
const BEGINNING_BITS = 20;

type Kind = 'signature' | 'key';

interface Needle {
  readonly text: string;
  readonly kind: Kind;
  /** How many characters of its spelling may follow that it leaves open. */
  readonly tail: number;
}

interface Hit {
  readonly needle: Needle;
  readonly start: number;
  /** As much of the needle as stands there. */
  readonly length: number;
}

/** No alternative begins as another does, and repetitions inside are bounded: hostile text costs no more than its length. */
const RUN = /(?:[A-Za-z0-9+/_=:\-\r\n]|%[2-7][0-9A-Fa-f]|\\{1,4}(?:[nrt/]|u00[2-7][0-9A-Fa-f]|u000[AaDd]))+/g;
const NEEDS_UNFOLDING = /[=:\r\n%\\]/;
const IS_BASE64URL = /^[A-Za-z0-9_-]+$/;
/** Of 60 to 72 bytes. */
const IS_SIGNATURE = /^[A-Za-z0-9_-]{80,96}$/;
/** Where in the list of late spellings hexadecimal stands, in which lists of bytes are looked up too. */
const HEX = 0;

export class KnownSecrets {
  readonly #lists = new ByteLists();
  readonly #escaped = new EscapedBytes();
  readonly #grams = new Map<string, { readonly needle: Needle; readonly offset: number }[]>();
  /** Where no entry of the index can begin, which is nearly everywhere: asked before the index itself. */
  readonly #beginnings = new Uint8Array(1 << BEGINNING_BITS);
  /** Needles by the base64url of each signature, in the order of learning; keys are never forgotten. */
  readonly #signatures = new Map<string, Needle[]>();
  /** By late spelling, signatures that no text had to be searched for in it yet. */
  readonly #notYet: string[][] = LATE_SPELLINGS.map(() => []);

  /** A signature as it was sent; a text that is none is passed over. */
  learnSignature(text: string): void {
    // Damaged on purpose it may hold blanks and more; whoever decodes it leniently has the signature all the same.
    const plain = IS_BASE64URL.test(text) ? text : alphabet(unfolded(text).text).replace(/[^A-Za-z0-9_-]/g, '');
    const signature = /^[0-9a-fA-F]{128}$/.test(plain) ? base64Of(bytesOfHex(plain)) : withoutRest(plain);
    // Whatever was sent in the place of a signature but could be none may be any text of a check.
    if (!IS_SIGNATURE.test(signature) || this.#signatures.has(signature)) return;
    const whole = signature.slice(0, -1);
    const needles: Needle[] = [
      { text: whole, tail: 1, kind: 'signature' },
      { text: backwards(whole), tail: 0, kind: 'signature' },
    ];
    this.#signatures.set(signature, needles);
    for (const needle of needles) this.#index(needle);
    for (const waiting of this.#notYet) waiting.push(signature);
    const [oldest] = this.#signatures;
    if (this.#signatures.size <= MOST_KNOWN || oldest === undefined) return;
    for (const forgotten of oldest[1]) this.#forget(forgotten);
    this.#lists.forgetSignature(bytesToHex(bytesOfBase64(oldest[0])));
    this.#signatures.delete(oldest[0]);
    for (const waiting of this.#notYet)
      if (waiting.length > 2 * MOST_KNOWN) waiting.splice(0, waiting.length - MOST_KNOWN);
  }

  /** The 32 bytes of an Ed25519 private key, and what else it is written as. */
  learnKey(seed: Uint8Array): void {
    this.#lists.learn(seed);
    this.#escaped.learn(seed);
    for (const one of keySpellings(seed)) this.#index({ ...one, kind: 'key' });
  }

  /** The text without what is known, and what of it was there. */
  replace(text: string): { readonly text: string; readonly found: readonly Kind[] } {
    if (this.#grams.size === 0 || text.length < SHORTEST) return { text, found: [] };
    const found: Kind[] = [];
    const key = (): string => {
      found.push('key');
      return mark('key', '');
    };
    const listed = (kind: Kind): string => {
      found.push(kind);
      return kind === 'key' ? mark('key', '') : '[signature as a list of bytes]';
    };
    const unlisted = this.#lists.replace(this.#escaped.replace(text, key), listed, () => this.#indexLate(HEX));
    return { text: this.#replaceRuns(unlisted, found), found };
  }

  #replaceRuns(text: string, found: Kind[]): string {
    return replaceLongRuns(text, IN_RUNS, SHORTEST_RUN, (stretch) =>
      stretch.replace(RUN, (run) => (run.length < SHORTEST_RUN ? run : this.#replaceIn(run, found))),
    );
  }

  #replaceIn(run: string, found: Kind[]): string {
    const { text: plain, at } = NEEDS_UNFOLDING.test(run) ? unfolded(run) : { text: run, at: (index: number) => index };
    const text = alphabet(plain);
    for (const spelling of lateSpellingsIn(text)) this.#indexLate(spelling);
    let clean = '';
    let done = 0;
    for (let place = 0; place + GRAM <= text.length; place += STEP) {
      const hit = this.#at(text, place);
      if (hit === undefined || at(hit.start) < done) continue;
      const { needle, start, length } = hit;
      // The rest of a base64 text: half a character and its padding.
      let end = start + length;
      const open = length === needle.text.length ? needle.tail : 0;
      while (end < text.length && end < start + length + open && /[A-Za-z0-9_-]/.test(text[end] ?? '')) end += 1;
      found.push(needle.kind);
      clean += run.slice(done, at(start)) + mark(needle.kind, text.slice(start, end));
      done = at(end);
      place = Math.max(place, Math.floor(end / STEP) * STEP - STEP);
    }
    return clean + run.slice(done);
  }

  #at(text: string, place: number): Hit | undefined {
    if (this.#beginnings[beginning(text, place)] === 0) return undefined;
    let longest: Hit | undefined;
    for (const { needle, offset } of this.#grams.get(text.slice(place, place + GRAM)) ?? []) {
      const start = place - offset;
      if (start < 0) continue;
      const length = sharedLength(needle.text, text, start);
      if (length === needle.text.length) return { needle, start, length };
      const isLonger = length > (longest?.length ?? LEAST_PART - 1);
      if (isLonger && isVaried(text.slice(start, start + length))) longest = { needle, start, length };
    }
    return longest;
  }

  #indexLate(spelling: number): void {
    for (const signature of this.#notYet[spelling]?.splice(0) ?? []) {
      const needles = this.#signatures.get(signature);
      if (needles === undefined) continue;
      const bytes = bytesOfBase64(signature);
      if (spelling === HEX) this.#lists.learnSignature(bytesToHex(bytes));
      for (const text of LATE_SPELLINGS[spelling]?.of(bytes, signature) ?? []) {
        const needle: Needle = { text, tail: 0, kind: 'signature' };
        needles.push(needle);
        this.#index(needle);
      }
    }
  }

  #index(needle: Needle): void {
    for (let offset = 0; offset < STEP; offset += 1) {
      this.#beginnings[beginning(needle.text, offset)] = 1;
      const gram = needle.text.slice(offset, offset + GRAM);
      const entries = this.#grams.get(gram);
      if (entries === undefined) this.#grams.set(gram, [{ needle, offset }]);
      else entries.push({ needle, offset });
    }
  }

  #forget(needle: Needle): void {
    for (let offset = 0; offset < STEP; offset += 1) {
      const gram = needle.text.slice(offset, offset + GRAM);
      const rest = this.#grams.get(gram)?.filter((entry) => entry.needle !== needle) ?? [];
      if (rest.length === 0) this.#grams.delete(gram);
      else this.#grams.set(gram, rest);
    }
  }
}

/** Characters of which runs are made, escapes included. */
const IN_RUNS = charactersOf(/[A-Za-z0-9+/_=:\-\r\n%\\]/);

function mark(kind: Kind, value: string): string {
  if (kind === 'key') return '[redacted private key]';
  return `[signature of ${value.length} characters: ${value.slice(0, 6)}...${value.slice(-2)}]`;
}

function sharedLength(needle: string, text: string, start: number): number {
  let length = 0;
  while (length < needle.length && needle.charCodeAt(length) === text.charCodeAt(start + length)) length += 1;
  return length;
}

function isVaried(part: string): boolean {
  return new Set(part).size >= LEAST_VARIETY;
}

/** A number for the first characters of an index entry, or of a place in a text. */
function beginning(text: string, place: number): number {
  let mixed = 0;
  for (let index = place; index < place + BEGINNING; index += 1) mixed = Math.imul(mixed, 31) + text.charCodeAt(index);
  return (mixed ^ (mixed >>> BEGINNING_BITS)) & ((1 << BEGINNING_BITS) - 1);
}

/** A last character that would begin a byte and cannot end it means nothing. */
function withoutRest(base64: string): string {
  return base64.length % 4 === 1 ? base64.slice(0, -1) : base64;
}

function base64Of(bytes: Uint8Array): string {
  return alphabet(btoa(String.fromCharCode(...bytes)).replace(/=+$/, ''));
}

function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
}

function bytesOfHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function alphabet(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_');
}
