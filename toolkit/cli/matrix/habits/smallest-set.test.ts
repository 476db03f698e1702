// The smallest set that still fails, over sets whose culprits are known.
import { expect, it } from 'vitest';
import { smallestSet } from './smallest-set.js';

const ALL = Array.from({ length: 40 }, (_, index) => index);

it.each([[[17]], [[3, 39]], [[0, 20, 21]], [[]]])('finds the culprits %j among forty', async (culprits) => {
  let tried = 0;
  const found = await smallestSet(ALL, async (items) => {
    tried += 1;
    return culprits.every((culprit) => items.includes(culprit));
  });
  expect(found).toEqual(culprits);
  expect(tried).toBeLessThan(80);
});
