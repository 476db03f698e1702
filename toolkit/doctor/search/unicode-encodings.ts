// The encodings of Unicode that are not UTF-8 (interface 5.2), written here, since platforms decode some of them and encode none.
import { latin1Of } from '../../signing/latin1.js';
import { utf8Bytes } from '../capture/capture.js';
import { fromBase64 } from '../recognise/alphabets.js';
import { decoderOf, type Encoding, isAscii } from './charsets.js';

/** RFC 2152: what is not ASCII in base64 of its UTF-16, between "+" and "-"; the terse have no "-" where none is needed. */
export function utf7(text: string, isTerse = false): Uint8Array {
  const written = text.replace(/\+|[^\0-\x7f]+/g, (run, at: number) => {
    if (run === '+') return '+-';
    const end = isTerse && !/^[A-Za-z0-9+/-]/.test(text.slice(at + run.length)) ? '' : '-';
    const units = Array.from({ length: run.length }, (_, at) => run.charCodeAt(at));
    return `+${btoa(latin1Of(units.flatMap((unit) => [unit >> 8, unit & 0xff]))).replace(/=+$/, '')}${end}`;
  });
  return utf8Bytes(written);
}

function fromUtf7(bytes: Uint8Array): string | undefined {
  const text = latin1Of(bytes);
  if (!isAscii(text) || !text.includes('+')) return undefined;
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_run, coded: string) =>
    coded === '' ? '+' : units(fromBase64(coded) ?? new Uint8Array(), 2),
  );
}

/** Code units or code points of some bytes each, the highest byte first. */
function units(bytes: Uint8Array, size: 2 | 4): string {
  let text = '';
  for (let at = 0; at + size <= bytes.length; at += size) {
    const code = bytes.subarray(at, at + size).reduce((value, byte) => value * 256 + byte, 0);
    text += size === 2 ? String.fromCharCode(code) : code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return text;
}

function utf32(name: string, isLittle: boolean, hasMark: boolean): Encoding {
  const turned = (bytes: Uint8Array): Uint8Array => bytes.map((_byte, at) => bytes[at - (at % 4) + 3 - (at % 4)] ?? 0);
  const encode = (text: string): Uint8Array => {
    const codes = Array.from((hasMark ? '\ufeff' : '') + text, (letter) => letter.codePointAt(0) ?? 0);
    const bytes = Uint8Array.from(codes.flatMap((code) => [0, code >> 16, (code >> 8) & 0xff, code & 0xff]));
    return isLittle ? turned(bytes) : bytes;
  };
  const decode = (bytes: Uint8Array): string | undefined => {
    if (bytes.length % 4 > 0) return undefined;
    const text = units(isLittle ? turned(bytes) : bytes, 4);
    return text.includes('\ufffd') ? undefined : text.replace(/^\ufeff/, '');
  };
  return { name, encode, decode };
}

/** Each half of a pair of surrogates in three bytes of its own. */
export function cesu8(text: string): Uint8Array {
  const bytes = Array.from({ length: text.length }, (_, at) => {
    const code = text.charCodeAt(at);
    return code < 0x80
      ? [code]
      : code < 0x800
        ? [0xc0 | (code >> 6), tail(code)]
        : [0xe0 | (code >> 12), tail(code >> 6), tail(code)];
  });
  return Uint8Array.from(bytes.flat());
}

const tail = (code: number): number => 0x80 | (code & 0x3f);

function fromCesu8(bytes: Uint8Array): string | undefined {
  const text = latin1Of(bytes).replace(
    /\xed([\xa0-\xaf])([\x80-\xbf])\xed([\xb0-\xbf])([\x80-\xbf])/g,
    (_pair, ...parts) => {
      const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map((one) => String(one).charCodeAt(0));
      const high = 0xd000 | ((a & 0x3f) << 6) | (b & 0x3f);
      const low = 0xd000 | ((c & 0x3f) << 6) | (d & 0x3f);
      return latin1Of(utf8Bytes(String.fromCharCode(high, low)));
    },
  );
  return decoderOf('utf-8')(Uint8Array.from(text, (one) => one.charCodeAt(0)));
}

function utf16(name: string, isLittle: boolean): Encoding {
  const turned = (bytes: Uint8Array): Uint8Array => bytes.map((_byte, at) => bytes[at ^ 1] ?? 0);
  const encode = (text: string): Uint8Array => {
    const bytes = Uint8Array.from(
      text.split('').flatMap((unit) => [unit.charCodeAt(0) >> 8, unit.charCodeAt(0) & 0xff]),
    );
    return isLittle ? turned(bytes) : bytes;
  };
  const decode = (bytes: Uint8Array): string | undefined =>
    bytes.length % 2 > 0 || !bytes.includes(0)
      ? undefined
      : units(isLittle ? turned(bytes) : bytes, 2).replace(/^\ufeff/, '');
  return { name, encode, decode };
}

/** The likeliest first. */
export const UNICODE_ENCODINGS: readonly Encoding[] = [
  { name: 'UTF-7', encode: (text) => utf7(text), decode: fromUtf7 },
  { name: 'UTF-7', encode: (text) => utf7(text, true), decode: fromUtf7 },
  { name: 'CESU-8, the modified UTF-8 of Java', encode: cesu8, decode: fromCesu8 },
  utf32('UTF-32, the lowest byte first', true, false),
  utf32('UTF-32', false, false),
  utf32('UTF-32 behind its mark', true, true),
  utf32('UTF-32 behind its mark, the highest byte first', false, true),
  utf16('UTF-16', true),
  utf16('UTF-16, the highest byte first', false),
];
