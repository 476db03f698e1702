import { describe, expect, it } from 'vitest';
import { readWaivers, waiverFindings, waiverFor } from './waivers.js';

const waiver = { pattern: 'auth.*', reason: 'known as T-1', expires: '2031-06-30' };
const today = '2031-06-30';
const known = ['auth.a/x', 'auth.b/y', 'orders.c/z'];

function messages(waivers = [waiver], verdicts: Readonly<Record<string, string>> = {}, day = today): readonly string[] {
  return waiverFindings(waivers, known, new Map(Object.entries(verdicts)), day).map(({ message }) => message);
}

describe('waivers', () => {
  it('cover what their pattern fits, up to and including their last day', () => {
    expect(waiverFor('auth.a/x', [waiver], today)).toBe(waiver);
    expect(waiverFor('orders.c/z', [waiver], today)).toBeUndefined();
    expect(waiverFor('auth.a/x', [waiver], '2031-07-01')).toBeUndefined();
  });

  it('are fine while something that they name fails', () => {
    expect(messages([waiver], { 'auth.a/x': 'fail', 'auth.b/y': 'pass' })).toEqual([]);
  });

  it('are reported when what they name passes', () => {
    expect(messages([waiver], { 'auth.a/x': 'pass' })).toEqual([
      'the waiver auth.* is no longer needed: what it names passes',
    ]);
  });

  it('are not condemned for checks that were not selected or not decided', () => {
    expect(messages([waiver], {})).toEqual([]);
    expect(messages([waiver], { 'auth.a/x': 'inconclusive' })).toEqual([]);
  });

  it('are reported when they match nothing or have expired', () => {
    expect(messages([{ ...waiver, pattern: 'nope/*' }])).toEqual(['the waiver nope/* matches no check']);
    expect(messages([waiver], {}, '2031-07-01')).toEqual(['the waiver auth.* expired on 2031-06-30']);
  });
});

describe('readWaivers', () => {
  it('reads a list', () => {
    expect(readWaivers([waiver])).toEqual([waiver]);
    expect(readWaivers([])).toEqual([]);
  });

  it.each([
    [{}, 'expected a list of {pattern, reason, expires}, got object'],
    [['auth.*'], 'entry 1: expected {pattern, reason, expires}, got string auth.*'],
    [[{ ...waiver, until: 'x' }], 'entry 1: unknown member until; known are pattern, reason, expires'],
    [[waiver, { ...waiver, reason: ' ' }], 'entry 2: reason: expected text, got string  '],
    [[{ ...waiver, expires: '2031-02-30' }], 'entry 1: expires: expected a date such as 2031-01-31, got 2031-02-30'],
    [[{ pattern: 'a', reason: 'b' }], 'entry 1: expires: expected text, got nothing'],
  ])('refuses %j', (value, message) => {
    expect(() => readWaivers(value)).toThrow(message);
  });
});
