// The dictionary says what it promises: alike texts differ, shifted decimals are beside the value, lists hold the bad item.
import { describe, expect, it } from 'vitest';
import { compare, parseDecimal } from '../decimal/index.js';
import { around } from './counts.js';
import { CUT_OFF_DIGITS, justBeside, missedAmounts } from './decimals.js';
import { LISTS_WITH_ONE_BAD } from './lists.js';
import { ALIKE_TEXTS, KEYS_THAT_ARE_WORDS, LOOKALIKE_CHARACTERS, otherCase } from './text.js';
import { acrossTheYears, calendarBorders } from './times.js';

describe('alike texts', () => {
  it.each(ALIKE_TEXTS)('that differ in $words are two good keys', ({ of }) => {
    const [one, other] = of('abc123def456');
    expect(one).not.toBe(other);
    for (const text of [one, other]) expect(text).toMatch(/^[A-Za-z0-9._~-]{5,128}$/);
  });

  it('differ in the case of one letter alone', () => {
    expect(otherCase('12-aB', 0)).toBe('12-AB');
    expect(otherCase('12-34', 0)).toBe('12-34');
  });

  it('are the same as numbers where they are of digits', () => {
    const [one, other] = ALIKE_TEXTS.find(({ words }) => words === 'the twentieth digit')?.of('abc') ?? ['', 'x'];
    expect(Number(one)).toBe(Number(other));
  });

  it('fold to permitted letters where characters only look so', () => {
    expect(LOOKALIKE_CHARACTERS.map((one) => one.toLowerCase())).toContain('k');
    for (const character of LOOKALIKE_CHARACTERS) expect(character).not.toMatch(/[A-Za-z0-9]/);
  });
});

describe('decimals', () => {
  it.each(CUT_OFF_DIGITS)('just beside a value at digit %i are more than it', (digit) => {
    expect(compare(parseDecimal(justBeside('1.25', digit)), parseDecimal('1.25'))).toBe(1);
    expect(justBeside('1.25', 8)).toBe('1.25000001');
  });

  it('are amounts that a double misses, with no more digits than the currency has', () => {
    expect(missedAmounts(2)).toContain('4.35');
    expect(4.35 * 100).not.toBe(435);
    expect(missedAmounts(0).every((amount) => !amount.includes('.'))).toBe(true);
    expect(missedAmounts(3)).toContain('0.435');
  });
});

it('borders of the calendar follow one another, a second before and at', () => {
  const [before, at] = calendarBorders(Date.UTC(2026, 10, 22));
  expect(before?.ms).toBe(Date.UTC(2026, 10, 30, 23, 59, 59));
  expect(at?.ms).toBe(Date.UTC(2026, 11, 1));
});

it.each([Date.UTC(2026, 10, 22), Date.UTC(2027, 5, 30), Date.UTC(2026, 11, 31, 13)])(
  'moments across the years are later than %i, in summer, in winter and at the ends of years',
  (nowMs) => {
    const moments = acrossTheYears(nowMs).map(({ ms }) => ms);
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
    expect(Math.min(...moments)).toBeGreaterThan(nowMs);
    const days = moments.map((ms) => new Date(ms).toISOString().slice(5, 10));
    expect(days).toEqual(expect.arrayContaining(['12-31', '01-01']));
    expect(days.some((day) => day >= '04-01' && day < '10-01')).toBe(true);
    expect(days.some((day) => day < '03-15' || day > '11-10')).toBe(true);
    const times = moments.map((ms) => new Date(ms).toISOString().slice(11, 19));
    expect(times).toEqual(expect.arrayContaining(['13:05:09', '23:59:59', '00:00:00']));
  },
);

it('keys that are words differ, and are good keys', () => {
  expect(new Set(KEYS_THAT_ARE_WORDS.map((key) => key.toLowerCase())).size).toBe(KEYS_THAT_ARE_WORDS.length);
  for (const key of KEYS_THAT_ARE_WORDS) expect(key).toMatch(/^[A-Za-z0-9._~-]{5,128}$/);
});

it('counts around a limit are positive', () => {
  expect(around(1)).toEqual([1, 2]);
});

it('lists hold the bad item, wherever it stands', () => {
  for (const { of } of LISTS_WITH_ONE_BAD) expect(of(['a', 'b'], 'bad')).toContain('bad');
});
