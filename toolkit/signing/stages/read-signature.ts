// From the text of SVC-SIGN to the 64 bytes of a signature (interface 5.1, 5.3 rule 2). What is not 64 bytes tells by its form which
// other algorithm or encoding made it.
import { type Base64urlDefect, base64urlDefect, decodeBase64url } from '../base64url.js';
import { SIGNATURE_BYTES } from '../ed25519/ed25519.js';
import type { SlipId } from '../slips/slips.js';
import { broken, ok, type StageResult } from '../stage-result.js';
import { ascii, decodeLeniently, excerpt } from './read-data.js';

const BY_DEFECT: Readonly<Record<Base64urlDefect, SlipId>> = {
  padding: 'sign-padded',
  'standard-alphabet': 'sign-standard-alphabet',
  'white-space': 'sign-white-space',
  'trailing-bits': 'sign-trailing-bits',
  length: 'sign-truncated',
  alphabet: 'sign-not-base64url',
};

/** `payload` helps to recognise a signature with its message attached. */
export function readSignature(
  text: string,
  payload?: Uint8Array,
): { readonly signature?: Uint8Array; readonly result: StageResult } {
  const cause = signatureEncodingCause(text, payload);
  return cause === undefined
    ? { signature: decodeBase64url(text), result: ok('signature-encoding') }
    : { result: broken(cause, '86 characters of base64url without padding: 64 bytes', excerpt(text)) };
}

/** Undefined when the text is strict base64url of 64 bytes. */
export function signatureEncodingCause(text: string, payload?: Uint8Array): SlipId | undefined {
  if (/^[0-9A-Fa-f]{128}$/.test(text)) return 'sign-hex';
  const defect = base64urlDefect(text);
  if (defect !== undefined) return shapeCause(text) ?? otherLength(text, defect) ?? BY_DEFECT[defect];
  const bytes = decodeBase64url(text);
  return bytes.length === SIGNATURE_BYTES ? undefined : lengthCause(bytes, payload);
}

/** Stray bits and white space, which some readers skip, must not hide that too few or too many bytes are left. */
function otherLength(text: string, defect: Base64urlDefect): SlipId | undefined {
  if (defect !== 'trailing-bits' && defect !== 'white-space') return undefined;
  const { length } = text.replace(/\s+/g, '');
  if (length === SIGNATURE_CHARACTERS) return undefined;
  return length < SIGNATURE_CHARACTERS ? 'sign-truncated' : 'sign-length';
}

const SIGNATURE_CHARACTERS = Math.ceil((SIGNATURE_BYTES * 8) / 6);

function shapeCause(text: string): SlipId | undefined {
  if (/^(["']).*\1$/s.test(text)) return 'sign-quoted';
  if (/^[\w-]*\.[\w-]*\.[\w-]+$/.test(text)) return 'sign-jws';
  if (/^[A-Za-z0-9_-]+[:= ][A-Za-z0-9+/_-]{86}(?:==)?$/.test(text)) return 'sign-prefixed';
  return /%[0-9A-Fa-f]{2}/.test(text) ? 'sign-percent-encoded' : undefined;
}

const RSA_BYTES: readonly number[] = [128, 256, 384, 512];

function lengthCause(bytes: Uint8Array, payload: Uint8Array | undefined): SlipId {
  const text = ascii(bytes);
  if (text !== undefined && /^[0-9A-Fa-f]{128}$/.test(text)) return 'sign-base64-of-hex';
  if (text !== undefined && decodeLeniently(text).length === SIGNATURE_BYTES) return 'sign-double-base64';
  const message = bytes.subarray(SIGNATURE_BYTES);
  if (payload !== undefined && message.length === payload.length && message.every((byte, i) => byte === payload[i])) {
    return 'sign-attached';
  }
  if (bytes[0] === 0x30 && bytes[1] === bytes.length - 2) return 'sign-ecdsa';
  if (RSA_BYTES.includes(bytes.length)) return 'sign-rsa';
  if (bytes.length === 32) return 'sign-hmac';
  return bytes.length < SIGNATURE_BYTES ? 'sign-truncated' : 'sign-length';
}
