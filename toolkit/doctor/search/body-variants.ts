// Other bytes that a signer may have hashed in place of the body that was sent (interface 5.2, `body_hash`), the likeliest first.
import type { SlipId } from '../../signing/slips/slips.js';
import { joined, utf8Bytes } from '../capture/capture.js';
import { fromBase64, fromHex } from '../recognise/alphabets.js';
import { inflate } from '../recognise/inflate.js';
import { compressionOf } from '../recognise/values.js';
import { hashedInCharsets, sentInCharsets } from './body-charsets.js';
import { ofStructure } from './body-structure.js';
import { type BodyVariant, causeOf, variant } from './body-variant.js';
import { builtBodies, withNullMembers } from './built-bodies.js';
import { spelledOut } from './digests.js';
import { emptyValues, isEmptyValue, otherEmptyValues } from './empty-values.js';
import { framedBodies } from './framed-bodies.js';
import type { BodyPlace } from './hash-forms.js';
import { ofCommands, ofOtherParts, ofRequestLine } from './hashed-parts.js';
import { parseJsonTree, unquoted } from './json-tree.js';
import { changedBodies } from './other-members.js';
import { withOtherValues } from './other-values.js';
import { printedObjects } from './printed-objects.js';
import { reprinted } from './reprinted-numbers.js';
import { respell } from './respell.js';
import { rewrittenBodies } from './rewritten-bodies.js';
import { rewrittenParts } from './rewritten-parts.js';
import { templatedBodies } from './templated-bodies.js';
import { TYPE_NAMES } from './type-names.js';

/** What is hashed by mistake where no body is sent. */
export function* withoutBody(place: BodyPlace): Generator<BodyVariant> {
  for (const [cause, text] of emptyValues()) yield ofWord(cause, text);
  yield* ofRequestLine(place.path);
  for (const text of ['\n', '\r\n']) {
    yield variant('body-hash-final-newline', text);
  }
  if (place.path.includes('/ws/')) yield* ofCommands();
  yield* ofOtherParts(place);
  for (const text of [' ', '\0', '\ufeff']) yield ofWord('body-hash-of-null', text);
}

const UNSEEN: Readonly<Record<string, string>> = { ' ': 'a blank', '\0': 'a zero byte', '\ufeff': 'a byte order mark' };
const ofWord = (cause: SlipId, text: string): BodyVariant => ({
  ...variant(cause, text),
  how: `hashes ${UNSEEN[text] ?? `the text ${text.replaceAll('\r', '\\r').replaceAll('\n', '\\n')}`}`,
});

export function* withBody(body: Uint8Array, place: BodyPlace): Generator<BodyVariant> {
  yield { cause: 'body-hash-of-nothing', bytes: new Uint8Array() };
  yield* ofBytes(body);
  const text = textOf(body);
  if (text === undefined) {
    const how = 'hashes the body in UTF-8 that was sent in Latin-1';
    const widened = utf8Bytes(Array.from(body, (byte) => String.fromCharCode(byte)).join(''));
    yield { cause: 'body-hash-of-other-bytes', bytes: widened, how };
  } else {
    const own = JSON.stringify(text);
    for (const [cause, one] of isEmptyValue(text) ? emptyValues() : []) if (one !== own) yield ofWord(cause, one);
    yield* ofText(text);
  }
  yield* ofRequestLine(place.path);
  yield* ofEncodings(body);
  yield* ofOtherParts(place);
  for (const one of ['{}', '[]', '""', 'null', 'undefined', 'None', 'nil']) {
    yield ofWord(/\w/.test(one) ? 'body-hash-of-null' : 'body-hash-of-braces', one);
  }
  for (const name of TYPE_NAMES) yield variant('body-hash-of-printed', name);
  if (text !== undefined && text.length <= LONGEST_PAIRED) {
    const { apiKey: api_key, idempotencyKey: idempotency_key, timestamp } = place;
    for (const changed of changedBodies(text, { timestamp, api_key, idempotency_key })) {
      yield { ...variant('body-hash-other-members', changed.text), how: `hashes ${changed.how}` };
    }
  }
  yield* framedBodies(body);
  const half = body.subarray(0, body.length / 2);
  if (body.length % 2 === 0 && half.every((byte, at) => byte === body[half.length + at])) {
    const how = 'hashes the body once that was sent twice in a row';
    yield { cause: 'body-hash-of-other-bytes', bytes: half, how };
  }
  if (text === undefined || text.length > LONGEST_PAIRED) return;
  yield* rewrittenParts(text, place);
  yield* templatedBodies(text);
  yield* withOtherValues(text);
  yield* printedObjects(text);
}

/** The body in other character sets, with its numbers printed otherwise, and with other words for nothing. */
export function* writtenOtherwise(body: Uint8Array): Generator<BodyVariant> {
  const text = textOf(body);
  if (text !== undefined) yield* hashedInCharsets(text);
  yield* sentInCharsets(body);
  if (text === undefined) return;
  const tree = parseJsonTree(text);
  if (tree === undefined || text.length > LONGEST_PAIRED) return;
  yield* otherEmptyValues(tree);
  for (const [how, printed] of reprinted(text)) {
    yield { ...variant(causeOf('numbers', text, printed), printed), how: `hashes the body with its numbers ${how}` };
  }
}

/** Several changes at once: each is a text of its own, of which there are thousands. */
export function* withManyChanges(body: Uint8Array): Generator<BodyVariant> {
  const text = textOf(body);
  if (text === undefined) return;
  yield* withNullMembers(text);
  yield* builtBodies(text);
  yield* rewrittenBodies(text);
  yield* ofPairs(text);
}

