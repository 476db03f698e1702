import { describe, expect, it } from 'vitest';
import { diagnose } from '../diagnose.js';
import type { Capture } from './capture.js';
import { NOW_MS, native } from './captures.test.aid.js';
import { fromDumpedWords } from './dumped-words.js';
import { bodyOf, order, raw, read } from './forms.test.aid.js';
import { readCapture } from './read-capture.js';

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const word = ([first = 0, second = 0]: readonly number[]): string => ` ${hex(second)}${hex(first)}`;
const LETTERS: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r' };
const character = ([byte = 0]: readonly number[]): string =>
  byte >= 0x20 && byte < 0x7f
    ? `   ${String.fromCharCode(byte)}`
    : (LETTERS[byte] ?? byte.toString(8).padStart(3, '0')).padStart(4);

/** Rows of 16 bytes behind offsets in `radix`, `width` bytes to a column. */
function rowsOf(one: Capture, radix: number, width: number, print: (bytes: readonly number[]) => string): string {
  const bytes = [...Buffer.from(raw(one))];
  const offset = (at: number): string => at.toString(radix).padStart(7, '0');
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = bytes.slice(at, at + 16);
    const columns = Array.from({ length: Math.ceil(row.length / width) }, (_, i) =>
      row.slice(i * width, (i + 1) * width),
    );
    lines.push([offset(at), ...columns.map(print)].join(''));
  }
  return [...lines, offset(bytes.length), ''].join('\n');
}

const typed = (one: Capture): readonly (readonly [string, string])[] => [
  ...one.headers,
  ...(bodyOf(one) === '' ? [] : [['Content-Type', 'application/json'] as const]),
];

function libcurl(one: Capture): string {
  const headers = typed(one).map(([name, value]) => (value === '' ? `${name};` : `${name}: ${value}`));
  const body = JSON.stringify(bodyOf(one));
  return [
    '#include <curl/curl.h>\n\nint main(int argc, char *argv[])\n{',
    ...headers.map((line) => `  slist1 = curl_slist_append(slist1, "${line}");`),
    // As the tool writes it, lest three characters be read as one.
    `  curl_easy_setopt(hnd, CURLOPT_URL, "https://h.example${one.path.replace('?', '\\?')}");`,
    ...(bodyOf(one) === '' ? [] : [`  curl_easy_setopt(hnd, CURLOPT_POSTFIELDS, ${body});`]),
    '  curl_easy_setopt(hnd, CURLOPT_HTTPHEADER, slist1);\n  ret = curl_easy_perform(hnd);\n}',
  ].join('\n');
}

const FORMS: readonly (readonly [name: string, of: (one: Capture) => string])[] = [
  ['hexdump in words', (one) => rowsOf(one, 16, 2, word)],
  ['od -x', (one) => rowsOf(one, 8, 2, word)],
  ['od -c', (one) => rowsOf(one, 8, 1, character)],
  ['od -c whose line ends were trimmed', (one) => rowsOf(one, 8, 1, character).replace(/ +$/gm, '')],
  [
    'xxd -i',
    (one) =>
      `unsigned char request[] = {\n  ${[...Buffer.from(raw(one))].map((byte) => `0x${hex(byte)}`).join(', ')}\n};\n`,
  ],
  ['curl --libcurl', libcurl],
];

describe.each(FORMS)('a request as %s', (_, of) => {
  it.each([
    ['read', read],
    ['order', order],
  ] as const)('is read as it was sent: a %s', (_name, one) => {
    const diagnosis = diagnose(readCapture(Buffer.from(of(one))), { ...native, clockMs: NOW_MS });
    expect(diagnosis.verdict).toBe('correct');
  });
});

it('reads no dump that leaves rows out', () => {
  expect(fromDumpedWords(rowsOf(order, 16, 2, word).replace('\n', '\n*\n'))).toBeUndefined();
});
