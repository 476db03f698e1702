// Bytes from the dumps that do not print them one by one in hexadecimal: `hexdump` and `od -x` in words of 16 bits, `od -c` and
// `hexdump -c` as characters, `xxd -i` as an array of C.
import { C_ESCAPES, escapedByte } from './c-escapes.js';

const WORDS = /^\s*([0-9a-fA-F]{6,8})((?:[ \t]+[0-9a-fA-F]{4}){1,8})\s*$/;
const OFFSET = /^\s*([0-9a-fA-F]{6,8})\s*$/;
const CHARACTERS = /^(?: {3}[!-~ ]| {2}\\[0abfnrtv]| [0-7]{3}){1,16}$/;
/** Rows that are alike are left out behind this. */
const LEFT_OUT = /^\*\s*$/m;
const FEWEST_ROWS = 3;

/** Undefined when the text is none of these, or leaves rows out. */
export function fromDumpedWords(text: string): Uint8Array | undefined {
  const array = fromArray(text);
  if (array !== undefined || LEFT_OUT.test(text)) return array;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return fromWords(lines) ?? fromCharacters(lines);
}

/** Little-endian, as the machines of nearly everybody are; the offset below the last row tells whether its last byte is one. */
function fromWords(lines: readonly string[]): Uint8Array | undefined {
  const rows = lines.flatMap((line) => WORDS.exec(line)?.[2] ?? []);
  if (rows.length < FEWEST_ROWS) return undefined;
  const bytes = rows.flatMap((row) =>
    (row.match(/[0-9a-fA-F]{4}/g) ?? []).flatMap((word) =>
      [word.slice(2), word.slice(0, 2)].map((pair) => Number.parseInt(pair, 16)),
    ),
  );
  const end = OFFSET.exec(lines.at(-1) ?? '')?.[1] ?? '';
  const isOdd = [8, 16].some((radix) => Number.parseInt(end, radix) === bytes.length - 1);
  return Uint8Array.from(isOdd ? bytes.slice(0, -1) : bytes);
}

const NAMED: Readonly<Record<string, number>> = { ...C_ESCAPES, '0': 0 };

/** Four columns to a byte. */
function fromCharacters(lines: readonly string[]): Uint8Array | undefined {
  const rows = lines.flatMap((line) => {
    const columns = line.replace(/^[0-9a-fA-F]{6,7}(?= )/, '');
    // Who copies a text may lose the blanks at the ends of its lines.
    return CHARACTERS.exec(columns.padEnd(Math.ceil(columns.length / 4) * 4))?.[0] ?? [];
  });
  if (rows.length < FEWEST_ROWS || rows.length < lines.length * 0.6) return undefined;
  return Uint8Array.from(rows.flatMap((row) => (row.match(/.{4}/g) ?? []).map(byteOf)));
}

function byteOf(cell: string): number {
  const byte = escapedByte(undefined, /^ ([0-7]{3})$/.exec(cell)?.[1]);
  return byte ?? NAMED[/^ {2}\\(.)$/.exec(cell)?.[1] ?? ''] ?? cell.charCodeAt(3);
}

function fromArray(text: string): Uint8Array | undefined {
  const list = /\w+\s*\[\d*\]\s*=\s*\{((?:\s*0x[0-9a-fA-F]{1,2}\s*,?)+)\s*\}/.exec(text)?.[1];
  return list === undefined
    ? undefined
    : Uint8Array.from(list.match(/0x[0-9a-fA-F]{1,2}/g) ?? [], (byte) => Number.parseInt(byte, 16));
}
