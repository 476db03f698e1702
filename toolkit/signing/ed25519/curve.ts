// Numbers of Ed25519 (RFC 8032, 5.1) for making signatures that no honest signer makes: only vectors and wrong implementations need them.
import { createHash } from 'node:crypto';
import { hex, unhex } from '../keys/der.js';

/** The order of the base point. */
export const ORDER: bigint = 2n ** 252n + 27742317777372353535851937790883648493n;
/** The field prime. */
export const PRIME: bigint = 2n ** 255n - 19n;

/** A number in 32 little-endian bytes. */
export function toLittleEndian(value: bigint): Uint8Array {
  return unhex(value.toString(16).padStart(64, '0')).reverse();
}

export function fromLittleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${hex(Uint8Array.from(bytes).reverse())}`);
}

export function join(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

/** SHA-512 of the parts as a number modulo the order. */
export function hashToScalar(...parts: readonly Uint8Array[]): bigint {
  return fromLittleEndian(sha512(...parts)) % ORDER;
}

/** The secret scalar of a seed, and the prefix from which nonces are made (RFC 8032, 5.1.5). */
export function expandSeed(seed: Uint8Array): { readonly scalar: bigint; readonly prefix: Uint8Array } {
  const secret = sha512(seed);
  const bytes = secret.subarray(0, 32);
  bytes[0] = (bytes[0] ?? 0) & 0xf8;
  bytes[31] = ((bytes[31] ?? 0) & 0x7f) | 0x40;
  return { scalar: fromLittleEndian(bytes) % ORDER, prefix: secret.subarray(32) };
}

export function sha512(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(createHash('sha512').update(Buffer.concat(parts)).digest());
}
