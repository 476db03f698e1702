// Verifies by a private key that is known, as those of the vectors are: whether a deterministic signature (RFC 8032, 5.1.6) is of this
// message follows from two hashes and a product, without any point of the curve, so that thousands of messages can be tried.
import { createHash } from 'node:crypto';
import { hex } from '../keys/der.js';
import { PrivateKey } from '../keys/private-key.js';
import { isSignatureShaped, type Verifier } from './ed25519.js';
import { nodeSigner, nodeVerifier } from './node-backend.js';

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** `seed` has 32 bytes. Signatures that were made with another nonce are refused. */
export function deterministicVerifier(seed: Uint8Array): Verifier {
  const { publicKey } = nodeSigner(new PrivateKey(seed));
  const expanded = createHash('sha512').update(seed).digest();
  const prefix = expanded.subarray(32);
  const scalar = littleEndian(clamped(expanded.subarray(0, 32)));
  return {
    publicKey,
    verify: (signature, message) => {
      if (!isSignatureShaped(signature)) return false;
      const nonce = littleEndian(createHash('sha512').update(prefix).update(message).digest());
      const bound = createHash('sha512').update(signature.subarray(0, 32)).update(publicKey).update(message).digest();
      return (nonce + littleEndian(bound) * scalar) % ORDER === littleEndian(signature.subarray(32));
    },
  };
}

/** Verifiers of the public keys of `seeds` by the seed, then by the curve; of all others by the curve alone. */
export function seededVerifiers(seeds: readonly Uint8Array[]): (publicKey: Uint8Array) => Verifier {
  const known = new Map(
    seeds.map((seed) => {
      const { publicKey, verify } = deterministicVerifier(seed);
      const byCurve = nodeVerifier(publicKey);
      const both: Verifier['verify'] = (signature, message) =>
        verify(signature, message) && byCurve.verify(signature, message);
      return [hex(publicKey), { publicKey, verify: both }];
    }),
  );
  return (publicKey) => known.get(hex(publicKey)) ?? nodeVerifier(publicKey);
}

function clamped(half: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(half);
  bytes[0] = (bytes[0] ?? 0) & 0xf8;
  bytes[31] = ((bytes[31] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

const littleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(Uint8Array.from(bytes).reverse()).toString('hex')}`);
