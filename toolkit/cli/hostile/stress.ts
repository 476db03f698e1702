// Threads that keep processors busy, half of the time each, for soaks on a machine that has other things to do.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const BUSY = `for (;;) { const until = Date.now() + 40; while (Date.now() < until); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40); }`;

export const STRESS: number = availableParallelism();

/** Resolves to what ends them. */
export function startStress(threads: number): () => Promise<void> {
  const workers = Array.from({ length: threads }, () => new Worker(BUSY, { eval: true }));
  return async () => {
    for (const worker of workers) await worker.terminate();
  };
}
