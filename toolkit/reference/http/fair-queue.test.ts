// Many requests of one connection hold up nobody: each connection has one in a turn.
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Turns } from './turns.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('serves one request of each connection in a turn, in the order of each', async () => {
  const turns = new Turns();
  const [greedy, modest] = [new PassThrough(), new PassThrough()];
  const served: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    turns.take(greedy, () => served.push(name));
  }
  turns.take(modest, () => served.push('other'));
  expect(served).toEqual(['a', 'other']);
  await turn();
  expect(served).toEqual(['a', 'other', 'b']);
  await turn();
  turns.take(greedy, () => served.push('d'));
  await turn();
  await turn();
  expect(served).toEqual(['a', 'other', 'b', 'c', 'd']);
});

it('forgets what a connection wanted that is gone', async () => {
  const turns = new Turns();
  const gone = new PassThrough();
  const served: string[] = [];
  turns.take(gone, () => served.push('a'));
  turns.take(gone, () => served.push('b'));
  gone.destroy();
  await turn();
  await turn();
  expect(served).toEqual(['a']);
});
