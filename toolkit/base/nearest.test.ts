import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from './nearest.js';

describe('nearest', () => {
  it('finds a word with a letter missing, doubled, wrong or swapped', () => {
    for (const typo of ['sandbx', 'sanddbox', 'sendbox', 'sadnbox']) {
      expect(nearest(typo, ['production', 'sandbox', 'unknown'])).toBe('sandbox');
    }
  });

  it('finds a word by its beginning', () => {
    expect(nearest('prod', ['production', 'sandbox'])).toBe('production');
  });

  it('guesses nothing for a word that is unlike all', () => {
    expect(nearest('elephant', ['production', 'sandbox'])).toBeUndefined();
    expect(didYouMean('elephant', ['sandbox'])).toBe('');
  });

  it('asks', () => {
    expect(didYouMean('sandbx', ['sandbox'])).toBe(', did you mean sandbox?');
  });
});

it('takes no time for a word that is none', () => {
  const startedMs = performance.now();
  expect(
    didYouMean(
      'a'.repeat(100_000),
      Array.from({ length: 1000 }, (_, n) => `auth.word-${n}`),
    ),
  ).toBe('');
  expect(performance.now() - startedMs).toBeLessThan(1000);
});
