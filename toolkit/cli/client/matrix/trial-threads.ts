// Trials in threads, so that each core has plays of its own; a thread asks for as many as suit its loop (`appetite.ts`).
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { messageOf } from '../../../base/message-of.js';
import { codeExtension, codeFolder } from '../../../base/package-root.js';
import { appetiteAfter, firstAppetite, MOST } from './appetite.js';
import { playTrial, type Trial, type Tried } from './trial.js';

/** What is played, chosen when it begins: what is worth a trial may depend on how others ended. */
export interface TrialSource {
  /** Undefined where nothing is to begin now; it is asked again whenever a trial has ended, the last time when none is under way. */
  next(): Trial | undefined;
  ended(trial: Trial, tried: Tried): void;
}

export interface ThreadsWish {
  readonly signal: AbortSignal;
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

/** A thread would play so many in all; one may have ended. */
interface FromThread {
  readonly wants: number;
  readonly over?: { readonly index: number; readonly tried: Tried };
}

interface ToThread {
  readonly index: number;
  readonly trial: Trial;
}

/** Trials that are all played, one after the other as threads are free; `tried` keeps them with their results as they end. */
export function inOrder(trials: readonly Trial[], tried: (Trial & Tried)[]): TrialSource {
  const waiting = trials.values();
  return {
    next: () => waiting.next().value,
    ended: (trial, result) => void tried.push({ ...trial, ...result }),
  };
}

/** Ends when the source has nothing to begin and nothing is under way, or when the run is stopped: what is under way then is not told. */
export async function playInThreads(source: TrialSource, { signal, most = MOST }: ThreadsWish): Promise<void> {
  const threads = Array.from({ length: availableParallelism() }, () => new Thread(source, most));
  try {
    await new Promise<void>((resolve, reject) => {
      const feedAll = (): void => {
        for (const thread of threads) thread.feed();
        if (threads.every(({ underWay }) => underWay === 0)) resolve();
      };
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
      for (const thread of threads) {
        thread.onEnded = feedAll;
        thread.onError = reject;
      }
      feedAll();
    });
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

/** The end of a thread that is outside of it. It is started with its first trial: few trials need no second one, and none no first. */
class Thread {
  onEnded: () => void = () => undefined;
  onError: (error: Error) => void = () => undefined;
  readonly #source: TrialSource;
  readonly #most: number;
  readonly #playing = new Map<number, Trial>();
  #worker: Worker | undefined;
  #wanted: number;
  #count = 0;

  constructor(source: TrialSource, most: number) {
    this.#source = source;
    this.#most = most;
    this.#wanted = firstAppetite(most);
  }

  get underWay(): number {
    return this.#playing.size;
  }

  feed(): void {
    while (this.#playing.size < this.#wanted) {
      const trial = this.#source.next();
      if (trial === undefined) return;
      const told: ToThread = { index: this.#count, trial };
      this.#count += 1;
      this.#playing.set(told.index, trial);
      this.#worker ??= this.#start();
      this.#worker.postMessage(told);
    }
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const file = join(codeFolder(), 'toolkit', 'cli', 'client', 'matrix', `trial-threads.${codeExtension()}`);
    const data: ThreadData = { purpose: PURPOSE, most: this.#most };
    const worker = new Worker(file, { workerData: data, resourceLimits: RESOURCES });
    worker.on('message', (said: FromThread) => this.#hear(said));
    worker.once('error', (error) => this.onError(error));
    return worker;
  }

  #hear({ wants, over }: FromThread): void {
    this.#wanted = wants;
    if (over === undefined) {
      this.feed();
      return;
    }
    const trial = this.#playing.get(over.index);
    this.#playing.delete(over.index);
    if (trial !== undefined) this.#source.ended(trial, over.tried);
    this.onEnded();
  }
}

const LOOK_MS = 50;

/** In the thread: plays what it is told, and says how many it would have under way. */
function listen(port: NonNullable<typeof parentPort>, most: number): void {
  // A thread that is stopped is ended from outside.
  const { signal } = new AbortController();
  let appetite = firstAppetite(most);
  const tell = (said: FromThread): void => port.postMessage(said);
  port.on('message', ({ index, trial }: ToThread) => {
    void playTrial(trial, signal)
      .catch((error: unknown): Tried => ({ verdict: 'error', reason: messageOf(error), durationMs: 0 }))
      .then((tried) => tell({ wants: appetite, over: { index, tried } }));
  });
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const before = appetite;
    appetite = appetiteAfter(appetite, performance.eventLoopUtilization(now, last).utilization, most);
    last = now;
    if (appetite !== before) tell({ wants: appetite });
  }, LOOK_MS);
}

/** Workers of others may load this file too. */
if (parentPort !== null && isThreadData(workerData)) listen(parentPort, workerData.most);

function isThreadData(data: unknown): data is ThreadData {
  return typeof data === 'object' && data !== null && 'purpose' in data && data.purpose === PURPOSE;
}
