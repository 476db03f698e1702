// Every wrong signer: what the vectors must find, taken from the slips of signing and in their order. One needs a second key of the vectors.
import { unhex } from '../signing/keys/der.js';
import { PrivateKey } from '../signing/keys/private-key.js';
import { createSigner } from '../signing/sign.js';
import type { SigningStages } from '../signing/signing-stages.js';
import { SLIP_IDS, type SlipId } from '../signing/slips/slips.js';
import type { SignerFacts } from '../signing/slips/ways/way.js';
import { WAYS } from '../signing/slips/ways/ways.js';
import { SECOND_KEY } from './build/keys.js';

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
];

export const WRONG_SIGNERS: readonly WrongSigner[] = SIGNERS.toSorted(
  (a, b) => SLIP_IDS.indexOf(a.cause) - SLIP_IDS.indexOf(b.cause),
);
