// The published keys of the vectors, from the seeds of RFC 8032, section 7.1. Known to everybody: good for tests, for nothing else.
import { createPublicKey } from 'node:crypto';
import { hex, unhex } from '../../signing/keys/der.js';
import { privateKeyPem, publicKeyPem } from '../../signing/keys/key-export.js';
import { PrivateKey } from '../../signing/keys/private-key.js';
import type { VectorKey } from '../model.js';

function vectorKey(apiKey: string, seed: string): VectorKey {
  const privatePem = privateKeyPem(new PrivateKey(unhex(seed)));
  const publicKey = createPublicKey(privatePem).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { apiKey, seed, publicKey: hex(publicKey), privatePem, publicPem: publicKeyPem(publicKey) };
}

export const MAIN_KEY: VectorKey = vectorKey(
  'key-main-7f3a',
  '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
);
export const SECOND_KEY: VectorKey = vectorKey(
  'key-second-52d0',
  '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
);
/** An identifier of digits, which some languages turn into a number. */
export const DIGITS_KEY: VectorKey = vectorKey(
  '1000042',
  'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
);
