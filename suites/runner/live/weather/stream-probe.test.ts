// What the probe learns of targets that refuse one stream more, end the oldest for it, or have no limit.
import { describe, expect, it } from 'vitest';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import type { OpenedStream } from '../../../../toolkit/wire/streams/stream-client.js';
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';
import { MOST_STREAMS, streamsPerAccount } from './stream-probe.js';

type Beyond = 'refused' | 'oldest-ends';

/** A target that lets an account have so many streams. */
class Target {
  readonly #open: { isOpen: boolean }[] = [];
  readonly #limit: number;
  readonly #beyond: Beyond;

  constructor(limit: number, beyond: Beyond) {
    this.#limit = limit;
    this.#beyond = beyond;
  }

  get live(): number {
    return this.#open.filter(({ isOpen }) => isOpen).length;
  }

  readonly open = async (): Promise<OpenedStream> => {
    const exchange = {} as HttpExchange;
    if (this.live >= this.#limit) {
      if (this.#beyond === 'refused') return { exchange } as OpenedStream;
      const oldest = this.#open.find(({ isOpen }) => isOpen);
      if (oldest !== undefined) oldest.isOpen = false;
    }
    const stream = {
      isOpen: true,
      answersPing: async () => stream.isOpen,
      close: async () => {
        stream.isOpen = false;
      },
    };
    this.#open.push(stream);
    // The probe uses only what is here.
    return { exchange, connection: stream as unknown as StreamConnection } as OpenedStream;
  };
}

async function learned(target: Target, most?: number): Promise<number | undefined> {
  const { connection } = await target.open();
  return streamsPerAccount(connection as StreamConnection, target.open, most);
}

describe.each<Beyond>(['refused', 'oldest-ends'])('the probe of streams per account, one more is %s', (beyond) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 9, 12, 15])('learns %i exactly, and leaves nothing open', async (limit) => {
    const target = new Target(limit, beyond);
    expect(await learned(target)).toBe(limit);
    expect(target.live).toBe(0);
  });

  it('learns nothing where there are enough', async () => {
    expect(await learned(new Target(MOST_STREAMS, beyond))).toBeUndefined();
  });

  it('opens no more than the profile allows', async () => {
    expect(await learned(new Target(5, beyond), 4)).toBeUndefined();
  });
});
