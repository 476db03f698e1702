// A body within or behind what writers of bytes and of texts put around it, or escaped for another place (interface 5.2, `body_hash`):
// lengths, entities, slashes, a part of a form.
import { joined, textOfBytes, utf8Bytes } from '../capture/capture.js';
import type { BodyVariant } from './body-variant.js';
import { decodeOnce } from './compare-targets.js';

/** Larger bodies are not written in other forms. */
const LONGEST = 64 << 10;

function number(value: number, size: number, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0, left = value; at < size; at += 1, left = Math.floor(left / 256)) {
    bytes[littleEndian ? at : size - 1 - at] = left % 256;
  }
  return bytes;
}

const other = (how: string, bytes: Uint8Array): BodyVariant => ({ cause: 'body-hash-of-other-bytes', how, bytes });

export function* framedBodies(body: Uint8Array): Generator<BodyVariant> {
  if (body.length === 0 || body.length > LONGEST) return;
  for (const size of [2, 4, 8]) {
    for (const littleEndian of [false, true]) {
      yield other(
        'hashes the length of the body before it, in bytes',
        joined(number(body.length, size, littleEndian), body),
      );
    }
  }
  const text = textOfBytes(body);
  for (const one of fieldValues(text))
    yield other('hashes the value alone that was sent in a field of a form', utf8Bytes(one));
  const changed: readonly (readonly [how: string, text: string])[] = [
    ['with references to characters beyond ASCII, &#252;', entities(text, (code) => `&#${code};`)],
    ['with references to characters beyond ASCII, &#xfc;', entities(text, (code) => `&#x${code.toString(16)};`)],
    ['with a backslash before each mark of quotation, as addslashes of PHP writes', text.replace(/["'\\\0]/g, '\\$&')],
    ['with a backslash before each quotation mark', text.replaceAll('"', '\\"')],
    ['with single quotation marks', text.replaceAll('"', "'")],
    ['with its quotation marks doubled', text.replaceAll('"', '""')],
    ['without its quotation marks', text.replaceAll('"', '')],
    ['as a text in JSON', JSON.stringify(text)],
    ['as a text in JSON, in ASCII', entitiesOfJson(JSON.stringify(text))],
    ['as a text in JSON, in ASCII and with \\/', entitiesOfJson(JSON.stringify(text)).replaceAll('/', '\\/')],
  ];
  for (const [how, one] of changed) {
    if (one === text) continue;
    const isText = how.startsWith('as a text');
    yield isText
      ? { cause: 'body-hash-text-of-text', how: `hashes the body ${how}`, bytes: utf8Bytes(one) }
      : other(`hashes the body ${how}`, utf8Bytes(one));
  }
  for (const part of partsOf(text))
    yield other('hashes one part of the form, without what is around it', utf8Bytes(part));
}

const entities = (text: string, write: (code: number) => string): string =>
  text.replace(/[^\0-\x7f]/gu, (letter) => write(letter.codePointAt(0) ?? 0));
const entitiesOfJson = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The text behind a name and "=", as it stands there and decoded. */
function fieldValues(text: string): readonly string[] {
  const value = /^[\w.[\]-]{1,40}=([\s\S]+)$/.exec(text)?.[1];
  if (value === undefined) return [];
  const decoded = decodeOnce(value.replaceAll('+', ' '));
  return decoded === value ? [value] : [value, decoded, decodeOnce(value)];
}

/** What the parts of multipart/form-data hold (RFC 7578). */
function partsOf(text: string): readonly string[] {
  const mark = /^--[^\r\n]{1,70}(?=\r?\n)/.exec(text)?.[0];
  if (mark === undefined) return [];
  return text.split(mark).flatMap((part) => {
    const inner = /\r?\n\r?\n([\s\S]*?)\r?\n$/.exec(part)?.[1];
    return inner === undefined ? [] : [inner];
  });
}
