import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { fromBase85, fromUuencode } from './printable.js';

const bytes = Uint8Array.from({ length: 64 }, (_, at) => (at * 37 + 11) & 0xff);
const hex = Buffer.from(bytes).toString('hex');
const hasPython = spawnSync('python3', ['-c', 'import base64']).status === 0;
const python = (code: string): string =>
  execFileSync('python3', ['-c', `import base64, binascii; b = bytes.fromhex("${hex}"); print(${code}, end="")`], {
    encoding: 'latin1',
  });

test.runIf(hasPython).each([
  ['base64.a85encode(b).decode()', 0],
  ['base64.a85encode(b, adobe=True).decode()', 0],
  ['base64.b85encode(b).decode()', 1],
] as const)('reads what Python writes: %s', (code, alphabet) => {
  expect(fromBase85(python(code), alphabet)).toEqual(bytes);
});

test('reads Z85 as its specification writes it', () => {
  const example = Uint8Array.from([0x86, 0x4f, 0xd2, 0x6f, 0xb5, 0x59, 0xf7, 0x5b]);
  expect(fromBase85('HelloWorld', 2)).toBeUndefined(); // may as well be base64
  expect(fromBase85('HelloWorld.....', 2)?.subarray(0, 8)).toEqual(example);
});

test.each(['', 'abc', '~~~~~~~~~~', 'A'.repeat(86), '!!!!!!\u00e9!!!!'])('takes %j for no base85', (text) => {
  expect(([0, 1, 2] as const).map((at) => fromBase85(text, at))).toEqual([undefined, undefined, undefined]);
});

const line = (from: number, to: number, zero: string): string => {
  const part = bytes.slice(from, to);
  const filled = Uint8Array.from({ length: Math.ceil(part.length / 3) * 3 }, (_, at) => part[at] ?? 0);
  const sixes = Array.from({ length: filled.length / 3 }, (_, at) => filled.slice(at * 3, at * 3 + 3)).flatMap(
    ([a = 0, b = 0, c = 0]) => [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63],
  );
  const mark = (value: number): string => (value === 0 ? zero : String.fromCharCode(value + 32));
  return mark(part.length) + sixes.map(mark).join('');
};

test.each([
  ['lines', `${line(0, 45, '`')}\n${line(45, 64, '`')}\n`],
  ['blanks for zeros', `${line(0, 45, ' ')}\n${line(45, 64, ' ')}`],
  ['lines joined by blanks', `${line(0, 45, '`')} ${line(45, 64, '`')}`],
  ['lines joined by nothing', line(0, 45, '`') + line(45, 64, '`')],
  ['line ends written out', `${line(0, 45, '`')}\\n${line(45, 64, '`')}\\n`],
  ['its frame', `begin 644 signature\n${line(0, 45, '`')}\n${line(45, 64, '`')}\n\`\nend\n`],
])('reads uuencode: %s', (_name, text) => {
  expect(fromUuencode(text)).toEqual(bytes);
});

test.each(['', 'lower case', '\u00e9\u00e9\u00e9', '#'])('takes %j for no uuencode of 64 bytes', (text) => {
  expect(fromUuencode(text)?.length).not.toBe(64);
});
