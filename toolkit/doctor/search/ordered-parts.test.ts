import { expect, test } from 'vitest';
import { seededVerifiers } from '../../signing/ed25519/deterministic-verifier.js';
import { encodeBase64url, HEADER } from '../../signing/index.js';
import { capture, keys, NOW_MS, native, payloadOf, SEED, signer, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';

const order = capture();
// By the seed a verification takes a tenth of the time.
const fast = { ...native, keys: keys.slice(0, 1), verifierOf: seededVerifiers([Buffer.from(SEED, 'hex')]) };
const hash = String(payloadOf(order)['body_hash']);

test.each([
  ['hash before key and time', [hash, 'key-1', String(NOW_MS)].join(':')],
  ['key, time, target and hash', ['key-1', String(NOW_MS), 'POST', order.path, hash].join('|')],
  ['time last', ['key-1', 'POST', order.path, hash, String(NOW_MS)].join('\n')],
  ['the values of the headers, the version last', ['key-1', 'order-0001', String(NOW_MS), '1'].join('')],
  ['idempotency key first', ['order-0001', String(NOW_MS), 'key-1', 'POST', order.path].join(',')],
])('parts in an order of one’s own are told: %s', (_name, message) => {
  const wrong = withHeader(order, HEADER.signature, encodeBase64url(signer.sign(Buffer.from(message))));
  expect(diagnose(wrong, fast).cause).toBe('signed-concatenation');
});
