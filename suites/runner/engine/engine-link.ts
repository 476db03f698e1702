// The main thread's end of the channel. The worker listens only once it has booted, so messages are kept until it asks for its run.
import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './channel.js';
import type { RunSpec } from './run-spec.js';

export class EngineLink {
  readonly name: string = `tsi-conformance/${randomUUID()}`;
  readonly #channel = new BroadcastChannel(this.name);
  /** Undefined once the worker listens. */
  #kept: ToWorker[] | undefined = [];
  #hasRun = false;
  #onMessage: (message: FromWorker) => void = () => undefined;

  constructor() {
    this.#channel.unref();
    this.#channel.onmessage = (event) => {
      // Only the worker of this very engine speaks on the channel.
      const message = (event as { readonly data: FromWorker }).data;
      if (message.type !== 'waiting') return this.#onMessage(message);
      const kept = this.#kept ?? [];
      this.#kept = undefined;
      for (const one of kept) this.#channel.postMessage(one);
    };
  }

  /** Hands the worker its run. */
  run(spec: RunSpec, onMessage: (message: FromWorker) => void): void {
    this.#hasRun = true;
    this.#onMessage = onMessage;
    this.#channel.ref();
    this.#post({ type: 'run', spec });
  }

  stop(reason: string): void {
    this.#post({ type: 'stop', reason });
  }

  /** Lets a worker go that has no run and will get none. */
  release(): void {
    if (this.#hasRun) return;
    this.#channel.ref();
    this.#post({ type: 'leave' });
  }

  close(): void {
    this.#channel.close();
  }

  #post(message: ToWorker): void {
    if (this.#kept === undefined) this.#channel.postMessage(message);
    else this.#kept.push(message);
  }
}
