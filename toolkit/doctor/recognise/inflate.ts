// Decompresses gzip, zlib and bare DEFLATE (RFC 1950 to 1952), for recognising a body that was hashed before or after it was compressed.
// The page of the doctor has no library for it that answers at once. Bounded; checksums are not looked at.

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MOST_BYTES = 4 << 20;

class Stop extends Error {}

/** Undefined when the bytes are no such stream, or one of more than 4 MB. */
export function inflate(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return inflateRaw(bytes.subarray(headerLength(bytes)));
  } catch (error) {
    if (error instanceof Stop) return undefined;
    throw error;
  }
}

function headerLength(bytes: Uint8Array): number {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes[0] === 0x78 ? 2 : 0;
  const flags = bytes[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [8, 16]) {
    if ((flags & flag) !== 0) at = bytes.indexOf(0, at) + 1 || bytes.length;
  }
  return (flags & 2) !== 0 ? at + 2 : at;
}

interface Codes {
  readonly counts: readonly number[];
  readonly symbols: readonly number[];
}

function codesOf(lengths: readonly number[]): Codes {
  const counts = new Array<number>(16).fill(0);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const symbols = lengths
    .map((length, symbol) => ({ length, symbol }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.length - b.length || a.symbol - b.symbol)
    .map(({ symbol }) => symbol);
  return { counts, symbols };
}

const FIXED_LENGTHS = codesOf([
  ...new Array<number>(144).fill(8),
  ...new Array<number>(112).fill(9),
  ...new Array<number>(24).fill(7),
  ...new Array<number>(8).fill(8),
]);
const FIXED_DISTANCES = codesOf(new Array<number>(30).fill(5));

function inflateRaw(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let at = 0;
  const bit = (): number => {
    const byte = bytes[at >> 3];
    if (byte === undefined) throw new Stop();
    const value = (byte >> (at & 7)) & 1;
    at += 1;
    return value;
  };
  const bits = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i += 1) value |= bit() << i;
    return value;
  };
  const symbol = ({ counts, symbols }: Codes): number => {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length < 16; length += 1) {
      code |= bit();
      const count = counts[length] ?? 0;
      if (code - first < count) return symbols[index + code - first] ?? 0;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Stop();
  };
  const put = (byte: number): void => {
    if (out.length >= MOST_BYTES) throw new Stop();
    out.push(byte);
  };
  const stored = (): void => {
    at = (at + 7) & ~7;
    const length = bits(16);
    if ((length ^ bits(16)) !== 0xffff) throw new Stop();
    for (let i = 0; i < length; i += 1) put(bits(8));
  };
  const dynamic = (): readonly [Codes, Codes] => {
    const [literals, distances, codes] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
    const lengths = new Array<number>(19).fill(0);
    for (const place of CODE_ORDER.slice(0, codes)) lengths[place] = bits(3);
    const by = codesOf(lengths);
    const all: number[] = [];
    while (all.length < literals + distances) {
      const one = symbol(by);
      if (one < 16) {
        all.push(one);
      } else {
        const repeated = one === 16 ? (all.at(-1) ?? 0) : 0;
        const times = one === 16 ? bits(2) + 3 : one === 17 ? bits(3) + 3 : bits(7) + 11;
        all.push(...new Array<number>(times).fill(repeated));
      }
    }
    return [codesOf(all.slice(0, literals)), codesOf(all.slice(literals, literals + distances))];
  };
  const block = ([literals, distances]: readonly [Codes, Codes]): void => {
    for (let one = symbol(literals); one !== 256; one = symbol(literals)) {
      if (one < 256) {
        put(one);
        continue;
      }
      const length = (LENGTH_BASE[one - 257] ?? 0) + bits(LENGTH_EXTRA[one - 257] ?? 0);
      const place = symbol(distances);
      const from = out.length - (DISTANCE_BASE[place] ?? 0) - bits(Math.max(0, (place >> 1) - 1));
      if (from < 0) throw new Stop();
      for (let i = 0; i < length; i += 1) put(out[from + i] ?? 0);
    }
  };
  for (let isLast = 0; isLast === 0; ) {
    isLast = bit();
    const kind = bits(2);
    if (kind === 3) throw new Stop();
    if (kind === 0) stored();
    else block(kind === 1 ? [FIXED_LENGTHS, FIXED_DISTANCES] : dynamic());
  }
  return Uint8Array.from(out);
}
