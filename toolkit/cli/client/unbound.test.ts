// What the spelling of a venue has no place for is held against no client: the trial dialect binds no take profit and no window of quotas.
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import { loadProfile } from '../../profile/loading/load.js';
import { playTrial, type Trial } from './matrix/trial.js';

// The first trial loads everything that it imports.
vi.setConfig({ testTimeout: 60_000 });
let dialect: Trial['dialect'];

beforeAll(async () => {
  const file = join(packageRoot(), 'toolkit/profile/trials/compact.yaml');
  const profile = await loadProfile(file, { onMissingSecret: () => undefined });
  dialect = { name: profile.name, dialect: profile.dialect };
});

async function verdict(client: string, check: string): Promise<string> {
  const trial = { client, dialect, check, seed: 7, isHonest: client === 'honest' };
  return (await playTrial(trial, new AbortController().signal)).verdict;
}

it.each([
  ['honest', 'numbers.client-sends-exact/stop-loss-and-take-profit', 'pass'],
  ['float-protection', 'numbers.client-sends-exact/stop-loss-and-take-profit', 'fail'],
  // Its words for results are others than those that the interface states.
  ['honest', 'auth.client-keeps-secrets/one-of-everything', 'pass'],
  ['honest', 'limits.client-accounting/more-than-fits', 'not-applicable'],
  ['ignores-limits', 'limits.client-accounting/more-than-fits', 'not-applicable'],
])('of %s, %s is %s', async (client, id, due) => {
  expect(await verdict(client, id)).toBe(due);
});
