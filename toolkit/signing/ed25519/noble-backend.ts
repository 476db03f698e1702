// Ed25519 by @noble/ed25519: portable, for the browser page, and independent of node:crypto, which tests check it against.
// `zip215` is always given, since the library's default accepts encodings that RFC 8032 refuses.
import { getPublicKey, hashes, sign, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { assertPrivateKey, type PrivateKey } from '../keys/private-key.js';
import { isPublicKeyShaped, isSignatureShaped, rejectAll, type Signer, type Verifier } from './ed25519.js';

// The library's own way of receiving a synchronous SHA-512.
hashes.sha512 = sha512;

/** @throws ProtocolError `key-invalid` when another public key stood beside the private one. */
export function nobleSigner(key: PrivateKey): Signer {
  assertPrivateKey(key);
  const publicKey = getPublicKey(key.exposeSeed());
  key.assertPublicKey(publicKey);
  return { publicKey, sign: (message) => sign(message, key.exposeSeed()) };
}

/** `publicKey` may be any bytes; those that are no public key verify nothing. */
export function nobleVerifier(publicKey: Uint8Array): Verifier {
  if (!isPublicKeyShaped(publicKey)) return rejectAll(publicKey);
  return {
    publicKey,
    verify: (signature, message) =>
      isSignatureShaped(signature) && verify(signature, message, publicKey, { zip215: false }),
  };
}
