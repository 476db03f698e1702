// Mutations among all that was seen, whose list grows mostly at its end.
import { expect, it } from 'vitest';
import type { Observed, ObservedRequest } from '../../../toolkit/tap/index.js';
import { Seen } from './seen.js';

function sent(seq: number, request: 'placeOrder' | 'account'): ObservedRequest {
  const read = { request, accountId: 'A', params: {} };
  const place = { seq, atNs: BigInt(seq), connection: 1 };
  return { ...place, method: '', target: '', headers: [], read, signature: { stages: [] }, body: new Uint8Array() };
}

it('finds mutations that come, one that arrived late among them', () => {
  const requests = [sent(1, 'placeOrder'), sent(2, 'account')];
  const observed: Observed = { requests, handshakes: [], frames: [], connections: [], malformed: [] };
  const seen = new Seen(observed);
  const places = (): readonly number[] => seen.mutations().map(({ seq }) => seq);
  expect(places()).toEqual([1]);
  requests.push(sent(5, 'placeOrder'));
  expect(places()).toEqual([1, 5]);
  requests.splice(2, 0, sent(4, 'placeOrder'));
  expect(places()).toEqual([1, 4, 5]);
  expect(
    seen
      .since(4)
      .mutations()
      .map(({ seq }) => seq),
  ).toEqual([5]);
});
