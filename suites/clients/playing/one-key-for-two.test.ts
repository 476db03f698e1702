// When two orders had one key, and when it was a repeat.
import { expect, it } from 'vitest';
import type { Observed, ObservedRequest } from '../../../toolkit/tap/index.js';
import { keyOfTwo, restsOnFates } from './one-key-for-two.js';

function observed(...sent: readonly (readonly [key: string, price: string, status?: number])[]): Observed {
  const requests = sent.map(([key, price, status], index): ObservedRequest => {
    const moment = { seq: index * 2 + 1, atNs: BigInt(index) };
    const answered = {
      ...moment,
      seq: index * 2 + 2,
      headers: [],
      body: new Uint8Array(),
      delivered: 'whole' as const,
    };
    return {
      ...moment,
      connection: 1,
      method: 'POST',
      target: '/',
      headers: [['SVC-IDEMPOTENCY-KEY', key]],
      read: { request: 'placeOrder', accountId: 'A', params: { price } },
      signature: { stages: [] },
      body: new Uint8Array(),
      ...(status !== undefined && { answer: { ...answered, status } }),
    };
  });
  return { requests, handshakes: [], frames: [], connections: [], malformed: [] };
}

it('finds another order under a key, and the same one again after it was accepted', () => {
  expect(keyOfTwo(observed(['a', '1', 202], ['a', '2', 409]))).toBe('a');
  expect(keyOfTwo(observed(['a', '1'], ['a', '2']))).toBe('a');
  expect(keyOfTwo(observed(['a', '1', 202], ['b', '1', 202], ['a', '1', 202]))).toBe('a');
});

it('finds none in repeats of what was not answered or not accepted, nor in orders with keys of their own', () => {
  expect(keyOfTwo(observed(['a', '1'], ['a', '1', 202]))).toBeUndefined();
  expect(keyOfTwo(observed(['a', '1', 503], ['a', '1', 202]))).toBeUndefined();
  expect(keyOfTwo(observed(['a', '1', 202], ['b', '1', 202]))).toBeUndefined();
});

it('touches no statement of keys or of form', () => {
  const statements = ['idempotency.client-key-per-intent', 'numbers.client-sends-exact', 'domain.client-final-result'];
  expect(statements.filter(restsOnFates)).toEqual(['domain.client-final-result']);
});
