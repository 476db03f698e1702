// How much of its time a sandbox gives to explaining refused signatures.

import { expect, it } from 'vitest';
import type { RawRequest, Refusal } from '../domain.js';
import { createExplanations } from './explain-refusals.js';

const WRONG: RawRequest = {
  method: 'GET',
  target: '/v1/configuration/accounts/1/account',
  headers: [['SVC-API-KEY', 'key-1']],
  body: new Uint8Array(),
  remoteAddress: '127.0.0.1',
  receivedAtMs: 1_700_000_000_000,
};
const REFUSAL: Refusal = { refused: true, status: 401, name: 'AUTH_INVALID_SIGNATURE', code: 1001, detail: '' };

/** Explanations of a sandbox in which each search takes 100 ms, and the clock by which it does. */
function slowly() {
  const clock = { nowMs: 0 };
  const keys = () => {
    clock.nowMs += 100;
    return [];
  };
  return { clock, explain: createExplanations({ keys }, 30_000, () => clock.nowMs) };
}

it('explains the first mistakes, and not each one of a flood', () => {
  const { explain } = slowly();
  const explained = Array.from({ length: 50 }, () => explain(WRONG, REFUSAL)).filter((text) => text !== undefined);
  expect(explained.length).toBeGreaterThanOrEqual(5);
  expect(explained.length).toBeLessThan(10);
});

it('explains again after quiet seconds', () => {
  const { clock, explain } = slowly();
  for (let count = 0; count < 50; count += 1) {
    explain(WRONG, REFUSAL);
  }
  clock.nowMs += 10_000;
  expect(explain(WRONG, REFUSAL)).toBeDefined();
});
