// The payload's text in other letters, or in another order of its bytes, signed in place of the payload (interface 5.3, rule 1).
import { utf8Bytes } from '../capture/capture.js';
import { inCharsets, misread, unmisread } from './charset-mistakes.js';
import type { Message } from './message.js';

/** The payload's text in other letters, or in another order of its bytes. */
export function* relettered(payload: Uint8Array, text: string): Generator<Message> {
  const isUtf8 = utf8Bytes(text).length === payload.length;
  for (const [how, bytes] of [
    ['the payload in Latin-1', Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 0xff)],
    ['the payload in ASCII, with "?" for other letters', utf8Bytes(text.replace(/[^\0-\x7f]/gu, '?'))],
    ['the payload in ASCII, without other letters', utf8Bytes(text.replace(/[^\0-\x7f]/gu, ''))],
    [
      isUtf8 ? 'the payload, encoded to UTF-8 twice' : 'the payload in UTF-8, where SVC-DATA holds it in Latin-1',
      utf8Bytes(Array.from(payload, (byte) => String.fromCharCode(byte)).join('')),
    ],
    ['the payload in UTF-8, where SVC-DATA holds it in UTF-16', ofUtf16(payload)],
    ['the payload in the Unicode form NFC', utf8Bytes(text.normalize('NFC'))],
    ['the payload in the Unicode form NFD', utf8Bytes(text.normalize('NFD'))],
    ['the payload in small letters', utf8Bytes(text.toLowerCase())],
    ['the payload in capitals', utf8Bytes(text.toUpperCase())],
    ['the payload without blanks', utf8Bytes(text.replace(/\s+/g, ''))],
    ['the payload in reverse', payload.toReversed()],
  ] as const) {
    yield { cause: 'signed-respelled', bytes, how };
  }
}

/** The text behind two bytes a character, in UTF-8; other bytes as they are. */
function ofUtf16(payload: Uint8Array): Uint8Array {
  const [first = 1, second = 1] = payload;
  if (first !== 0xff && first !== 0xfe && (first === 0) === (second === 0)) return payload;
  return utf8Bytes(new TextDecoder(first === 0xff || second === 0 ? 'utf-16le' : 'utf-16be').decode(payload));
}

/** The payload in another character set than UTF-8, or read in one. */
export function* inOtherCharsets(text: string): Generator<Message> {
  for (const [name, bytes] of inCharsets(text))
    yield { cause: 'signed-respelled', bytes, how: `the payload in ${name}` };
  for (const [name, read] of misread(text)) {
    yield { cause: 'signed-respelled', bytes: utf8Bytes(read), how: `the payload, its bytes taken for ${name}` };
  }
  for (const [name, meant] of unmisread(text)) {
    const how = `the payload before its bytes were taken for ${name}`;
    yield { cause: 'signed-respelled', bytes: utf8Bytes(meant), how };
  }
}
