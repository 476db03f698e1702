// Which keys of a profile are one Ed25519 pair under several identifiers. A target may register them so; a signature by the one then
// is a signature by the other (interface 5), and no check can tell them apart.
import { parsePrivateKey } from '../signing/keys/keys.js';
import { createSigner } from '../signing/sign.js';
import type { KeyRole, Profile } from './profile.js';

/** In place of a private key that is not there, for who only plans: of the right form, and of no use. */
export const STAND_IN_PRIVATE_KEY: string = '00'.repeat(32);

/** Whether a key is of another pair than the main key; true also where it is not stated, or not at hand. */
export function isOfOtherPair({ keys }: Pick<Profile, 'keys'>, role: KeyRole): boolean {
  const key = keys[role];
  if (key === undefined || key.privateKey === STAND_IN_PRIVATE_KEY) return true;
  return publicKeyOf(key.privateKey) !== publicKeyOf(keys.main.privateKey);
}

function publicKeyOf(privateKey: string): string {
  return Buffer.from(createSigner(parsePrivateKey(privateKey)).publicKey).toString('hex');
}
