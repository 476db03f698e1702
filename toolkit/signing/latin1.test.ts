// As many bytes as a request may have.
import { expect, it } from 'vitest';
import { latin1Of } from './latin1.js';

it('takes more bytes than a call takes arguments', () => {
  const text = latin1Of(new Uint8Array(2_000_000).fill(0xe9));
  expect(text).toHaveLength(2_000_000);
  expect(text.at(-1)).toBe('é');
  expect(latin1Of([0, 255])).toBe('\u0000ÿ');
});
