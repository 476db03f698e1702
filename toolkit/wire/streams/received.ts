// The messages that a stream has brought so far, with waiting for one that fits: past ones first, then those to come. Bounded,
// since a hostile peer sends without end.
import { setMaxListeners } from 'node:events';
import type { StreamMessage } from '../../profile/dialect/views.js';
import { afterRunning } from '../running-time.js';

/** A message with the journal record that holds it. */
export type Received = StreamMessage & {
  readonly record: number;
  /** Nanoseconds on the monotonic clock, comparable within one process. */
  readonly atNs: number;
};

export interface NextOptions {
  /** Only messages of records after this one. */
  readonly after?: number;
  readonly withinMs?: number;
  readonly signal?: AbortSignal;
}

export class Inbox {
  readonly messages: Received[] = [];
  readonly #waiting = new Set<(message: Received | undefined) => void>();
  #ended = false;

  add(message: Received): void {
    this.messages.push(message);
    for (const offer of [...this.#waiting]) {
      offer(message);
    }
  }

  /** No more messages will come: whoever waits gets undefined at once. */
  end(): void {
    this.#ended = true;
    for (const offer of [...this.#waiting]) {
      offer(undefined);
    }
  }

  /** The first message that fits, or undefined at the deadline, at the end of the stream, or when aborted. */
  async next(
    fits: (message: Received) => boolean,
    options: NextOptions & { readonly withinMs: number },
  ): Promise<Received | undefined> {
    const after = options.after ?? 0;
    const wanted = (message: Received): boolean => message.record > after && fits(message);
    const past = this.messages.find(wanted);
    if (past !== undefined || this.#ended || options.signal?.aborted === true) return past;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        callOff();
        this.#waiting.delete(offer);
        options.signal?.removeEventListener('abort', giveUp);
      };
      const finish = (message: Received | undefined): void => {
        stop();
        resolve(message);
      };
      const offer = (message: Received | undefined): void => {
        try {
          if (message === undefined || wanted(message)) finish(message);
        } catch (defect) {
          // The caller's predicate threw; that is the caller's affair, not the stream's.
          stop();
          reject(defect);
        }
      };
      const giveUp = (): void => finish(undefined);
      const callOff = afterRunning(options.withinMs, giveUp);
      if (options.signal !== undefined) {
        setMaxListeners(0, options.signal);
        options.signal.addEventListener('abort', giveUp, { once: true });
      }
      this.#waiting.add(offer);
    });
  }
}
