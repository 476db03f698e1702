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
import { type Draft, drafts, type FileDraft, type Table } from '../draft.js';
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

/** What differs from the correct triple. */
interface Change {
  readonly publicKey?: Uint8Array;
  readonly message?: Uint8Array;
  readonly signature?: Uint8Array;
}
type VerifyDraft = Draft<'verify-signature'>;

const tests = (valid: boolean, flag: Flag, table: Table<Change>): readonly VerifyDraft[] =>
  drafts(
    [flag],
    table,
    (change) => ({
      publicKey: hex(change.publicKey ?? publicKey),
      message: hex(change.message ?? message),
      signature: hex(change.signature ?? signature),
    }),
    valid,
  );

const signed = (bytes: Uint8Array): Change => ({ message: bytes, signature: signer.sign(bytes) });
const refused = (flag: Flag, table: Table<Change>): readonly VerifyDraft[] => tests(false, flag, table);

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
        ...tests(true, 'Plain', {
          'plain: a signature over the start of a payload': signed(message),
          'empty-message: a signature over no bytes': signed(new Uint8Array()),
          'long-message: a signature over 1,000 bytes': signed(seededBytes('verify', 1000)),
          'hash-sized-message: a signature over 32 bytes': signed(seededBytes('verify', 32)),
        }),
        ...tests(true, 'KeyChoice', {
          'second-key: a signature by another key': { publicKey: second.publicKey, signature: second.sign(message) },
        }),
        ...refused('SignatureForgery', {
          'other-key: a signature by another key under this one': { signature: second.sign(message) },
          'other-message: a signature over another message': { message: Buffer.from('{}') },
          'message-bit: one bit of the message changed': { message: flip(message, 0, 0) },
          'message-longer: a byte added to the message': { message: join(message, Uint8Array.of(0)) },
          'message-shorter: a byte taken from the message': { message: message.subarray(1) },
          'hash-signed: a signature over the SHA-512 hash of the message': {
            signature: signer.sign(seededBytes('hash', 64)),
          },
          'r-first-bit: the first bit of R changed': { signature: flip(signature, 0, 0) },
          'r-sign-bit: the sign bit of R changed': { signature: flip(signature, 31, 7) },
          's-first-bit: the first bit of S changed': { signature: flip(signature, 32, 0) },
          's-middle-bit: a middle bit of S changed': { signature: flip(signature, 48, 3) },
          'r-and-s-swapped: S before R': { signature: join(s, r) },
          'reversed: the bytes of R and S in reverse order': {
            signature: join(Uint8Array.from(r).reverse(), Uint8Array.from(s).reverse()),
          },
          'zeros: 64 zero bytes': { signature: new Uint8Array(64) },
          'ones: 64 bytes of ones': { signature: new Uint8Array(64).fill(255) },
          's-zero: S of zero': { signature: join(r, new Uint8Array(32)) },
        }),
        ...refused('SignatureMalleability', {
          's-plus-l: S plus L: the same number modulo L': { signature: join(r, le(fromLe(s) + ORDER)) },
          's-plus-2l: S plus 2 L': { signature: join(r, le(fromLe(s) + 2n * ORDER)) },
          's-plus-8l: S plus 8 L: the top bits are set': { signature: join(r, le(fromLe(s) + 8n * ORDER)) },
          's-plus-14l: S plus 14 L: nearly the most that fits': { signature: join(r, le(fromLe(s) + 14n * ORDER)) },
          's-is-l: S of L': { signature: join(r, le(ORDER)) },
          's-top-bits: the three top bits of S set': { signature: flip(flip(flip(signature, 63, 7), 63, 6), 63, 5) },
        }),
        ...refused('SignatureLength', {
          'length-0: no bytes': { signature: new Uint8Array() },
          'length-32: R alone': { signature: r },
          'length-63: a byte missing': { signature: signature.subarray(0, 63) },
          'length-65: a zero byte added': { signature: join(signature, Uint8Array.of(0)) },
          'length-65-first: a zero byte before': { signature: join(Uint8Array.of(0), signature) },
          'length-96: the public key added': { signature: join(signature, publicKey) },
          'length-128: the signature twice': { signature: join(signature, signature) },
          'attached: the message added': { signature: join(signature, message) },
          'key-length-0: no public key': { publicKey: new Uint8Array() },
          'key-length-31: a public key of 31 bytes': { publicKey: publicKey.subarray(0, 31) },
          'key-length-64: a public key twice': { publicKey: join(publicKey, publicKey) },
          'key-length-33: a public key of 33 bytes': { publicKey: join(publicKey, Uint8Array.of(0)) },
        }),
        ...refused('SignatureForgery', {
          'second-key-sign-bit: the sign bit of another public key changed': {
            publicKey: flip(second.publicKey, 31, 7),
            signature: second.sign(message),
          },
          'key-sign-bit: the sign bit of the public key changed': { publicKey: flip(publicKey, 31, 7) },
        }),
        ...refused('InvalidPoint', {
          'key-no-point-2: y of 2, which is on no point': { publicKey: le(2n) },
          'key-no-point-7: y of 7, which is on no point': { publicKey: le(7n) },
          'r-no-point: R of y 2, which is on no point': { signature: join(le(2n), s) },
          'r-y-of-p: R with y of p, a second spelling of 0': { signature: join(le(PRIME), s) },
          'key-y-of-p: y of p, a second spelling of 0': { publicKey: le(PRIME) },
          'r-y-of-p-plus-1: R with y of p + 1, a second spelling of the neutral point': {
            signature: underSpelling(le(PRIME + 1n)),
          },
          'r-negative-zero: R of the neutral point with the sign of an x that is 0': {
            signature: underSpelling(flip(le(1n), 31, 7)),
          },
          'key-y-of-ones: y of 2^255 - 1': { publicKey: le(2n ** 255n - 1n) },
        }),
      ],
    },
  ],
};
