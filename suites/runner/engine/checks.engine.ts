// The one test file that vitest runs: every item of the run as a concurrent test. Its verdicts travel over the channel; what vitest
// itself thinks of a test decides nothing.
import { afterAll, inject, test } from 'vitest';
import { awaitRun } from './await-run.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of the channel to the main thread. */
    readonly tsiChannel: string;
  }
}

// The import stands here and not behind it: only this file passes through vite, which makes JavaScript of users' TypeScript.
const run = await awaitRun(inject('tsiChannel'), (file) => import(/* @vite-ignore */ file));

for (const item of run.items) {
  test.concurrent(`${item.check} @ ${item.target}`, { timeout: 0 }, () => run.execute(item));
}

afterAll(() => run.close());
