// The end of this process that nothing in it can hold up: neither its main thread, which may be busy, nor another one, stuck in a call of
// the system, for which an ordinary exit would wait. A thread of its own counts down and has the system do what a signal does by default.
import { Worker } from 'node:worker_threads';

export type EndingSignal = 'SIGINT' | 'SIGTERM';

export interface LastResort {
  /** From now on the signal, sent by anybody, ends the process at once; within so long it is sent from here, with a sentence to stderr. */
  begin(signal: EndingSignal, ms: number, sentence: string): void;
}

/** Boots the thread, with the help of this one, and so before this one may be busy. Keeps no process alive. */
export function lastResort(): LastResort {
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const watch = new Worker(WATCH, { eval: true, execArgv: [], workerData: { begun } });
  watch.on('error', () => undefined);
  watch.unref();
  return {
    begin(signal, ms, sentence) {
      process.removeAllListeners(signal);
      watch.postMessage({ signal, ms, sentence });
      Atomics.store(begun, 0, 1);
      Atomics.notify(begun, 0);
    },
  };
}

/** Ends the process now, by the default of the signal: unlike an exit it waits for no thread. */
export function endBy(signal: EndingSignal): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

const WATCH = `
const { parentPort, receiveMessageOnPort, workerData: { begun } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
Atomics.wait(begun, 0, 0);
const { message: { signal, ms, sentence } } = receiveMessageOnPort(parentPort);
Atomics.wait(begun, 0, 1, ms);
try { writeSync(2, sentence); } catch {}
process.kill(process.pid, signal);
`;
