import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prettyJson } from './pretty-json.js';

describe('indenting JSON', () => {
  it('keeps what parsing would lose', () => {
    expect(prettyJson('{"a":1,"a":2,"n":9007199254740993,"e":1e400}')).toBe(
      '{\n  "a": 1,\n  "a": 2,\n  "n": 9007199254740993,\n  "e": 1e400\n}',
    );
  });

  it('keeps what is empty on its line, and brackets in texts', () => {
    expect(prettyJson('{"a":[],"b":{ },"[ }":"{ ]"}')).toBe('{\n  "a": [],\n  "b": {},\n  "[ }": "{ ]"\n}');
  });

  it('leaves other text alone', () => {
    expect(prettyJson('not {json')).toBe('not {json');
  });

  it('never changes the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(prettyJson(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
