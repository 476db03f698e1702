// From the text of SVC-DATA to the payload's bytes (interface 5.1, 5.3 rule 2): decoded strictly, and where that fails or gives no
// JSON, the likely mistake is told from the shape of the text.
import { type Base64urlDefect, base64urlDefect, decodeBase64url, inUrlAlphabet } from '../base64url.js';
import { unhex } from '../keys/der.js';
import type { SlipId } from '../slips/slips.js';
import { broken, ok, type StageResult } from '../stage-result.js';

const BY_DEFECT: Readonly<Record<Base64urlDefect, SlipId>> = {
  padding: 'data-padded',
  'standard-alphabet': 'data-standard-alphabet',
  'white-space': 'data-white-space',
  'trailing-bits': 'data-trailing-bits',
  length: 'data-truncated',
  alphabet: 'data-not-base64url',
};

/** The payload's bytes, when the text is strict base64url of what may be a payload. */
export function readData(text: string): { readonly payload?: Uint8Array; readonly result: StageResult } {
  const defect = base64urlDefect(text);
  const payload = defect === undefined ? decodeBase64url(text) : undefined;
  const isObject = payload !== undefined && payload[0] === OPENING_BRACE;
  const cause = isObject ? undefined : encodingCause(text, defect, payload);
  return payload !== undefined && cause === undefined
    ? { payload, result: ok('data-encoding') }
    : { result: broken(cause ?? 'data-not-base64url', 'base64url of the payload, without padding', excerpt(text)) };
}

const OPENING_BRACE = 0x7b;

/** Undefined when the encoding is right. */
export function dataEncodingCause(text: string): SlipId | undefined {
  return readData(text).result.cause;
}

function encodingCause(
  text: string,
  defect: Base64urlDefect | undefined,
  payload: Uint8Array | undefined,
): SlipId | undefined {
  // Hexadecimal digits are all of the base64url alphabet, so this comes before any defect of the text as base64url.
  if (isHexOf(text, startsLikeJson)) return 'data-hex';
  if (defect !== undefined) return shapeCause(text) ?? BY_DEFECT[defect];
  const inner = payload && ascii(payload);
  if (inner === undefined || startsLikeJson(inner)) return undefined;
  if (isHexOf(inner, startsLikeJson)) return 'data-base64-of-hex';
  return startsLikeJson(ascii(decodeLeniently(inner)) ?? '') ? 'data-double-base64' : undefined;
}

/** Mistakes that show in the characters. */
function shapeCause(text: string): SlipId | undefined {
  if (startsLikeJson(text)) return 'data-raw-json';
  if (/^(["']).*\1$/s.test(text)) return 'data-quoted';
  if (/^[\w-]+\.[\w-]+(?:\.[\w-]*)?$/.test(text)) return 'data-jws';
  // In other encodings "%" is a letter like any other.
  return /^(?:[\w+/=.~-]|%[0-9A-Fa-f]{2})*%[0-9A-Fa-f]{2}(?:[\w+/=.~-]|%[0-9A-Fa-f]{2})*$/.test(text)
    ? 'data-percent-encoded'
    : undefined;
}

function startsLikeJson(text: string): boolean {
  return /^\s*\{\s*"/.test(text);
}

function isHexOf(text: string, accept: (text: string) => boolean): boolean {
  return text.length % 2 === 0 && /^[0-9A-Fa-f]+$/.test(text) && accept(ascii(unhex(text)) ?? '');
}

/** The text of bytes that are all ASCII. */
export function ascii(bytes: Uint8Array): string | undefined {
  return bytes.every((byte) => byte < 0x80) ? String.fromCharCode(...bytes.subarray(0, 60_000)) : undefined;
}

/** Either alphabet, padded or not: only to recognise a text that was encoded twice. */
export function decodeLeniently(text: string): Uint8Array {
  const strict = inUrlAlphabet(text);
  return base64urlDefect(strict) === undefined ? decodeBase64url(strict) : new Uint8Array();
}

export function excerpt(text: string): string {
  return text.length > 80 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
}
