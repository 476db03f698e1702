// Ed25519 by node:crypto, the default in Node.js. The imported key object is kept: importing it per call costs ten times the
// signature. The rules of `ed25519.ts` come first, so that every version of Node.js decides alike.
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { privateKeyDer, publicKeyDer } from '../keys/key-export.js';
import { assertPrivateKey, type PrivateKey } from '../keys/private-key.js';
import {
  isPublicKeyShaped,
  isSignatureShaped,
  PUBLIC_KEY_BYTES,
  rejectAll,
  type Signer,
  type Verifier,
} from './ed25519.js';

/** @throws ProtocolError `key-invalid` when another public key stood beside the private one. */
export function nodeSigner(key: PrivateKey): Signer {
  assertPrivateKey(key);
  const der = Buffer.from(privateKeyDer(key).buffer);
  const keyObject = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  der.fill(0);
  const publicKey = rawPublicKey(createPublicKey(keyObject));
  key.assertPublicKey(publicKey);
  return { publicKey, sign: (message) => sign(null, message, keyObject) };
}

/** `publicKey` may be any bytes; those that are no public key verify nothing. */
export function nodeVerifier(publicKey: Uint8Array): Verifier {
  const keyObject = importPublicKey(publicKey);
  if (keyObject === undefined) return rejectAll(publicKey);
  return {
    publicKey,
    verify: (signature, message) => isSignatureShaped(signature) && verify(null, message, keyObject, signature),
  };
}

function importPublicKey(publicKey: Uint8Array): KeyObject | undefined {
  if (!isPublicKeyShaped(publicKey)) return undefined;
  try {
    return createPublicKey({ key: Buffer.from(publicKeyDer(publicKey)), format: 'der', type: 'spki' });
  } catch {
    // Some versions refuse points off the curve here, others only when they verify.
    return undefined;
  }
}

function rawPublicKey(key: KeyObject): Uint8Array {
  return Uint8Array.from(key.export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_BYTES));
}
