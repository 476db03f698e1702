// Other bytes that a signer may have hashed in place of the body that was sent (interface 5.2, `body_hash`), the likeliest first.
import type { SlipId } from '../../signing/slips/slips.js';
import { joined, utf8Bytes } from '../capture/capture.js';
import { fromBase64, fromHex } from '../recognise/alphabets.js';
import { inflate } from '../recognise/inflate.js';
import { compressionOf } from '../recognise/values.js';
import { spelledOut } from './digests.js';
import type { BodyPlace } from './hash-forms.js';
import type { JsonNode } from './json-tree.js';
import { COMPACT, parseJsonTree, printJsonTree } from './json-tree.js';
import { changedBodies } from './other-members.js';
import { printedForms } from './printed.js';
import type { SpellingWord } from './respell.js';
import { respell } from './respell.js';

export interface BodyVariant {
  readonly cause: SlipId;
  readonly bytes: Uint8Array;
  /** What was done, where the cause does not say it. */
  readonly how?: string;
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

/** A number that lost or got quotation marks is another mistake than one in another spelling. */
const BY_QUOTES = { same: 'body-hash-number-spelling', other: 'body-hash-numbers' } as const;
const quotesIn = (text: string): number => text.split('"').length;

function causeOf(word: SpellingWord, before: string, after: string): SlipId {
  return word === 'numbers' ? BY_QUOTES[quotesIn(before) === quotesIn(after) ? 'same' : 'other'] : BY_SPELLING[word];
}

const variant = (cause: SlipId, text: string): BodyVariant => ({ cause, bytes: utf8Bytes(text) });

/** What is hashed by mistake where no body is sent. */
export function* withoutBody(place: BodyPlace): Generator<BodyVariant> {
  for (const text of ['{}', '[]', '""']) {
    yield variant('body-hash-of-braces', text);
  }
  for (const text of ['null', 'undefined', 'None', 'nil', 'false']) {
    yield variant('body-hash-of-null', text);
  }
  yield* ofRequestLine(place.path);
  for (const text of ['\n', '\r\n']) {
    yield variant('body-hash-final-newline', text);
  }
  yield* ofOtherParts(place);
  for (const text of [' ', '\0', '0', 'true', '{ }', '[object Object]', "b''", "''", '\ufeff']) {
    yield variant('body-hash-of-null', text);
  }
}

function* ofOtherParts({ path, method, apiKey, idempotencyKey, timestamp }: BodyPlace): Generator<BodyVariant> {
  for (const text of [apiKey, idempotencyKey, timestamp, method, `${method} ${path}`]) {
    if (text !== '') yield variant('body-hash-of-payload', text);
  }
}

export function* withBody(body: Uint8Array, place: BodyPlace): Generator<BodyVariant> {
  yield { cause: 'body-hash-of-nothing', bytes: new Uint8Array() };
  yield* ofBytes(body);
  const text = textOf(body);
  if (text !== undefined) yield* ofText(text);
  yield* ofRequestLine(place.path);
  yield* ofEncodings(body);
  yield* ofOtherParts(place);
  for (const one of ['{}', '[]', '""', 'null', 'undefined', 'None', 'nil']) {
    yield variant(/\w/.test(one) ? 'body-hash-of-null' : 'body-hash-of-braces', one);
  }
  yield variant('body-hash-of-printed', '[object Object]');
  if (text !== undefined && text.length <= LONGEST_PAIRED) {
    const { apiKey: api_key, idempotencyKey: idempotency_key, timestamp } = place;
    for (const changed of changedBodies(text, { timestamp, api_key, idempotency_key })) {
      yield { ...variant('body-hash-other-members', changed.text), how: `hashes ${changed.how}` };
    }
  }
  if (text !== undefined) yield* ofPairs(text);
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
    if (size < body.length) yield { cause: 'body-hash-of-other-bytes', bytes: body.subarray(0, size), how };
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
    yield variant(causeOf(spelling.word, text, spelling.text), spelling.text);
  }
  yield { cause: 'body-hash-latin-1', bytes: Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 0xff) };
  yield { cause: 'body-hash-latin-1', bytes: Uint8Array.from(text.split(''), (unit) => unit.charCodeAt(0) & 0xff) };
  yield { cause: 'body-hash-latin-1', bytes: windows1252(text) };
  yield {
    cause: 'body-hash-of-other-bytes',
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
  for (const printed of printedForms(text)) {
    yield variant('body-hash-of-printed', printed.text);
  }
  yield variant('body-hash-text-of-text', JSON.stringify(text));
  const inside = insideCall(text);
  if (inside !== undefined) {
    const how = 'hashes the JSON without the call or the prefix around it';
    yield { ...variant('body-hash-other-members', inside), how };
  }
  const object = objectOfForm(text) ?? objectOfParts(text);
  if (object !== undefined) {
    yield variant('body-hash-form', object);
    for (const spelling of respell(object)) yield variant('body-hash-form', spelling.text);
  }
  const tree = parseJsonTree(text);
  if (tree?.kind === 'object') {
    const bare = withoutMembers(tree, 'null');
    for (const form of [tree, withNull(tree, 'None'), withNull(tree, ''), bare.kind === 'object' ? bare : tree]) {
      for (const encode of FORM_ENCODINGS) yield variant('body-hash-form', formOf(form, encode));
    }
    const values = tree.members.map(({ value }) => unquoted(printJsonTree(value, COMPACT)));
    const names = tree.members.map(({ name }) => unquoted(name));
    for (const nothing of ['null', 'None', '']) {
      const printed = values.map((value, at) => (isNull(tree.members[at]?.value) ? nothing : value));
      for (const by of ['', ',', '|', '&', '\n', ':']) {
        yield {
          ...variant('body-hash-of-other-bytes', printed.join(by)),
          how: 'hashes the values of the body alone, joined',
        };
      }
      const pairs = printed.map((value, at) => `${names[at] ?? ''}${value}`).join('');
      yield { ...variant('body-hash-of-other-bytes', pairs), how: 'hashes names and values of the body without marks' };
    }
    for (const word of ['Array', 'Object', 'System.Object', 'undefined', 'null', 'true']) {
      yield { ...variant('body-hash-of-printed', word), how: `hashes the word ${word}` };
    }
  }
  if (tree !== undefined) {
    for (const changed of withDecimals(tree)) {
      for (const style of [COMPACT, { comma: ', ', colon: ': ' }]) {
        const printed = printJsonTree(changed, style);
        yield variant(causeOf('numbers', text, printed), printed);
      }
    }
    for (const changed of [
      withoutMembers(tree, 'null'),
      withoutMembers(tree, '""'),
      withoutMembers(tree, 'null', '""'),
    ]) {
      for (const style of [COMPACT, { comma: ', ', colon: ': ' }]) {
        yield variant('body-hash-null-members', printJsonTree(changed, style));
      }
    }
  }
  if (tree?.kind === 'token' && text.startsWith('"')) yield variant('body-hash-text-of-text', unquoted(text));
}

