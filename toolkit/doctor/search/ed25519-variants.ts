// Verifies what is nearly Ed25519: the variants of RFC 8032 (section 5.1) with a prehash and with a context, another hash function inside,
// another public key beside the private one. Only to recognise a signer that does so. Cofactorless, by the point arithmetic of
// @noble/ed25519; nothing here is secret.
import { Point } from '@noble/ed25519';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { keccak_512, sha3_512 } from '@noble/hashes/sha3.js';
import { isSignatureShaped } from '../../signing/ed25519/ed25519.js';
import { joined, utf8Bytes } from '../capture/capture.js';

export interface Variant {
  readonly isPrehashed?: boolean;
  /** Of the variants of RFC 8032 alone. */
  readonly context?: string;
  /** In place of SHA-512. */
  readonly hash?: (bytes: Uint8Array) => Uint8Array;
  /** The public key that is hashed, where it is not that of the signer. */
  readonly beside?: Uint8Array;
  /** What is hashed, in another order than R, the public key, the message, or without one of them. */
  readonly arrange?: (r: Uint8Array, publicKey: Uint8Array, message: Uint8Array) => readonly Uint8Array[];
}

/** Hash functions that some ledgers have inside Ed25519. */
export const OTHER_HASHES: readonly (readonly [name: string, hash: (bytes: Uint8Array) => Uint8Array])[] = [
  ['SHA3-512', (bytes) => sha3_512(bytes)],
  ['Keccak-512', (bytes) => keccak_512(bytes)],
  ['BLAKE2b', (bytes) => blake2b(bytes)],
];

/** dom2(F, C): the prefix that keeps the variants apart. */
function domain(isPrehashed: boolean, context: string | undefined): Uint8Array {
  if (context === undefined) return new Uint8Array();
  const bytes = utf8Bytes(context).subarray(0, 255);
  return joined(
    utf8Bytes('SigEd25519 no Ed25519 collisions'),
    Uint8Array.from([isPrehashed ? 1 : 0, bytes.length]),
    bytes,
  );
}

const asStated: Required<Variant>['arrange'] = (...parts) => parts;

/** As signers that somebody wrote on their own have it. */
export const OTHER_ARRANGEMENTS: readonly (readonly [how: string, arrange: Required<Variant>['arrange']])[] = [
  ['the public key before R', (r, key, message) => [key, r, message]],
  ['the message before both', (r, key, message) => [message, r, key]],
  ['the message before the public key', (r, key, message) => [r, message, key]],
  ['R left out', (_r, key, message) => [key, message]],
  ['nothing but the message', (_r, _key, message) => [message]],
];

/** Tells of each variant whether the signature is one of it; what all of them share is computed once. */
export function variantVerifier(
  signature: Uint8Array,
  publicKey: Uint8Array,
): (variant: Variant, message: Uint8Array) => boolean {
  const none = (): boolean => false;
  if (!isSignatureShaped(signature)) return none;
  try {
    const r = signature.subarray(0, 32);
    const signer = Point.fromBytes(publicKey);
    // S times the base less R: what the hash times the public key must be.
    const wanted = Point.BASE.multiply(littleEndian(signature.subarray(32)), false).subtract(Point.fromBytes(r));
    return ({ isPrehashed = false, context, hash = sha512, beside = publicKey, arrange = asStated }, message) => {
      const signed = isPrehashed ? sha512(message) : message;
      const hashed = hash(joined(domain(isPrehashed, context), ...arrange(r, beside, signed)));
      const k = littleEndian(hashed) % Point.CURVE().n;
      return wanted.equals(signer.multiply(k, false));
    };
  } catch {
    // Bytes that are no points sign nothing.
    return none;
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}
