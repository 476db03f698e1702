// The one test file that vitest runs: every item of the run as a concurrent test. Its verdicts travel over the channel; what vitest
// itself thinks of a test decides nothing.
import { afterAll, inject, test } from 'vitest';
import type { RunSpec } from './run-spec.js';
import { startWorkerRun } from './worker-run.js';

declare module 'vitest' {
  interface ProvidedContext {
    readonly tsiRun: RunSpec;
  }
}

// Imported here, not in `worker-run.ts`: only this file passes through vite, which makes JavaScript of users' TypeScript.
const run = await startWorkerRun(inject('tsiRun'), (file) => import(/* @vite-ignore */ file));

for (const item of run.items) {
  test.concurrent(`${item.check} @ ${item.target}`, { timeout: 0 }, () => run.execute(item));
}

afterAll(() => run.close());