/** The characters that Windows has where Latin-1 has control codes, from 0x80 on. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const at = WINDOWS.indexOf(character);
    return at >= 0 ? 0x80 + at : Math.min(character.codePointAt(0) ?? 0, 256) % 256 || 0x3f;
  });
}

/** The object behind a form, where a library sent a form in its place. */
function objectOfForm(text: string): string | undefined {
  if (!/^[^\s=&{]+=[^&]*(?:&[^=&]+=[^&]*)*$/.test(text)) return undefined;
  return JSON.stringify(Object.fromEntries(new URLSearchParams(text)));
}

/** The object behind the parts of multipart/form-data, which may hold text alone. */
function objectOfParts(text: string): string | undefined {
  const mark = /^--[^\r\n]{1,70}(?=\r?\n)/.exec(text)?.[0];
  if (mark === undefined || text.length > LONGEST_PAIRED) return undefined;
  const fields = text.split(mark).flatMap((part): readonly (readonly [string, string])[] => {
    const [head = '', ...rest] = part.split(/\r?\n\r?\n/);
    const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
    return name === undefined ? [] : [[name, rest.join('\n\n').replace(/\r?\n$/, '')]];
  });
  return fields.length === 0 ? undefined : JSON.stringify(Object.fromEntries(fields));
}

/** JSON inside a call, as JSONP has it, or behind the prefix that keeps a browser from running it. */
function insideCall(text: string): string | undefined {
  return (
    /^(?:\/\*\*\/)?\s*[\w$.]{1,60}\(\s*([[{].*[\]}])\s*\)\s*;?\s*$/s.exec(text)?.[1] ??
    /^(?:\)\]\}',?|while\(1\);|for\(;;\);)\s*([[{].*)$/s.exec(text)?.[1]
  );
}

