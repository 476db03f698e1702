// The embedded reference service in a thread of its own, so that it and what judges it have a core each.
import { once } from 'node:events';
import { join } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { codeExtension, codeFolder } from '../../base/package-root.js';
import type { Profile } from '../../profile/profile.js';
import type { ReferenceOptions } from '../../reference/index.js';

export interface ServiceThread {
  readonly profile: Profile;
  close(): Promise<void>;
}

/** Rejects with the error of the service when it does not start. */
export async function startServiceThread(options: ReferenceOptions): Promise<ServiceThread> {
  const worker = new Worker(join(codeFolder(), 'toolkit', 'cli', 'soak', `service-thread.${codeExtension()}`), {
    workerData: { serve: options },
  });
  // The first message is the profile, an error is raised as one.
  const [profile] = (await once(worker, 'message')) as [Profile];
  return {
    profile,
    close: async () => {
      worker.postMessage('end');
      await once(worker, 'exit');
    },
  };
}

async function serve(options: ReferenceOptions): Promise<void> {
  const { startReference } = await import('../../reference/index.js');
  const reference = await startReference(options);
  parentPort?.once('message', () => void reference.close().then(() => process.exit()));
  parentPort?.postMessage(reference.profile);
}

/** Workers of others may load this file too. */
const wanted: unknown = workerData;
if (parentPort !== null && typeof wanted === 'object' && wanted !== null && 'serve' in wanted) {
  await serve(wanted.serve as ReferenceOptions); // what `startServiceThread` handed over
}
