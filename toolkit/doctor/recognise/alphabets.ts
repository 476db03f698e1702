// Bytes from the texts that people write them in: base64 of either alphabet, hexadecimal, base32, base58, lists of numbers, and what
// languages print of bytes. Lenient on purpose, for recognition alone: strict reading is that of `toolkit/signing`.
import { BASE64URL_ALPHABET, base64urlDefect, decodeBase64url, inUrlAlphabet } from '../../signing/base64url.js';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Decoding base58 takes time in the square of its length; no signature, hash or short payload is longer. */
const LONGEST_BASE58 = 800;

export function fromHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/^(?:0x|\\x)/i, '').replace(/(?:[:\s-]|\\x)/gi, '');
  return digits.length > 0 && digits.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(digits)
    ? Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined;
}

/** Either alphabet, padded or not, blanks and stray bits ignored. */
export function fromBase64(text: string): Uint8Array | undefined {
  const url = inUrlAlphabet(text.replace(/[\s"']+/g, ''));
  const defect = base64urlDefect(url);
  if (defect === undefined) return decodeBase64url(url);
  if (defect !== 'trailing-bits') return undefined;
  const stray = url.length % 4 === 2 ? 0b1111 : 0b11;
  const last = BASE64URL_ALPHABET.charAt(BASE64URL_ALPHABET.indexOf(url.slice(-1)) & ~stray);
  return decodeBase64url(url.slice(0, -1) + last);
}

export function fromBase32(text: string): Uint8Array | undefined {
  const letters = text.replace(/=+$/, '').toUpperCase();
  if (letters === '' || !/^[A-Z2-7]+$/.test(letters)) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const letter of letters) {
    bits = ((bits << 5) | BASE32.indexOf(letter)) & 0xfff;
    count += 5;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}

export function fromBase58(text: string): Uint8Array | undefined {
  if (text.length > LONGEST_BASE58 || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return undefined;
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(BASE58.indexOf(letter));
  const digits = value === 0n ? '' : value.toString(16);
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Uint8Array.from([
    ...new Uint8Array(zeros),
    ...(fromHex(digits.length % 2 === 0 ? digits : `0${digits}`) ?? []),
  ]);
}

/**
 * `[1, 2, 255]`, `{"type":"Buffer","data":[…]}`, `<Buffer 7b 22>`, `Uint8Array(3) [ … ]`, `bytearray(b'…')` and their like; signed bytes
 * too.
 */
export function fromPrinted(text: string): Uint8Array | undefined {
  const erlang = /^<<([\d\s,]+)>>$/.exec(text)?.[1];
  if (erlang !== undefined) return fromPrinted(`[${erlang}]`);
  // JSON of a typed array: an object of its places.
  const placed = /^\{\s*(?:"\d+"\s*:\s*\d{1,3}\s*[,}]\s*){2,}$/.test(text) ? text.match(/\d+(?=\s*[,}])/g) : null;
  if (placed !== null) return fromPrinted(`[${placed.join()}]`);
  // In groups of four bytes it is what NSData of Apple prints.
  const hexInside = /^<(?:Buffer )?((?:[0-9a-f]{2} ?)+)>$/.exec(text)?.[1];
  if (hexInside !== undefined) return fromHex(hexInside);
  const list =
    /^(?:[\w.]*(?:\(\d+\))? ?)?[[({]\s*((?:-?(?:0x)?[0-9a-f]{1,3}\s*[,\s]\s*)+-?(?:0x)?[0-9a-f]{1,3})\s*,?\s*[\])}]$/i.exec(
      text,
    )?.[1] ??
    /"data"\s*:\s*\[([\d\s,]+)\]/.exec(text)?.[1] ??
    /^((?:\d{1,3}[,; ]\s*){15,}\d{1,3})$/.exec(text)?.[1];
  const numbers = list
    ?.split(/[,;\s]+/)
    .filter((one) => one !== '')
    .map(Number);
  if (numbers === undefined || numbers.length < 2) return undefined;
  return numbers.every((one) => Number.isInteger(one) && one >= -128 && one <= 255)
    ? Uint8Array.from(numbers, (one) => one & 0xff)
    : undefined;
}

/** The text inside what Python, Ruby or a template prints around it: `b'…'`, `bytearray(b"…")`, `'…'`, `Optional[…]`, `Some("…")`. */
export function insidePrinted(text: string): string | undefined {
  const inner =
    /^(?:bytearray\(|bytes\()?[bru]{1,2}(['"])(.*)\1\)?$/is.exec(text)?.[2] ??
    /^\[(['"])([^'"]*)\1\]$/.exec(text)?.[2] ??
    /^(?:Optional|Some|Just|Ok|String|str|StringSlice)\s*[[(]"?(.*?)"?[\])]$/s.exec(text)?.[1];
  return inner === '' ? undefined : inner;
}

/** What stands where a value should have been filled in. */
export function isPlaceholder(text: string): boolean {
  if (/^<(?:Buffer )?(?:[0-9a-f]{2,8} ){7,}/.test(text)) return false;
  return (
    /^(?:undefined|null|none|nil|nan|true|false|todo|tbd|xxx+|changeme|\(null\)|<nil>|<null>|%!\w\(.*\))$/i.test(
      text,
    ) ||
    /^\{length = \d+, bytes = 0x|^Instance of '|^\[?object \w+\]?$|^<(?:function|coroutine|Future|Task|generator|bound method|built-in)\b.*>$|^Promise\b|^\[\w+(?:: \w+)?\]$/.test(
      text,
    ) ||
    /^(?:function\b.*|\(.*\) ?=>.*|[\w.$]+@[0-9a-f]{5,8}|\[B@[0-9a-f]+|System\.\w+(?:\[\])?|java\.nio\.\w+\[.*\]|#<[A-Z]\w*(?:::\w+)*\b.*>|<\w+ (?:[\w.]+ )?object @? ?(?:at )?0x[0-9a-f]+>|\w+\([\w, ]*\))$/.test(
      text,
    ) ||
    /^(?:\$\{?[A-Z_a-z]\w*\}?|\{\{?[\w .-]+\}?\}|<[A-Za-z_][\w .-]*>|%[A-Za-z_]\w*%|YOUR[_ -].*|#\{.*\})$/.test(text)
  );
}
