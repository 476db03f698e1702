// Writes Ed25519 keys in the same forms that `keys.ts` reads. The private forms hold the secret: they are for files and profiles
// of a sandbox, never for messages, logs or reports.
import { encodeBase64url } from '../base64url.js';
import { ED25519_OID, TAG, unhex, writeDer } from './der.js';
import type { PrivateKey } from './private-key.js';

export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
}

/** SubjectPublicKeyInfo (RFC 8410, section 4), 44 bytes. */
export function publicKeyDer(publicKey: Uint8Array): Uint8Array {
  return writeDer(TAG.sequence, algorithm(), writeDer(TAG.bitString, Uint8Array.of(0), publicKey));
}

export function publicKeyPem(publicKey: Uint8Array): string {
  return pem('PUBLIC KEY', publicKeyDer(publicKey));
}

export function publicKeyJwk(publicKey: Uint8Array): PublicJwk {
  return { kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(publicKey) };
}

/** PKCS#8 version 1 (RFC 8410, section 7), 48 bytes. */
export function privateKeyDer(key: PrivateKey): Uint8Array {
  const seed = writeDer(TAG.octetString, key.exposeSeed());
  return writeDer(TAG.sequence, writeDer(TAG.integer, Uint8Array.of(0)), algorithm(), writeDer(TAG.octetString, seed));
}

export function privateKeyPem(key: PrivateKey): string {
  return pem('PRIVATE KEY', privateKeyDer(key));
}

function algorithm(): Uint8Array {
  return writeDer(TAG.sequence, writeDer(TAG.objectIdentifier, unhex(ED25519_OID)));
}

/** RFC 7468: the standard base64 alphabet, padded, in lines of 64 characters. */
function pem(label: string, der: Uint8Array): string {
  const unpadded = encodeBase64url(der).replaceAll('-', '+').replaceAll('_', '/');
  const base64 = unpadded.padEnd(Math.ceil(unpadded.length / 4) * 4, '=');
  return `-----BEGIN ${label}-----\n${base64.replace(/(.{64})(?=.)/g, '$1\n')}\n-----END ${label}-----\n`;
}
