// What a sandbox costs that nobody talks to, since hundreds of them run in one process: time to be ready, time and memory for each.
// Run the compiled file: `node --expose-gc build/toolkit/reference/sandbox/start.bench.js`; exits 1 beyond a target.

import { type Reference, startReference } from '../index.js';

const TARGETS = { firstMs: 300, eachMs: 5, eachBytes: 1_000_000 };
const COUNT = 200;

const firstMs = await timed(async () => (await startReference()).close());
const before = memory();
const references: Reference[] = [];
const eachMs =
  (await timed(async () => {
    for (let index = 0; index < COUNT; index += 1) {
      references.push(await startReference({ accounts: 4, faults: [] }));
    }
  })) / COUNT;
const eachBytes = (memory() - before) / COUNT;
const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
await Promise.all(references.map((reference) => reference.close()));

process.stdout.write(
  `first ready after ${firstMs.toFixed(0)} ms (below ${TARGETS.firstMs}), each further one ${eachMs.toFixed(2)} ms (below ${TARGETS.eachMs}) ` +
    `and ${Math.round(eachBytes / 1000)} kB (below ${TARGETS.eachBytes / 1000}), ${timers} timers at rest\n`,
);
process.exitCode = firstMs < TARGETS.firstMs && eachMs < TARGETS.eachMs && eachBytes < TARGETS.eachBytes ? 0 : 1;

async function timed(run: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs;
}

function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}
