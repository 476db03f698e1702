// Verifies Ed25519ph and Ed25519ctx, the variants of RFC 8032 (section 5.1) with a prehash and with a context: only to recognise a signer
// that was set to one. Cofactorless, by the point arithmetic of @noble/ed25519; nothing here is secret.
import { Point } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { isSignatureShaped } from '../../signing/ed25519/ed25519.js';
import { joined, utf8Bytes } from '../capture/capture.js';

export interface Variant {
  readonly isPrehashed: boolean;
  readonly context: string;
}

/** dom2(F, C): the prefix that keeps the variants apart. */
function domain({ isPrehashed, context }: Variant): Uint8Array {
  const bytes = utf8Bytes(context).subarray(0, 255);
  return joined(
    utf8Bytes('SigEd25519 no Ed25519 collisions'),
    Uint8Array.from([isPrehashed ? 1 : 0, bytes.length]),
    bytes,
  );
}

export function verifyVariant(
  variant: Variant,
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  if (!isSignatureShaped(signature)) return false;
  try {
    const r = signature.subarray(0, 32);
    const signed = variant.isPrehashed ? sha512(message) : message;
    const k = littleEndian(sha512(joined(domain(variant), r, publicKey, signed))) % Point.CURVE().n;
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
