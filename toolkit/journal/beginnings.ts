// Tells of nearly every place of a text that no known text begins there: by two tables of bits, one of the first four characters and one of
// the next four. Words and digits are alike in four characters far more often than random ones, and hardly ever in eight. Only with both is
// a place worth a look into an index. Runs in a browser too.

const HALF = 4;
const BITS = 22;

export class Beginnings {
  readonly #first = new Uint32Array(1 << (BITS - 5));
  readonly #second = new Uint32Array(1 << (BITS - 5));

  /** A known text from that character on, eight at least: ASCII. It is never forgotten, so what is known should be bounded. */
  add(text: string, from: number): void {
    note(this.#first, ofText(text, from));
    note(this.#second, ofText(text, from + HALF));
  }

  /** False where none does; true where one may. */
  mayBeginAt(codes: Uint8Array, place: number): boolean {
    return has(this.#first, ofCodes(codes, place)) && has(this.#second, ofCodes(codes, place + HALF));
  }
}

function note(bits: Uint32Array, number: number): void {
  bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31));
}

function has(bits: Uint32Array, number: number): boolean {
  return (((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
}

function ofText(text: string, at: number): number {
  return mixed(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2), text.charCodeAt(at + 3));
}

function ofCodes(codes: Uint8Array, at: number): number {
  return mixed(codes[at] ?? 0, codes[at + 1] ?? 0, codes[at + 2] ?? 0, codes[at + 3] ?? 0);
}

/** A number for four characters, which few others have. */
function mixed(first: number, second: number, third: number, fourth: number): number {
  const all = (first & 63) | ((second & 63) << 6) | ((third & 63) << 12) | ((fourth & 63) << 18);
  return Math.imul(all, 0x9e3779b1) >>> (32 - BITS);
}
