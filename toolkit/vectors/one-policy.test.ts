// One policy: what the vectors leave open is never called broken by the doctor, and what they refuse is never called correct.
import { describe, expect, it, test } from 'vitest';
import { diagnose } from '../doctor/diagnose.js';
import type { Diagnosis } from '../doctor/diagnosis.js';
import { seededVerifiers } from '../signing/ed25519/deterministic-verifier.js';
import { unhex } from '../signing/keys/der.js';
import { nodeHashing } from '../signing/node-hashing.js';
import { SLIPS } from '../signing/slips/slips.js';
import { WAYS } from '../signing/slips/ways/ways.js';
import { DIGITS_KEY, MAIN_KEY, SECOND_KEY } from './build/keys.js';
import { NOW_MS, REGISTRY } from './build/requests/requests.js';
import { judge } from './judge.js';
import { loadTests, observationTests } from './load.js';
import type { VerifyRequestInput } from './operations.js';

const KEYS = REGISTRY.map(({ apiKey, publicKey, expiresAtMs = NOW_MS + 1 }) => ({
  id: apiKey,
  publicKey: unhex(publicKey),
  // At the very moment it is an observation.
  expired: expiresAtMs < NOW_MS,
}));

/** A search verifies thousands of times, mostly what is by none of these. */
const verifierOf = seededVerifiers([MAIN_KEY, SECOND_KEY, DIGITS_KEY].map(({ seed }) => unhex(seed)));

function diagnosed(given: unknown): Diagnosis {
  const input = given as VerifyRequestInput; // by the schema of the vectors
  return diagnose(
    { ...input, format: 'live', body: unhex(input.body), atMs: NOW_MS, notes: [] },
    { keys: KEYS, windowMs: 5000, hashing: nodeHashing, verifierOf },
  );
}

/** Read in more ways than one, by the first or the last of two, by Latin-1 or not, with a body or without: one of them is wrong. */
const TWO_READINGS = ['payload-member-duplicate', 'header-doubled', 'body-hash-of-nothing', 'payload-latin-1'];

describe('what the vectors leave open', () => {
  const open = observationTests().filter(({ observation }) => observation.operation === 'verify-request');
  it.each(open.map(({ observation }) => [observation.tcId, observation] as const))(
    'is not called broken: %s',
    (_id, { input, cause }) => {
      const { verdict, cause: named } = diagnosed(input);
      if (cause !== undefined && TWO_READINGS.includes(cause)) return;
      expect(verdict).not.toBe('broken');
      if (cause !== undefined) expect(named).toBe(cause);
    },
  );
});

describe('what the vectors refuse', () => {
  const refused = loadTests().filter(
    ({ operation, test }) => operation === 'verify-request' && test.result === 'invalid',
  );
  it.each(refused.map(({ test }) => [test.tcId, test] as const))(
    'is not called correct: %s',
    (_id, { input, cause }) => {
      const { verdict } = diagnosed(input);
      // Access is known to a server alone.
      if (cause !== undefined && SLIPS[cause].stage === 'access') expect(verdict).not.toBe('broken');
      else expect(verdict).toBe('broken');
    },
  );
});

describe('answers that are right in more ways than one', () => {
  const changed = loadTests().find(({ test }) => test.tcId === 'verify-request/key-header-changed');
  it.each([
    [{ valid: false, code: 1000 }, true],
    [{ valid: false, code: 1001, errorMessage: 'AUTH_INVALID_SIGNATURE' }, true],
    [{ valid: false, code: '1001' }, true],
    [{ valid: false }, true],
    [{ valid: false, code: 1002 }, false],
    [{ valid: false, code: 1000, errorMessage: 'AUTH_INVALID_SIGNATURE' }, false],
    [{ valid: false, errorMessage: 'no such key' }, false],
  ])('judges %j', (answer, isRight) => {
    if (changed === undefined) throw new Error('expected the test to be there');
    expect(judge('verify-request', changed.context, changed.test, answer) === undefined).toBe(isRight);
  });
});

test('a null key of a read is warned of, and that of an order refused', () => {
  const nulls = WAYS.filter(({ slip }) => slip === 'idempotency-key-null').flatMap(({ damages }) => damages);
  expect(SLIPS['idempotency-key-null'].isOpen).toBe(true);
  expect(nulls.map(({ level, lenientOn }) => [level, lenientOn])).toEqual([['must', ['read', 'handshake']]]);
});
