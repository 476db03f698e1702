// Messages that are one step from the payload: encoded, hashed, framed, spelled otherwise, or another part of the request (interface 5.3,
// rule 1). `composed-messages.ts` goes further. The likeliest first.
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { joined, textOfBytes, utf8Bytes } from '../capture/capture.js';
import { utf16 } from './body-variants.js';
import { composed } from './composed-messages.js';
import { framedMessages, taggedMessages } from './framed-messages.js';
import { concatenations, named, stamped } from './joined-messages.js';
import { escapeHtml, escapeSlashes, plainlyWritten } from './json-escapes.js';
import { COMPACT, parseJsonTree, printJsonTree } from './json-tree.js';
import { MEMBER_ORDERS, movedMembers } from './member-orders.js';
import type { Message, SignatureScene } from './message.js';
import { everyOrder } from './ordered-parts.js';
import { otherFormats } from './other-formats.js';
import { changedPayloads } from './other-members.js';
import { printedForms } from './printed.js';
import { inOtherCharsets, relettered } from './relettered-messages.js';
import { respell, type SpellingWord } from './respell.js';
import { reworkedMessages } from './reworked-messages.js';
import { envelopes } from './signed-envelopes.js';
import { takenFurther } from './steps.js';
import { TYPE_NAMES } from './type-names.js';

const BY_SPELLING: Readonly<Record<SpellingWord, SlipId>> = {
  compact: 'signed-other-spacing',
  spaced: 'signed-other-spacing',
  pretty: 'signed-other-spacing',
  sorted: 'signed-other-order',
  escaped: 'signed-escaped',
  slashes: 'signed-escaped',
  numbers: 'signed-other-member',
};

const message = (cause: SlipId, text: string): Message => ({ cause, bytes: utf8Bytes(text) });

export function* messages(scene: SignatureScene): Generator<Message> {
  const { payload } = scene;
  const text = textOfBytes(payload);
  yield* encodings(scene);
  yield* hashes(scene);
  yield { cause: 'signed-nothing', bytes: new Uint8Array() };
  yield* framed(payload, text);
  yield* requestParts(scene);
  const plain = plainlyWritten(text);
  if (plain !== text) yield { ...message('signed-escaped', plain), how: 'the payload without the escapes of SVC-DATA' };
  for (const { word, text: spelled, how } of respell(text, true)) {
    yield { ...message(BY_SPELLING[word], spelled), ...(how === undefined ? {} : { how: `the payload with ${how}` }) };
  }
  yield* relettered(payload, text);
  yield* reordered(text, scene.body);
  yield* arranged(text);
  for (const { how, text: changed } of changedPayloads(scene))
    yield { ...message('signed-other-member', changed), how };
  for (const twice of jsonTexts(text)) yield message('signed-json-twice', twice);
  for (const printed of printedForms(text)) {
    yield { ...message('signed-printed', printed.text), how: `the payload as ${printed.language} prints it` };
  }
  for (const [format, bytes] of otherFormats(parseJsonTree(text))) {
    yield { cause: 'signed-respelled', bytes, how: `the payload in ${format}` };
  }
  yield* placeholders(text);
  yield* otherTimes(text);
  yield* concatenations(scene);
  yield* composed(scene, respellings(text));
  yield* envelopes(scene);
  yield* framedMessages(scene);
  yield* reworkedMessages(scene);
  yield* named(text);
  yield* stamped(scene);
  yield* inOtherCharsets(text);
  for (const [name, bytes] of scene.hashing.compressed?.(payload) ?? []) {
    yield { cause: 'signed-respelled', bytes, how: `the payload compressed with ${name}` };
  }
  yield* scene.keyed?.() ?? [];
  yield* severalSteps(scene);
  yield* earlier(text, 1, AT_ONCE);
  yield* everyOrder(scene);
  yield* taggedMessages(scene);
  yield* earlier(text, AT_ONCE + 1, AT_LAST);
}

/** Milliseconds between an attempt and the next one, which bears the signature of the first. */
const [AT_ONCE, AT_LAST] = [1500, 5000];

/** The payload of an earlier attempt, the latest first: as far as what may be verified goes. */
function* earlier(text: string, from: number, to: number): Generator<Message> {
  const written = /"timestamp"\s*:\s*(\d{13})\b/.exec(text)?.[1];
  for (let ms = from; written !== undefined && ms <= to; ms += 1) {
    yield message('signed-other-timestamp', text.replace(written, String(Number(written) - ms)));
  }
}

/** The payload, and the text of SVC-DATA, taken through any two steps, and through three of the commonest. */
function* severalSteps({ payload, data }: SignatureScene): Generator<Message> {
  for (const [what, bytes] of [
    ['the payload', payload],
    ['the text of SVC-DATA', utf8Bytes(data)],
  ] as const) {
    for (const one of takenFurther(bytes)) {
      yield { cause: 'signed-respelled', bytes: one.bytes, how: `${what}, ${one.how}` };
    }
  }
}

