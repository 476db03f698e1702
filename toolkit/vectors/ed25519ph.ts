// Ed25519ph (RFC 8032, 5.1): the variant that signs SHA-512 of the message under a domain prefix. Only here to be refused.
import { Point } from '@noble/ed25519';
import { expandSeed, hashToScalar, join, ORDER, sha512, toLittleEndian } from '../signing/ed25519/curve.js';

/** dom2(1, "") of RFC 8032: the text, the flag of prehashing, a context of no bytes. */
const DOMAIN = join(Buffer.from('SigEd25519 no Ed25519 collisions'), Uint8Array.of(1, 0));

export function signEd25519ph(seed: Uint8Array, message: Uint8Array): Uint8Array {
  const { scalar, prefix } = expandSeed(seed);
  const publicKey = Point.BASE.multiply(scalar).toBytes();
  const prehash = sha512(message);
  const nonce = hashToScalar(DOMAIN, prefix, prehash);
  const r = Point.BASE.multiply(nonce).toBytes();
  const challenge = hashToScalar(DOMAIN, r, publicKey, prehash);
  return join(r, toLittleEndian((nonce + challenge * scalar) % ORDER));
}
