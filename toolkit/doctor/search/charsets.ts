// The character sets of countries and consoles that programs write where UTF-8 is meant (interface 5.2). Portable: the platform decodes
// nearly all of them, and what encodes is what it decodes, turned round.
import { latin1Of } from '../../signing/latin1.js';
import { utf8Bytes } from '../capture/capture.js';

export interface Encoding {
  readonly name: string;
  /** Undefined for a text with letters that it has not. */
  readonly encode: (text: string) => Uint8Array | undefined;
  /** Undefined for bytes that are none of its text. */
  readonly decode: (bytes: Uint8Array) => string | undefined;
}

/** An encoding that writes letter by letter. */
export interface Charset extends Encoding {
  readonly letter: (letter: string) => readonly number[] | undefined;
}

const SINGLE = [
  ...['windows-1251', 'windows-1250', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256'],
  ...['windows-1257', 'windows-1258', 'windows-874', 'iso-8859-2', 'iso-8859-5', 'iso-8859-7', 'iso-8859-15'],
  ...['koi8-r', 'koi8-u', 'ibm866', 'macintosh'],
];
const DOUBLE = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'];

/** Upper halves that platforms do not decode, or not all of them rightly: Node.js takes Windows-1252 for Latin-1. */
const latinHalf = (from: number): string =>
  String.fromCharCode(...Array.from({ length: 256 - from }, (_, at) => from + at));

const UPPER_HALVES: Readonly<Record<string, string>> = {
  'windows-1252': `€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ${latinHalf(0xa0)}`,
  'code page 437':
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  'code page 850':
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  'code page 852':
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
};

export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

function charset(
  name: string,
  lettersOf: () => ReadonlyMap<string, readonly number[]>,
  decode: Charset['decode'],
): Charset {
  let letters: ReadonlyMap<string, readonly number[]> | undefined;
  const letter = (one: string): readonly number[] | undefined => {
    letters ??= lettersOf();
    return isAscii(one) ? [one.charCodeAt(0)] : (letters.get(one) ?? beyond(name, one));
  };
  const encode = (text: string): Uint8Array | undefined => {
    const bytes: number[] = [];
    for (const one of text) {
      const written = letter(one);
      if (written === undefined) return undefined;
      bytes.push(...written);
    }
    return Uint8Array.from(bytes);
  };
  return { name, letter, encode, decode };
}

/** GB 18030 has four bytes for what is beyond the first plane, by count. */
function beyond(name: string, letter: string): readonly number[] | undefined {
  const code = letter.codePointAt(0) ?? 0;
  if (name !== 'gb18030' || code < 0x10000) return undefined;
  const place = code - 0x10000 + 189_000;
  return [
    0x81 + Math.floor(place / 12_600),
    0x30 + (Math.floor(place / 1260) % 10),
    0x81 + (Math.floor(place / 10) % 126),
    0x30 + (place % 10),
  ];
}

/** The platform's decoder, which takes nothing that is no text in the set. */
export function decoderOf(label: string): Charset['decode'] {
  return (bytes) => {
    try {
      return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return undefined;
    }
  };
}

/** Every code of one byte and, where there are such, of two: each on a line of its own, since a wrong one swallows what follows. */
function lettersOfPlatform(label: string, isDouble: boolean): ReadonlyMap<string, readonly number[]> {
  const high = Array.from({ length: 128 }, (_, at) => at + 128);
  const trails = Array.from({ length: 192 }, (_, at) => at + 64);
  const codes: readonly (readonly number[])[] = [
    ...high.map((byte) => [byte]),
    ...(isDouble ? high.flatMap((lead) => trails.map((trail) => [lead, trail])) : []),
  ];
  const lines = new TextDecoder(label).decode(Uint8Array.from(codes.flatMap((code) => [...code, 10]))).split('\n');
  // Where two codes are one letter, encoders write the first.
  const letters = new Map<string, readonly number[]>();
  for (const [at, line] of lines.entries()) {
    const code = codes[at];
    const isLetter = [...line].length === 1 && line !== '\ufffd';
    if (code !== undefined && isLetter && !letters.has(line)) letters.set(line, code);
  }
  return letters;
}

function byTable(name: string, upper: string): Charset {
  const letters = new Map([...upper].map((letter, at) => [letter, [at + 128]] as const));
  const decode = (bytes: Uint8Array): string =>
    Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : upper.charAt(byte - 128))).join('');
  return charset(name, () => letters, decode);
}

const PLATFORM = [...SINGLE, ...DOUBLE].map((label) =>
  charset(label, () => lettersOfPlatform(label, DOUBLE.includes(label)), decoderOf(label)),
);
const BY_TABLE = Object.entries(UPPER_HALVES).map(([name, upper]) => byTable(name, upper));
const LATIN_1 = charset(
  'Latin-1',
  () => new Map(Array.from({ length: 128 }, (_, at) => [String.fromCharCode(at + 128), [at + 128]])),
  latin1Of,
);

/** Those in which a letter is one byte. */
export const NARROW_CHARSETS: readonly Charset[] = [
  LATIN_1,
  ...BY_TABLE.slice(0, 1),
  ...PLATFORM.filter(({ name }) => SINGLE.includes(name)),
  ...BY_TABLE.slice(1),
];

export const ASCII: Charset = {
  name: 'ASCII',
  letter: (one) => (isAscii(one) ? [one.charCodeAt(0)] : undefined),
  encode: (text) => (isAscii(text) ? utf8Bytes(text) : undefined),
  decode: () => undefined,
};

/** Those in which a letter is one byte or two. */
export const DOUBLE_CHARSETS: readonly Charset[] = PLATFORM.filter(({ name }) => DOUBLE.includes(name));

/** ISO-2022-JP is the codes of EUC-JP in seven bits, between the marks that switch to them and back. */
function iso2022(text: string, letter: Charset['letter']): Uint8Array | undefined {
  const bytes: number[] = [];
  let isWide = false;
  for (const one of text) {
    const code = letter(one);
    if (code === undefined || code.some((byte) => byte === 0x8e)) return undefined;
    if (code.length > 1 !== isWide) bytes.push(0x1b, ...(isWide ? [0x28, 0x42] : [0x24, 0x42]));
    isWide = code.length > 1;
    bytes.push(...code.map((byte) => byte & 0x7f));
  }
  return Uint8Array.from(isWide ? [...bytes, 0x1b, 0x28, 0x42] : bytes);
}

const EUC_JP = PLATFORM.find(({ name }) => name === 'euc-jp');

export const ISO_2022_JP: Encoding = {
  name: 'iso-2022-jp',
  encode: (text) => (EUC_JP === undefined ? undefined : iso2022(text, EUC_JP.letter)),
  decode: (bytes) => (bytes.includes(0x1b) ? decoderOf('iso-2022-jp')(bytes) : undefined),
};
