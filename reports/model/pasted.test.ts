import { describe, expect, it } from 'vitest';
import { asPasted } from './pasted.js';

const run = { program: 'npx tsi', out: 'there' };

describe('a command as it is pasted', () => {
  it.each([
    ['tsi run auth --seed 7', 'npx tsi run auth --seed 7 --out there'],
    ['tsi run --effort=quick -- auth', 'npx tsi run --out there --effort=quick -- auth'],
    ['tsi run --effort=quick --', 'npx tsi run --out there --effort=quick --'],
    ['tsi run --out=there --', 'npx tsi run --out=there --'],
    ['tsi plan', 'npx tsi plan'],
    ['openssl version', 'openssl version'],
  ])('%s is %s', (command, pasted) => {
    expect(asPasted(run, command)).toBe(pasted);
  });

  it('has no folder where none was given', () => {
    expect(asPasted({}, 'tsi run auth')).toBe('tsi run auth');
  });
});
