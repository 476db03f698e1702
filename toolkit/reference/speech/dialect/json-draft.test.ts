// Values put where pointers lead, one after the other.
import { describe, expect, it } from 'vitest';
import { JsonDraft } from './json-draft.js';

describe('a sheet', () => {
  it('makes objects for names and lists for numbers on the way', () => {
    const sheet = new JsonDraft();
    sheet.put(['a', 'b'], 1);
    sheet.put(['pairs', '1', '0'], 'x');
    expect(sheet.value).toEqual({ a: { b: 1 }, pairs: [null, ['x']] });
  });

  it('puts the members of an object beside those that are there', () => {
    const sheet = new JsonDraft();
    sheet.put(['head'], { kind: 1 });
    sheet.put(['head'], { no: 2 });
    sheet.put([], { tail: true });
    expect(sheet.object).toEqual({ head: { kind: 1, no: 2 }, tail: true });
  });

  it('adds to a list that others fill too, and keeps an empty one', () => {
    const sheet = new JsonDraft();
    sheet.add(['rows'], []);
    expect(sheet.value).toEqual({ rows: [] });
    sheet.add(['rows'], [1]);
    sheet.add(['rows'], [2]);
    expect(sheet.value).toEqual({ rows: [1, 2] });
  });

  it('puts values over what it began with', () => {
    const sheet = new JsonDraft({ a: 'x', unit: 'lots' });
    sheet.put(['a'], 'y');
    expect(() => sheet.put(['a'], 'z')).toThrow('expected one value at /a');
    expect(sheet.value).toEqual({ a: 'y', unit: 'lots' });
  });

  it('refuses two values at one place, a step into a value, and a list where there is none', () => {
    const sheet = new JsonDraft();
    sheet.put(['a'], 'x');
    expect(() => sheet.put(['a'], 'x')).not.toThrow();
    expect(() => sheet.put(['a'], 'y')).toThrow('expected one value at /a, got "x" and "y"');
    expect(() => sheet.put(['a', 'b'], 1)).toThrow('expected /a to hold a member b, got "x"');
    expect(() => sheet.add(['a'], [])).toThrow('expected a list at /a, got "x"');
  });
});
