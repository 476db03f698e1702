// Verifies Ed25519ph, the prehashed variant of RFC 8032 (section 5.1): only to recognise a signer that was set to it. Cofactorless,
// by the point arithmetic of @noble/ed25519; nothing here is secret.
import { Point } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { isSignatureShaped } from '../../signing/ed25519/ed25519.js';
import { utf8Bytes } from '../capture/capture.js';
import { joined } from './body-variants.js';

/** dom2(1, ""): the prefix that keeps the variants apart. */
const DOMAIN = joined(utf8Bytes('SigEd25519 no Ed25519 collisions'), Uint8Array.from([1, 0]));

export function verifyEd25519ph(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  if (!isSignatureShaped(signature)) return false;
  try {
    const r = signature.subarray(0, 32);
    const k = littleEndian(sha512(joined(DOMAIN, r, publicKey, sha512(message)))) % Point.CURVE().n;
    const left = Point.BASE.multiply(littleEndian(signature.subarray(32)), false);
    const right = Point.fromBytes(r).add(Point.fromBytes(publicKey).multiply(k, false));
    return left.equals(right);
  } catch {
    // Bytes that are no points sign nothing.
    return false;
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}
