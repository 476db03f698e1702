// The private key of a test in the forms in which programs hold it. The keys of the vectors are published.
import { privateKeyPem } from '../../../signing/keys/key-export.js';
import { PrivateKey } from '../../../signing/keys/private-key.js';
import type { StageInput } from '../../../signing/signing-stages.js';

export interface KeyForms {
  readonly bytes: Uint8Array;
  readonly hex: string;
  readonly pem: string;
}

export function keysOf({ seed = new Uint8Array(32) }: StageInput): KeyForms {
  return { bytes: seed, hex: Buffer.from(seed).toString('hex'), pem: privateKeyPem(new PrivateKey(seed)) };
}
