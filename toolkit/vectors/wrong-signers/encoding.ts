// Signers that encode SVC-DATA, SVC-SIGN or body_hash wrongly (interface 5.3, rule 2). The same slips occur in all three places.
import { createHash, createHmac } from 'node:crypto';
import type { WrongSigner } from '../wrong-implementation.js';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Padded to a multiple of four characters. */
const padded = (bytes: Uint8Array): string => base64(bytes).replaceAll('+', '-').replaceAll('/', '_');
const standard = (bytes: Uint8Array): string => base64(bytes).replace(/=+$/, '');
/** Lines of 76 characters, as MIME encoders and `base64` on the command line write them. */
const wrapped = (bytes: Uint8Array): string => base64url(bytes).replace(/(.{76})(?=.)/g, '$1\r\n');
/** Sets the bits of the last character that no byte has, where there are any. */
function strayBits(bytes: Uint8Array): string {
  const text = base64url(bytes);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return bytes.length % 3 === 0 ? text : text.slice(0, -1) + alphabet.charAt(alphabet.indexOf(text.slice(-1)) + 1);
}
const JWS_HEADER = base64url('{"alg":"EdDSA"}');

export const ENCODING_SIGNERS: readonly WrongSigner[] = [
  {
    id: 'pads-data',
    cause: 'data-padded',
    sentence: 'leaves the padding on SVC-DATA',
    change: { encodeData: padded },
  },
  {
    id: 'encodes-data-in-standard-base64',
    cause: 'data-standard-alphabet',
    sentence: 'uses the standard base64 alphabet for SVC-DATA',
    change: { encodeData: standard },
  },
  {
    id: 'wraps-data-lines',
    cause: 'data-white-space',
    sentence: 'wraps SVC-DATA into lines',
    change: { encodeData: wrapped },
  },
  {
    id: 'leaves-stray-bits-in-data',
    cause: 'data-trailing-bits',
    sentence: 'fills the last character of SVC-DATA with bits of no byte',
    change: { encodeData: strayBits },
  },
  {
    id: 'percent-encodes-data',
    cause: 'data-percent-encoded',
    sentence: 'percent-encodes the padded base64 text of SVC-DATA',
    change: { encodeData: (payload) => encodeURIComponent(base64(payload)) },
  },
  {
    id: 'quotes-data',
    cause: 'data-quoted',
    sentence: 'serialises the text of SVC-DATA as JSON',
    change: { encodeData: (payload) => JSON.stringify(base64url(payload)) },
  },
  {
    id: 'encodes-data-in-hex',
    cause: 'data-hex',
    sentence: 'writes SVC-DATA in hexadecimal',
    change: { encodeData: hex },
  },
  {
    id: 'sends-data-unencoded',
    cause: 'data-raw-json',
    sentence: 'sends the JSON text itself in SVC-DATA',
    change: { encodeData: (payload) => Buffer.from(payload).toString() },
  },
  {
    id: 'encodes-data-twice',
    cause: 'data-double-base64',
    sentence: 'encodes SVC-DATA, and the HTTP layer encodes it again',
    change: { encodeData: (payload) => base64url(base64url(payload)) },
  },
  {
    id: 'encodes-hex-of-data',
    cause: 'data-base64-of-hex',
    sentence: 'takes the hexadecimal text of the payload for its bytes',
    change: { encodeData: (payload) => base64url(hex(payload)) },
  },
  {
    id: 'sends-data-as-jws',
    cause: 'data-jws',
    sentence: 'sends a JSON Web Signature in SVC-DATA',
    change: {
      encodeData: (payload, input) => `${JWS_HEADER}.${base64url(payload)}.${base64url(input.signer.sign(payload))}`,
    },
  },
  {
    id: 'cuts-data',
    cause: 'data-truncated',
    sentence: 'cuts SVC-DATA at 128 characters',
    change: { encodeData: (payload) => base64url(payload).slice(0, 128) },
  },
  {
    id: 'sends-data-as-uri',
    cause: 'data-not-base64url',
    sentence: 'sends SVC-DATA as a data URI',
    change: { encodeData: (payload) => `data:application/json;base64,${base64(payload)}` },
  },
  {
    id: 'pads-signature',
    cause: 'sign-padded',
    sentence: 'leaves the padding on SVC-SIGN',
    change: { encodeSignature: padded },
  },
  {
    id: 'encodes-signature-in-standard-base64',
    cause: 'sign-standard-alphabet',
    sentence: 'uses the standard base64 alphabet for SVC-SIGN',
    change: { encodeSignature: standard },
  },
  {
    id: 'wraps-signature-lines',
    cause: 'sign-white-space',
    sentence: 'wraps SVC-SIGN into lines',
    change: { encodeSignature: wrapped },
  },
  {
    id: 'leaves-stray-bits-in-signature',
    cause: 'sign-trailing-bits',
    sentence: 'fills the last character of SVC-SIGN with bits of no byte',
    change: { encodeSignature: strayBits },
  },
  {
    id: 'percent-encodes-signature',
    cause: 'sign-percent-encoded',
    sentence: 'percent-encodes the padded base64 text of SVC-SIGN',
    change: { encodeSignature: (signature) => encodeURIComponent(base64(signature)) },
  },
  {
    id: 'quotes-signature',
    cause: 'sign-quoted',
    sentence: 'serialises the text of SVC-SIGN as JSON',
    change: { encodeSignature: (signature) => JSON.stringify(base64url(signature)) },
  },
  {
    id: 'encodes-signature-in-hex',
    cause: 'sign-hex',
    sentence: 'writes SVC-SIGN in hexadecimal',
    change: { encodeSignature: hex },
  },
  {
    id: 'encodes-signature-twice',
    cause: 'sign-double-base64',
    sentence: 'encodes SVC-SIGN twice',
    change: { encodeSignature: (signature) => base64url(base64url(signature)) },
  },
  {
    id: 'encodes-hex-of-signature',
    cause: 'sign-base64-of-hex',
    sentence: 'takes the hexadecimal text of the signature for its bytes',
    change: { encodeSignature: (signature) => base64url(hex(signature)) },
  },
  {
    id: 'sends-signature-as-jws',
    cause: 'sign-jws',
    sentence: 'sends a detached JSON Web Signature in SVC-SIGN',
    change: { encodeSignature: (signature) => `${JWS_HEADER}..${base64url(signature)}` },
  },
  {
    id: 'prefixes-signature',
    cause: 'sign-prefixed',
    sentence: 'writes the algorithm before the signature',
    change: { encodeSignature: (signature) => `ed25519=${base64url(signature)}` },
  },
  {
    id: 'sends-signature-as-structured-field',
    cause: 'sign-not-base64url',
    sentence: 'puts SVC-SIGN between colons, as HTTP Message Signatures do',
    change: { encodeSignature: (signature) => `:${base64url(signature)}:` },
  },
  {
    id: 'cuts-signature',
    cause: 'sign-truncated',
    sentence: 'cuts SVC-SIGN at 64 characters',
    change: { encodeSignature: (signature) => base64url(signature).slice(0, 64) },
  },
  {
    id: 'attaches-message-to-signature',
    cause: 'sign-attached',
    sentence: 'sends signature and message in one, as crypto_sign of NaCl gives them',
    change: { encodeSignature: (signature, message) => base64url(Buffer.concat([signature, message])) },
  },
  {
    id: 'sends-signature-with-recovery-byte',
    cause: 'sign-length',
    sentence: 'appends a byte to the signature, as some curves need',
    change: { encodeSignature: (signature) => base64url(Buffer.concat([signature, Buffer.of(1)])) },
  },
  {
    id: 'signs-with-hmac',
    cause: 'sign-hmac',
    sentence: 'makes an HMAC-SHA256 with the secret instead of a signature',
    change: {
      sign: (message, input) =>
        createHmac('sha256', input.seed ?? 'secret')
          .update(message)
          .digest(),
    },
  },
  {
    id: 'signs-with-ecdsa',
    cause: 'sign-ecdsa',
    sentence: 'signs with an ECDSA key: a DER structure of two numbers',
    change: { sign: (message) => ecdsaShaped(message) },
  },
  {
    id: 'signs-with-rsa',
    cause: 'sign-rsa',
    sentence: 'signs with an RSA key of 2048 bits',
    change: { sign: (message) => expand(message, 256) },
  },
];

/** ECDSA and RSA signatures are told by their form alone, so bytes of that form stand for them and keep the vectors the same in every run. */
function ecdsaShaped(message: Uint8Array): Uint8Array {
  const number = (label: string): Buffer => {
    const digits = createHash('sha256').update(label).update(message).digest();
    digits[0] = ((digits[0] ?? 0) & 0x7f) | 0x40;
    return Buffer.concat([Buffer.of(0x02, 32), digits]);
  };
  return Buffer.concat([Buffer.of(0x30, 68), number('r'), number('s')]);
}

function expand(message: Uint8Array, length: number): Uint8Array {
  const parts = Array.from({ length: length / 32 }, (_, i) =>
    createHash('sha256').update(Buffer.of(i)).update(message).digest(),
  );
  return Buffer.concat(parts);
}
