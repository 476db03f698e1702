import { expect, test } from 'vitest';
import { HEADER } from '../signing/index.js';
import { nodeHashing } from '../signing/node-hashing.js';
import type { Capture } from './capture/capture.js';
import { capture, NOW_MS, native, payloadOf, respelled, withHeader } from './capture/captures.test.aid.js';
import { raw } from './capture/forms.test.aid.js';
import { readCapture } from './capture/read-capture.js';
import { diagnose } from './diagnose.js';

const order = capture();
const causeOf = (one: Capture): string | undefined =>
  diagnose(readCapture(Buffer.from(raw(one))), { ...native, clockMs: NOW_MS }).cause;
const signed = (members: Record<string, unknown>): Capture =>
  respelled(order, JSON.stringify({ ...payloadOf(order), ...members }));
const HASH_OF_NOTHING = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';
const OTHER_HASH = nodeHashing.bodyHash(Buffer.from('of another request'));

test('the payload of another request is told', () => {
  expect(causeOf(signed({ path: '/v1/trading/accounts/42/positions/77', body_hash: OTHER_HASH }))).toBe('payload-kept');
});

test.each([
  ['a word for the path, and another hash', { path: 'place_order', body_hash: OTHER_HASH }, 'path-mismatch'],
  ['a part of the path, and no body hashed', { path: '/v1/trading/orders', body_hash: HASH_OF_NOTHING }, undefined],
])('two mistakes of one request are no other request: %s', (_name, members, cause) => {
  const told = causeOf(signed(members));
  expect(told).not.toBe('payload-kept');
  if (cause !== undefined) expect(told).toBe(cause);
});

test('headers that are made a moment later are those of the same request', () => {
  const later = withHeader(order, HEADER.timestamp, String(NOW_MS + 3));
  expect(causeOf(withHeader(later, HEADER.idempotencyKey, 'order-0002'))).toBe('idempotency-key-mismatch');
  const muchLater = withHeader(order, HEADER.timestamp, String(NOW_MS + 9000));
  expect(causeOf(withHeader(muchLater, HEADER.idempotencyKey, 'order-0002'))).toBe('headers-of-another-request');
});
