// For tests that know the seeds behind the signatures they search: each verification then costs a tenth.
import { hex } from '../keys/der.js';
import { deterministicVerifier } from './deterministic-verifier.js';
import type { Verifier } from './ed25519.js';
import { nodeVerifier } from './node-backend.js';

/** Verifiers of the public keys of `seeds` by the seed, then by the curve; of all others by the curve alone. */
export function seededVerifiers(seeds: readonly Uint8Array[]): (publicKey: Uint8Array) => Verifier {
  const made = new Map(
    seeds.map((seed) => {
      const { publicKey, verify } = deterministicVerifier(seed);
      const byCurve = nodeVerifier(publicKey);
      const both: Verifier['verify'] = (signature, message) =>
        verify(signature, message) && byCurve.verify(signature, message);
      return [hex(publicKey), { publicKey, verify: both }];
    }),
  );
  return (publicKey) => {
    const verifier = made.get(hex(publicKey)) ?? nodeVerifier(publicKey);
    made.set(hex(publicKey), verifier);
    return verifier;
  };
}
