// What there is of a message that was cut off: its text with every bracket closed. No right client looks at it (interface 6.4); one that
// parses as it reads does.

const SHORT_LENGTH = 126;
const LONG_LENGTH = 127;

export class FragmentReader {
  #bytes = Buffer.alloc(0);

  add(bytes: Uint8Array): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
  }

  /** A whole message was heard: what came before belongs to it. */
  heard(): void {
    this.#read();
  }

  /** The text of an unfinished message, made whole; undefined where there is none. */
  half(): string | undefined {
    const text = this.#read();
    return text === '' ? undefined : closed(text);
  }

  /** Drops complete messages; gives the text of the one under way. */
  #read(): string {
    let text = '';
    let at = 0;
    let messageAt = 0;
    while (at + 2 <= this.#bytes.length) {
      const first = this.#bytes[at] ?? 0;
      const short = (this.#bytes[at + 1] ?? 0) & 0x7f;
      const head = short < SHORT_LENGTH ? 2 : short === SHORT_LENGTH ? 4 : 10;
      if (at + head > this.#bytes.length) break;
      const length =
        short < SHORT_LENGTH
          ? short
          : short === LONG_LENGTH
            ? Number(this.#bytes.readBigUInt64BE(at + 2))
            : this.#bytes.readUInt16BE(at + 2);
      const opcode = first & 0x0f;
      const isControl = opcode >= 8;
      if (!isControl) text += this.#bytes.toString('utf8', at + head, at + head + length);
      if (at + head + length > this.#bytes.length) break;
      at += head + length;
      if (!isControl && (first & 0x80) !== 0) {
        text = '';
        messageAt = at;
      }
    }
    this.#bytes = this.#bytes.subarray(messageAt);
    return text;
  }
}

/** Cuts back to the last complete object or list, then closes what is open. */
function closed(text: string): string | undefined {
  for (let end = text.lastIndexOf('}'); end > 0; end = text.lastIndexOf('}', end - 1)) {
    const part = text.slice(0, end + 1);
    const whole = part + openBrackets(part);
    try {
      JSON.parse(whole);
      return whole;
    } catch {
      // That brace lies within a text.
    }
  }
  return undefined;
}

function openBrackets(text: string): string {
  const open: string[] = [];
  let isText = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (isText && letter === '\\') i += 1;
    else if (letter === '"') isText = !isText;
    else if (!isText && letter === '{') open.push('}');
    else if (!isText && letter === '[') open.push(']');
    else if (!isText && (letter === '}' || letter === ']')) open.pop();
  }
  return open.reverse().join('');
}
