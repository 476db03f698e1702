// A sandbox that explains refusals in its log serves a whole area of refusals as well as a silent one: nobody waits for a search.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callBuiltTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';
import { serveIn } from './serve.test.aid.js';

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'tsi-serve-test-'));
});
afterAll(() => rm(cwd, { recursive: true }));

it('leaves no check of signatures undecided', async () => {
  const served = serveIn(cwd, '--print-profile', 'sandbox.yaml');
  await served.welcome;
  const { code, stderr } = await callBuiltTsi(
    ['run', 'auth.signature-verified', 'auth.signed-*', '--profile', 'sandbox.yaml'],
    { cwd },
  );
  served.stop();
  await served.ended;
  expect(stderr).toMatch(/CONFORMANT[^:]*: all \d+ judged/);
  expect(code).toBe(EXIT.conformant);
  expect(served.log.join('')).toMatch(/AUTH_INVALID_SIGNATURE \(1001\): /);
});
