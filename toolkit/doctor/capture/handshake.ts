// The handshake of a stream has no body (interface 4.5): JSON that a program, a tool or a log shows beside it is a message of the
// connection that it opens.
import type { Capture } from './capture.js';

const STREAM = /\/server-events\/accounts\/[^/?]+\/ws\/[^/?]+(?:\?|$)/;
/** Commands and wire text say by themselves what is a body; a form that only names a text does not. */
const NAMING: ReadonlySet<Capture['format']> = new Set(['script', 'json', 'text']);

/** The capture with no body where what it shows for one was sent after the handshake. */
export function withoutMessages(capture: Capture): Capture {
  const isFileOfRequests = capture.format === 'http' && /^websocket$/i.test(capture.method);
  const isHandshake = capture.method === 'GET' && NAMING.has(capture.format) && STREAM.test(capture.path);
  if (!(isFileOfRequests || isHandshake) || (capture.statedLength ?? 0) > 0) return capture;
  const { otherBodies: _, shownBody: __, showsBody: ___, decodedBodies: ____, isUnframed: _____, ...rest } = capture;
  return { ...rest, method: 'GET', body: new Uint8Array() };
}
