// Bytes from the denser texts of older tools: base85 in its three alphabets, and uuencode. For recognition alone, as in `alphabets.ts`.

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SMALL_FIRST = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Ascii85, that of RFC 1924 (Python's b85encode, git), and Z85 of ZeroMQ. */
const BASE85 = [
  Array.from({ length: 85 }, (_, at) => String.fromCharCode(33 + at)).join(''),
  `${LETTERS}!#$%&()*+-;<=>?@^_\`{|}~`,
  `${SMALL_FIRST}.-:+=^!/*?&<>()[]{}@%$#`,
] as const;

/** `alphabet` counts from 0. Undefined as well for what may be base64: no long text in base85 does without its other marks. */
export function fromBase85(text: string, alphabet: 0 | 1 | 2): Uint8Array | undefined {
  const bare = text.replace(/^<~|~>$/g, '');
  const digits = (alphabet === 0 ? bare.replaceAll('z', '!!!!!') : bare).replace(/\s+/g, '');
  const marks = BASE85[alphabet];
  if (digits.length < 10 || digits.length % 5 === 1 || /^[\w+/=-]+$/.test(digits)) return undefined;
  const bytes: number[] = [];
  for (let from = 0; from < digits.length; from += 5) {
    const group = digits.slice(from, from + 5);
    let value = 0;
    for (const digit of group.padEnd(5, marks.at(-1))) {
      const worth = marks.indexOf(digit);
      if (worth < 0) return undefined;
      value = value * 85 + worth;
    }
    if (value > 0xffffffff) return undefined;
    bytes.push(...[24, 16, 8, 0].slice(0, group.length - 1).map((shift) => (value >>> shift) & 0xff));
  }
  return Uint8Array.from(bytes);
}

/** With or without its first and last line; the ends of lines may have become blanks, two characters, or nothing. */
export function fromUuencode(text: string): Uint8Array | undefined {
  const lines = text
    .replace(/^begin \d{3} \S*(?:\r?\n|\\n| )/, '')
    .replace(/(?:\r?\n|\\n| )`?(?:\r?\n|\\n| )?end\s*$/, '');
  if (!/^[ -`\r\n]|^\\n/.test(lines) || /[^\r\n -`n\\]/.test(lines)) return undefined;
  const bytes: number[] = [];
  let at = 0;
  while (at < lines.length) {
    const length = (lines.charCodeAt(at) - 32) & 63;
    if (length === 0) break;
    const width = Math.ceil(length / 3) * 4;
    // What is cut off a line's end are blanks, which stand for zeros.
    const line = lines.slice(at + 1, at + 1 + width).padEnd(width, ' ');
    if (!/^[ -`]+$/.test(line)) return undefined;
    const values = Array.from(line, (one) => (one.charCodeAt(0) - 32) & 63);
    const whole: number[] = [];
    for (let from = 0; from < values.length; from += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = values.slice(from, from + 4);
      whole.push(((a << 2) | (b >> 4)) & 0xff, ((b << 4) | (c >> 2)) & 0xff, ((c << 6) | d) & 0xff);
    }
    bytes.push(...whole.slice(0, length));
    at += 1 + width;
    at += /^(?:\r?\n|\\n| )/.exec(lines.slice(at, at + 2))?.[0].length ?? 0;
  }
  return bytes.length === 0 ? undefined : Uint8Array.from(bytes);
}
