// Every wrong signer: what the vectors must find, taken from the slips of signing and in their order. Two are of the vectors alone: they
// need another of its keys, or a library that signs in another way.
import { unhex } from '../signing/keys/der.js';
import { PrivateKey } from '../signing/keys/private-key.js';
import { createSigner } from '../signing/sign.js';
import type { SigningStages } from '../signing/signing-stages.js';
import { SLIP_IDS, type SlipId } from '../signing/slips/slips.js';
import type { SignerFacts } from '../signing/slips/ways/way.js';
import { WAYS } from '../signing/slips/ways/ways.js';
import { SECOND_KEY } from './build/keys.js';
import { signEd25519ph } from './ed25519ph.js';

export interface WrongSigner extends SignerFacts {
  /** What a diagnosis of its requests must name. */
  readonly cause: SlipId;
  readonly change: Partial<SigningStages>;
}

const second = createSigner(new PrivateKey(unhex(SECOND_KEY.seed)));

const SIGNERS: readonly WrongSigner[] = [
  ...WAYS.flatMap(({ slip, change, signer }) => (signer === undefined ? [] : [{ ...signer, cause: slip, change }])),
  {
    id: 'signs-with-second-key',
    cause: 'signed-other-key',
    sentence: 'signs with the key of another identifier',
    change: { sign: (message) => second.sign(message) },
  },
  {
    id: 'signs-prehashed',
    cause: 'signed-ed25519ph',
    sentence: 'uses Ed25519ph, the prehashed variant',
    change: { sign: (message, { seed }) => signEd25519ph(seed ?? unhex(SECOND_KEY.seed), message) },
  },
];

export const WRONG_SIGNERS: readonly WrongSigner[] = SIGNERS.toSorted(
  (a, b) => SLIP_IDS.indexOf(a.cause) - SLIP_IDS.indexOf(b.cause),
);
