// Other bytes that a signer may have hashed in place of the body that was sent (interface 5.2, `body_hash`), the likeliest first.
import type { SlipId } from '../../signing/slips/slips.js';
import { utf8Bytes } from '../capture/capture.js';
import type { JsonNode } from './json-tree.js';
import { COMPACT, parseJsonTree, printJsonTree } from './json-tree.js';
import type { SpellingWord } from './respell.js';
import { respell } from './respell.js';

export interface BodyVariant {
  readonly cause: SlipId;
  readonly bytes: Uint8Array;
}

const BY_SPELLING: Readonly<Record<SpellingWord, SlipId>> = {
  compact: 'body-hash-compact',
  spaced: 'body-hash-spaced',
  pretty: 'body-hash-pretty',
  sorted: 'body-hash-sorted',
  escaped: 'body-hash-escaped',
  slashes: 'body-hash-slashes',
  numbers: 'body-hash-numbers',
};

const variant = (cause: SlipId, text: string): BodyVariant => ({ cause, bytes: utf8Bytes(text) });

/** What is hashed by mistake where no body is sent. */
export function* withoutBody(path: string): Generator<BodyVariant> {
  for (const text of ['{}', '[]', '""']) {
    yield variant('body-hash-of-braces', text);
  }
  for (const text of ['null', 'undefined', 'None', 'nil', 'false']) {
    yield variant('body-hash-of-null', text);
  }
  yield* ofRequestLine(path);
  for (const text of ['\n', '\r\n']) {
    yield variant('body-hash-final-newline', text);
  }
}

export function* withBody(body: Uint8Array, path: string): Generator<BodyVariant> {
  yield { cause: 'body-hash-of-nothing', bytes: new Uint8Array() };
  yield* ofBytes(body);
  const text = textOf(body);
  if (text !== undefined) yield* ofText(text);
  yield* ofRequestLine(path);
}

function* ofRequestLine(path: string): Generator<BodyVariant> {
  const query = path.includes('?') ? path.slice(path.indexOf('?') + 1) : '';
  for (const text of [query, `?${query}`, path, path.split('?')[0] ?? '']) {
    if (text !== '' && text !== '?') yield variant('body-hash-of-query', text);
  }
}

function* ofBytes(body: Uint8Array): Generator<BodyVariant> {
  for (const ending of ['\n', '\r\n']) {
    yield { cause: 'body-hash-final-newline', bytes: joined(body, utf8Bytes(ending)) };
    if (endsWith(body, utf8Bytes(ending))) {
      yield { cause: 'body-hash-final-newline', bytes: body.subarray(0, body.length - ending.length) };
    }
  }
  const mark = Uint8Array.from([0xef, 0xbb, 0xbf]);
  const hasMark = mark.every((byte, at) => body[at] === byte);
  yield { cause: 'body-hash-byte-order-mark', bytes: hasMark ? body.subarray(3) : joined(mark, body) };
}

function* ofText(text: string): Generator<BodyVariant> {
  if (/\n/.test(text)) {
    yield variant('body-hash-line-endings', text.replaceAll('\r\n', '\n'));
    yield variant('body-hash-line-endings', text.replace(/\r?\n/g, '\r\n'));
  }
  for (const spelling of respell(text)) {
    yield variant(BY_SPELLING[spelling.word], spelling.text);
  }
  yield { cause: 'body-hash-latin-1', bytes: Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 0xff) };
  yield { cause: 'body-hash-latin-1', bytes: utf8Bytes(latin1OfUtf8(text)) };
  for (const littleEndian of [true, false]) {
    const wide = utf16(text, littleEndian);
    yield { cause: 'body-hash-utf-16', bytes: wide };
    yield { cause: 'body-hash-utf-16', bytes: joined(utf16('\ufeff', littleEndian), wide) };
  }
  yield variant('body-hash-text-of-text', JSON.stringify(text));
  const tree = parseJsonTree(text);
  if (tree?.kind === 'object') {
    yield variant('body-hash-form', formOf(tree, encodeURIComponent));
    yield variant(
      'body-hash-form',
      formOf(tree, (value) => encodeURIComponent(value).replaceAll('%20', '+')),
    );
    yield variant(
      'body-hash-form',
      formOf(tree, (value) => value),
    );
  }
  if (tree?.kind === 'token' && text.startsWith('"')) yield variant('body-hash-text-of-text', unquoted(text));
}

function formOf(tree: Extract<JsonNode, { kind: 'object' }>, encode: (value: string) => string): string {
  return tree.members
    .map(({ name, value }) => `${encode(unquoted(name))}=${encode(unquoted(printJsonTree(value, COMPACT)))}`)
    .join('&');
}

function unquoted(token: string): string {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === 'string' ? value : token;
  } catch {
    return token;
  }
}

/** UTF-8 taken for Latin-1, and so encoded twice. */
function latin1OfUtf8(text: string): string {
  return Array.from(utf8Bytes(text), (byte) => String.fromCharCode(byte)).join('');
}

export function utf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) {
    view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  }
  return bytes;
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function endsWith(bytes: Uint8Array, ending: Uint8Array): boolean {
  const from = bytes.length - ending.length;
  return from >= 0 && ending.every((byte, at) => bytes[from + at] === byte);
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
