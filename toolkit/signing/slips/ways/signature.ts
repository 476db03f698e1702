// Slips in what is signed, by which algorithm and key, and what becomes of the signature (interface 5.1, 5.3 rule 1). SVC-DATA stays right
// each time.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { RequirementId } from '../../../requirements/requirement-id.js';
import { fromLittleEndian, ORDER, toLittleEndian } from '../../ed25519/curve.js';
import type { Signer } from '../../ed25519/ed25519.js';
import { PrivateKey } from '../../keys/private-key.js';
import { createSigner } from '../../sign.js';
import { base64url, over, signedAs, sortedMembers, textOf } from './changes.js';
import { at, clients, damage, type Way, way } from './way.js';

const VERIFIED: RequirementId = 'auth.signature-verified';
const OVER_TEXT: RequirementId = 'auth.signature-over-text-refused';

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const join = (...parts: readonly (Uint8Array | string)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));
const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer =>
  createHash('sha256')
    .update(join(...parts))
    .digest();

/** The payload written once more; what is no JSON stays as it is. */
const rewritten = (write: (fields: Readonly<Record<string, unknown>>) => string): Way['change'] =>
  over((payload) => {
    try {
      return utf8(write(JSON.parse(textOf(payload)) as Record<string, unknown>)); // a payload is an object
    } catch {
      return payload;
    }
  });

const MESSAGES: readonly Way[] = [
  way(
    'signed-data-text',
    { signedBytes: (payload) => utf8(base64url(payload)) },
    'signs-data-text: signs the base64url text of SVC-DATA',
    ['sign-over-text: signature over the base64url text of SVC-DATA', OVER_TEXT],
  ),
  way(
    'signed-padded-data',
    { signedBytes: (payload) => utf8(Buffer.from(payload).toString('base64')) },
    'signs-padded-base64: signs the padded base64 text of the payload',
    ['sign-over-padded-text: signature over the padded base64 text', OVER_TEXT],
  ),
  way(
    'signed-sha-256',
    { signedBytes: (payload) => sha256(payload) },
    'signs-sha-256: signs the SHA-256 hash of the payload',
    ['sign-over-hash: signature over the SHA-256 of the payload', VERIFIED],
  ),
  way(
    'signed-sha-256-hex',
    { signedBytes: (payload) => utf8(sha256(payload).toString('hex')) },
    'signs-sha-256-in-hex: signs the hexadecimal SHA-256 hash of the payload',
    ['sign-over-hex-hash: signature over the hexadecimal SHA-256 of the payload', VERIFIED],
  ),
  way(
    'signed-final-newline',
    { signedBytes: (payload) => join(payload, '\n') },
    'signs-final-newline: signs the payload with a line break at its end, as a shell writes it',
    ['sign-over-newline: signature over the payload and a newline', VERIFIED],
  ),
  way(
    'signed-nothing',
    { signedBytes: () => new Uint8Array() },
    'signs-nothing: signs a buffer that was never filled',
    ['sign-over-nothing: signature over nothing', VERIFIED],
  ),
  way(
    'signed-hex-text',
    { signedBytes: (payload) => utf8(Buffer.from(payload).toString('hex')) },
    'signs-hex-text: signs the hexadecimal text of the payload',
    ['sign-over-hex-text: signature over the payload in hexadecimal', VERIFIED],
  ),
  way(
    'signed-utf-16',
    { signedBytes: (payload) => Buffer.from(textOf(payload), 'utf16le') },
    'signs-utf-16: signs the payload in UTF-16',
    ['sign-over-utf16: signature over the payload in UTF-16', VERIFIED],
  ),
  ...at('signedBytes', {
    'signed-sha-256-base64': {
      'signs-sha-256-in-base64: signs the base64url SHA-256 hash of the payload': (payload) =>
        utf8(base64url(sha256(payload))),
    },
    'signed-sha-512': {
      'signs-sha-512: signs the SHA-512 hash of the payload': (payload) =>
        createHash('sha512').update(payload).digest(),
    },
    'signed-body': { 'signs-body: signs the body': (_, { body }) => body },
    'signed-body-hash': {
      'signs-body-hash: signs the hash of the body': (_, { body }) => sha256(body),
      'signs-body-hash-text: signs the text of body_hash': (_, { body }) => utf8(base64url(sha256(body))),
    },
    'signed-concatenation': {
      'signs-concatenation: signs timestamp, method, path and body in a row, as other exchanges want': (
        _,
        { timestampMs, method, path, body },
      ) => join(String(timestampMs), method, path, body),
      'signs-lines: signs method, path, timestamp and body in lines': (_, { timestampMs, method, path, body }) =>
        join(`${method}\n${path}\n${timestampMs}\n`, body),
    },
    'signed-path': { 'signs-path: signs the path': (_, { path }) => utf8(path) },
    'signed-final-zero': {
      'signs-final-zero: signs the payload with its terminating zero': (payload) => join(payload, Uint8Array.of(0)),
    },
    'signed-byte-order-mark': {
      'signs-byte-order-mark: signs the payload with a byte order mark before it': (payload) => join('\ufeff', payload),
    },
    'signed-escaped': {
      'signs-escaped-payload: signs the payload with \\/ for slashes': (payload) =>
        utf8(textOf(payload).replaceAll('/', '\\/')),
    },
    'signed-json-twice': {
      'signs-payload-twice-serialised: signs the JSON text of the JSON text': (payload) =>
        utf8(JSON.stringify(textOf(payload))),
    },
  }),
  ...clients({
    'signed-other-spacing': {
      'signs-pretty-payload: serialises the payload with indentation to sign it': rewritten((fields) =>
        JSON.stringify(fields, undefined, 2),
      ),
      'signs-spaced-payload: serialises the payload with blanks after commas and colons to sign it': rewritten(spaced),
    },
    'signed-other-order': {
      'signs-sorted-payload: serialises the payload with sorted members to sign it': rewritten((fields) =>
        JSON.stringify(sortedMembers(fields)),
      ),
    },
  }),
];

