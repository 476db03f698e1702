import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../payload/json.js';
import { compilePointers, formatPointer, parsePointer, valuesAt } from './pointer.js';

describe('JSON Pointers', () => {
  // The examples of RFC 6901, section 5.
  const document = {
    foo: ['bar', 'baz'],
    '': 0,
    'a/b': 1,
    'c%d': 2,
    'e^f': 3,
    'g|h': 4,
    'i\\j': 5,
    'k"l': 6,
    ' ': 7,
    'm~n': 8,
  };
  const cases: readonly (readonly [string, unknown])[] = [
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
    ['/foo/2', undefined],
    ['/foo/00', undefined],
    ['/foo/-', undefined],
    ['/foo/length', undefined],
    ['/constructor', undefined],
    ['/__proto__', undefined],
    ['/foo/0/x', undefined],
  ];
  it.each(cases)('reads %j', (pointer, value) => {
    expect(compilePointers(pointer)(document)).toEqual(value);
  });

  it('takes the first alternative that finds something, null included', () => {
    const read = compilePointers(['/a/b', '/c', '/d']);
    expect(read({ c: null, d: 1 })).toBeNull();
    expect(read({ d: 1 })).toBe(1);
    expect(read({})).toBeUndefined();
    expect(read(undefined)).toBeUndefined();
  });

  it('reads nothing where nothing is bound', () => {
    expect(compilePointers(null)({})).toBeUndefined();
  });

  it('reads the name under which a value lies', () => {
    expect(compilePointers(['/id', '@key'])({}, 'o-1')).toBe('o-1');
    expect(compilePointers('@key')({})).toBeUndefined();
  });

  it.each(['foo', '/a~b', '/~2', '#/a'])('refuses %j', (text) => {
    expect(() => parsePointer(text)).toThrow(RangeError);
  });

  it('writes what it reads', () => {
    expect(formatPointer(['a/b', 'm~n', 0, ''])).toBe('/a~1b/m~0n/0/');
    expect(parsePointer('/a~1b/m~0n/0/')).toEqual(['a/b', 'm~n', '0', '']);
  });
});

describe('valuesAt', () => {
  const document = { at: 1, list: [{ at: 2 }, { deep: { at: 3, other: 4 } }], at2: 5 };

  it('finds members at any depth, each once, with their pointers', () => {
    expect(valuesAt('/**/at', document)).toEqual([
      { pointer: '/at', value: 1 },
      { pointer: '/list/0/at', value: 2 },
      { pointer: '/list/1/deep/at', value: 3 },
    ]);
  });

  it('finds each once where there are many ways to it, in time', () => {
    let deep: JsonValue = { at: 0 };
    for (let depth = 0; depth < 60; depth += 1) deep = { a: deep, at: 1 };
    expect(valuesAt('/**/**/**/**/**/**/at', deep)).toHaveLength(61);
    expect(valuesAt('/**/a/**/a/**/at', deep)).toHaveLength(59);
  });

  it('takes any one step for one star', () => {
    expect(valuesAt('/list/*/at', document)).toEqual([{ pointer: '/list/0/at', value: 2 }]);
    expect(valuesAt('/*', { a: 1, 'b/c': 2 })).toEqual([
      { pointer: '/a', value: 1 },
      { pointer: '/b~1c', value: 2 },
    ]);
  });

  it('finds nothing where there is nothing', () => {
    expect(valuesAt('/**/at', null)).toEqual([]);
    expect(valuesAt('/x/y', document)).toEqual([]);
  });
});
