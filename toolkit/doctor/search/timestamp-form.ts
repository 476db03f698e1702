// How a timestamp is written that is no plain whole number (interface 5.1): by what it stands for, which is a time near the signed one or
// in our years. Said in words; the cause is `timestamp-format` whichever it is.
import { fromBase64 } from '../recognise/alphabets.js';

/** From 2001 to 2100, in milliseconds. */
const isOurTime = (ms: number): boolean => ms > 978_307_200_000 && ms < 4_102_444_800_000;
/** In milliseconds or in seconds, micro- and nanoseconds. */
const isTime = (count: number): boolean => [1, 1000, 1e-3, 1e-6].some((unit) => isOurTime(count * unit));

type Reading = readonly [how: string, read: (text: string) => number | undefined];

const digitsOf = (text: string): number | undefined => (/^\d{9,19}$/.test(text) ? Number(text) : undefined);
const inBase =
  (base: number, form: RegExp) =>
  (text: string): number | undefined => {
    const digits = form.exec(text)?.[1];
    return digits === undefined ? undefined : Number.parseInt(digits, base);
  };

/** Digits of any script as those of ASCII: each script has its ten in a row, from zero on. */
function inAscii(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });
}

function ofBytes(text: string): number | undefined {
  const bytes = fromBase64(text);
  if (bytes === undefined || bytes.length < 5) return undefined;
  const written = digitsOf(String.fromCharCode(...bytes));
  if (written !== undefined || bytes.length > 8) return written;
  const counts = [bytes, bytes.toReversed()].map((order) => order.reduce((sum, byte) => sum * 256 + byte, 0));
  return counts.find(isTime);
}

const READINGS: readonly Reading[] = [
  ['with white space around it', (text) => (text.trim() === text ? undefined : digitsOf(text.trim()))],
  ['in quotation marks', (text) => digitsOf(/^(["'`])(\d+)\1$/.exec(text)?.[2] ?? '')],
  ['with a sign before it', (text) => digitsOf(/^[-+](\d+)$/.exec(text)?.[1] ?? '')],
  ['in brackets', (text) => digitsOf(/^[[({<]\s*["']?(\d+)["']?\s*[\])}>]$/.exec(text)?.[1] ?? '')],
  ['with its unit or a suffix behind it', (text) => digitsOf(/^(\d+) ?[A-Za-zµ]{1,12}\.?$/.exec(text)?.[1] ?? '')],
  ['with a word before it', (text) => digitsOf(/^[A-Za-z][\w.-]*[=:@ ]+(\d+)$/.exec(text)?.[1] ?? '')],
  [
    'with separators between its digits',
    (text) =>
      /^\d{1,10}(?:[,._'’\u00a0\u202f\u2009 -]\d{2,4})+$/.test(text) ? digitsOf(text.replace(/\D/g, '')) : undefined,
  ],
  ['in digits of another script', (text) => (/[^\0-\x7f]/.test(text) ? digitsOf(inAscii(text)) : undefined)],
  ['in binary digits', inBase(2, /^(?:0b)?([01]{30,})$/i)],
  ['in octal digits', inBase(8, /^0?o?([0-7]{12,})$/i)],
  ['in hexadecimal', inBase(16, /^(?:0x|\\x|#|x)?([0-9a-f]{8,16})h?$/i)],
  ['in base 36', inBase(36, /^([0-9a-z]{6,12})$/i)],
  ['in base64', ofBytes],
];

/** Undefined where it is nothing of the kind; `signed` is the count that it should be, where it is known. */
export function timestampForm(text: string, signed: unknown): string | undefined {
  const fits = (count: number): boolean =>
    typeof signed === 'number' && Number.isFinite(signed) ? count === signed || isTime(count) : isTime(count);
  return READINGS.find(([, read]) => {
    const count = read(text);
    return count !== undefined && fits(count);
  })?.[0];
}
