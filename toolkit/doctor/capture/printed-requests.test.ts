import { describe, expect, test } from 'vitest';
import { diagnose } from '../diagnose.js';
import type { Diagnosis } from '../diagnosis.js';
import { capture, NOW_MS, native } from './captures.test.aid.js';
import { head, order, raw, read } from './forms.test.aid.js';
import { unescaped } from './printed-bytes.js';
import { PRINTED_HEADS, PRINTED_REQUESTS } from './printed-requests.test.aid.js';
import { readCapture } from './read-capture.js';

const judge = (text: string): Diagnosis => diagnose(readCapture(Buffer.from(text)), { ...native, clockMs: NOW_MS });

describe('a request that a language or a tool printed', () => {
  test.each([...PRINTED_HEADS, ...PRINTED_REQUESTS])('is not accused: %s', (_name, of) => {
    expect(judge(of(read)).verdict).toBe('correct');
  });

  test.each(PRINTED_REQUESTS)('nor is its body: %s', (_name, of) => {
    expect(judge(of(order)).verdict).toBe('correct');
    expect(judge(of(capture({ body: Buffer.from('{"note":"ßeé🙂fa"}') }))).verdict).toBe('correct');
  });

  test.each(PRINTED_HEADS)('and its mistake is found all the same: %s', (_name, of) => {
    const dropped = { ...read, path: `${read.path}&more=1` };
    expect(judge(of(dropped)).cause).toBe('path-query-missing');
  });
});

describe('what a form does not show is not held against a request', () => {
  const { method, path, headers } = read;
  const bare = path.split('?')[0] ?? '';

  test('a query as a map', () => {
    const event = {
      httpMethod: method,
      path: bare,
      queryStringParameters: { b: '~', a: 'x y' },
      headers: Object.fromEntries(headers),
    };
    expect(judge(JSON.stringify(event)).verdict).toBe('undecided');
    expect(judge(JSON.stringify({ ...event, queryStringParameters: {} })).cause).toBe('path-query-unsent');
  });

  test('a body that is laid out, in another order and longer than its length', () => {
    const sorted = '{\n    "note": "Zoë",\n    "volume": "1.50"\n}';
    expect(judge(`${head(order)}\r\n\r\n${sorted}\r\n`).verdict).toBe('undecided');
  });

  test('a body that is laid out by a tool of unknown form', () => {
    const shown = raw(order)
      .replace('POST ', 'POST  ')
      .replace(/ HTTP\/1\.1[\s\S]*?\r\n(?=SVC)/, '  HTTP/1.1\nHEADERS:\n')
      .replace(/Content-Length: \d+\r\n\r\n/, 'BODY   :\n');
    const laidOut = shown.replace(/\{.*\}$/s, (text) => JSON.stringify(JSON.parse(text), null, 3));
    expect(judge(laidOut).cause).toBeUndefined();
  });
});

test('an escape ends where its language ends it', () => {
  const texts = ['\\u00dfe', '\\ud83d\\ude00f', '\\u{1f600}a', '\\U0001f600a', '\\u00e9', '\\x41b'];
  const read = ['ße', '😀f', '😀a', '😀a', 'é', 'Ab'];
  expect(texts.map((text) => Buffer.from(unescaped(text)).toString())).toEqual(read);
});
