// WebSocket frames as bytes (RFC 6455, section 5): writes any frame, right or wrong, and reads those of a server. For raw
// sockets only; ordinary streams go through ws.
import { randomBytes } from 'node:crypto';

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface FrameSpec {
  readonly opcode: number;
  readonly payload?: string | Uint8Array;
  /** The last frame of its message unless said otherwise. */
  readonly fin?: boolean;
  /** Frames of a client are masked (RFC 6455, 5.3) unless said otherwise. */
  readonly masked?: boolean;
  /** The three reserved bits, 0 to 7. */
  readonly reserved?: number;
  /** A length to state instead of the true one. */
  readonly statedLength?: number;
}

export function renderFrame(spec: FrameSpec): Buffer {
  const payload = Buffer.from(spec.payload ?? '');
  const masked = spec.masked ?? true;
  const first = ((spec.fin ?? true) ? 0x80 : 0) | ((spec.reserved ?? 0) << 4) | spec.opcode;
  const head = Buffer.concat([Buffer.from([first]), lengthBytes(spec.statedLength ?? payload.length, masked)]);
  if (!masked) return Buffer.concat([head, payload]);
  const key = randomBytes(4);
  return Buffer.concat([head, key, payload.map((byte, at) => byte ^ (key[at % 4] ?? 0))]);
}

/** A close frame's payload: the code and a reason. */
export function closePayload(code: number, reason = ''): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(code);
  return Buffer.concat([bytes, Buffer.from(reason)]);
}

export interface ServerFrame {
  readonly opcode: number;
  readonly fin: boolean;
  /** Frames of a server are not masked (RFC 6455, 5.1); the payload of one that is stays as it came. */
  readonly masked: boolean;
  /** The three reserved bits, 0 where no extension was agreed on. */
  readonly reserved: number;
  readonly payload: Buffer;
}

/** The complete frames in these bytes, and the length of these; what is left over is waited for. */
export function readFrames(bytes: Buffer): { readonly frames: readonly ServerFrame[]; readonly length: number } {
  const frames: ServerFrame[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const first = bytes.readUInt8(at);
    const second = bytes.readUInt8(at + 1);
    const short = second & 0x7f;
    const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
    const maskBytes = second & 0x80 ? 4 : 0;
    const from = at + 2 + extra + maskBytes;
    if (from > bytes.length) break;
    const length =
      extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    if (from + length > bytes.length) break;
    frames.push({
      opcode: first & 0x0f,
      fin: (first & 0x80) !== 0,
      masked: (second & 0x80) !== 0,
      reserved: (first >> 4) & 7,
      payload: bytes.subarray(from, from + length),
    });
    at = from + length;
  }
  return { frames, length: at };
}

function lengthBytes(length: number, masked: boolean): Buffer {
  const bit = masked ? 0x80 : 0;
  if (length < 126) return Buffer.from([bit | length]);
  if (length < 65_536) return Buffer.from([bit | 126, length >> 8, length & 0xff]);
  const bytes = Buffer.alloc(9);
  bytes.writeUInt8(bit | 127);
  bytes.writeBigUInt64BE(BigInt(length), 1);
  return bytes;
}
