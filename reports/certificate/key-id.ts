// The name of a key in a certificate: the SHA-256 of its SubjectPublicKeyInfo, as `openssl pkey -pubin -outform DER | sha256sum` shows it.
import { createHash } from 'node:crypto';
import { publicKeyPem } from '../../toolkit/signing/index.js';

/** Hex. */
export function keyIdOf(publicKey: Uint8Array): string {
  const der = Buffer.from(publicKeyPem(publicKey).replace(/-----[^-]+-----|\s/g, ''), 'base64');
  return createHash('sha256').update(der).digest('hex');
}
