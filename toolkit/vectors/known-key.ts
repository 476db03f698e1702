// Verifies by a private key that is known, as those of the vectors are: whether a deterministic signature (RFC 8032, 5.1.6) is of this
// message follows from two hashes and a product, without any point of the curve, so that thousands of messages can be tried.
import { createHash } from 'node:crypto';
import { misreadSeeds, seedsOfPublicKey } from '../doctor/search/misread-keys.js';
import { isSignatureShaped, type Verifier } from '../signing/ed25519/ed25519.js';
import { nodeVerifier } from '../signing/ed25519/node-backend.js';
import { hex, unhex } from '../signing/keys/der.js';
import { signerOf } from './signer.js';

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** `seed` has 32 bytes. Signatures that were made with another nonce are told by `verifier` alone. */
export function deterministicVerifier(seed: Uint8Array): Verifier {
  const { publicKey } = signerOf(hex(seed));
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

function clamped(half: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(half);
  bytes[0] = (bytes[0] ?? 0) & 0xf8;
  bytes[31] = ((bytes[31] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

const littleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(Uint8Array.from(bytes).reverse()).toString('hex')}`);

/** Signatures that are verified by the curve too, so that a randomised one over another message is told. */
const MOST_BY_CURVE = 600;

/** Verifiers of a published key and of all that it is misread as; of other keys by the curve. */
export function verifiersOfKnown(seed: string): (publicKey: Uint8Array) => Verifier {
  const { publicKey } = signerOf(seed);
  const seeds = [
    unhex(seed),
    new Uint8Array(32),
    ...[...misreadSeeds(unhex(seed)), ...seedsOfPublicKey(publicKey)].map(([, misread]) => misread),
  ];
  const known = new Map<string, Verifier>();
  for (const one of seeds) {
    const verifier = deterministicVerifier(one);
    known.set(hex(verifier.publicKey), verifier);
  }
  let left = MOST_BY_CURVE;
  const byCurve = nodeVerifier(publicKey);
  const own: Verifier = {
    publicKey,
    verify: (signature, message) => {
      if (known.get(hex(publicKey))?.verify(signature, message) === true) return true;
      left -= 1;
      return left >= 0 && byCurve.verify(signature, message);
    },
  };
  return (asked) => {
    const name = hex(asked);
    return name === hex(publicKey) ? own : (known.get(name) ?? nodeVerifier(asked));
  };
}
