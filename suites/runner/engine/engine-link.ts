// The main thread's end of the channel: keeps the first message until the worker asks for it.
import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './channel.js';

export class EngineLink {
  readonly name: string = `tsi-conformance/${randomUUID()}`;
  readonly #channel = new BroadcastChannel(this.name);
  #isWaiting = false;
  #first: ToWorker | undefined;
  #onMessage: (message: FromWorker) => void = () => undefined;

  constructor() {
    this.#channel.unref();
    this.#channel.onmessage = (event) => {
      // Only the worker of this very engine speaks on the channel.
      const message = (event as { readonly data: FromWorker }).data;
      if (message.type === 'waiting') {
        this.#isWaiting = true;
        if (this.#first !== undefined) this.post(this.#first);
      } else {
        this.#onMessage(message);
      }
    };
  }

  /** What the worker shall do, said as soon as it asks. Only the first call counts. */
  begin(message: ToWorker, onMessage: (message: FromWorker) => void): void {
    if (this.#first !== undefined) return;
    this.#first = message;
    this.#onMessage = onMessage;
    this.#channel.ref();
    if (this.#isWaiting) this.post(message);
  }

  post(message: ToWorker): void {
    this.#channel.postMessage(message);
  }

  close(): void {
    this.#channel.close();
  }
}
