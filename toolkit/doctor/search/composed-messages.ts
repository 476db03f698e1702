// Messages that are several steps from the payload: hashed by any function and spelled out, joined with other parts of the request, written
// as a form or as the input of a JWS. The likeliest first, each with what was done in words.
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { joined, textOfBytes, utf8Bytes } from '../capture/capture.js';
import { DIGESTS, spelledOut } from './digests.js';
import { joinedOtherwise, joinedWithPayload, RARER_ORDERS, requestLists } from './joined-messages.js';
import type { Message, SignatureScene } from './message.js';
import { requestLines } from './request-lines.js';
import { schemeMessages } from './schemes.js';

const say = (cause: SlipId, how: string, text: string): Message => ({ cause, how, bytes: utf8Bytes(text) });

export function* composed(scene: SignatureScene, respelled: readonly string[]): Generator<Message> {
  yield* schemeMessages(scene);
  yield* singleParts(scene);
  yield* jwsInputs(scene);
  yield* forms(scene);
  yield* hashed('signed-other-hash', 'the payload', scene.payload);
  yield* hashed('signed-other-hash', 'the text of SVC-DATA', utf8Bytes(scene.data));
  yield* joinedWithPayload(scene);
  yield* requestLines(scene);
  yield* padded(scene);
  yield* cut(scene);
  for (const { how, parts } of requestLists(scene, RARER_ORDERS)) {
    for (const by of ['', '\n', '.', '|']) yield say('signed-concatenation', how, parts.join(by));
  }
  yield* packed(scene);
  yield* stripped(scene);
  for (const text of respelled.slice(0, 24)) {
    yield* brieflyHashed('the payload in another spelling', utf8Bytes(text));
    yield say('signed-respelled', 'base64url of the payload in another spelling', encodeBase64url(utf8Bytes(text)));
  }
  yield* joinedOtherwise(scene);
}

