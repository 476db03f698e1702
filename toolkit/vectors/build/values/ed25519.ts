// The edges of Ed25519 that RFC 8032 decides (5.1.3, 5.1.7): lengths, S, encodings of points. What libraries dispute with reason
// (small order, cofactor) is in `observations.ts`.

import {
  expandSeed,
  fromLittleEndian as fromLe,
  hashToScalar,
  join,
  toLittleEndian as le,
  ORDER,
  PRIME,
} from '../../../signing/ed25519/curve.js';
import { hex, unhex } from '../../../signing/keys/der.js';
import { PrivateKey } from '../../../signing/keys/private-key.js';
import { createSigner } from '../../../signing/sign.js';
import type { Draft, FileDraft } from '../draft.js';
import { MAIN_KEY, SECOND_KEY } from '../keys.js';
import type { Flag } from '../notes.js';
import { seededBytes } from '../seeded.js';

const signer = createSigner(new PrivateKey(unhex(MAIN_KEY.seed)));
const message = Buffer.from('{"api_key":"key-main-7f3a"}');
const signature = signer.sign(message);
const [r, s] = [signature.subarray(0, 32), signature.subarray(32)];
const publicKey = signer.publicKey;

const flip = (bytes: Uint8Array, index: number, bit: number): Uint8Array => {
  const changed = Uint8Array.from(bytes);
  changed[index] = (changed[index] ?? 0) ^ (1 << bit);
  return changed;
};

const test = (
  valid: boolean,
  id: string,
  comment: string,
  flags: readonly Flag[],
  change: { readonly publicKey?: Uint8Array; readonly message?: Uint8Array; readonly signature?: Uint8Array },
): Draft<'verify-signature'> => ({
  id,
  comment,
  flags,
  input: {
    publicKey: hex(change.publicKey ?? publicKey),
    message: hex(change.message ?? message),
    signature: hex(change.signature ?? signature),
  },
  valid,
});

const own = (id: string, comment: string, bytes: Uint8Array): Draft<'verify-signature'> =>
  test(true, id, comment, ['Plain'], { message: bytes, signature: signer.sign(bytes) });
const refused = (
  id: string,
  comment: string,
  flag: Flag,
  change: Parameters<typeof test>[4],
): Draft<'verify-signature'> => test(false, id, comment, [flag], change);

const second = createSigner(new PrivateKey(unhex(SECOND_KEY.seed)));
/** A signature whose R is the neutral point, in the spelling given: it verifies for whoever decodes that spelling. */
function underSpelling(spelling: Uint8Array): Uint8Array {
  const challenge = hashToScalar(spelling, publicKey, message);
  return join(spelling, le((challenge * expandSeed(unhex(MAIN_KEY.seed)).scalar) % ORDER));
}

