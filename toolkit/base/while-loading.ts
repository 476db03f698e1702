// Loads code of a user in the main thread, where a loop without end would also hold up every signal handler. Meanwhile signals do what
// they do by default, so that Ctrl-C ends the process at once, and a thread of its own names the file that does not return.
import { once } from 'node:events';
import { isMainThread, Worker } from 'node:worker_threads';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A large suite in TypeScript loads in less, on a busy machine too. */
const SAY_MS = 5_000;
/** Beyond what may be awaited at the top of a file: its loader has given that up before. */
const END_MS = 40_000;

export interface LoadingBounds {
  readonly sayMs?: number;
  readonly endMs?: number;
}

/** Resolves and rejects as `load` does. Ends the process by SIGTERM, with a sentence, where `load` keeps this thread beyond the bound. */
export async function whileLoading<T>(
  file: string,
  load: () => Promise<T>,
  { sayMs = SAY_MS, endMs = END_MS }: LoadingBounds = {},
): Promise<T> {
  // Signals belong to the main thread, which is alive when another one is stuck.
  if (!isMainThread) return load();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const watch = new Worker(WATCH, { eval: true, execArgv: [], workerData: { done, file, sayMs, endMs } });
  watch.on('error', () => undefined);
  // It boots with the help of this thread, and so before the load may keep it.
  await once(watch, 'online').catch(() => undefined);
  watch.unref();
  const restore = withoutListeners();
  try {
    return await load();
  } finally {
    restore();
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  }
}

function withoutListeners(): () => void {
  const kept = SIGNALS.map((signal) => [signal, process.listeners(signal)] as const);
  for (const [signal] of kept) process.removeAllListeners(signal);
  return () => {
    for (const [signal, listeners] of kept) for (const listener of listeners) process.on(signal, listener);
  };
}

/** Needs nothing of the main thread: it waits, writes to the file of stderr itself, and signals the process. */
const WATCH = `
const { workerData: { done, file, sayMs, endMs } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const say = (text) => { try { writeSync(2, 'tsi: ' + file + ' ' + text + '\\n'); } catch {} };
const isOver = (ms) => Atomics.wait(done, 0, 0, ms) !== 'timed-out';
if (!isOver(sayMs)) {
  say('is not loaded after ' + sayMs / 1000 + ' s; if it loops without end, Ctrl-C ends this');
  if (!isOver(endMs - sayMs)) {
    say('did not return for ' + endMs / 1000 + ' s: expected a file that loads, got a loop without end; mend it and start again');
    process.kill(process.pid, 'SIGTERM');
  }
}
`;
