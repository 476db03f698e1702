import { expect, it } from 'vitest';
import { likeness, unregisteredKey } from './unregistered-key.js';

it('looks like the identifier of the main key, and is another one', () => {
  expect(likeness('PK-0123456789-abcdefgh')).toMatch(/^[A-Z]{2}-\d{10}-[a-z]{8}$/);
  expect(likeness('6f1c2a9e-0b7d')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}$/);
  expect(likeness('PK-0123456789-abcdefgh')).not.toBe('PK-0123456789-abcdefgh');
});

it('is made longer when a short one might be taken', () => {
  expect(likeness('k1')).toHaveLength(12);
});

it('signs with a key of its own', () => {
  expect(unregisteredKey('k1').signer).toBeDefined();
});
