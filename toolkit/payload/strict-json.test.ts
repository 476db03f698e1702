import { describe, expect, it } from 'vitest';
import { parseKept } from './bare-object.js';
import { readJsonDocuments, readStrictJson, type StrictJsonLimits } from './strict-json.js';

const read = (text: string, limits?: StrictJsonLimits) => readStrictJson(new TextEncoder().encode(text), limits);
const kinds = (text: string) => read(text).defects.map((defect) => defect.kind);

describe('readStrictJson', () => {
  it.each(['{}', '{"toString":1,"valueOf":null}', '{"__proto__":{"toString":1}}', '[{"a":{}}]'])(
    'reads %s into what is said as text like any object, in a run and from its journal',
    (text) => {
      const said = text.startsWith('[') ? '[object Object]' : String({});
      expect([read(text).value, parseKept(text)].map(String)).toEqual([said, said]);
      expect(JSON.stringify([read(text).value, parseKept(text)])).toBe(`[${text},${text}]`);
    },
  );

  it.each([
    'null',
    ' true ',
    '-0',
    '0.5e-7',
    '1E+2',
    '""',
    '"\\u00e9\\n\\/\\ud83d\\ude00 é"',
    '[]',
    '[ 1 , [ ] , { } ]',
    '{"a":{"b":[1,2,{"c":null}]},"":false}',
    '"\\ud800"',
    '9007199254740992',
    '1.10000000000000008882',
    '5e-324',
  ])('reads %s as JSON.parse does', (text) => {
    const { value, defects } = read(text);
    expect(defects).toEqual([]);
    expect(value).toEqual(JSON.parse(text));
  });

  it.each([
    '',
    ' ',
    '{',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    'NaN',
    'Infinity',
    'tru',
    '"a',
    '"\\x"',
    '"\\u12G4"',
    '"\t"',
    '[1 2]',
    '{"a" 1}',
    '1 2',
    '[1]]',
    '\uFEFF{}',
    '// x\n1',
    '\u00a01',
  ])('refuses %s, as JSON.parse does', (text) => {
    expect(() => JSON.parse(text)).toThrow();
    const { value, defects } = read(text);
    expect(value).toBeUndefined();
    expect(defects.map((defect) => defect.kind)).toEqual(['syntax']);
  });

  it('reports a duplicate member with its pointer and byte offset, and keeps the last', () => {
    const { value, defects } = read('{"é":{"a":1,"b":2,"a":3}}');
    expect(value).toEqual({ é: { a: 3, b: 2 } });
    expect(defects).toEqual([
      { kind: 'duplicate-member', offset: 19, pointer: '/é/a', message: 'expected one member "a", got it again' },
    ]);
  });

  it('sees that two spellings of a name are the same name', () => {
    expect(kinds('{"a":1,"\\u0061":2}')).toEqual(['duplicate-member']);
  });

  it.each(['9007199254740993', '1e400', '-1e400', '1e-400', '123456789012345678901'])(
    'reports %s, which a double cannot hold',
    (text) => {
      const { value, defects } = read(`[${text}]`);
      expect(defects).toMatchObject([{ kind: 'number-range', offset: 1, pointer: '/0' }]);
      expect(JSON.parse(JSON.stringify(value))).toEqual(value);
    },
  );

  it('keeps the digits of an integer beyond a double where it is asked to, up to a length', () => {
    const wide = (text: string): ReturnType<typeof readStrictJson> =>
      readStrictJson(Buffer.from(text), { wideIntegersAsText: true });
    expect(wide('[4611686018427000003,4611686018400000256,-9007199254740993,9007199254740992,7,1.5]')).toEqual({
      value: ['4611686018427000003', '4611686018400000256', '-9007199254740993', '9007199254740992', 7, 1.5],
      defects: [],
    });
    expect(wide(`[${'9'.repeat(41)}]`).defects).toMatchObject([{ kind: 'number-range' }]);
    expect(wide('[1e400]').defects).toMatchObject([{ kind: 'number-range' }]);
  });

  it('keeps __proto__ and constructor as members', () => {
    const { value, defects } = read('{"__proto__":{"polluted":true},"constructor":1}');
    expect(defects).toEqual([]);
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(kinds('{"__proto__":1,"__proto__":2}')).toEqual(['duplicate-member']);
  });

  it('finds no member in an empty object that it does not have', () => {
    expect('constructor' in (read('{}').value as object)).toBe(false);
  });

  it('reports invalid UTF-8 with its offset', () => {
    const bytes = Uint8Array.from([0x22, 0xc3, 0xa9, 0xff, 0x22]);
    expect(readStrictJson(bytes)).toEqual({
      value: undefined,
      defects: [
        { kind: 'invalid-utf8', offset: 3, pointer: '', message: 'expected UTF-8, got a byte sequence that is none' },
      ],
    });
  });

  it('bounds the size', () => {
    expect(read('[1,2,3]', { maxBytes: 6 }).defects).toMatchObject([{ kind: 'too-large', offset: 6 }]);
    expect(read('[1,2,3]', { maxBytes: 7 }).defects).toEqual([]);
  });

  it('bounds the depth', () => {
    expect(read('[[1]]', { maxDepth: 2 }).defects).toEqual([]);
    expect(read('[[[1]]]', { maxDepth: 2 }).defects).toMatchObject([{ kind: 'too-deep', offset: 2, pointer: '/0/0' }]);
    expect(read('['.repeat(100_000)).defects).toMatchObject([{ kind: 'too-deep' }]);
  });

  it('reports at most twenty defects besides the one that ends the reading', () => {
    const { defects } = read(`{${'"a":1,'.repeat(1000)}`);
    expect(defects).toHaveLength(21);
    expect(defects.at(-1)?.kind).toBe('syntax');
  });

  it('points escaped names as RFC 6901 does', () => {
    expect(read('{"a/b~":[1e999]}').defects[0]?.pointer).toBe('/a~1b~0/0');
  });
});

describe('documents that follow one another', () => {
  const valuesOf = (text: string): unknown => readJsonDocuments(Buffer.from(text)).values;

  it.each([
    ['in lines', '{"a":1}\n{"b":2}\r\n', [{ a: 1 }, { b: 2 }]],
    ['glued', '{"a":1}[2]"c"', [{ a: 1 }, [2], 'c']],
    ['after record separators', '\u001e{"a":1}\n\u001e\u001enull\n', [{ a: 1 }, null]],
    ['alone', '{"a":"\\n"}', [{ a: '\n' }]],
    ['nowhere', ' \n ', []],
  ])('are read %s', (_where, text, values) => {
    expect(valuesOf(text)).toEqual(values);
  });

  it('are none where one of them is cut', () => {
    expect(readJsonDocuments(Buffer.from('{"a":1}\n{"b":'))).toMatchObject({ values: undefined, defects: [{}] });
  });
});