/** The body as text of its bytes, and before or after compression. */
function* ofEncodings(body: Uint8Array): Generator<BodyVariant> {
  for (const [how, bytes] of spelledOut(body)) {
    if (how !== '') yield { cause: 'body-hash-of-text', bytes };
  }
  const decoded = fromBase64(textOf(body) ?? '') ?? fromHex(textOf(body) ?? '');
  if (decoded !== undefined && decoded.length > 0) yield { cause: 'body-hash-of-text', bytes: decoded };
  const whole = compressionOf(body) === undefined ? undefined : inflate(body);
  if (whole !== undefined) yield { cause: 'body-hash-compressed', bytes: whole };
  for (const size of BUFFERS) {
    const how = `hashes the first ${size} bytes of the body alone`;
    if (size >= body.length) continue;
    yield { cause: 'body-hash-of-other-bytes', bytes: body.subarray(0, size), how };
    const rest = `hashes what stands behind the first ${size} bytes of the body, such as its last chunk, alone`;
    yield { cause: 'body-hash-of-other-bytes', bytes: body.subarray(size), how: rest };
  }
  const length = utf8Bytes(String(body.length));
  for (const bytes of [joined(length, body), joined(body, length)]) {
    yield { cause: 'body-hash-of-other-bytes', bytes, how: 'hashes the length of the body with it' };
  }
  for (const count of [1, 2, 4, 8]) {
    yield { cause: 'body-hash-final-zero', bytes: joined(body, new Uint8Array(count)) };
  }
  for (const size of [64, 256, 512, 1024, 4096]) {
    const rest = (size - (body.length % size)) % size;
    yield { cause: 'body-hash-final-zero', bytes: joined(body, new Uint8Array(rest)) };
  }
}

/** Sizes of buffers and chunks, of which the first was hashed alone. */
const BUFFERS = [16, 32, 64, 100, 128, 256, 512, 1000, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536];

/** Larger bodies, and more texts, are not tried with two changes: each is serialised anew. */
const LONGEST_PAIRED = 16 << 10;
const MOST_PAIRS = 700;
const MOST_PAIRED_CHARACTERS = 300_000;

/** Two changes of one serialiser at once. */
function* ofPairs(text: string): Generator<BodyVariant> {
  if (text.length > LONGEST_PAIRED) return;
  const seen = new Set<string>();
  for (const { word, text: once } of respell(text)) {
    if (word === 'compact' || word === 'spaced' || word === 'pretty') continue;
    for (const { text: twice } of respell(once)) {
      if (seen.has(twice)) continue;
      if (seen.size >= MOST_PAIRS || seen.size * text.length >= MOST_PAIRED_CHARACTERS) return;
      seen.add(twice);
      const cause = causeOf(word, text, once);
      yield variant(cause, twice);
      yield variant(cause, `${twice}\n`);
    }
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
  for (const { word, text: spelled, how } of respell(text)) {
    yield {
      ...variant(causeOf(word, text, spelled), spelled),
      ...(how === undefined ? {} : { how: `hashes the body with ${how}` }),
    };
  }
  yield* narrowed(text);
  const inWindows = windows1252(text);
  if (!isTwiceEncoded(inWindows)) {
    yield { cause: 'body-hash-latin-1', bytes: inWindows, how: 'hashes the body in Windows-1252' };
  }
  yield {
    cause: 'body-hash-mojibake',
    bytes: utf8Bytes(latin1OfUtf8(text)),
    how: 'takes the bytes of the body for Latin-1 characters and hashes them in UTF-8',
  };
  const bytes = utf8Bytes(text);
  for (const length of new Set([text.length, [...text].length])) {
    if (length < bytes.length) yield { cause: 'body-hash-truncated-input', bytes: bytes.subarray(0, length) };
  }
  for (const littleEndian of [true, false]) {
    const wide = utf16(text, littleEndian);
    yield { cause: 'body-hash-utf-16', bytes: wide };
    yield { cause: 'body-hash-utf-16', bytes: joined(utf16('\ufeff', littleEndian), wide) };
  }
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
    const normal = text.normalize(form);
    if (normal !== text) yield variant('body-hash-unicode-form', normal);
  }
  yield variant('body-hash-white-space', text.trim());
  for (const blank of [' ', '\t', '\n\n', '\r\n\r\n']) yield variant('body-hash-white-space', text + blank);
  yield variant('body-hash-text-of-text', JSON.stringify(text));
  yield* ofStructure(text);
  const tree = parseJsonTree(text);
  if (tree?.kind === 'token' && text.startsWith('"')) yield variant('body-hash-text-of-text', unquoted(text));
}

/** The characters as bytes, where they are that few; of a text that is UTF-8 still, the body was encoded twice when it was sent. */
function* narrowed(text: string): Generator<BodyVariant> {
  const how = 'hashes the body as it was before it was sent, encoded in UTF-8 twice';
  for (const bytes of [
    Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 0xff),
    Uint8Array.from(text.split(''), (unit) => unit.charCodeAt(0) & 0xff),
  ]) {
    yield isTwiceEncoded(bytes) ? { cause: 'body-hash-mojibake', bytes, how } : { cause: 'body-hash-latin-1', bytes };
  }
}

/** What is UTF-8 still once its characters were narrowed to bytes was encoded twice. */
const isTwiceEncoded = (bytes: Uint8Array): boolean => textOf(bytes) !== undefined && bytes.some((byte) => byte > 0x7f);

/** The characters that Windows has where Latin-1 has control codes, from 0x80 on. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const at = WINDOWS.indexOf(character);
    return at >= 0 ? 0x80 + at : Math.min(character.codePointAt(0) ?? 0, 256) % 256 || 0x3f;
  });
}

/** UTF-8 taken for Latin-1, and so encoded twice. */
export function latin1OfUtf8(text: string): string {
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
