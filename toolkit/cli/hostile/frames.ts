// WebSocket frames of a server, right and wrong (RFC 6455, section 5.2).

export function frame(
  payload: string | Uint8Array,
  { opcode = 1, fin = true, reserved = 0, masked = false }: FrameForm = {},
): Buffer {
  const bytes = Buffer.from(payload);
  const first = (fin ? 0x80 : 0) | (reserved << 4) | opcode;
  const mask = masked ? Buffer.from([1, 2, 3, 4]) : Buffer.alloc(0);
  return Buffer.concat([Buffer.from([first]), lengthOf(bytes.length, masked), mask, bytes]);
}

export interface FrameForm {
  readonly opcode?: number;
  readonly fin?: boolean;
  readonly reserved?: number;
  readonly masked?: boolean;
}

/** The head of a frame that states a length, whatever follows. */
export function headOf(length: bigint, opcode = 1): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt8(0x80 | opcode, 0);
  head.writeUInt8(127, 1);
  head.writeBigUInt64BE(length, 2);
  return head;
}

function lengthOf(length: number, masked: boolean): Buffer {
  const bit = masked ? 0x80 : 0;
  if (length < 126) return Buffer.from([bit | length]);
  if (length < 65_536) return Buffer.from([bit | 126, length >> 8, length & 0xff]);
  const bytes = Buffer.alloc(9);
  bytes.writeUInt8(bit | 127, 0);
  bytes.writeBigUInt64BE(BigInt(length), 1);
  return bytes;
}

export interface ServerFrame {
  readonly opcode: number;
  readonly payload: Buffer;
  /** The frame as it came. */
  readonly bytes: Buffer;
}

/** The complete frames of an honest server, and what is left over. */
export function framesIn(bytes: Buffer): { readonly frames: readonly ServerFrame[]; readonly rest: Buffer } {
  const frames: ServerFrame[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const short = bytes.readUInt8(at + 1) & 0x7f;
    const head = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (at + head > bytes.length) break;
    const length =
      short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short;
    const end = at + head + length;
    if (end > bytes.length) break;
    frames.push({
      opcode: bytes.readUInt8(at) & 0x0f,
      payload: bytes.subarray(at + head, end),
      bytes: bytes.subarray(at, end),
    });
    at = end;
  }
  return { frames, rest: bytes.subarray(at) };
}