/** The payload with marks taken out, escaped, or in lines of base64; what languages print in its place. */
function* stripped({ payload }: SignatureScene): Generator<Message> {
  const text = textOfBytes(payload);
  yield say('signed-respelled', 'the payload in percent-encoding', encodeURIComponent(text));
  yield say('signed-respelled', 'the payload in percent-encoding, with "+" for blanks', plusForBlanks(text));
  yield say('signed-respelled', 'the payload in percent-encoding, slashes left', encodeURI(text));
  yield say('signed-respelled', 'the payload without quotation marks', text.replaceAll('"', ''));
  yield say('signed-respelled', 'the payload without its braces', text.replace(/^\s*\{|\}\s*$/g, ''));
  const url = encodeBase64url(payload);
  const plain = url.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat((4 - (url.length % 4)) % 4);
  for (const width of [60, 64, 76]) {
    for (const by of ['\n', '\r\n']) {
      const folded = (plain.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(by);
      for (const end of ['', by]) yield say('signed-padded-data', `base64 in lines of ${width}`, folded + end);
    }
  }
  for (const by of [', ', ',', ' ']) {
    const list = [...payload].join(by);
    for (const printed of [`[${list}]`, list]) yield say('signed-printed', 'the payload as a list of numbers', printed);
  }
  for (const word of [
    'Array',
    'Object',
    'undefined',
    'null',
    'None',
    '{}',
    '[object Promise]',
    '[object ArrayBuffer]',
    ...['PAYLOAD', 'payload', 'DATA', 'data', 'JSON', 'json'].flatMap((name) => [`$${name}`, `\${${name}}`, name]),
    ...['payload.json', 'data.json', 'payload.txt', '-'],
  ]) {
    yield say('signed-printed', `the word ${word}`, word);
  }
}

const plusForBlanks = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');

/** Structures of bytes: the timestamp as a number of eight or four bytes before the other parts. */
function* packed(scene: SignatureScene): Generator<Message> {
  const ms = /^\d{1,16}$/.test(scene.timestamp) ? BigInt(scene.timestamp) : 0n;
  const hash = scene.hashing.sha256(scene.body ?? new Uint8Array());
  const tails: readonly (readonly Uint8Array[])[] = [
    [],
    [scene.payload],
    [utf8Bytes(scene.data)],
    [utf8Bytes(scene.method + scene.path), hash],
    [utf8Bytes(scene.method + scene.path), utf8Bytes(bytesToHex(hash))],
    [utf8Bytes(scene.method + scene.path + scene.bodyHash)],
    [utf8Bytes(scene.method + scene.path), scene.body ?? new Uint8Array()],
    [hash],
  ];
  for (const number of [ms, ms / 1000n]) {
    for (const littleEndian of [false, true]) {
      const bytes = new Uint8Array(8);
      new DataView(bytes.buffer).setBigUint64(0, number, littleEndian);
      for (const tail of tails) {
        const how = 'the timestamp as a binary number, packed with other parts of the request';
        yield { cause: 'signed-concatenation', how, bytes: joined(bytes, ...tail) };
      }
    }
  }
  for (const tail of tails.slice(3)) {
    yield { cause: 'signed-concatenation', how: 'binary parts of the request, joined', bytes: joined(...tail) };
  }
}

function* singleParts(scene: SignatureScene): Generator<Message> {
  const { path, method, timestamp, apiKey, idempotencyKey, body } = scene;
  const query = path.includes('?') ? path.slice(path.indexOf('?') + 1) : '';
  if (query !== '') {
    yield { cause: 'signed-query', bytes: utf8Bytes(query) };
    yield { cause: 'signed-query', bytes: utf8Bytes(`?${query}`) };
  }
  for (const [name, text] of [
    ['the timestamp', timestamp],
    ['the API key', apiKey],
    ['the idempotency key', idempotencyKey],
    ['the method', method],
  ] as const) {
    if (text !== '') yield say('signed-part', name, text);
  }
  if (body === undefined || body.length === 0) return;
  yield* brieflyHashed('the body', body);
  yield say('signed-body', 'base64url of the body', encodeBase64url(body));
}

const HEADS = [
  '{"alg":"EdDSA"}',
  '{"alg":"EdDSA","typ":"JWT"}',
  '{"typ":"JWT","alg":"EdDSA"}',
  '{"alg":"Ed25519"}',
  '{"alg":"EdDSA","crv":"Ed25519"}',
];

function* jwsInputs({ data, apiKey }: SignatureScene): Generator<Message> {
  const named = [
    `{"alg":"EdDSA","kid":${JSON.stringify(apiKey)}}`,
    `{"alg":"EdDSA","typ":"JWT","kid":${JSON.stringify(apiKey)}}`,
    `{"alg":"EdDSA","kid":${JSON.stringify(apiKey)},"typ":"JWT"}`,
  ];
  for (const head of [...HEADS, ...named]) {
    yield { cause: 'signed-jws-input', bytes: utf8Bytes(`${encodeBase64url(utf8Bytes(head))}.${data}`) };
  }
}

/** The members in form encoding, encoded or not, in their order and sorted. */
function* forms({ payload }: SignatureScene): Generator<Message> {
  let fields: readonly (readonly [string, unknown])[];
  try {
    fields = Object.entries(JSON.parse(textOfBytes(payload)) as object); // entries of anything that JSON may be
  } catch {
    return;
  }
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  const plus = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');
  const form = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
  for (const list of [fields, sorted]) {
    for (const encode of [String, encodeURIComponent, plus, form]) {
      yield {
        cause: 'signed-form',
        bytes: utf8Bytes(list.map(([name, value]) => `${name}=${encode(String(value))}`).join('&')),
      };
    }
    for (const by of ['', '\n', '|', ',', '.', ':', ';', ' ']) {
      yield say('signed-concatenation', 'the values of the payload', list.map(([, value]) => String(value)).join(by));
      yield say(
        'signed-concatenation',
        'the members of the payload',
        list.map(([name, value]) => `${name}${by}${String(value)}`).join(by),
      );
    }
  }
}

function* hashed(cause: SlipId, what: string, bytes: Uint8Array): Generator<Message> {
  for (const { name, hash } of DIGESTS) {
    const once = hash(bytes);
    const own: SlipId =
      cause !== 'signed-other-hash'
        ? cause
        : name === 'SHA-256'
          ? 'signed-sha-256'
          : name === 'SHA-512'
            ? 'signed-sha-512'
            : cause;
    for (const [how, spelled] of name.startsWith('SHA-') ? spelledOut(once) : [...spelledOut(once)].slice(0, 4)) {
      yield { cause: own, how: `${name} of ${what} ${how}`.trimEnd(), bytes: spelled };
    }
    for (const [how, spelled] of name === 'SHA-256' || name === 'SHA-512' ? spelledOut(once) : []) {
      const twice = hash(spelled);
      yield { cause: 'signed-hash-twice', how: `${name} twice, of ${what}, ${how}`.replace(/, $/, ''), bytes: twice };
      yield say('signed-hash-twice', `${name} twice, of ${what}, ${how} and in hexadecimal`, bytesToHex(twice));
    }
  }
}

function* brieflyHashed(what: string, bytes: Uint8Array): Generator<Message> {
  for (const { name, hash } of DIGESTS.slice(0, 2)) {
    const once = hash(bytes);
    yield { cause: 'signed-respelled', how: `${name} of ${what}`, bytes: once };
    yield say('signed-respelled', `${name} of ${what} in hexadecimal`, bytesToHex(once));
  }
}

/** Zero bytes up to the sizes that buffers have, and what a C program or a block cipher adds. */
/** What a buffer of fixed size holds of it. */
function* cut({ payload, data }: SignatureScene): Generator<Message> {
  for (const size of [32, 64, 100, 127, 128, 200, 255, 256, 511, 512]) {
    for (const [name, bytes] of [
      ['the payload', payload],
      ['the text of SVC-DATA', utf8Bytes(data)],
    ] as const) {
      const how = `the first ${size} bytes of ${name}`;
      if (size < bytes.length) yield { cause: 'signed-respelled', how, bytes: bytes.subarray(0, size) };
    }
  }
}

function* padded({ payload, data }: SignatureScene): Generator<Message> {
  for (const [name, bytes] of [
    ['the payload', payload],
    ['the text of SVC-DATA', utf8Bytes(data)],
  ] as const) {
    for (const size of [16, 32, 64, 128, 256, 512, 1024, 2048, 4096]) {
      const rest = (size - (bytes.length % size)) % size;
      const how = `${name}, filled with zero bytes to a multiple of ${size}`;
      yield { cause: 'signed-final-zero', how, bytes: joined(bytes, new Uint8Array(rest)) };
      if (size > 16) continue;
      const filler = new Uint8Array(size - (bytes.length % size)).fill(size - (bytes.length % size));
      yield {
        cause: 'signed-respelled',
        how: `${name} with the padding of a block cipher`,
        bytes: joined(bytes, filler),
      };
    }
    for (const [more, what] of [
      ['\n', 'a line feed'],
      ['\r\n', 'CRLF'],
      ['\0', 'a zero byte'],
      [' ', 'a blank'],
      ['\t', 'a tab'],
    ] as const) {
      const cause =
        more === '\0' ? 'signed-final-zero' : /[\n]/.test(more) ? 'signed-final-newline' : 'signed-respelled';
      yield say(cause, `${name} with ${what} behind it`, textOfBytes(bytes) + more);
    }
  }
}
