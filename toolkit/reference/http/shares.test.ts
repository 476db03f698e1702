// Work in shares: so much time in each turn, one address after the other.
import { PassThrough } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { Shares } from './shares.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const from = (remoteAddress: string): PassThrough => Object.assign(new PassThrough(), { remoteAddress });

let nowMs = 0;
let done: string[] = [];
const piece = (name: string, takesMs: number) => (): void => {
  done.push(name);
  nowMs += takesMs;
};

beforeEach(() => {
  nowMs = 0;
  done = [];
});

it('does as much in a turn as its share of time holds, and one piece at least', async () => {
  const shares = new Shares(() => nowMs);
  const one = from('a');
  for (const name of ['1', '2', '3', '4']) shares.later(one, piece(name, 0.5));
  shares.later(one, piece('long', 50));
  await turn();
  expect(done).toEqual(['1', '2']);
  await turn();
  await turn();
  expect(done).toEqual(['1', '2', '3', '4', 'long']);
});

it('takes a piece of each address after the other', async () => {
  const shares = new Shares(() => nowMs);
  const [greedy, modest] = [from('a'), from('b')];
  for (const name of ['a1', 'a2', 'a3']) shares.later(greedy, piece(name, 0));
  shares.later(modest, piece('b1', 0));
  await turn();
  expect(done).toEqual(['a1', 'b1', 'a2', 'a3']);
});
