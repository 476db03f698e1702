// WebSocket frames of one direction as they pass by (RFC 6455, section 5), put together to messages. Control frames carry nothing that a
// journal keeps; what breaks the protocol is passed over, since only the two ends decide on it.

const MOST_MESSAGE = 5 << 20;
const CONTINUATION = 0;
const LAST_OF_DATA = 2;

export class StreamMessages {
  readonly #message: (payload: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #bytes = 0;
  /** Of a payload that is too large to keep: how much of it still comes. */
  #skip = 0;

  constructor(message: (payload: Buffer) => void) {
    this.#message = message;
  }

  take(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (;;) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, this.#rest.length - at);
        this.#skip -= skipped;
        at += skipped;
      }
      const read = this.#frame(at);
      if (read === 0) break;
      at += read;
    }
    this.#rest = at === this.#rest.length ? Buffer.alloc(0) : Buffer.from(this.#rest.subarray(at));
  }

  /** The length of the frame that begins there, or 0 while it is not complete. */
  #frame(at: number): number {
    const bytes = this.#rest;
    if (at + 2 > bytes.length) return 0;
    const [first, second] = [bytes.readUInt8(at), bytes.readUInt8(at + 1)];
    const short = second & 0x7f;
    const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
    const isMasked = (second & 0x80) !== 0;
    const from = at + 2 + extra + (isMasked ? 4 : 0);
    if (from > bytes.length) return 0;
    const length =
      extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    if (length > MOST_MESSAGE) {
      this.#skip = length;
      this.#parts = [];
      return from - at;
    }
    if (from + length > bytes.length) return 0;
    const payload = Buffer.from(bytes.subarray(from, from + length));
    if (isMasked) unmask(payload, bytes.subarray(from - 4, from));
    this.#data(first & 0x0f, (first & 0x80) !== 0, payload);
    return from + length - at;
  }

  #data(opcode: number, isLast: boolean, payload: Buffer): void {
    if (opcode > LAST_OF_DATA) return;
    if (opcode !== CONTINUATION) this.#drop();
    this.#bytes += payload.length;
    if (this.#bytes <= MOST_MESSAGE) this.#parts.push(payload);
    if (!isLast) return;
    const whole = Buffer.concat(this.#parts);
    this.#drop();
    this.#message(whole);
  }

  #drop(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}

function unmask(payload: Buffer, key: Buffer): void {
  for (let at = 0; at < payload.length; at += 1) payload[at] = (payload[at] ?? 0) ^ (key[at % 4] ?? 0);
}
