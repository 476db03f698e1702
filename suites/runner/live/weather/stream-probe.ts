// Finds out how many streams a target lets one account have at once, as far as any check needs them. One more is refused, or the
// oldest is ended for it; what is refused for another reason would be refused after one was given back, too.
import { pause } from '../../../../toolkit/wire/pause.js';
import type { OpenedStream } from '../../../../toolkit/wire/streams/stream-client.js';
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';

/** As many as any check holds on one account. */
export const MOST_STREAMS = 4;
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
    while (opened.length < most) {
      const { connection } = await open();
      if (connection === undefined) return await isFull(opened, open);
      opened.push(connection);
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
