import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { compileJsonText, compileText, placeholders } from './template.js';

const KNOWN = placeholders(['volume', 'list', 'id', 'name']);

function write(template: JsonValue, values: JsonObject): string | undefined {
  return compileJsonText(template, KNOWN)((name) => values[name]);
}

describe('templates', () => {
  it('puts in values of any type, and leaves out members and items without one', () => {
    expect(write({ v: '{volume}', w: ['{volume}', 1], x: { y: '{volume}' } }, {})).toBe('{"w":[1],"x":{}}');
    expect(write({ v: '{volume}' }, { volume: { deep: [true, null] } })).toBe('{"v":{"deep":[true,null]}}');
    expect(write('{volume}', {})).toBeUndefined();
  });

  it('puts text into text, and leaves the whole out when a part is missing', () => {
    expect(write({ t: 'a {name} of {id}' }, { name: 'x', id: 5 })).toBe('{"t":"a x of 5"}');
    expect(write({ t: 'a {name} of {id}' }, { name: 'x' })).toBe('{}');
  });

  it('writes constants, doubled braces and placeholders in names', () => {
    expect(write({ a: 1, b: null, c: '{{volume}}', '{name}': {}, '{id}': 1 }, { name: 'limit' })).toBe(
      '{"a":1,"b":null,"c":"{volume}","limit":{}}',
    );
    expect(write({ __proto__x: 1, constructor: 2 }, {})).toBe('{"__proto__x":1,"constructor":2}');
  });

  it('filters', () => {
    const all = (filter: string, value: JsonValue): string | undefined =>
      write(`{volume|${filter}}`, { volume: value });
    expect(all('number', '0.10')).toBe('0.10');
    expect(all('number', '1e5')).toBe('1e5');
    expect(all('number', 'abc')).toBe('"abc"');
    expect(all('number', '01')).toBe('"01"');
    expect(all('integer', '12345678901234567890')).toBe('12345678901234567890');
    expect(all('integer', '1.5')).toBe('"1.5"');
    expect(all('text', 5)).toBe('"5"');
    expect(all('boolean', 'true')).toBe('true');
    expect(all('upper', 'abc')).toBe('"ABC"');
    expect(all('lower', 'ABC')).toBe('"abc"');
    expect(all('csv', ['a', 'b'])).toBe('"a,b"');
    expect(all('list', 'a,b')).toBe('["a","b"]');
    expect(all('first', ['a', 'b'])).toBe('"a"');
    expect(all('first | upper', ['a', 'b'])).toBe('"A"');
    expect(write({ v: '{volume|null}' }, {})).toBe('{"v":null}');
  });

  it('writes a list of objects from a list of names', () => {
    const template = { s: { $each: 'list', $item: { symbol: '{item}', of: '{id}' } } };
    expect(write(template, { list: ['A', 'B'], id: 1 })).toBe('{"s":[{"symbol":"A","of":1},{"symbol":"B","of":1}]}');
    expect(write(template, { list: [] })).toBe('{"s":[]}');
    expect(write(template, {})).toBe('{}');
  });

  it('encodes what goes into a path, and names what is missing', () => {
    const path = compileText('/a/{name}/b', KNOWN, encodeURIComponent);
    expect(path(() => 'x/y z?#%')).toBe('/a/x%2Fy%20z%3F%23%25/b');
    expect(() => path(() => undefined)).toThrow('expected a value for {name} in "/a/{name}/b", got none');
  });

  it.each([
    ['{volum}', /got \{volum\}; allowed: \{volume\}, .* did you mean volume\?/],
    ['{volume', /a lone "\{"/],
    ['volume}', /a lone "\}"/],
    ['{volume|num}', /one of the filters number, /],
    [{ $each: 'nothing', $item: 1 }, /\$each/],
    [{ $each: 'list' }, /\$item/],
  ] as const)('refuses %j', (template, message) => {
    expect(() => compileJsonText(template, KNOWN)).toThrow(message);
  });
});