/** The text as a JSON text once more, with the escapes of other libraries too. */
function jsonTexts(text: string): readonly string[] {
  const plain = JSON.stringify(text);
  return [plain, ...Array.from(respell(`[${plain}]`), ({ text: list }) => list.trim().slice(1, -1).trim())];
}

/** The payload's other spellings, a few steps from its own. */
function respellings(text: string): readonly string[] {
  return Array.from(respell(text), (spelling) => spelling.text);
}

function* encodings({ payload, data }: SignatureScene): Generator<Message> {
  const url = encodeBase64url(payload);
  const standard = url.replaceAll('-', '+').replaceAll('_', '/');
  const padding = '='.repeat((4 - (url.length % 4)) % 4);
  yield message('signed-data-text', url);
  yield message('signed-data-text', data);
  for (const one of [url + padding, standard, standard + padding]) {
    yield message('signed-padded-data', one);
  }
  yield message('signed-hex-text', bytesToHex(payload));
  yield message('signed-hex-text', bytesToHex(payload).toUpperCase());
}

function* hashes({ hashing, payload, data }: SignatureScene): Generator<Message> {
  for (const bytes of [payload, utf8Bytes(data)]) {
    const hash = hashing.sha256(bytes);
    const url = encodeBase64url(hash);
    const standard = url.replaceAll('-', '+').replaceAll('_', '/');
    const ofText = bytes === payload ? {} : { how: 'the SHA-256 hash of the text of SVC-DATA' };
    yield { cause: 'signed-sha-256', bytes: hash, ...ofText };
    for (const one of [bytesToHex(hash), bytesToHex(hash).toUpperCase()]) {
      yield { ...message('signed-sha-256-hex', one), ...ofText };
    }
    for (const one of [url, standard, `${url}=`, `${standard}=`]) {
      yield { ...message('signed-sha-256-base64', one), ...ofText };
    }
  }
  const long = sha512(payload);
  yield { cause: 'signed-sha-512', bytes: long };
  yield { ...message('signed-sha-512', bytesToHex(long)), how: 'the SHA-512 hash of the payload in hexadecimal' };
}

/** The payload with something before, after or between its bytes. */
function* framed(payload: Uint8Array, text: string): Generator<Message> {
  for (const ending of ['\n', '\r\n']) {
    yield { cause: 'signed-final-newline', bytes: joined(payload, utf8Bytes(ending)) };
    if (text.endsWith(ending)) yield message('signed-final-newline', text.slice(0, -ending.length));
  }
  yield { cause: 'signed-final-zero', bytes: joined(payload, new Uint8Array(1)) };
  yield { cause: 'signed-byte-order-mark', bytes: joined(Uint8Array.from([0xef, 0xbb, 0xbf]), payload) };
  if (text.startsWith('\ufeff')) {
    const how = 'the payload without the byte order mark that SVC-DATA holds';
    yield { cause: 'signed-respelled', bytes: payload.subarray(3), how };
  }
  for (const littleEndian of [true, false]) {
    yield { cause: 'signed-utf-16', bytes: utf16(text, littleEndian) };
    yield { cause: 'signed-utf-16', bytes: utf16(`\ufeff${text}`, littleEndian) };
  }
}

function* requestParts({ hashing, body, bodyHash, path }: SignatureScene): Generator<Message> {
  yield message('signed-body-hash', bodyHash);
  yield message('signed-path', path);
  yield message('signed-path', path.split('?')[0] ?? path);
  if (body !== undefined) {
    const hash = hashing.sha256(body);
    yield { cause: 'signed-body', bytes: body };
    yield { cause: 'signed-body-hash', bytes: hash };
    yield message('signed-body-hash', bytesToHex(hash));
  }
}

/** What languages make of bytes, and of objects, that are turned into text. */
function* placeholders(text: string): Generator<Message> {
  for (const [open, close] of [
    ["b'", "'"],
    ['undefined', ''],
    ['null', ''],
  ] as const) {
    const printed = close === '' ? open : open + text + close;
    yield { ...message('signed-printed', printed), how: close === '' ? printed : "the payload as b'…'" };
  }
  for (const name of TYPE_NAMES) yield { ...message('signed-printed', name), how: name };
}

/** Seconds and milliseconds by which a payload that is built twice differs. */
const LATER_MS = [
  ...Array.from({ length: 60 }, (_, at) => at + 1),
  ...[75, 100, 150, 200, 250, 500, 1000, 1500, 2000, 3000, 4000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000],
  ...[300_000, 600_000, 900_000, 1_800_000, 3_600_000],
];

