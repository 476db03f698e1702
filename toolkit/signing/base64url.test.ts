import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Base64urlDefect, base64urlDefect, decodeBase64url, encodeBase64url } from './base64url.js';

const bytes = fc.uint8Array({ maxLength: 200 });

describe('encoding', () => {
  it.each([
    [[], ''],
    [[0], 'AA'],
    [[255], '_w'],
    [[251, 239], '--8'],
    [[255, 255, 255], '____'],
    [[1, 2, 3, 4], 'AQIDBA'],
  ])('writes %j as %j', (given, text) => {
    expect(encodeBase64url(Uint8Array.from(given))).toBe(text);
  });

  it('agrees with Node.js for any bytes', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        expect(encodeBase64url(given)).toBe(Buffer.from(given).toString('base64url'));
      }),
    );
  });
});

describe('strict decoding', () => {
  it('returns exactly the encoded bytes', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        expect(decodeBase64url(encodeBase64url(given))).toEqual(given);
      }),
    );
  });

  it.each<[string, Base64urlDefect]>([
    ['AA==', 'padding'],
    ['A', 'length'],
    ['AAAAA', 'length'],
    ['AB', 'trailing-bits'],
    ['AAB', 'trailing-bits'],
    ['+A', 'standard-alphabet'],
    ['//8', 'standard-alphabet'],
    ['AA\n', 'white-space'],
    [' AA', 'white-space'],
    ['+/A=\n', 'standard-alphabet'],
    ['+A==', 'standard-alphabet'],
    ['A!', 'alphabet'],
    ['AÄ', 'alphabet'],
    ['A\0', 'alphabet'],
    ['A%3D', 'alphabet'],
  ])('refuses %j: %s', (text, defect) => {
    expect(base64urlDefect(text)).toBe(defect);
    expect(() => decodeBase64url(text)).toThrow(/expected base64url text without padding, got \d+ characters: it/);
  });

  it('accepts a text only if encoding gives it back', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AQZaz09-_+/= \n'), maxLength: 12 }), (text) => {
        const roundTrip = Buffer.from(text, 'base64url').toString('base64url') === text;
        expect(base64urlDefect(text) === undefined).toBe(roundTrip);
      }),
      { numRuns: 2000 },
    );
  });

  it('never repeats the text, which may be a secret', () => {
    expect(() => decodeBase64url('c2VjcmV0LXNlY3JldA==')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('c2Vj') }),
    );
  });
});
