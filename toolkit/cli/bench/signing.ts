// Ed25519 signatures over the payload of one order: the two backends of this package beside what else a client may sign with.
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import sodium from 'libsodium-wrappers';
import nacl from 'tweetnacl';
import { nobleSigner, nobleVerifier } from '../../signing/ed25519/noble-backend.js';
import { createSigner, createVerifier, PrivateKey, signRequest } from '../../signing/index.js';
import { privateKeyPem, publicKeyPem } from '../../signing/keys/key-export.js';
import { type Comparison, compare } from './comparison.js';

const SEED = new Uint8Array(32).fill(7);
const ORDER = {
  apiKey: 'pk_live_4f9c2a7d1e',
  idempotencyKey: 'order-2024-05-01-000123',
  timestampMs: 1_714_564_800_123,
  method: 'POST',
  path: '/v1/trading/accounts/1000042/orders',
  body: Buffer.from('{"type":"limit","instrument":"EURUSD","volume":"0.10","price":"1.07250"}'),
};

export async function signing(): Promise<readonly Comparison[]> {
  await sodium.ready;
  const key = new PrivateKey(SEED);
  const signer = createSigner(key);
  const noble = nobleSigner(key);
  const pair = nacl.sign.keyPair.fromSeed(SEED);
  const [secretObject, publicObject] = [
    createPrivateKey(privateKeyPem(key)),
    createPublicKey(publicKeyPem(signer.publicKey)),
  ];
  const { payload } = signRequest(signer, ORDER);
  const signature = signer.sign(payload);
  const verifier = createVerifier(signer.publicKey);
  const nobles = nobleVerifier(signer.publicKey);
  return [
    await compare('Signing', 'signatures', [
      { name: 'node:crypto', run: () => sign(null, payload, secretObject) },
      { name: 'createSigner', run: () => signer.sign(payload) },
      { name: 'signRequest, all six headers', run: () => signRequest(signer, ORDER) },
      { name: '@noble/ed25519', run: () => noble.sign(payload) },
      { name: 'libsodium-wrappers', run: () => sodium.crypto_sign_detached(payload, pair.secretKey) },
      { name: 'tweetnacl', run: () => nacl.sign.detached(payload, pair.secretKey) },
    ]),
    await compare('Verifying', 'signatures', [
      { name: 'node:crypto', run: () => verify(null, payload, publicObject, signature) },
      { name: 'createVerifier', run: () => verifier.verify(signature, payload) },
      { name: '@noble/ed25519', run: () => nobles.verify(signature, payload) },
      {
        name: 'libsodium-wrappers',
        run: () => sodium.crypto_sign_verify_detached(signature, payload, signer.publicKey),
      },
      { name: 'tweetnacl', run: () => nacl.sign.detached.verify(payload, signature, signer.publicKey) },
    ]),
  ];
}
