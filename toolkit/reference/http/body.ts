// The exact bytes of a body, up to a limit. What goes beyond it is read and thrown away, so that the peer can read its refusal.
import type { IncomingMessage } from 'node:http';

/** Hands over the body, or undefined when it exceeds the limit; once, and never when the peer gives up. */
export function readBody(
  request: IncomingMessage,
  limitBytes: number,
  done: (body: Uint8Array | undefined) => void,
): void {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) {
    done(new Uint8Array(0));
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  let exceeded = false;
  request.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= limitBytes) {
      chunks.push(chunk);
    } else if (!exceeded) {
      exceeded = true;
      chunks.length = 0;
      done(undefined);
    }
  });
  request.on('end', () => {
    if (!exceeded) done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size));
  });
}
