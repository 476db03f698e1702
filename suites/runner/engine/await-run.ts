// The worker's side of the beginning: loads the suites while the main thread plans, then asks for the run.
import { BroadcastChannel } from 'node:worker_threads';
import { loadSuites } from '../suite-files.js';
import type { FromWorker, ToWorker } from './channel.js';
import type { RunSpec } from './run-spec.js';
import { startWorkerRun, type WorkerRun } from './worker-run.js';

const NOTHING: WorkerRun = {
  items: [],
  records: () => 0,
  execute: async () => undefined,
  close: async () => undefined,
};

const ALIVE_MS = 1_000;

/** `importOwn` loads a file of a user's suite, which may be TypeScript. */
export async function awaitRun(name: string, importOwn: (file: string) => Promise<unknown>): Promise<WorkerRun> {
  const channel = new BroadcastChannel(name);
  const stop = new AbortController();
  const post = (message: FromWorker): void => channel.postMessage(message);
  const spec = new Promise<RunSpec | undefined>((resolve) => {
    channel.onmessage = (event) => {
      // Only the main thread of this very engine speaks on the channel.
      const message = (event as { readonly data: ToWorker }).data;
      if (message.type === 'run') resolve(message.spec);
      if (message.type === 'leave') resolve(undefined);
      if (message.type === 'stop') stop.abort(message.reason);
    };
  });
  await loadSuites();
  post({ type: 'waiting' });
  const asked = await spec;
  if (asked === undefined) {
    channel.close();
    return NOTHING;
  }
  let run: WorkerRun = NOTHING;
  const alive = setInterval(() => post({ type: 'alive', records: run.records() }), ALIVE_MS);
  const started = await startWorkerRun({ spec: asked, importOwn, post, stop });
  run = started;
  return {
    ...started,
    close: async () => {
      await started.close();
      clearInterval(alive);
      channel.close();
    },
  };
}
