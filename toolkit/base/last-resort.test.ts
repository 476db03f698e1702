// A process that cannot end by itself: its main thread loops, or another thread is in a call of the system.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from './package-root.js';

const MODULE = join(packageRoot(), 'build/toolkit/base/last-resort.js');

/** Begins at the first signal, and then does that. */
function program(then: string): string {
  return `
    import { Worker } from 'node:worker_threads';
    import { endBy, lastResort } from ${JSON.stringify(MODULE)};
    const resort = lastResort();
    const stuck = "require('node:child_process').execFileSync('sleep', ['60'])";
    process.on('SIGINT', () => {
      resort.begin('SIGINT', 300, 'held up');
      ${then}
    });
    setInterval(() => undefined, 1000);
    process.stdout.write('ready');`;
}

it.skipIf(process.platform === 'win32').each([
  ['loops without end', 'for (;;);', 'held up'],
  ['does nothing', '', 'held up'],
  ['waits for a thread at its exit', "new Worker(stuck, { eval: true }).once('online', () => endBy('SIGINT'));", ''],
])('ends by the signal though it %s', async (_what, then, expected) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(then)], {
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stdout.once('data', () => child.kill('SIGINT'));
  const [, by] = await once(child, 'close');
  expect([by, said]).toEqual(['SIGINT', expected]);
});
