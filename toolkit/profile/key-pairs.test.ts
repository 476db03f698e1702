import { describe, expect, it } from 'vitest';
import { isOfOtherPair, STAND_IN_PRIVATE_KEY } from './key-pairs.js';

const SEED = '11'.repeat(32);
const AS_BASE64URL = Buffer.from(SEED, 'hex').toString('base64url');

describe('keys of a profile', () => {
  it.each([
    ['another seed', '22'.repeat(32), true],
    ['the same seed', SEED, false],
    ['the same seed in another form', AS_BASE64URL, false],
    ['a key that is not at hand', STAND_IN_PRIVATE_KEY, true],
  ])('knows of %s whether it makes another pair', (_, privateKey, expected) => {
    const keys = { main: { id: 'K', privateKey: SEED }, readOnly: { id: 'R', privateKey } };
    expect(isOfOtherPair({ keys }, 'readOnly')).toBe(expected);
  });

  it('takes a key that is not stated for another', () => {
    expect(isOfOtherPair({ keys: { main: { id: 'K', privateKey: SEED } } }, 'second')).toBe(true);
  });
});
