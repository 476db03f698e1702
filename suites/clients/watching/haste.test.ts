import { expect, it } from 'vitest';
import type { Observed, ObservedRequest } from '../../../toolkit/tap/index.js';
import { Seen } from '../stage/seen.js';
import { busiest } from './haste.js';
import { withinQuota } from './spent-quota.js';

const MS = 1_000_000n;

function read(seq: number, ms: number): ObservedRequest {
  return {
    seq,
    atNs: BigInt(ms) * MS,
    connection: 1,
    method: 'GET',
    target: `/${seq}`,
    headers: [],
    read: { request: 'operationStatus', accountId: 'A', params: {} },
    signature: { stages: [] },
    body: new Uint8Array(),
  };
}

const everyMs = (ms: number, count: number): Seen => {
  const requests = Array.from({ length: count }, (_, index) => read(index + 1, index * ms));
  const observed: Observed = { requests, frames: [], handshakes: [], connections: [], malformed: [] };
  return new Seen(observed);
};

it('counts the most of a name within a time, wherever it begins', () => {
  const sent = [0, 900, 1_000, 1_500, 1_899].map((ms) => ({ atNs: BigInt(ms) * MS }));
  expect(busiest(sent, () => 'a')).toEqual({ most: 4, name: 'a' });
  expect(busiest([], () => 'a').most).toBe(0);
});

it('warns of a call that is sent far beyond its quota, and of nothing at its rim', () => {
  expect(withinQuota(everyMs(15, 1_000))).toMatchObject({ verdict: 'fail', level: 'should' });
  expect(withinQuota(everyMs(45, 1_000)).verdict).toBe('pass');
});
