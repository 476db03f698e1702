import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffParts } from './byte-diff.js';

describe('byte differences', () => {
  it('mark what was removed and added', () => {
    expect(diffParts('{"path":"/v1/a"}', '{"path":"/v1/b"}')).toEqual([
      { kind: 'same', text: '{"path":"/v1/' },
      { kind: 'removed', text: 'a' },
      { kind: 'added', text: 'b' },
      { kind: 'same', text: '"}' },
    ]);
  });

  it('are none for equal texts', () => {
    expect(diffParts('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
    expect(diffParts('', '')).toEqual([]);
  });

  it('find several places', () => {
    const kinds = diffParts('aXbbbbYc', 'a1bbbb2c').map((part) => part.kind);
    expect(kinds.filter((kind) => kind === 'same')).toHaveLength(3);
  });

  it('take what two hashes share by chance for a part of the difference', () => {
    expect(diffParts('"aXbYc"', '"1X2Y3"').map((part) => part.text)).toEqual(['"', 'aXbYc', '1X2Y3', '"']);
  });

  it('always lead from one text to the other', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '"'), maxLength: 40 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffParts(before, after);
        const side = (without: string): string =>
          parts
            .filter((part) => part.kind !== without)
            .map((part) => part.text)
            .join('');
        expect(side('added')).toBe(before);
        expect(side('removed')).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  it('replace the middle whole when nearly everything differs', () => {
    expect(diffParts('a'.repeat(1_000), 'b'.repeat(1_000)).map((part) => part.kind)).toEqual(['removed', 'added']);
  });
});
