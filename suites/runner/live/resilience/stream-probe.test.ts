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
  return streamsPerAccount(
    connection as StreamConnection,
    { open: target.open, openAtOnce: target.open, refillMs: 0 },
    most,
  );
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

describe('the probe of streams per account that are refused as a quota would', () => {
  it('does not wait out a limit', async () => {
    const target = new Target(3, 'refused');
    const { connection } = await target.open();
    const open = (): Promise<OpenedStream> => Promise.reject(new Error('waited'));
    const opening = { open, openAtOnce: target.open, refillMs: 0 };
    expect(await streamsPerAccount(connection as StreamConnection, opening)).toBe(3);
    expect(target.live).toBe(0);
  });

  it('finds a limit whose places are free a while after a goodbye only', async () => {
    const target = new Target(3, 'refused');
    const { connection } = await target.open();
    let isRefused = false;
    const openAtOnce = (): Promise<OpenedStream> => {
      isRefused ||= target.live === 3;
      return isRefused ? Promise.resolve({ exchange: {} } as OpenedStream) : target.open();
    };
    const opening = { open: target.open, openAtOnce, refillMs: 0 };
    expect(await streamsPerAccount(connection as StreamConnection, opening)).toBe(3);
    expect(target.live).toBe(0);
  });

  it('waits out a quota of handshakes, and takes it for no limit', async () => {
    const target = new Target(MOST_STREAMS, 'refused');
    let handshakes = 0;
    const openAtOnce = (): Promise<OpenedStream> =>
      ++handshakes % 4 === 0 ? Promise.resolve({ exchange: {} } as OpenedStream) : target.open();
    const { connection } = await target.open();
    const opening = { open: target.open, openAtOnce, refillMs: 0 };
    expect(await streamsPerAccount(connection as StreamConnection, opening)).toBeUndefined();
    expect(target.live).toBe(0);
  });
});
