// A capture is read in the time of its length, whatever it is full of (no line of it may be looked at from each of its places).
import { expect, it } from 'vitest';
import { readCapture } from './read-capture.js';

const MOST_MS = 1_500;
const FULL = 100_000;

it.each(['a', 'a ', '"', '\\', '\\r\\n', '{', '=', '&a=1', '%41', '<', '| a ', "-H 'a: b' ", '- ', '> ', '&lt;'])(
  'reads a capture full of %j in the time of its length',
  (part) => {
    const text = `GET /v1/x HTTP/1.1\nHost: a\nX: ${part.repeat(FULL / part.length)}!`;
    const from = process.cpuUsage().user;
    readCapture(Buffer.from(text));
    expect((process.cpuUsage().user - from) / 1_000).toBeLessThan(MOST_MS);
  },
);

it('refuses a head of more lines than any request has', () => {
  const text = `GET /v1/x HTTP/1.1\n${'A: b\n'.repeat(FULL)}`;
  expect(() => readCapture(Buffer.from(text))).toThrow('expected a head of at most 10000 lines, got');
});

it.each(['SVC-API-KEY', 'SVC-DATA', 'SVC-SIGN', 'X'])('refuses %s when it is longer than any header', (name) => {
  const request = (length: number): Buffer =>
    Buffer.from(`GET /v1/x HTTP/1.1\nHost: a\nSVC-SIGN-VERSION: 1\n${name}: ${'A'.repeat(length)}\n\n`);
  expect(() => readCapture(request(1 << 20))).toThrow(`expected ${name} of at most 131072 characters, got 1048576`);
  expect(readCapture(request(131_072)).headers.at(-1)?.[1]).toHaveLength(131_072);
});

it('refuses a target that is longer than any', () => {
  const text = `GET /${'a'.repeat(1 << 20)} HTTP/1.1\nHost: a\nSVC-SIGN: x\n\n`;
  expect(() => readCapture(Buffer.from(text))).toThrow('expected a request target of at most 131072 characters');
});
