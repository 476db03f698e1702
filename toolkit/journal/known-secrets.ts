// Secrets known by value: signatures that were sent and keys that are held, found in any text in any common spelling: base64 and
// base64url with or without padding, hexadecimal, base32, base58, each backwards, split by whatever is no letter or digit, escaped as in
// JSON, in an address or in HTML (`squeezed.ts`), in an encoding of an encoding (`layers.ts`), and as lists of bytes (`byte-lists.ts`).
// Linear in the text, however many are known. Keys are found wherever in a longer text they begin (`key-spellings.ts`) and as bytes in
// quotes (`escaped-bytes.ts`), too. What no rule finds is said in SECURITY.md. Runs in a browser too.
import { bytesToHex } from '@noble/hashes/utils.js';
import { ByteLists } from './byte-lists.js';
import { EscapedBytes } from './escaped-bytes.js';
import { GRAM, Grams } from './grams.js';
import { type Hit, type Kind, mark, withoutHits } from './hits.js';
import { keySpellings } from './key-spellings.js';
import { backwards, LATE_SPELLINGS, lateSpellingsIn } from './late-spellings.js';
import { type Layer, layersIn } from './layers.js';
import { Room, squeezed } from './squeezed.js';

/** Only every fourth place of a text is looked up: each secret is indexed at four of its own. */
const STEP = 4;
/** So much of the beginning of a secret is taken out, too: a text may have been cut off within it. */
const LEAST_PART = 32;
/** A part with fewer different characters may be any text: a signature of zeros is sent, too. */
const LEAST_VARIETY = 12;
/** The bytes of a key. */
const SHORTEST = 32;
/** An encoding of an encoding of an encoding. */
const MOST_LAYERS = 3;
/** Beyond so many the oldest are forgotten; a signature that old is long outside of every timestamp window. */
const MOST_KNOWN = 20_000;

interface Needle {
  /** Its letters and digits. */
  readonly text: string;
  readonly kind: Kind;
  /** How many characters of its spelling stand before and behind them, what it leaves open included. */
  readonly before: number;
  readonly behind: number;
}

const IS_BASE64URL = /^[A-Za-z0-9_-]+$/;
/** Of 60 to 72 bytes. */
const IS_SIGNATURE = /^[A-Za-z0-9_-]{80,96}$/;
/** Where in the list of late spellings hexadecimal stands, in which lists of bytes are looked up too. */
const HEX = 0;

export class KnownSecrets {
  readonly #lists = new ByteLists();
  readonly #escaped = new EscapedBytes();
  readonly #grams = new Grams<Needle>();
  /** Needles by the base64url of each signature, in the order of learning; keys are never forgotten. */
  readonly #signatures = new Map<string, Needle[]>();
  /** By late spelling, signatures that no text had to be searched for in it yet. */
  readonly #notYet: string[][] = LATE_SPELLINGS.map(() => []);
  /** Room for the letters and digits of a text, for each layer: a run looks into tens of thousands. */
  readonly #rooms = Array.from({ length: MOST_LAYERS + 1 }, () => new Room());

