import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READERS } from './readers.js';

describe('a reader of what strangers send', () => {
  it.each(READERS)('ends with a value or a named error, whatever it is given: $name', async ({ property }) => {
    const found = await fc.check(await property(), { seed: 1, numRuns: 60 });
    expect(found.failed ? [found.counterexample, found.errorInstance] : []).toEqual([]);
  });
});
