import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deterministicVerifier } from '../signing/ed25519/deterministic-verifier.js';
import { nodeVerifier } from '../signing/ed25519/node-backend.js';
import { hex, unhex } from '../signing/keys/der.js';
import { MAIN_KEY } from './build/keys.js';
import { verifiersOfKnown } from './known-key.js';
import { signerOf } from './signer.js';

const seed = unhex(MAIN_KEY.seed);
const message = Buffer.from('{"api_key":"key-1"}');
const signature = signerOf(MAIN_KEY.seed).sign(message);

describe('a verifier by a known key', () => {
  test('agrees with the curve on right and wrong signatures', () => {
    const [quick, curve] = [deterministicVerifier(seed), nodeVerifier(unhex(MAIN_KEY.publicKey))];
    const flipped = Uint8Array.from(signature, (byte, at) => (at === 3 ? byte ^ 1 : byte));
    for (const [bytes, text] of [
      [signature, message],
      [signature, Buffer.from('another')],
      [flipped, message],
      [Uint8Array.from(signature).reverse(), message],
      [signature.subarray(1), message],
      [new Uint8Array(64), message],
    ] as const) {
      expect(quick.verify(bytes, text)).toBe(curve.verify(bytes, text));
    }
  });

  test('knows the keys that the seed is misread as', () => {
    const hashed = createHash('sha256').update(seed).digest();
    const verifier = verifiersOfKnown(MAIN_KEY.seed)(signerOf(hex(hashed)).publicKey);
    expect(verifier.verify(signerOf(hex(hashed)).sign(message), message)).toBe(true);
    expect(verifier.verify(signature, message)).toBe(false);
  });

  test('asks the curve of keys that it does not know', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    const verifier = verifiersOfKnown(MAIN_KEY.seed)(raw);
    expect(verifier.verify(sign(null, message, privateKey), message)).toBe(true);
  });
});