const isNull = (node: JsonNode | undefined): boolean => node?.kind === 'token' && node.text === 'null';

type Members = Extract<JsonNode, { kind: 'object' }>;

/** What a language prints for null. */
const withNull = (tree: Members, text: string): Members => ({
  kind: 'object',
  members: tree.members.map(({ name, value }) => ({
    name,
    value: isNull(value) ? { kind: 'token', text } : value,
  })),
});

const asForm = (value: string): string => new URLSearchParams([['', value]]).toString().slice(1);
const FORM_ENCODINGS: readonly ((value: string) => string)[] = [
  encodeURIComponent,
  (value) => encodeURIComponent(value).replaceAll('%20', '+'),
  (value) => encodeURIComponent(value).replaceAll('%2F', '/'),
  asForm,
  (value) => asForm(value).replaceAll('+', '%20'),
  (value) => value,
];

function formOf(tree: Extract<JsonNode, { kind: 'object' }>, encode: (value: string) => string): string {
  return tree.members
    .map(({ name, value }) => `${encode(unquoted(name))}=${encode(unquoted(printJsonTree(value, COMPACT)))}`)
    .join('&');
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
/** Fractional digits that a price or a volume is written with. */
const MOST_DECIMALS = 8;
/** Three numbers make hundreds of texts. */
const FEWER_DECIMALS = 5;
const MOST_NUMBERS = 3;

/** Decimals that were hashed as text, or with the zeros at their end, and sent as the numbers that a library made of them. */
function* withDecimals(tree: JsonNode): Generator<JsonNode> {
  const numbers = numbersOf(tree);
  if (numbers.length === 0 || numbers.length > MOST_NUMBERS) return;
  const most = numbers.length === MOST_NUMBERS ? FEWER_DECIMALS : MOST_DECIMALS;
  const spellings = (number: string): readonly string[] => {
    const [whole = '', digits = ''] = number.split('.');
    const longer = Array.from({ length: Math.max(1, most + 1 - digits.length) }, (_, more) =>
      digits.padEnd(digits.length + more, '0'),
    );
    return longer.map((text) => (text === '' ? whole : `${whole}.${text}`));
  };
  let choices: readonly (readonly string[])[] = [[]];
  for (const number of numbers) {
    choices = choices.flatMap((chosen) => spellings(number).map((one) => [...chosen, one]));
  }
  for (const chosen of choices) {
    for (const quote of ['"', ''])
      yield withNumbers(
        tree,
        chosen.map((one) => quote + one + quote),
      );
  }
}

function numbersOf(node: JsonNode): readonly string[] {
  if (node.kind === 'token') return DECIMAL.test(node.text) && node.text.length <= 20 ? [node.text] : [];
  return (node.kind === 'list' ? node.items : node.members.map(({ value }) => value)).flatMap(numbersOf);
}

/** The tree with other spellings of its numbers, in their order. */
function withNumbers(tree: JsonNode, spellings: readonly string[]): JsonNode {
  let at = 0;
  const change = (node: JsonNode): JsonNode => {
    if (node.kind === 'list') return { kind: 'list', items: node.items.map(change) };
    if (node.kind === 'object') {
      return { kind: 'object', members: node.members.map(({ name, value }) => ({ name, value: change(value) })) };
    }
    if (!DECIMAL.test(node.text) || node.text.length > 20) return node;
    const text = spellings[at] ?? node.text;
    at += 1;
    return { kind: 'token', text };
  };
  return change(tree);
}

/** The tree without members of these values, as serialisers leave them out. */
function withoutMembers(node: JsonNode, ...values: readonly string[]): JsonNode {
  if (node.kind === 'token') return node;
  if (node.kind === 'list') return { kind: 'list', items: node.items.map((item) => withoutMembers(item, ...values)) };
  const members = node.members
    .filter(({ value }) => value.kind !== 'token' || !values.includes(value.text))
    .map(({ name, value }) => ({ name, value: withoutMembers(value, ...values) }));
  return { kind: 'object', members };
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
