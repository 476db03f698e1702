// A body in another character set than it was sent in, or read in one that it was not written in (interface 5.2, `body_hash`).
import { joined, utf8Bytes } from '../capture/capture.js';
import type { BodyVariant } from './body-variant.js';
import { fromCharsets, inCharsets, misread, unmisread } from './charset-mistakes.js';
import { escapeAscii } from './json-escapes.js';

/** Larger bodies are not written in thirty character sets. */
const LONGEST = 64 << 10;

const UTF_8_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/** What a signer hashed in another character set than UTF-8, where that was sent. */
export function* hashedInCharsets(text: string): Generator<BodyVariant> {
  if (text.length > LONGEST) return;
  const halves = text.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd\ufffd');
  const how = 'hashes the body with marks of a loss for the halves of what is beyond the first plane';
  if (halves !== text) yield { cause: 'body-hash-charset', bytes: utf8Bytes(halves), how };
  for (const [name, read] of misread(text)) {
    const how = `takes the bytes of the body for ${name} and hashes them in UTF-8`;
    yield { cause: 'body-hash-mojibake', bytes: utf8Bytes(read), how };
    yield { cause: 'body-hash-mojibake', bytes: utf8Bytes(escapeAscii(read)), how: `${how}, with \\u escapes` };
  }
  for (const [name, once] of misread(text)) {
    const twice = [...misread(once)].find(([other]) => other === name)?.[1] ?? once;
    const how = `takes the bytes of the body for ${name} twice and hashes them in UTF-8`;
    yield { cause: 'body-hash-mojibake', bytes: utf8Bytes(twice), how };
  }
  for (const [name, meant] of unmisread(text)) {
    const how = `hashes the body as it was before its bytes were taken for ${name} and sent in UTF-8`;
    yield { cause: 'body-hash-mojibake', bytes: utf8Bytes(meant), how };
  }
  for (const [name, bytes] of inCharsets(text)) {
    yield { cause: 'body-hash-charset', bytes, how: `hashes the body in ${name}` };
  }
}

/** What a signer hashed in UTF-8, where another character set was sent. */
export function* sentInCharsets(body: Uint8Array): Generator<BodyVariant> {
  if (body.length > LONGEST) return;
  for (const [name, text] of fromCharsets(body)) {
    const how = `hashes the body in UTF-8 that was sent in ${name}`;
    yield { cause: 'body-hash-charset', bytes: utf8Bytes(text), how };
    yield { cause: 'body-hash-charset', bytes: joined(UTF_8_MARK, utf8Bytes(text)), how };
  }
  const how = 'hashes the body with marks of a loss for what is no UTF-8 in it';
  yield {
    cause: 'body-hash-charset',
    bytes: utf8Bytes(new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)),
    how,
  };
}
