// Trials in threads, so that each core has plays of its own; a thread asks for as many as suit its loop (`appetite.ts`).
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { messageOf } from '../../../payload/message-of.js';
import { codeExtension, codeFolder } from '../../../payload/package-root.js';
import { appetiteAfter, firstAppetite, MOST } from './appetite.js';
import { playTrial, type Trial, type Tried } from './trial.js';

export interface ThreadsWish {
  readonly signal: AbortSignal;
  /** Of all threads together; each trial is told as it ends. */
  readonly ended?: (trial: Trial, tried: Tried) => void;
  /** How many may be under way in one thread. */
  readonly most?: number;
}

interface ThreadData {
  readonly purpose: typeof PURPOSE;
  readonly most: number;
}

const PURPOSE = 'trials';

/**
 * A trial leaves nothing behind; without a limit the heap of a thread grows by what nobody needs any more. The young part is large, since
 * nearly all dies there: collecting took a tenth of the time with 32.
 */
const RESOURCES = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 192 };

/** A thread would play so many more; one may have ended. */
interface FromThread {
  readonly wants: number;
  readonly over?: { readonly index: number; readonly tried: Tried };
}

interface ToThread {
  readonly index: number;
  readonly trial: Trial;
}

/** The results in the order of the trials; undefined for those that were not reached when the run was stopped. */
export async function playInThreads(
  trials: readonly Trial[],
  { signal, ended, most = MOST }: ThreadsWish,
): Promise<readonly (Tried | undefined)[]> {
  const results: (Tried | undefined)[] = trials.map(() => undefined);
  const waiting = trials.entries();
  const count = Math.min(availableParallelism(), Math.ceil(trials.length / firstAppetite(most)));
  await Promise.all(Array.from({ length: count }, () => oneThread()));
  return results;

  function oneThread(): Promise<void> {
    const file = join(codeFolder(), 'toolkit', 'cli', 'client', 'matrix', `trial-threads.${codeExtension()}`);
    const data: ThreadData = { purpose: PURPOSE, most };
    const worker = new Worker(file, { workerData: data, resourceLimits: RESOURCES });
    let underWay = 0;
    return new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        signal.removeEventListener('abort', stop);
        void worker.terminate().then(() => resolve());
      };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      worker.once('error', reject);
      worker.on('message', ({ wants, over }: FromThread) => {
        underWay += feed(worker, wants);
        if (over !== undefined) {
          underWay -= 1;
          results[over.index] = over.tried;
          const trial = trials[over.index];
          if (trial !== undefined) ended?.(trial, over.tried);
        }
        if (underWay === 0) stop();
      });
    });
  }

  /** How many it got of those that it wants. */
  function feed(worker: Worker, wants: number): number {
    let fed = 0;
    for (; fed < wants; fed += 1) {
      const next = waiting.next();
      if (next.done === true) break;
      const [index, trial] = next.value;
      const told: ToThread = { index, trial };
      worker.postMessage(told);
    }
    return fed;
  }
}

const LOOK_MS = 50;

/** In the thread: plays what it is told, and asks for more as long as its loop has rest. */
function listen(port: NonNullable<typeof parentPort>, most: number): void {
  // A thread that is stopped is ended from outside.
  const { signal } = new AbortController();
  let appetite = firstAppetite(most);
  let underWay = 0;
  /** Asked for and not come yet; where nothing is left, they never do. */
  let asked = 0;
  const wants = (): number => {
    const more = Math.max(0, appetite - underWay - asked);
    asked += more;
    return more;
  };
  const tell = (said: FromThread): void => port.postMessage(said);
  port.on('message', ({ index, trial }: ToThread) => {
    asked -= 1;
    underWay += 1;
    void playTrial(trial, signal)
      .catch((error: unknown): Tried => ({ verdict: 'error', reason: messageOf(error), durationMs: 0 }))
      .then((tried) => {
        underWay -= 1;
        tell({ wants: wants(), over: { index, tried } });
      });
  });
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    appetite = appetiteAfter(appetite, performance.eventLoopUtilization(now, last).utilization, most);
    last = now;
    const more = wants();
    if (more > 0) tell({ wants: more });
  }, LOOK_MS);
  tell({ wants: wants() });
}

/** Workers of others may load this file too. */
if (parentPort !== null && isThreadData(workerData)) listen(parentPort, workerData.most);

function isThreadData(data: unknown): data is ThreadData {
  return typeof data === 'object' && data !== null && 'purpose' in data && data.purpose === PURPOSE;
}
