// The main thread's end of the channel. The worker listens only once it has booted, so messages are kept until it asks for its run.
import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './channel.js';

export class EngineLink {
  readonly name: string = `tsi-conformance/${randomUUID()}`;
  readonly #channel = new BroadcastChannel(this.name);
  /** Undefined once the worker listens. */
  #kept: ToWorker[] | undefined = [];
  #hasBegun = false;
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

  /** What the worker shall do. Only the first call counts. */
  begin(message: ToWorker, onMessage: (message: FromWorker) => void): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#onMessage = onMessage;
    this.#channel.ref();
    this.post(message);
  }

  post(message: ToWorker): void {
    if (this.#kept === undefined) this.#channel.postMessage(message);
    else this.#kept.push(message);
  }

  close(): void {
    this.#channel.close();
  }
}
