// A signer, right or wrong, as an implementation of the three operations of a signer: the stages of `toolkit/signing` with a key of
// the vectors.
import type { Signer } from '../signing/ed25519/ed25519.js';
import { unhex } from '../signing/keys/der.js';
import { PrivateKey } from '../signing/keys/private-key.js';
import { nodeHashing } from '../signing/node-hashing.js';
import { createSigner } from '../signing/sign.js';
import {
  CORRECT_STAGES,
  type SignedStages,
  type SigningStages,
  type StageInput,
  signByStages,
} from '../signing/signing-stages.js';
import type { Implementation } from './implementation.js';
import type { GroupContext, VectorKey } from './model.js';
import type { SignRequestInput } from './operations.js';

/** Signs a request by the correct stages, save those that `change` replaces. */
export function signAs(change: Partial<SigningStages>, input: SignRequestInput, key: VectorKey): SignedStages {
  return signByStages({ ...CORRECT_STAGES, ...change }, stageInput(input, key));
}

export function implementSigner(change: Partial<SigningStages>): Implementation {
  const stages = { ...CORRECT_STAGES, ...change };
  return {
    'sign-request': (input, context) => ({ headers: signAs(change, input, keyOf(context)).headers }),
    'sign-payload': ({ payload }, context) => {
      const input = stageInput(BARE, keyOf(context));
      const bytes = unhex(payload);
      const signature = stages.sign(stages.signedBytes(bytes, input), input);
      return { signature: stages.encodeSignature(signature, bytes, input) };
    },
    'hash-body': ({ body }, context) => {
      const input = stageInput({ ...BARE, body, method: 'POST' }, context.key);
      const hash = stages.bodyHash(stages.hashedBytes(input.body, input), input);
      return { bodyHash: typeof hash === 'string' ? hash : JSON.stringify(hash) };
    },
  };
}

/** What surrounds a bare payload or body: a request without any content of its own. */
const BARE: SignRequestInput = { apiKey: '', idempotencyKey: '', timestampMs: 0, method: 'GET', path: '/', body: '' };

const SPARE_SEED = '00'.repeat(32);

export function stageInput(given: SignRequestInput, key?: VectorKey): StageInput {
  const seed = key?.seed ?? SPARE_SEED;
  return { ...given, body: unhex(given.body), seed: unhex(seed), signer: signerOf(seed), hashing: nodeHashing };
}

export function keyOf(context: GroupContext): VectorKey {
  if (context.key === undefined) throw new RangeError('expected a group with a key, got one without');
  return context.key;
}

const signers = new Map<string, Signer>();

/** Importing a key costs more than a signature, so each is kept. */
export function signerOf(seed: string): Signer {
  const signer = signers.get(seed) ?? createSigner(new PrivateKey(unhex(seed)));
  signers.set(seed, signer);
  return signer;
}
