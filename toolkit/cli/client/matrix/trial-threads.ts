// Trials in threads, so that each core has plays of its own: most of a play is waiting, so that a thread has many under way.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { messageOf } from '../../../payload/message-of.js';
import { codeExtension, codeFolder } from '../../../payload/package-root.js';
import { playTrial, type Trial, type Tried } from './trial.js';

export interface ThreadsWish {
  readonly signal: AbortSignal;
  /** Of all threads together; each trial is told as it ends. */
  readonly ended?: (trial: Trial, tried: Tried) => void;
  /** How many are under way in one thread. */
  readonly underWay?: number;
}

/** More of them keep a small machine so busy that clients run into their own time limits. */
const UNDER_WAY = 20;
const THREAD = 'thread of trials';

interface Ended {
  readonly index: number;
  readonly tried: Tried;
}

/** The results in the order of the trials; undefined for those that were not reached when the run was stopped. */
export async function playInThreads(
  trials: readonly Trial[],
  { signal, ended, underWay: most = UNDER_WAY }: ThreadsWish,
): Promise<readonly (Tried | undefined)[]> {
  const results: (Tried | undefined)[] = trials.map(() => undefined);
  const waiting = trials.keys();
  const count = Math.min(availableParallelism(), Math.ceil(trials.length / most));
  await Promise.all(Array.from({ length: count }, () => oneThread()));
  return results;

  function oneThread(): Promise<void> {
    const file = join(codeFolder(), 'toolkit', 'cli', 'client', 'matrix', `trial-threads.${codeExtension()}`);
    const worker = new Worker(file, { workerData: THREAD });
    let underWay = 0;
    const feed = (): void => {
      const { value: index, done } = waiting.next();
      if (done === true) return;
      underWay += 1;
      worker.postMessage({ index, trial: trials[index] });
    };
    return new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        signal.removeEventListener('abort', stop);
        void worker.terminate().then(() => resolve());
      };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      worker.once('error', reject);
      worker.on('message', ({ index, tried }: Ended) => {
        results[index] = tried;
        const trial = trials[index];
        if (trial !== undefined) ended?.(trial, tried);
        underWay -= 1;
        feed();
        if (underWay === 0) stop();
      });
      for (let i = 0; i < most; i += 1) feed();
      if (underWay === 0) stop();
    });
  }
}

function listen(port: NonNullable<typeof parentPort>): void {
  // A thread that is stopped is ended from outside.
  const { signal } = new AbortController();
  port.on('message', ({ index, trial }: { readonly index: number; readonly trial: Trial }) => {
    void playTrial(trial, signal)
      .catch((error: unknown): Tried => ({ verdict: 'error', reason: messageOf(error), durationMs: 0 }))
      .then((tried) => port.postMessage({ index, tried }));
  });
}

/** Workers of others may load this file too. */
if (parentPort !== null && workerData === THREAD) listen(parentPort);
