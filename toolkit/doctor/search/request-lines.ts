// The request line and what stands below it, signed in place of the payload (interface 5.3, rule 1). The payload itself below it is one of
// the joins of `plain-joins.ts`.
import { textOfBytes, utf8Bytes } from '../capture/capture.js';
import { headersOf, type Message, type SignatureScene } from './message.js';

/** The request as it goes out, without its headers or with nothing but the line. */
export function* requestLines(scene: SignatureScene): Generator<Message> {
  const { method, path, body, bodyHash } = scene;
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
  yield* wholeUrls(scene);
  yield* headerLines(scene);
}

/** The URL as a client has it, alone and beside what else a request has. */
function* wholeUrls({ method, path, body, bodyHash, host, timestamp }: SignatureScene): Generator<Message> {
  if (host === undefined) return;
  const text = body === undefined ? '' : textOfBytes(body);
  for (const origin of [`https://${host}`, `wss://${host}`, `http://${host}`, host]) {
    const url = origin + path;
    const lists = [
      ['the URL', [url]],
      ['the method, the URL', [method, url]],
      ['the URL, the body', [url, text]],
      ['the URL, the hash of the body', [url, bodyHash]],
      ['the method, the URL, the body', [method, url, text]],
      ['the method, the URL, the hash of the body', [method, url, bodyHash]],
      ['the timestamp, the method, the URL, the body', [timestamp, method, url, text]],
      ['the method, the URL, the timestamp, the hash of the body', [method, url, timestamp, bodyHash]],
      ['the timestamp, the URL', [timestamp, url]],
    ] as const;
    for (const [how, parts] of lists) {
      for (const by of parts.length === 1 ? [''] : ['', '\n', ' ', '|']) {
        yield { cause: 'signed-concatenation', how, bytes: utf8Bytes(parts.join(by)) };
      }
    }
  }
}

/** Some of the six headers in lines, as canonical requests have those that a signer chose. */
function* headerLines(scene: SignatureScene): Generator<Message> {
  for (const some of severalOf(headersOf(scene))) {
    for (const change of [(name: string) => name, (name: string) => name.toLowerCase()]) {
      for (const mark of [':', ': ']) {
        const lines = some.map(([name, value]) => change(name) + mark + value).join('\n');
        for (const text of [lines, `${lines}\n`]) {
          yield { cause: 'signed-concatenation', how: 'the lines of some headers', bytes: utf8Bytes(text) };
        }
      }
    }
  }
}

/** Every choice of two or more that is not all, in the order in which they stand. */
function severalOf<One>(of: readonly One[]): readonly (readonly One[])[] {
  const all = Array.from({ length: 2 ** of.length }, (_, mask) => of.filter((_one, at) => (mask >> at) % 2 === 1));
  return all.filter((some) => some.length > 1 && some.length < of.length);
}
