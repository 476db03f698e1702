// Clients under test as plays take them: as many side by side as are wanted, each begun and ended many times, or a new one for each play.
// One that is gone, or does not answer to `end`, is not taken again.
import type { ClientUnderTest } from '../../../toolkit/intents/index.js';

export interface ClientSource {
  /** Rejects where the program does not start or does not introduce itself. */
  readonly open: () => Promise<ClientUnderTest>;
  /** How many there may be at once. */
  readonly most: number;
  /** A new one for each play. */
  readonly fresh: boolean;
}

const END_MS = 3_000;

export class ClientPool {
  readonly #source: ClientSource;
  readonly #idle: ClientUnderTest[] = [];
  readonly #all = new Set<ClientUnderTest>();

  constructor(source: ClientSource) {
    this.#source = source;
  }

  async take(): Promise<ClientUnderTest> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const opened = await this.#source.open();
    this.#all.add(opened);
    return opened;
  }

  /** Whether it is still of use. */
  async give(client: ClientUnderTest): Promise<boolean> {
    const reply = this.#source.fresh ? undefined : await client.ask('end', {}, END_MS);
    if (reply?.kind === 'result' || reply?.kind === 'skipped' || reply?.kind === 'errored') {
      this.#idle.push(client);
      return true;
    }
    this.#all.delete(client);
    await client.close();
    return this.#source.fresh;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((client) => client.close()));
  }
}
