// Finds out how many streams a target lets one account have at once, as far as any check needs them. One more is refused, or the
// oldest is ended for it; what is refused for another reason would be refused after one was given back, too.
import { pause } from '../../../../toolkit/wire/pause.js';
import type { OpenedStream } from '../../../../toolkit/wire/streams/stream-client.js';
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';

/** More streams than the checks that share an account hold on it at once. */
export const MOST_STREAMS = 16;
/** One by one in the range where every single stream matters to checks, in greater steps above. */
const STEPS = [2, 3, 4, 5, 6, 8, 12, MOST_STREAMS];
/** Pauses after which the target should have noticed that a stream was closed. */
const GOODBYE_MS = [0, 50, 250];
/** How long a stream may take to answer a ping; one that is being ended for a newer one will not. */
const PONG_MS = 500;

/** How often in a row closing one stream must free exactly one place before that counts as a limit. */
const TURNS = 3;
/** After this pause a quota of handshakes would let one more through; a limit of streams would not. */
const REFILL_MS = 1_000;

/** Ways to open a stream: `open` waits out what says "not now", `openAtOnce` takes it for an answer. */
interface Opening {
  readonly open: () => Promise<OpenedStream>;
  readonly openAtOnce: () => Promise<OpenedStream>;
  /** In place of `REFILL_MS`. */
  readonly refillMs?: number;
}

/** Streams that were opened beside `first`; resolves to their number where it is limited. Closes them all. */
export async function streamsPerAccount(
  first: StreamConnection,
  opening: Opening,
  most: number = MOST_STREAMS,
): Promise<number | undefined> {
  const { open, openAtOnce } = opening;
  const opened = [first];
  let isAsked = false;
  try {
    for (const step of STEPS.filter((one) => one <= most)) {
      while (opened.length < step) {
        const limit = opened.length;
        const soon = isAsked ? await open() : await openAtOnce();
        if (soon.connection !== undefined) {
          opened.push(soon.connection);
          continue;
        }
        if (isAsked) return await isFull(opened, open);
        isAsked = true;
        if (await takesTurns(opened, opening)) return limit;
      }
      const alive = await Promise.all(opened.map((one) => one.answersPing(PONG_MS)));
      if (alive.includes(false)) return Math.max(1, alive.filter(Boolean).length);
    }
    return undefined;
  } finally {
    await Promise.all(opened.map((one) => one.close()));
  }
}

/**
 * Whether there is a place exactly when one was given back, however often: that is a limit of streams, which may be told by the same
 * status as a quota of handshakes (interface 4.1), and need not be waited out. What is opened here takes the place of what was closed.
 */
async function takesTurns(opened: StreamConnection[], { openAtOnce, refillMs = REFILL_MS }: Opening): Promise<boolean> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await opened.pop()?.close();
    const { connection } = await openAtOnce();
    if (connection === undefined) {
      await refill(opened, openAtOnce);
      return false;
    }
    opened.push(connection);
    const more = await openAtOnce();
    if (more.connection === undefined) continue;
    opened.push(more.connection);
    return false;
  }
  await pause(refillMs);
  const { connection } = await openAtOnce();
  if (connection !== undefined) opened.push(connection);
  return connection === undefined;
}

async function isFull(opened: StreamConnection[], open: () => Promise<OpenedStream>): Promise<number | undefined> {
  const limit = opened.length;
  await opened.pop()?.close();
  return (await refill(opened, open)) ? limit : undefined;
}

/** Opens one in the place of one that was closed, once the target knows of the goodbye. */
async function refill(opened: StreamConnection[], open: () => Promise<OpenedStream>): Promise<boolean> {
  for (const pauseMs of GOODBYE_MS) {
    await pause(pauseMs);
    const { connection } = await open();
    if (connection === undefined) continue;
    opened.push(connection);
    return true;
  }
  return false;
}
