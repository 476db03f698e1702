import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { seededVerifiers } from '../../signing/ed25519/deterministic-verifier.js';
import { encodeBase64url, HEADER } from '../../signing/index.js';
import { capture, keys, native, payloadOf, SEED, signer, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';
import type { DiagnosedStage } from '../diagnosis.js';
import { keyedMessages } from './keyed-messages.js';

const seed = Buffer.from(SEED, 'hex');
const request = capture();
const payload = Buffer.from(JSON.stringify(payloadOf(request)));
const known = keys.map((key) =>
  key.publicKey === signer.publicKey || key === keys[0] ? { ...key, keyed: keyedMessages(seed) } : key,
);

function told(message: Uint8Array | string): DiagnosedStage | undefined {
  const wrong = withHeader(request, HEADER.signature, encodeBase64url(signer.sign(Buffer.from(message))));
  return diagnose(wrong, {
    ...native,
    keys: known,
    verifierOf: seededVerifiers([seed]),
    verifications: 45_000,
  }).stages.find(({ stage }) => stage === 'signature');
}

test.each<readonly [how: string, message: Uint8Array | string]>([
  ['HMAC-SHA-256 of the payload by the private key', createHmac('sha256', seed).update(payload).digest()],
  ['HMAC-SHA-512 of the payload by the private key', createHmac('sha512', SEED).update(payload).digest('hex')],
  ['SHA-256 hash of the payload and the private key', createHash('sha256').update(seed).update(payload).digest()],
  ['signed once more', signer.sign(payload)],
  ['signed once more', encodeBase64url(signer.sign(payload))],
  ['the private key beside it', Buffer.concat([seed, payload])],
])('what the private key went into is told, and not shown: %s', (how, message) => {
  const stage = told(message);
  expect(stage?.cause).toBe('signed-respelled');
  expect(stage?.how).toContain(how);
  expect(stage?.compared).toBeUndefined();
  expect(JSON.stringify(stage)).not.toContain(SEED);
});