function* otherTimes(text: string): Generator<Message> {
  const written = /"timestamp"\s*:\s*(\d{13})\b/.exec(text)?.[1];
  if (written === undefined) return;
  for (const by of LATER_MS.flatMap((ms) => [-ms, ms])) {
    yield message('signed-other-timestamp', text.replace(written, String(Number(written) + by)));
  }
}

const ORDERS: readonly (readonly string[])[] = [
  ['body_hash', 'path', 'method', 'sign_version', 'timestamp', 'idempotency_key', 'api_key'],
  ['method', 'path', 'timestamp', 'body_hash', 'api_key', 'idempotency_key', 'sign_version'],
  ['api_key', 'timestamp', 'idempotency_key', 'sign_version', 'method', 'path', 'body_hash'],
  ['api_key', 'idempotency_key', 'timestamp', 'sign_version', 'method', 'path', 'body_hash'],
];

/** The payload's members in the orders that hand-written signers use. */
function* reordered(text: string, body: Uint8Array | undefined): Generator<Message> {
  let fields: Readonly<Record<string, unknown>>;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return;
    fields = value as Readonly<Record<string, unknown>>; // an object by the test above
  } catch {
    return;
  }
  const names = Object.keys(fields);
  for (const order of [...ORDERS, [...names].reverse()]) {
    const members = order.filter((name) => name in fields).map((name) => [name, fields[name]] as const);
    const cause = members.length < names.length ? 'signed-without-members' : 'signed-other-order';
    yield message(cause, JSON.stringify(Object.fromEntries(members)));
  }
  const all = Object.entries(fields);
  const without = names.length > MOST_MEMBERS ? [] : fewerOf(all);
  const withMore = ADDED.flatMap((name) => ['', null].map((value) => [...all, [name, value] as const]));
  const withBody = bodyValues(body).flatMap((value) => BODY_NAMES.map((name) => [...all, [name, value] as const]));
  const forHash = (body === undefined || body.length === 0 ? [''] : bodyValues(body)).flatMap((value) =>
    BODY_NAMES.flatMap((name) => [
      all.map((member) => (member[0] === 'body_hash' ? ([name, value] as const) : member)),
      [...all.filter(([one]) => one !== 'body_hash'), [name, value] as const],
    ]),
  );
  for (const members of [...without, ...withMore, ...withBody, ...forHash]) {
    const compact = JSON.stringify(Object.fromEntries(members));
    yield message('signed-without-members', compact);
    // As Go and PHP write them, which leave empty members out as well.
    for (const write of names.length - members.length === 1 ? [escapeHtml, escapeSlashes] : []) {
      const escaped = write(compact);
      if (escaped !== compact) yield message('signed-without-members', escaped);
    }
    const tree = /[:,] /.test(text) ? parseJsonTree(compact) : undefined;
    if (tree !== undefined) yield message('signed-without-members', printJsonTree(tree, { comma: ', ', colon: ': ' }));
  }
}

/** The members as the tables of other languages keep them, or with one of them moved. */
function* arranged(text: string): Generator<Message> {
  const tree = parseJsonTree(text);
  if (tree?.kind !== 'object' || tree.members.length > MOST_MEMBERS) return;
  const style = /[:,] /.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""')) ? { comma: ', ', colon: ': ' } : COMPACT;
  const orders = [
    ...MEMBER_ORDERS.map(([how, order]) => [`the payload with ${how}`, order(tree.members)] as const),
    ...Array.from(movedMembers(tree.members), (members) => ['the payload with a member elsewhere', members] as const),
  ];
  for (const [how, members] of orders) {
    yield { ...message('signed-other-order', printJsonTree({ kind: 'object', members }, style)), how };
  }
}

/** A payload has seven. */
const MOST_MEMBERS = 9;

/** Every choice of some, the largest first. */
function fewerOf<Item>(all: readonly Item[]): readonly (readonly Item[])[] {
  const choices = Array.from({ length: 2 ** all.length - 2 }, (_, at) =>
    all.filter((_item, bit) => ((at + 1) >> bit) & 1),
  );
  return choices.toSorted((a, b) => b.length - a.length);
}

const BODY_NAMES = ['body', 'data', 'payload', 'params', 'content', 'body_hash'];
/** Larger bodies are not written into a payload. */
const LONGEST_INSIDE = 16 << 10;

/** The body as the text or the value that a member would hold. */
function bodyValues(body: Uint8Array | undefined): readonly unknown[] {
  if (body === undefined || body.length === 0 || body.length > LONGEST_INSIDE) return [];
  const text = textOfBytes(body);
  try {
    return [text, JSON.parse(text)];
  } catch {
    return [text];
  }
}

/** Members that a signer has in the payload until it is signed: places for what comes later. */
const ADDED = ['signature', 'sign', 'sig', 'body', 'body_hash'];
