// Many requests of one connection hold up nobody: each connection has one in a turn.
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.js';
import { Shares } from './shares.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('serves one request of each connection in a turn, in the order of each', async () => {
  const queue = new FairQueue(new Shares());
  const [greedy, modest] = [new PassThrough(), new PassThrough()];
  const served: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    queue.run(greedy, () => served.push(name));
  }
  queue.run(modest, () => served.push('other'));
  expect(served).toEqual(['a', 'other']);
  await turn();
  expect(served).toEqual(['a', 'other', 'b']);
  await turn();
  queue.run(greedy, () => served.push('d'));
  await turn();
  await turn();
  expect(served).toEqual(['a', 'other', 'b', 'c', 'd']);
});

it('forgets what a connection wanted that is gone', async () => {
  const queue = new FairQueue(new Shares());
  const gone = new PassThrough();
  const served: string[] = [];
  queue.run(gone, () => served.push('a'));
  queue.run(gone, () => served.push('b'));
  gone.destroy();
  await turn();
  await turn();
  expect(served).toEqual(['a']);
});