  /** A signature as it was sent; a text that is none is passed over. */
  learnSignature(text: string): void {
    // Damaged on purpose it may hold blanks and more; whoever decodes it leniently has the signature all the same.
    const plain = IS_BASE64URL.test(text) ? text : alphabet(withoutPercents(text)).replace(/[^A-Za-z0-9_-]/g, '');
    const signature = /^[0-9a-fA-F]{128}$/.test(plain) ? base64Of(bytesOfHex(plain)) : withoutRest(plain);
    // Whatever was sent in the place of a signature but could be none may be any text of a check.
    if (!IS_SIGNATURE.test(signature) || this.#signatures.has(signature)) return;
    // One of zeros opens nothing, and many a list is one of zeros.
    if (new Set(signature).size < LEAST_VARIETY) return;
    const whole = signature.slice(0, -1);
    const needles = [needleOf('signature', whole, 1), needleOf('signature', backwards(whole))];
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
    for (const { text, tail } of keySpellings(seed)) this.#index(needleOf('key', text, tail));
  }

  /** The text without what is known, and what of it was there. */
  replace(text: string): { readonly text: string; readonly found: readonly Kind[] } {
    const found: Kind[] = [];
    return { text: this.#replaced(text, found, 0), found };
  }

  #replaced(text: string, found: Kind[], layer: number): string {
    if (this.#grams.size === 0 || text.length < SHORTEST) return text;
    const key = (): string => {
      found.push('key');
      return mark('key', '');
    };
    const clean = this.#lists.replace(this.#escaped.replace(text, key), {
      mark: (kind) => {
        found.push(kind);
        return kind === 'key' ? mark('key', '') : '[signature as a list of bytes]';
      },
      learnMore: () => this.#indexLate(HEX),
      within: (spelled) => this.#inLayer(spelled, layer)?.kind,
    });
    const letters = squeezed(clean, this.#rooms[layer] ?? new Room());
    for (const spelling of lateSpellingsIn(letters)) this.#indexLate(spelling);
    const hits = [...this.#hits(letters.codes), ...this.#hitsInLayers(letters.codes, layer)];
    for (const { kind } of hits) found.push(kind);
    return withoutHits(clean, letters, hits);
  }

  #hits(codes: Uint8Array): readonly Hit[] {
    const hits: Hit[] = [];
    let done = 0;
    for (let place = 0; place + GRAM <= codes.length; place += STEP) {
      const hit = this.#at(codes, place);
      if (hit === undefined || hit.start < done) continue;
      hits.push(hit);
      done = hit.end;
      place = Math.max(place, Math.floor(done / STEP) * STEP - STEP);
    }
    return hits;
  }

  #at(codes: Uint8Array, place: number): Hit | undefined {
    let longest: Hit | undefined;
    for (let entry = this.#grams.at(codes, place); entry !== undefined; entry = entry.next) {
      const start = place - entry.offset;
      if (start < 0) continue;
      const { known: needle } = entry;
      const { kind, before, behind } = needle;
      const end = start + sharedLength(needle.text, codes, start);
      if (end - start === needle.text.length) return { kind, start, end, before, behind };
      const isLonger = end - start > (longest === undefined ? LEAST_PART - 1 : longest.end - longest.start);
      const isVaried = new Set(codes.subarray(start, end)).size >= LEAST_VARIETY;
      if (isLonger && isVaried) longest = { kind, start, end, before, behind: 0 };
    }
    return longest;
  }

  #hitsInLayers(codes: Uint8Array, layer: number): readonly Hit[] {
    if (layer === MOST_LAYERS) return [];
    return layersIn(codes).flatMap((one) => {
      const inner = this.#inLayer(one.text, layer);
      return inner === undefined ? [] : [hitOf(one, inner)];
    });
  }

  /** What is known in a text that was written in another: the kind, and from where to where. */
  #inLayer(text: string, layer: number): Inner | undefined {
    if (layer === MOST_LAYERS) return undefined;
    const found: Kind[] = [];
    const clean = this.#replaced(text, found, layer + 1);
    const kind = found.includes('key') ? 'key' : found[0];
    if (kind === undefined) return undefined;
    let start = 0;
    while (start < clean.length && clean.charCodeAt(start) === text.charCodeAt(start)) start += 1;
    let after = 0;
    while (after < clean.length && text.at(-1 - after) === clean.at(-1 - after)) after += 1;
    return { kind, start, end: Math.max(start + 1, text.length - after) };
  }

  #indexLate(spelling: number): void {
    for (const signature of this.#notYet[spelling]?.splice(0) ?? []) {
      const needles = this.#signatures.get(signature);
      if (needles === undefined) continue;
      const bytes = bytesOfBase64(signature);
      if (spelling === HEX) this.#lists.learnSignature(bytesToHex(bytes));
      for (const text of LATE_SPELLINGS[spelling]?.of(bytes) ?? []) {
        const needle = needleOf('signature', text);
        needles.push(needle);
        this.#index(needle);
      }
    }
  }

  #index(needle: Needle): void {
    for (let offset = 0; offset < STEP; offset += 1) this.#grams.add(needle, needle.text, offset);
  }

  #forget(needle: Needle): void {
    for (let offset = 0; offset < STEP; offset += 1) this.#grams.remove(needle, needle.text, offset);
  }
}

interface Inner {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
}

function hitOf({ start, bits }: Layer, inner: Inner): Hit {
  const digitOf = (byte: number): number => (byte * 8) / bits;
  const [first, last] = [start + Math.floor(digitOf(inner.start)), start + Math.ceil(digitOf(inner.end))];
  return { kind: inner.kind, start: first, end: last, before: 0, behind: 0 };
}

/** Of a spelling in the alphabet of base64url. */
function needleOf(kind: Kind, spelling: string, open = 0): Needle {
  const text = spelling.replaceAll(/[-_]/g, '');
  const [before = ''] = /^[-_]*/.exec(spelling) ?? [];
  const [behind = ''] = /[-_]*$/.exec(spelling) ?? [];
  return { text, kind, before: before.length, behind: behind.length + open };
}

function sharedLength(needle: string, codes: Uint8Array, start: number): number {
  let length = 0;
  while (length < needle.length && needle.charCodeAt(length) === codes[start + length]) length += 1;
  return length;
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

function withoutPercents(text: string): string {
  return text.replace(/%([2-7][0-9A-Fa-f])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function alphabet(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_');
}
