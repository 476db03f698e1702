// Which trials of a matrix of lapses come first.
import { expect, it } from 'vitest';
import { enough } from './client-matrix.js';
import type { Trial } from './trial.js';

const trial = (client: string, check: string): Trial => ({
  client,
  check,
  dialect: 'default',
  seed: 1,
  isHonest: false,
});
const named = (trials: readonly Trial[]): readonly string[] => trials.map(({ client, check }) => client + check);

it('takes each lapse and each check often enough, and leaves the others for what that does not prove', () => {
  const trials = ['a', 'b', 'c'].flatMap((client) => ['1', '2', '3'].map((check) => trial(client, check)));
  const { chosen, others } = enough([...trials, trial('d', '1')], 1);
  expect(named(chosen)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'd1']);
  expect(named(others)).toEqual(['b2', 'b3', 'c2', 'c3']);
});