export const ED25519: FileDraft = {
  name: 'ed25519',
  algorithm: 'ED25519',
  header: [
    'Verify an Ed25519 signature by RFC 8032: S less than L, exact lengths, encodings of points only. All bytes in hexadecimal.',
  ],
  groups: [
    {
      type: 'verify-signature',
      comment: 'signatures at the edges that RFC 8032 decides',
      context: {},
      tests: [
        own('plain', 'a signature over the start of a payload', message),
        own('empty-message', 'a signature over no bytes', new Uint8Array()),
        own('long-message', 'a signature over 1,000 bytes', seededBytes('verify', 1000)),
        own('hash-sized-message', 'a signature over 32 bytes', seededBytes('verify', 32)),
        test(true, 'second-key', 'a signature by another key', ['KeyChoice'], {
          publicKey: second.publicKey,
          signature: second.sign(message),
        }),
        refused('other-key', 'a signature by another key under this one', 'SignatureForgery', {
          signature: second.sign(message),
        }),
        refused('other-message', 'a signature over another message', 'SignatureForgery', {
          message: Buffer.from('{}'),
        }),
        refused('message-bit', 'one bit of the message changed', 'SignatureForgery', { message: flip(message, 0, 0) }),
        refused('message-longer', 'a byte added to the message', 'SignatureForgery', {
          message: join(message, Uint8Array.of(0)),
        }),
        refused('message-shorter', 'a byte taken from the message', 'SignatureForgery', {
          message: message.subarray(1),
        }),
        refused('hash-signed', 'a signature over the SHA-512 hash of the message', 'SignatureForgery', {
          signature: signer.sign(seededBytes('hash', 64)),
        }),
        refused('r-first-bit', 'the first bit of R changed', 'SignatureForgery', { signature: flip(signature, 0, 0) }),
        refused('r-sign-bit', 'the sign bit of R changed', 'SignatureForgery', { signature: flip(signature, 31, 7) }),
        refused('s-first-bit', 'the first bit of S changed', 'SignatureForgery', { signature: flip(signature, 32, 0) }),
        refused('s-middle-bit', 'a middle bit of S changed', 'SignatureForgery', { signature: flip(signature, 48, 3) }),
        refused('r-and-s-swapped', 'S before R', 'SignatureForgery', { signature: join(s, r) }),
        refused('reversed', 'the bytes of R and S in reverse order', 'SignatureForgery', {
          signature: join(Uint8Array.from(r).reverse(), Uint8Array.from(s).reverse()),
        }),
        refused('zeros', '64 zero bytes', 'SignatureForgery', { signature: new Uint8Array(64) }),
        refused('ones', '64 bytes of ones', 'SignatureForgery', { signature: new Uint8Array(64).fill(255) }),
        refused('s-zero', 'S of zero', 'SignatureForgery', { signature: join(r, new Uint8Array(32)) }),
        refused('s-plus-l', 'S plus L: the same number modulo L', 'SignatureMalleability', {
          signature: join(r, le(fromLe(s) + ORDER)),
        }),
        refused('s-plus-2l', 'S plus 2 L', 'SignatureMalleability', { signature: join(r, le(fromLe(s) + 2n * ORDER)) }),
        refused('s-plus-8l', 'S plus 8 L: the top bits are set', 'SignatureMalleability', {
          signature: join(r, le(fromLe(s) + 8n * ORDER)),
        }),
        refused('s-plus-14l', 'S plus 14 L: nearly the most that fits', 'SignatureMalleability', {
          signature: join(r, le(fromLe(s) + 14n * ORDER)),
        }),
        refused('s-is-l', 'S of L', 'SignatureMalleability', { signature: join(r, le(ORDER)) }),
        refused('s-top-bits', 'the three top bits of S set', 'SignatureMalleability', {
          signature: flip(flip(flip(signature, 63, 7), 63, 6), 63, 5),
        }),
        refused('length-0', 'no bytes', 'SignatureLength', { signature: new Uint8Array() }),
        refused('length-32', 'R alone', 'SignatureLength', { signature: r }),
        refused('length-63', 'a byte missing', 'SignatureLength', { signature: signature.subarray(0, 63) }),
        refused('length-65', 'a zero byte added', 'SignatureLength', { signature: join(signature, Uint8Array.of(0)) }),
        refused('length-65-first', 'a zero byte before', 'SignatureLength', {
          signature: join(Uint8Array.of(0), signature),
        }),
        refused('length-96', 'the public key added', 'SignatureLength', { signature: join(signature, publicKey) }),
        refused('length-128', 'the signature twice', 'SignatureLength', { signature: join(signature, signature) }),
        refused('attached', 'the message added', 'SignatureLength', { signature: join(signature, message) }),
        refused('key-length-0', 'no public key', 'SignatureLength', { publicKey: new Uint8Array() }),
        refused('key-length-31', 'a public key of 31 bytes', 'SignatureLength', {
          publicKey: publicKey.subarray(0, 31),
        }),
        refused('key-length-33', 'a public key of 33 bytes', 'SignatureLength', {
          publicKey: join(publicKey, Uint8Array.of(0)),
        }),
        refused('key-sign-bit', 'the sign bit of the public key changed', 'SignatureForgery', {
          publicKey: flip(publicKey, 31, 7),
        }),
        refused('key-no-point-2', 'y of 2, which is on no point', 'InvalidPoint', { publicKey: le(2n) }),
        refused('key-no-point-7', 'y of 7, which is on no point', 'InvalidPoint', { publicKey: le(7n) }),
        refused('r-no-point', 'R of y 2, which is on no point', 'InvalidPoint', { signature: join(le(2n), s) }),
        refused('r-y-of-p', 'R with y of p, a second spelling of 0', 'InvalidPoint', { signature: join(le(PRIME), s) }),
        refused('key-y-of-p', 'y of p, a second spelling of 0', 'InvalidPoint', { publicKey: le(PRIME) }),
        refused('r-y-of-p-plus-1', 'R with y of p + 1, a second spelling of the neutral point', 'InvalidPoint', {
          signature: underSpelling(le(PRIME + 1n)),
        }),
        refused('r-negative-zero', 'R of the neutral point with the sign of an x that is 0', 'InvalidPoint', {
          signature: underSpelling(flip(le(1n), 31, 7)),
        }),
        refused('key-y-of-ones', 'y of 2^255 - 1', 'InvalidPoint', { publicKey: le(2n ** 255n - 1n) }),
      ],
    },
  ],
};
