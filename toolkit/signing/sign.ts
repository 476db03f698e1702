// Signing in Node.js: the portable stages with the native hash, encoder and signature.

import { kept } from '../base/kept.js';
import type { Signer, Verifier } from './ed25519/ed25519.js';
import { nodeSigner, nodeVerifier } from './ed25519/node-backend.js';
import { remembering } from './ed25519/remembering.js';
import type { PrivateKey } from './keys/private-key.js';
import { nodeHashing } from './node-hashing.js';
import { type SignedRequest, signRequestWith } from './sign-request.js';
import type { SigningInput } from './signing-stages.js';

/**
 * Signs one request.
 * @example
 * const signer = createSigner(parsePrivateKey(text));
 * const { headers } = signRequest(signer, {
 *   apiKey: 'key-1', idempotencyKey: '', timestampMs: Date.now(), method: 'GET', path: '/v1/configuration/accounts/1/limits',
 * });
 */
export function signRequest(signer: Signer, input: SigningInput): SignedRequest {
  return signRequestWith(nodeHashing, signer, input);
}

/** SHA-256 of the exact body, base64url without padding (interface 5.2, `body_hash`). */
export function bodyHash(body: Uint8Array): string {
  return nodeHashing.bodyHash(body);
}

export function createSigner(key: PrivateKey): Signer {
  return nodeSigner(key);
}

export function createVerifier(publicKey: Uint8Array): Verifier {
  return nodeVerifier(publicKey);
}

const verifiers = new WeakMap<Uint8Array, Verifier>();

/**
 * The verifier of a public key that nobody writes to: one for all who ask for the same bytes object. Importing a key costs more than
 * verifying, and hundreds of services in one process may know the same key.
 */
export function verifierOf(publicKey: Uint8Array): Verifier {
  return kept(verifiers, publicKey, () => remembering(createVerifier(publicKey)));
}
