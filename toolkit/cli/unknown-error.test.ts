import { expect, it } from 'vitest';
import { wordsOf } from './unknown-error.js';

it('shows an error without what could steer a terminal, and without a signature', async () => {
  const words = await wordsOf(new Error(`\u001b[2J answer said SVC-SIGN: ${'A'.repeat(86)}`));
  expect(words).toContain('\\x1b[2J answer said SVC-SIGN: [signature of 86 characters');
});

it('says so of what cannot be written', async () => {
  const thrown = {
    toString: () => {
      throw new Error('never');
    },
  };
  expect(await wordsOf(thrown)).toBe('something that cannot even be written as text');
  expect(await wordsOf(undefined)).toBe('undefined');
});
