// The request line and what stands below it, signed in place of the payload (interface 5.3, rule 1).
import { textOfBytes, utf8Bytes } from '../capture/capture.js';
import type { Message, SignatureScene } from './message.js';

/** The request as it goes out, without its headers or with nothing but the line. */
export function* requestLines({ method, path, body, bodyHash, payload, data }: SignatureScene): Generator<Message> {
  const tails = [body === undefined ? '' : textOfBytes(body), '', bodyHash, textOfBytes(payload), data];
  for (const line of [`${method} ${path}`, `${method} ${path} HTTP/1.1`]) {
    for (const by of ['\n', '\r\n', '\n\n', '\r\n\r\n']) {
      for (const tail of new Set(tails)) {
        const how = 'the request line, and what stands below it';
        yield { cause: 'signed-concatenation', how, bytes: utf8Bytes(line + by + tail) };
      }
    }
    yield { cause: 'signed-concatenation', how: 'the request line', bytes: utf8Bytes(line) };
  }
}
