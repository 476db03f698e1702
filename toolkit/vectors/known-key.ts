// The verifiers of a published key and of what it is misread as, by their seeds: a search then tries thousands of messages for nothing.
import { misreadSeeds, seedsOfPublicKey } from '../doctor/search/misread-keys.js';
import { deterministicVerifier } from '../signing/ed25519/deterministic-verifier.js';
import type { Verifier } from '../signing/ed25519/ed25519.js';
import { nodeVerifier } from '../signing/ed25519/node-backend.js';
import { hex, unhex } from '../signing/keys/der.js';
import { signerOf } from './signer.js';

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
