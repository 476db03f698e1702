// Splits a stream of bytes into lines without holding more than one chunk and one line. Knows nothing of journals.
import { isUtf8 } from 'node:buffer';

const NEWLINE = 0x0a;

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** False for a last line without its newline. */
  readonly complete: boolean;
  readonly defect?: 'too-long' | 'not-utf8';
}

/** Lines of the source; one longer than `maxBytes` comes with an empty text and the defect `too-long`. */
export async function* splitLines(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  let number = 0;
  const line = (complete: boolean, tail: Uint8Array): Line => {
    number += 1;
    const size = restBytes + tail.length;
    const bytes = size > maxBytes ? new Uint8Array() : rest.length === 0 ? tail : Buffer.concat([...rest, tail]);
    rest = [];
    restBytes = 0;
    return lineOf(number, bytes, complete, size > maxBytes);
  };
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      yield line(true, chunk.subarray(from, end));
      from = end + 1;
    }
    const tail = chunk.subarray(from);
    restBytes += tail.length;
    if (restBytes > maxBytes) {
      rest = [];
    } else if (tail.length > 0) {
      rest.push(tail);
    }
  }
  if (restBytes > 0) yield line(false, new Uint8Array());
}

function lineOf(number: number, bytes: Uint8Array, complete: boolean, tooLong: boolean): Line {
  if (tooLong) return { number, text: '', complete, defect: 'too-long' };
  if (!isUtf8(bytes)) return { number, text: '', complete, defect: 'not-utf8' };
  return { number, text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'), complete };
}
