import { describe, expect, it } from 'vitest';
import { sliceOf } from './slice.js';

const ROWS = Array.from({ length: 11 }, (_, at) => at);

describe('a slice of a table', () => {
  it('holds every row once over all parts', () => {
    const parts = ['1/4', '2/4', '3/4', '4/4'].flatMap((slice) => sliceOf(ROWS, slice));
    expect([...parts].sort((one, other) => one - other)).toEqual(ROWS);
  });

  it('is the whole table when none is asked for', () => expect(sliceOf(ROWS, undefined)).toEqual(ROWS));

  it.each(['0/4', '5/4', '1', 'x/y', '1/0', '-1/4'])('refuses %s', (slice) =>
    expect(() => sliceOf(ROWS, slice)).toThrow(/--slice takes i\/n/),
  );
});
