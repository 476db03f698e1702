// What a signing backend is, and what RFC 8032 decides without arithmetic on points: lengths, S < L, y < p. Every backend
// applies these rules itself, since libraries differ on them; small-order points are left to the library, as they are disputed.

export interface Signer {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** The 64 bytes of the Ed25519 signature over `message`. */
  sign(message: Uint8Array): Uint8Array;
}

export interface Verifier {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** False for a wrong signature and for anything that is no signature; never throws. */
  verify(signature: Uint8Array, message: Uint8Array): boolean;
}

export const SEED_BYTES = 32;
export const PUBLIC_KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** The order of the base point, L = 2^252 + 27742317777372353535851937790883648493, in little-endian bytes. */
const GROUP_ORDER = Uint8Array.from([
  0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0x10,
]);

/** The field prime, p = 2^255 - 19, in little-endian bytes. */
const FIELD_PRIME = Uint8Array.from([0xed, ...new Array<number>(30).fill(0xff), 0x7f]);

/** 64 bytes whose second half, S, is less than L (RFC 8032, 5.1.7). */
export function isSignatureShaped(signature: Uint8Array): boolean {
  return signature.length === SIGNATURE_BYTES && isLess(signature.subarray(32), GROUP_ORDER);
}

/** y of the two points whose x is 0: 1 and p - 1, in little-endian bytes. */
const Y_WITHOUT_X: readonly Uint8Array[] = [
  Uint8Array.from([1, ...new Array<number>(31).fill(0)]),
  Uint8Array.from([0xec, ...new Array<number>(30).fill(0xff), 0x7f]),
];

/** 32 bytes whose y coordinate is less than p, and whose sign bit is clear where x is 0 (RFC 8032, 5.1.3, steps 1 and 4). */
export function isPublicKeyShaped(publicKey: Uint8Array): boolean {
  if (publicKey.length !== PUBLIC_KEY_BYTES) return false;
  const y = Uint8Array.from(publicKey);
  const sign = (y[31] ?? 0) >> 7;
  y[31] = (y[31] ?? 0) & 0x7f;
  const isZeroNegative = sign === 1 && Y_WITHOUT_X.some((other) => other.every((byte, i) => byte === y[i]));
  return isLess(y, FIELD_PRIME) && !isZeroNegative;
}

/** Compares little-endian numbers of 32 bytes. */
function isLess(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 31; i >= 0; i--) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** A verifier for bytes that are no public key: it verifies nothing. */
export function rejectAll(publicKey: Uint8Array): Verifier {
  return { publicKey, verify: () => false };
}
