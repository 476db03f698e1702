// Where in a text a known text may stand: an index of the first characters of each, asked at tens of millions of places in a run. Two
// tables of bits say of nearly every place that nothing begins there, one by four characters and one by twelve: words, digits and
// hexadecimal are alike in four all the time, and hardly ever in twelve. Runs in a browser too.

/** Characters of an entry; whoever finds one looks at the rest of the text. */
export const GRAM = 12;

const QUARTER = 4;
const BITS = 22;
/** Any odd numbers far from each other: of alike words with different places. */
const [FIRST, SECOND, THIRD] = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35];

/** Entries that begin alike hang together: most stand alone, and a list for each would double the index. */
interface Entry<Known> {
  readonly known: Known;
  /** From which character of the known text on. */
  readonly offset: number;
  readonly next: Entry<Known> | undefined;
}

export class Grams<Known> {
  readonly #entries = new Map<number, Entry<Known>>();
  readonly #quarters = new Uint32Array(1 << (BITS - 5));
  readonly #wholes = new Uint32Array(1 << (BITS - 5));

  get size(): number {
    return this.#entries.size;
  }

  /** ASCII, as long as a gram from the offset on. The tables of bits never forget, so what is known should be bounded. */
  add(known: Known, text: string, offset: number): void {
    const codes = codesOf(text, offset);
    const gram = gramAt(codes, 0);
    note(this.#quarters, quarterAt(codes, 0));
    note(this.#wholes, gram);
    this.#entries.set(gram, { known, offset, next: this.#entries.get(gram) });
  }

  remove(known: Known, text: string, offset: number): void {
    const gram = gramAt(codesOf(text, offset), 0);
    let kept: Entry<Known> | undefined;
    for (let entry = this.#entries.get(gram); entry !== undefined; entry = entry.next)
      if (entry.known !== known) kept = { ...entry, next: kept };
    if (kept === undefined) this.#entries.delete(gram);
    else this.#entries.set(gram, kept);
  }

  /** What may stand there, a gram's length before the end at the latest: now and then something that does not. */
  at(codes: Uint8Array, place: number): Entry<Known> | undefined {
    if (!has(this.#quarters, quarterAt(codes, place))) return undefined;
    const gram = gramAt(codes, place);
    return has(this.#wholes, gram) ? this.#entries.get(gram) : undefined;
  }
}

function codesOf(text: string, from: number): Uint8Array {
  const codes = new Uint8Array(GRAM);
  for (let index = 0; index < GRAM; index += 1) codes[index] = text.charCodeAt(from + index);
  return codes;
}

function note(bits: Uint32Array, number: number): void {
  const bit = number >>> (32 - BITS);
  bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
}

function has(bits: Uint32Array, number: number): boolean {
  const bit = number >>> (32 - BITS);
  return (((bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
}

function quarterAt(codes: Uint8Array, at: number): number {
  return Math.imul(wordAt(codes, at), FIRST);
}

/** 32 bits, of which the upper ones are the best mixed. */
function gramAt(codes: Uint8Array, at: number): number {
  const half = Math.imul(wordAt(codes, at), FIRST) ^ Math.imul(wordAt(codes, at + QUARTER), SECOND);
  const all = half ^ (half >>> 15) ^ Math.imul(wordAt(codes, at + 2 * QUARTER), THIRD);
  return Math.imul(all, FIRST);
}

/** Letters and digits differ in seven bits; the four of them in one number. */
function wordAt(codes: Uint8Array, at: number): number {
  const half = (codes[at] ?? 0) | ((codes[at + 1] ?? 0) << 7);
  return half | ((codes[at + 2] ?? 0) << 14) | ((codes[at + 3] ?? 0) << 21);
}
