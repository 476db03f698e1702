// A key to sign with, imported when something is signed with it for the first time: a profile names a dozen, most checks use one or two,
// and importing costs more than many signatures. That a profile's keys can be read was asked when it was loaded.
import { parsePrivateKey } from '../../../../toolkit/signing/keys/keys.js';
import { createSigner } from '../../../../toolkit/signing/sign.js';
import type { SigningKey } from '../../../../toolkit/wire/signed-request.js';

/** `privateKey`: in any form that a profile takes. */
export function signingKey(id: string, privateKey: string): SigningKey {
  let signer: SigningKey['signer'] | undefined;
  return {
    id,
    get signer() {
      signer ??= createSigner(parsePrivateKey(privateKey));
      return signer;
    },
  };
}
