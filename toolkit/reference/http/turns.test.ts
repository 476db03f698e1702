// Work in turns: a share of time in each, one address after the other, new connections while others wait.
import { PassThrough } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { Turns } from './turns.js';

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
  const turns = new Turns(() => nowMs);
  const one = from('a');
  for (const name of ['1', '2', '3', '4']) turns.later(one, piece(name, 0.5));
  turns.later(one, piece('long', 50));
  await turn();
  expect(done).toEqual(['1', '2']);
  await turn();
  await turn();
  expect(done).toEqual(['1', '2', '3', '4', 'long']);
});

it('takes a piece of each address after the other', async () => {
  const turns = new Turns(() => nowMs);
  const [greedy, modest] = [from('a'), from('b')];
  for (const name of ['a1', 'a2', 'a3']) turns.later(greedy, piece(name, 0));
  turns.later(modest, piece('b1', 0));
  await turn();
  expect(done).toEqual(['a1', 'b1', 'a2', 'a3']);
});

it('only accepts while connections come, for some turns, and begins with the newest of an address', async () => {
  const turns = new Turns(() => nowMs);
  const [one, other] = [from('a'), from('b')];
  const came = Array.from({ length: 12 }, (_, at) => `a${String(at).padStart(2, '0')}`);
  for (const name of came) {
    turns.begin(one, piece(name, 0));
    turns.begin(one, piece(`${name}+`, 0));
    await turn();
  }
  expect(done.length).toBeLessThanOrEqual(2);
  const begun = done.length;
  turns.begin(other, piece('b', 0));
  for (let at = 0; at < 60; at += 1) await turn();
  expect(done).toHaveLength(2 * came.length + 1);
  expect(done.slice(begun, begun + 2)).toContain('b');
  const rest = done.slice(begun).filter((name) => name !== 'b');
  expect(rest).toEqual([...rest].sort().reverse());
});

it('begins at once where nothing waits', async () => {
  const turns = new Turns(() => nowMs);
  turns.begin(from('a'), piece('a', 0));
  await turn();
  expect(done).toEqual(['a']);
});
