// Hashes that the private key itself went into, as schemes with a shared secret have them (interface 5.2, `body_hash`; 5.3, rule 1). For
// those alone whose keys are known here; what came of a key is compared, and never shown.
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import { joined, utf8Bytes } from '../capture/capture.js';

const HASHES = [
  ['SHA-256', sha256],
  ['SHA-512', sha512],
  ['SHA-384', sha384],
  ['SHA-1', sha1],
] as const;

/** Every such hash of a message, and how it is told of a message of that name. */
export type KeyedDigests = (message: Uint8Array, name: string) => Generator<readonly [how: string, bytes: Uint8Array]>;

export const keyedDigests = (seed: Uint8Array): KeyedDigests =>
  function* digests(message, name) {
    for (const key of textsOfSeed(seed)) {
      for (const [hash, by] of HASHES) {
        yield [`the HMAC-${hash} of ${name} by the private key`, hmac(by, key, message)];
        for (const mixed of [joined(key, message), joined(message, key)]) {
          yield [`the ${hash} hash of ${name} and the private key`, by(mixed)];
        }
      }
    }
  };

/** The seed as bytes, and as the texts in which it is kept. */
export function textsOfSeed(seed: Uint8Array): readonly Uint8Array[] {
  const url = encodeBase64url(seed);
  return [
    seed,
    utf8Bytes(bytesToHex(seed)),
    utf8Bytes(url),
    utf8Bytes(`${url.replaceAll('-', '+').replaceAll('_', '/')}=`),
  ];
}
