// The verifiers of a published key and of what it is misread as, by their seeds: a search then tries thousands of messages for nothing.
import { kept } from '../base/kept.js';
import { derivedSeeds } from '../doctor/search/derived-seeds.js';
import { misreadSeeds, seedsOfPublicKey } from '../doctor/search/misread-keys.js';
import { deterministicVerifier } from '../signing/ed25519/deterministic-verifier.js';
import type { Verifier } from '../signing/ed25519/ed25519.js';
import { nodeVerifier } from '../signing/ed25519/node-backend.js';
import { hex, unhex } from '../signing/keys/der.js';
import { signerOf } from './signer.js';

/** Signatures that are verified by the curve too, so that a randomised one over another message is told. */
const MOST_BY_CURVE = 600;

/** Verifiers by public key, of what a key is and may be misread as. */
interface Known {
  readonly publicKey: Uint8Array;
  readonly verifiers: Map<string, Verifier>;
  /** Derivations are hundreds, and asked for when all else was tried. */
  derived(name: string): Verifier | undefined;
}

/** By seed: the same few keys are asked for again and again, and each costs some ten milliseconds. */
const made = new Map<string, Known>();

function makeKnown(seed: string): Known {
  const { publicKey } = signerOf(seed);
  const verifiers = new Map<string, Verifier>();
  const learn = (one: Uint8Array): void => {
    const verifier = deterministicVerifier(one);
    verifiers.set(hex(verifier.publicKey), verifier);
  };
  for (const one of [unhex(seed), new Uint8Array(32)]) learn(one);
  for (const [, misread] of [...misreadSeeds(unhex(seed)), ...seedsOfPublicKey(publicKey)]) learn(misread);
  let hasDerived = false;
  const derived = (name: string): Verifier | undefined => {
    for (const [, one] of hasDerived ? [] : derivedSeeds(unhex(seed))) learn(one);
    hasDerived = true;
    return verifiers.get(name);
  };
  return { publicKey, verifiers, derived };
}

/** Verifiers of a published key and of all that it is misread as; of other keys by the curve. */
export function verifiersOfKnown(seed: string): (publicKey: Uint8Array) => Verifier {
  const { publicKey, verifiers, derived } = kept(made, seed, () => makeKnown(seed));
  const name = hex(publicKey);
  let left = MOST_BY_CURVE;
  const byCurve = nodeVerifier(publicKey);
  const own: Verifier = {
    publicKey,
    verify: (signature, message) => {
      // The curve is asked where the rest fits, too: what was signed by another R fits as well.
      if (verifiers.get(name)?.verify(signature, message) === true) return byCurve.verify(signature, message);
      left -= 1;
      return left >= 0 && byCurve.verify(signature, message);
    },
  };
  return (asked) =>
    hex(asked) === name ? own : (verifiers.get(hex(asked)) ?? askedOftener(nodeVerifier(asked), derived));
}

/** By the curve when it is asked for the first time: of most keys nothing more is asked, and derivations would cost more than that. */
function askedOftener(byCurve: Verifier, derived: (name: string) => Verifier | undefined): Verifier {
  let verifier: Verifier | undefined;
  let isFirst = true;
  return {
    publicKey: byCurve.publicKey,
    verify: (signature, message) => {
      if (!isFirst) verifier ??= derived(hex(byCurve.publicKey)) ?? byCurve;
      isFirst = false;
      return (verifier ?? byCurve).verify(signature, message);
    },
  };
}

/** The same of several keys; whose they are is told by the public key. */
export function verifiersOfAll(seeds: readonly string[]): (publicKey: Uint8Array) => Verifier {
  const owners = seeds.map((seed) => ({ name: hex(signerOf(seed).publicKey), verifiers: verifiersOfKnown(seed) }));
  return (asked) => {
    const owner = owners.find(({ name }) => name === hex(asked)) ?? owners[0];
    return owner === undefined ? nodeVerifier(asked) : owner.verifiers(asked);
  };
}
