// Finds out how many streams a target lets one account have at once, as far as any check needs them. One more is refused, or the
// oldest is ended for it; what is refused for another reason would be refused after one was given back, too.
import { pause } from '../../../../toolkit/wire/pause.js';
import type { OpenedStream } from '../../../../toolkit/wire/streams/stream-client.js';
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';

/** More than the checks that share an account hold on it at once. */
export const MOST_STREAMS = 16;
/** One by one where checks have to reckon with each place, in greater steps beyond that. */
const STEPS = [2, 3, 4, 5, 6, 8, 12, MOST_STREAMS];
/** After these pauses a target must know of a goodbye. */
const GOODBYE_MS = [0, 50, 250];
/** A connection that is about to be ended for a newer one is ended by then. */
const PONG_MS = 500;

/** Streams that `open` opened beside `first`; resolves to their number where it is limited. Closes them all. */
export async function streamsPerAccount(
  first: StreamConnection,
  open: () => Promise<OpenedStream>,
  most: number = MOST_STREAMS,
): Promise<number | undefined> {
  const opened = [first];
  try {
    for (const step of STEPS.filter((one) => one <= most)) {
      while (opened.length < step) {
        const { connection } = await open();
        if (connection === undefined) return await isFull(opened, open);
        opened.push(connection);
      }
      const alive = await Promise.all(opened.map((one) => one.answersPing(PONG_MS)));
      if (alive.includes(false)) return Math.max(1, alive.filter(Boolean).length);
    }
    return undefined;
  } finally {
    await Promise.all(opened.map((one) => one.close()));
  }
}

async function isFull(opened: StreamConnection[], open: () => Promise<OpenedStream>): Promise<number | undefined> {
  const limit = opened.length;
  await opened.pop()?.close();
  for (const pauseMs of GOODBYE_MS) {
    await pause(pauseMs);
    const { connection } = await open();
    if (connection === undefined) continue;
    opened.push(connection);
    return limit;
  }
  return undefined;
}
