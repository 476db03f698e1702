// A stream over a raw socket after a signed handshake, on which any frame can be sent, right or wrong (test purpose 64).
import type { RecordSink } from '../../journal/record.js';
import { type ExchangeFrame, rawOf } from '../exchange-records.js';
import type { RawSocket } from '../http/raw-socket.js';
import type { FrameSpec, ServerFrame } from './websocket-frames.js';
import { OPCODE, readFrames, renderFrame } from './websocket-frames.js';

export interface RawStreamEnd {
  /** The code of the server's close frame; undefined when it sent none. */
  readonly code: number | undefined;
  readonly reason: string;
}

export interface RawStream {
  readonly conn: string;
  /** Sends a frame as it is and returns its record. */
  sendFrame(frame: FrameSpec): Promise<number>;
  /** Complete frames received so far. */
  readonly frames: readonly ServerFrame[];
  /** Waits for a frame that fits; undefined when none came in time or the connection ended. */
  next(fits: (frame: ServerFrame) => boolean, withinMs?: number): Promise<ServerFrame | undefined>;
  /** Waits until the server closes (frame or connection), journals it, and tells how; undefined when it keeps the stream open. */
  ended(withinMs?: number): Promise<(RawStreamEnd & { readonly record: number }) | undefined>;
  destroy(): void;
}

/** Whoever sends more is cut. */
const MOST_FRAMES = 20_000;

/** What the handshake left: the length of its head, and its records. */
interface Upgraded {
  readonly headLength: number;
  readonly frame: ExchangeFrame;
  readonly handshake: number;
}

/** Takes over the socket after the head of the 101. */
export function rawStream(
  socket: RawSocket,
  { headLength, frame, handshake }: Upgraded,
  journal: RecordSink,
): RawStream {
  const read: ServerFrame[] = [];
  let at = headLength;
  // From where the last reading ended, since a flood of empty frames would be read over and over.
  const frames = (): readonly ServerFrame[] => {
    if (read.length >= MOST_FRAMES) {
      socket.destroy();
      return read;
    }
    const more = readFrames(socket.received.subarray(at));
    for (const one of more.frames) read.push(one);
    at += more.length;
    return read;
  };
  const opened = journal.append({
    ...frame,
    kind: 'open',
    operation_id: null,
    raw: null,
    parsed: null,
    error: null,
    cause: handshake,
  });
  return {
    conn: frame.conn ?? '',
    get frames() {
      return frames();
    },
    async sendFrame(spec) {
      const record = journal.append({
        ...frame,
        kind: 'send',
        operation_id: null,
        raw: rawOf(Buffer.from(spec.payload ?? '')),
        parsed: { kind: 'frame', message: null, view: null, frame: { ...spec, payload: null } },
        error: null,
        cause: opened,
      });
      await socket.write(renderFrame(spec));
      return record;
    },
    async next(fits, withinMs) {
      await socket.until(() => frames().some(fits), withinMs);
      return frames().find(fits);
    },
    async ended(withinMs) {
      const closing = (): ServerFrame | undefined => frames().find((one) => one.opcode === OPCODE.close);
      const didEnd = await socket.until(() => socket.ended || closing() !== undefined, withinMs);
      if (!(didEnd || socket.ended)) return undefined;
      const payload = closing()?.payload ?? Buffer.alloc(0);
      const code = payload.length >= 2 ? payload.readUInt16BE(0) : undefined;
      const reason = payload.toString('utf8', 2);
      const record = journal.append({
        ...frame,
        actor: 'target',
        kind: 'close',
        operation_id: null,
        raw: null,
        parsed: { code: code ?? null, reason, clean: closing() !== undefined },
        error: null,
        cause: opened,
      });
      socket.destroy();
      return { code, reason, record };
    },
    destroy: () => socket.destroy(),
  };
}
