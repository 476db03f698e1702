// Ed25519ph (RFC 8032, 5.1): the variant that signs SHA-512 of the message under a domain prefix. Only here to be refused.
import { createHash } from 'node:crypto';
import { Point } from '@noble/ed25519';

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
/** dom2(1, "") of RFC 8032: the text, the flag of prehashing, a context of no bytes. */
const DOMAIN = Buffer.concat([Buffer.from('SigEd25519 no Ed25519 collisions'), Buffer.of(1, 0)]);

const sha512 = (...parts: readonly Uint8Array[]): Buffer => createHash('sha512').update(Buffer.concat(parts)).digest();
const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
const toBytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();

export function signEd25519ph(seed: Uint8Array, message: Uint8Array): Uint8Array {
  const secret = sha512(seed);
  const scalarBytes = secret.subarray(0, 32);
  scalarBytes[0] = (scalarBytes[0] ?? 0) & 0xf8;
  scalarBytes[31] = ((scalarBytes[31] ?? 0) & 0x7f) | 0x40;
  const scalar = toNumber(scalarBytes) % ORDER;
  const publicKey = Point.BASE.multiply(scalar).toBytes();
  const prehash = sha512(message);
  const nonce = toNumber(sha512(DOMAIN, secret.subarray(32), prehash)) % ORDER;
  const r = Point.BASE.multiply(nonce).toBytes();
  const challenge = toNumber(sha512(DOMAIN, r, publicKey, prehash)) % ORDER;
  return Buffer.concat([r, toBytes((nonce + challenge * scalar) % ORDER)]);
}
