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

/** How many times longer than allowed a line may be and be passed over; the rest of a file behind a longer one is not read. */
const MOST_SKIPPED = 4;

/**
 * Lines of the source; one longer than `maxBytes` comes with an empty text and the defect `too-long`, as soon as it is, so that whoever
 * reads no further need not read all of it.
 */
export async function* splitLines(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  let number = 0;
  let isTold = false;
  const line = (complete: boolean, tail: Uint8Array): Line | undefined => {
    const size = restBytes + tail.length;
    const bytes = size > maxBytes ? new Uint8Array() : rest.length === 0 ? tail : Buffer.concat([...rest, tail]);
    const wasTold = isTold;
    isTold = false;
    rest = [];
    restBytes = 0;
    if (wasTold) return undefined;
    number += 1;
    return lineOf(number, bytes, complete, size > maxBytes);
  };
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const whole = line(true, chunk.subarray(from, end));
      if (whole !== undefined) yield whole;
      from = end + 1;
    }
    const tail = chunk.subarray(from);
    restBytes += tail.length;
    if (restBytes <= maxBytes) {
      if (tail.length > 0) rest.push(tail);
      continue;
    }
    rest = [];
    if (!isTold) {
      number += 1;
      yield lineOf(number, new Uint8Array(), true, true);
    }
    isTold = true;
    if (restBytes > MOST_SKIPPED * maxBytes) return;
  }
  const last = restBytes > 0 ? line(false, new Uint8Array()) : undefined;
  if (last !== undefined) yield last;
}

function lineOf(number: number, bytes: Uint8Array, complete: boolean, tooLong: boolean): Line {
  if (tooLong) return { number, text: '', complete, defect: 'too-long' };
  if (!isUtf8(bytes)) return { number, text: '', complete, defect: 'not-utf8' };
  return { number, text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'), complete };
}