function spaced(fields: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{${members.join(', ')}}`;
}

let stranger: Signer | undefined;
/** A key that no service and no vector knows, made on first use so that importing the tables costs nothing. */
function byStranger(message: Uint8Array): Uint8Array {
  stranger ??= createSigner(new PrivateKey(sha256('a key that no vector knows')));
  return stranger.sign(message);
}

/** The same signature with S + L for S: equal modulo L, and refused by RFC 8032, 5.1.7. */
const withLargeS = (signature: Uint8Array): Uint8Array =>
  join(signature.subarray(0, 32), toLittleEndian(fromLittleEndian(signature.subarray(32)) + ORDER));

function withBit(signature: Uint8Array, byte: number): Uint8Array {
  const changed = Uint8Array.from(signature);
  changed[byte] = (changed[byte] ?? 0) ^ 1;
  return changed;
}

/**
 * ECDSA and RSA signatures are told by their form alone, so bytes of that form stand for them and keep the vectors the same in every run.
 */
function ecdsaShaped(message: Uint8Array): Uint8Array {
  const number = (label: string): Uint8Array => {
    const digits = sha256(label, message);
    digits[0] = ((digits[0] ?? 0) & 0x7f) | 0x40;
    return join(Uint8Array.of(0x02, 32), digits);
  };
  return join(Uint8Array.of(0x30, 68), number('r'), number('s'));
}

const rsaShaped = (message: Uint8Array): Uint8Array =>
  join(...Array.from({ length: 8 }, (_, i) => sha256(Uint8Array.of(i), message)));

const SIGNATURES: readonly Way[] = [
  damage(
    'signature-unexplained',
    signedAs((signature) => withBit(signature, 0)),
    ['sign-bit-in-r: signature with one bit of R flipped', VERIFIED],
  ),
  damage(
    'signature-unexplained',
    signedAs((signature) => withBit(signature, 40)),
    ['sign-bit-in-s: signature with one bit of S flipped', VERIFIED],
  ),
  damage(
    'signature-unexplained',
    signedAs((signature) => withBit(signature, 63)),
    ['sign-last-bit: signature with a bit of its last byte flipped', VERIFIED],
  ),
  damage(
    'sign-truncated',
    signedAs((signature) => signature.subarray(0, 63)),
    ['sign-cut: signature without its last byte', VERIFIED],
  ),
  way(
    'sign-length',
    signedAs((signature) => join(signature, Uint8Array.of(1))),
    'sends-signature-with-recovery-byte: appends a byte to the signature, as some curves need',
    ['sign-extended: signature with a byte more', VERIFIED],
  ),
  way(
    'sign-attached',
    signedAs((signature, payload) => join(signature, payload)),
    'attaches-message-to-signature: sends signature and message in one, as crypto_sign of NaCl gives them',
    ['sign-attached: signature with the payload attached', VERIFIED],
  ),
  damage(
    'signature-unexplained',
    signedAs(() => new Uint8Array(64)),
    ['sign-zero: signature of zeros', VERIFIED],
  ),
  damage(
    'signature-unexplained',
    signedAs(() => randomBytes(64)),
    ['sign-random: signature of random bytes', VERIFIED],
  ),
  way(
    'signature-halves-swapped',
    signedAs((signature) => join(signature.subarray(32), signature.subarray(0, 32))),
    'swaps-signature-halves: writes S before R',
    ['sign-swapped: signature with its halves swapped', VERIFIED],
  ),
  damage('signature-unexplained', signedAs(withLargeS), [
    'sign-large-s: signature with S beyond the group order',
    VERIFIED,
  ]),
  way(
    'signature-unexplained',
    { sign: byStranger },
    'signs-with-unknown-key: signs with a key that is not registered',
    ['sign-by-another-key: signature by another key', 'auth.foreign-key-refused'],
  ),
  way(
    'sign-hmac',
    { sign: (message, { seed = 'a secret' }) => createHmac('sha256', seed).update(message).digest() },
    'signs-with-hmac: makes an HMAC-SHA256 with the secret instead of a signature',
    ['sign-hmac: signature by HMAC-SHA256', VERIFIED],
  ),
  ...at('sign', {
    'sign-ecdsa': { 'signs-with-ecdsa: signs with an ECDSA key: a DER structure of two numbers': ecdsaShaped },
    'sign-rsa': { 'signs-with-rsa: signs with an RSA key of 2048 bits': rsaShaped },
  }),
  ...clients({
    'signature-reversed': {
      'reverses-signature: writes the signature in big-endian order': signedAs((signature) =>
        Uint8Array.from(signature).toReversed(),
      ),
    },
  }),
];

export const SIGNATURE_WAYS: readonly Way[] = [...MESSAGES, ...SIGNATURES];
