// A signature in the dress of another place (interface 5.1): the escapes of JSON and of mail, bytes that were text on their way.
import type { SlipId } from '../../signing/slips/slips.js';
import { readSignature } from '../../signing/stages/read-signature.js';
import { fromBase64, fromPrinted } from '../recognise/alphabets.js';
import { recogniseBytes } from '../recognise/values.js';
import { asText } from './texts.js';
import { undressed } from './undressed.js';

/** The escapes that JSON has for marks of HTML, and the encoded words of mail. */
export function withoutDress(text: string): Dressed | undefined {
  for (const { plain, how, isPercent } of undressed(text)) {
    const cause = isPercent ? 'sign-percent-encoded' : readSignature(plain, undefined).result.cause;
    const meant = fromBase64(plain);
    if (cause !== undefined && meant?.length === 64) return { cause, signature: meant, how };
  }
  const [, encoding = '', word = ''] = /^=\?[\w-]+\?([BQ])\?(.*)\?=$/i.exec(text) ?? [];
  const inner = encoding.toUpperCase() === 'B' ? asText(fromBase64(word)) : word;
  const signature = inner === '' ? undefined : fromBase64(inner);
  return signature?.length === 64 ? { cause: 'sign-prefixed', signature } : undefined;
}

export interface Dressed {
  readonly cause: SlipId;
  readonly signature?: Uint8Array;
  /** What was done, where the cause leaves it open. */
  readonly how?: string;
}

type Restored = readonly [cause: SlipId, how: string, text: string];

/** Letters that something on the way put in the place of others; told where the text without them is a whole signature. */
export function relettered(text: string, isProven?: (signature: Uint8Array) => boolean): Dressed | undefined {
  const restored: readonly Restored[] = [
    ['sign-standard-alphabet', 'with blanks for "+", as reading a form makes of it', text.replaceAll(' ', '+')],
    [
      'sign-other-alphabet',
      'with a dash of typography for a hyphen, as word processors and chats set it',
      text.replace(/[\u2010-\u2015\u2212\uff0d]/g, '-'),
    ],
    [
      'sign-other-alphabet',
      'with entities of HTML for its marks',
      text.replace(/&#(?:x([0-9a-f]{2})|(\d{2}));/gi, (_all, hex?: string, digits?: string) =>
        String.fromCharCode(hex === undefined ? Number(digits) : Number.parseInt(hex, 16)),
      ),
    ],
    [
      'sign-printed',
      'with a line break behind it that is written as a backslash and a letter',
      text.replace(/(?:\\r)?\\n$/, ''),
    ],
  ];
  for (const [cause, how, whole] of restored) {
    const signature = whole === text || !/^[\w+/-]{86}(?:==)?$/.test(whole) ? undefined : fromBase64(whole);
    if (signature?.length === 64 && isProven?.(signature) !== false) return { cause, signature, how };
  }
  return undefined;
}

/** Bytes that were text on their way, or stand in a structure: what is left of the signature. */
export function throughText(bytes: Uint8Array): Dressed | undefined {
  if (bytes.length === 66 && bytes[0] === 4 && bytes[1] === 64) {
    return { cause: 'sign-wrapped', signature: bytes.subarray(2) };
  }
  if (bytes.length === 64 || bytes.length < 24) return undefined;
  const text = utf8Text(bytes);
  if (text === undefined) return undefined;
  const listed = fromPrinted(text);
  if (listed?.length === 64) return { cause: 'sign-printed', signature: listed };
  const isWidened = [...text].length === 64 && [...text].every((one) => one <= '\xff');
  if (isWidened) return { cause: 'sign-utf-8', signature: Uint8Array.from(text, (one) => one.charCodeAt(0)) };
  return /[^\t\n\r\x20-\x7e]/.test(text) ? { cause: 'sign-lossy' } : undefined;
}

export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Of base64 around a text that holds the signature in another encoding. */
const MOST_LAYERS = 3;

export function withinLayers(
  text: string,
  isProven: ((signature: Uint8Array) => boolean) | undefined,
): { cause: SlipId; signature: Uint8Array } | undefined {
  let inner = text;
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    inner = utf8Text(fromBase64(inner) ?? new Uint8Array()) ?? '';
    if (!/^[\x20-\x7e]{86,}$/.test(inner.trim())) return undefined;
    const plain = layer === 0 ? fromBase64(inner.trim()) : undefined;
    if (plain?.length === 64 && isProven?.(plain) !== false) return { cause: 'sign-double-base64', signature: plain };
    const found = recogniseBytes(inner, (bytes) => bytes.length === 64 && isProven?.(bytes) !== false);
    if (found !== undefined) return { cause: `sign-${found.word}`, signature: found.bytes };
  }
  return undefined;
}
