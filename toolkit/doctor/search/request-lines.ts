// The request line and what stands below it, signed in place of the payload (interface 5.3, rule 1). The payload itself below it is one of
// the joins of `plain-joins.ts`.
import { textOfBytes, utf8Bytes } from '../capture/capture.js';
import type { Message, SignatureScene } from './message.js';

/** The request as it goes out, without its headers or with nothing but the line. */
export function* requestLines({ method, path, body, bodyHash }: SignatureScene): Generator<Message> {
  const tails = [
    ['the body', body === undefined ? '' : textOfBytes(body)],
    ['nothing', ''],
    ['the hash of the body', bodyHash],
  ] as const;
  for (const line of [`${method} ${path}`, `${method} ${path} HTTP/1.1`]) {
    for (const by of ['\n', '\r\n', '\n\n', '\r\n\r\n']) {
      for (const [name, tail] of tails) {
        const how = `${name} below the request line`;
        yield { cause: 'signed-concatenation', how, bytes: utf8Bytes(line + by + tail) };
      }
    }
    yield { cause: 'signed-concatenation', how: 'the request line', bytes: utf8Bytes(line) };
  }
}
