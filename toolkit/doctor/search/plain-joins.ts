// Two parts of a request and nothing between them but a mark, as an author joins them who has read no scheme (interface 5.3, rule 1):
// the payload and the body, a header line, the request line above the payload, the hash and the path.
import { joined, utf8Bytes } from '../capture/capture.js';
import type { Message, SignatureScene } from './message.js';

const MARKS = ['', '\n', '.', ':', '|', ' ', '&', ',', '\r\n'];
/** What stands for a body that is none. */
const NOTHINGS = ['{}', '[]', 'null', '""', 'undefined', 'None', '{ }'];
const NAMES = ['SVC-DATA', 'svc-data', 'Svc-Data', 'data', 'payload'];

const say = (how: string, ...parts: readonly (Uint8Array | string)[]): Message => ({
  cause: 'signed-concatenation',
  how,
  bytes: joined(...parts.map((part) => (typeof part === 'string' ? utf8Bytes(part) : part))),
});

export function* plainJoins({ payload, data, body, bodyHash, method, path }: SignatureScene): Generator<Message> {
  const cores = [
    ['the payload', payload],
    ['the text of SVC-DATA', utf8Bytes(data)],
  ] as const;
  const isNone = body === undefined || body.length === 0;
  const bodies: readonly (Uint8Array | string)[] = isNone ? NOTHINGS : [body];
  for (const mark of MARKS) {
    for (const [name, core] of cores) {
      for (const one of bodies) {
        const what = isNone ? `a word for no body, such as ${String(one)}` : 'the body';
        yield say(`${name} and ${what}`, core, mark, one);
        yield say(`${what} and ${name}`, one, mark, core);
      }
    }
    yield say('the hash of the body and the path', bodyHash, mark, path);
    yield say('the path and the hash of the body', path, mark, bodyHash);
  }
  for (const [name, core] of cores) {
    for (const line of NAMES) {
      for (const colon of [': ', ':', '=']) {
        for (const end of ['', '\n', '\r\n']) yield say(`${name} as a line that names it`, line, colon, core, end);
      }
    }
    for (const line of [`${method} ${path}`, `${method} ${path} HTTP/1.1`, `${method}${path}`, path, method]) {
      for (const mark of ['\n', '\r\n', '\n\n', '\r\n\r\n', ' ']) {
        yield say(`${name} below the request line`, line, mark, core);
      }
    }
  }
}
