// What waits, by the address of the connection that it is for: one piece of each address after the other, so that an address that asks
// for much delays its own pieces and not those of others.
import type { Duplex } from 'node:stream';

export type Work = () => void;

export class ByAddress {
  /** In the order in which addresses come next. */
  readonly #waiting = new Map<string, Work[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(connection: Duplex, work: Work): void {
    const address = 'remoteAddress' in connection ? String(connection.remoteAddress) : '';
    const queue = this.#waiting.get(address);
    if (queue === undefined) this.#waiting.set(address, [work]);
    else queue.push(work);
    this.#size += 1;
  }

  /** The oldest piece of the address that comes next. */
  take(): Work | undefined {
    const [next] = this.#waiting;
    if (next === undefined) return undefined;
    const [address, queue] = next;
    const work = queue.shift();
    this.#waiting.delete(address);
    if (queue.length > 0) this.#waiting.set(address, queue);
    this.#size -= 1;
    return work;
  }
}
