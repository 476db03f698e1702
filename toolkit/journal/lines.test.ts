import { expect, it } from 'vitest';
import { type Line, splitLines } from './lines.js';

const MOST = 100;

async function read(chunks: Iterable<string>): Promise<readonly string[]> {
  async function* source(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const lines: Line[] = [];
  for await (const line of splitLines(source(), MOST)) lines.push(line);
  return lines.map(({ number, text, defect }) => `${number} ${defect ?? text}`);
}

it('passes over a line that is too long, and tells it once', async () => {
  const long = 'x'.repeat(30);
  expect(await read(['a\n', long, long, long, long, long, '\nb\n'])).toEqual(['1 a', '2 too-long', '3 b']);
  expect(await read(['a\n', `${long}${long}${long}${long}\nb\nc`])).toEqual(['1 a', '2 too-long', '3 b', '4 c']);
});

it('reads no more of a line without end than it has to', async () => {
  let given = 0;
  function* endless(): Generator<string> {
    for (;;) {
      given += 1;
      yield 'x'.repeat(MOST);
    }
  }
  expect(await read(endless())).toEqual(['1 too-long']);
  expect(given).toBeLessThan(10);
});
