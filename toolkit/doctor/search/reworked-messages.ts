// Messages that take a second step from parts of the request that are signed in place of the payload (interface 5.3, rule 1): hashed with a
// key, hashed with a line break, of a query in its order, of an expiry, of a timestamp that a number library printed.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { joined, textOfBytes, utf8Bytes } from '../capture/capture.js';
import { utf16 } from './body-variants.js';
import { spelledOut } from './digests.js';
import { COMPACT, parseJsonTree, printJsonTree, unquoted } from './json-tree.js';
import type { Message, SignatureScene } from './message.js';

const say = (cause: Message['cause'], how: string, bytes: Uint8Array | string): Message => ({
  cause,
  how,
  bytes: typeof bytes === 'string' ? utf8Bytes(bytes) : bytes,
});

export function* reworkedMessages(scene: SignatureScene): Generator<Message> {
  yield* printedTimes(textOfBytes(scene.payload), scene.timestamp);
  yield* keyed(scene);
  yield* ofQuery(scene);
  yield* ended(scene);
  yield* expiring(scene);
  yield* twice(scene);
}

/** The timestamp of the payload as a library for floating-point numbers prints it. */
function* printedTimes(text: string, timestamp: string): Generator<Message> {
  const ms = Number(timestamp);
  if (!/^\d{10,16}$/.test(timestamp)) return;
  const power = ms.toExponential();
  for (const printed of [
    power,
    power.replace('+', ''),
    power.toUpperCase(),
    power.toUpperCase().replace('+', ''),
    `${ms}.0`,
    `${ms}.000000`,
  ]) {
    yield say(
      'signed-other-member',
      'the payload with its timestamp as a floating-point number',
      text.replace(timestamp, printed),
    );
  }
}

const OF_KEYS = ['apiKey', 'idempotencyKey', 'timestamp'] as const;

/** An HMAC whose key is at hand, and which was signed as if it were the payload. */
function* keyed(scene: SignatureScene): Generator<Message> {
  for (const key of OF_KEYS.map((name) => scene[name]).filter((one) => one !== '')) {
    for (const bytes of [scene.payload, utf8Bytes(scene.data)]) {
      for (const [name, hash] of [
        ['SHA-256', sha256],
        ['SHA-512', sha512],
      ] as const) {
        const made = hmac(hash, utf8Bytes(key), bytes);
        for (const [how, spelled] of [...spelledOut(made)].slice(0, 4)) {
          yield say('signed-other-hash', `an HMAC with ${name} and a key of the request ${how}`.trimEnd(), spelled);
        }
      }
    }
  }
}

/** The query apart from its path, as it is and in the order of its names, with what schemes put beside it. */
function* ofQuery({ path, apiKey, timestamp, method, body }: SignatureScene): Generator<Message> {
  const [bare = '', query] = path.split('?');
  const text = body === undefined ? '' : textOfBytes(body);
  const inOrder = query?.split('&').sort().join('&');
  for (const one of new Set([query, inOrder, ...(query === undefined ? [text] : [])])) {
    if (one === undefined || one === '') continue;
    for (const parts of [
      [apiKey, timestamp, one],
      [timestamp, apiKey, one],
      [timestamp, one],
      [one, timestamp],
      [apiKey, one],
      [timestamp, method, bare, one],
      [method, bare, timestamp, one],
      [method, timestamp, bare, one],
      [method, bare, one],
    ]) {
      for (const by of ['', '\n', '|', '&'])
        yield say('signed-concatenation', 'the query beside other parts of the request', parts.join(by));
    }
  }
  yield* asJson(query);
  for (const last of [text, '']) {
    for (const by of ['', '\n']) {
      yield say(
        'signed-concatenation',
        'the method, the timestamp, the path, the body',
        [method, timestamp, path, last].join(by),
      );
    }
  }
}

/** The parameters of the query as an object of JSON. */
function* asJson(query = ''): Generator<Message> {
  const pairs = [...new URLSearchParams(query)];
  const inOrder = [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const list of pairs.length === 0 ? [] : [pairs, inOrder]) {
    const text = JSON.stringify(Object.fromEntries(list));
    yield say('signed-concatenation', 'the parameters of the query in JSON', text);
    const spaced = list.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ');
    yield say('signed-concatenation', 'the parameters of the query in JSON, with blanks', `{${spaced}}`);
  }
}

/** Lists whose last part is followed by the mark between them. */
function* ended(scene: SignatureScene): Generator<Message> {
  const { method, path, timestamp, bodyHash, apiKey } = scene;
  const body = scene.body === undefined ? '' : textOfBytes(scene.body);
  for (const parts of [
    [method, path, bodyHash, timestamp],
    [method, path, timestamp, bodyHash],
    [timestamp, method, path, bodyHash],
    [timestamp, method, path, body],
    [method, path, timestamp, body],
    [apiKey, timestamp, method, path, bodyHash],
    [method, path, body],
  ]) {
    const how = 'parts of the request, each with a mark behind it';
    for (const by of ['\n', '|', '&', ';'])
      yield say('signed-concatenation', how, parts.map((part) => part + by).join(''));
    yield say('signed-concatenation', how, [...parts, ''].join('\r\n'));
  }
  const tree = parseJsonTree(textOfBytes(scene.payload));
  if (tree?.kind !== 'object') return;
  const pairs = tree.members.map(
    ({ name, value }) => [unquoted(name), unquoted(printJsonTree(value, COMPACT))] as const,
  );
  for (const list of [pairs, [...pairs].sort(([a], [b]) => (a < b ? -1 : 1))]) {
    for (const by of ['&', '|', '\n', ';', ',']) {
      const lines = list.map(([name, value]) => `${name}=${value}${by}`).join('');
      yield say('signed-form', 'the names and values of the payload, each with a mark behind it', lines);
    }
    for (const by of ['&', '-', '_', '/', ';']) {
      yield say('signed-concatenation', 'the values of the payload', list.map(([, value]) => value).join(by));
    }
  }
}

/** A time to come in place of the timestamp. */
function* expiring({ timestamp, method, path, body }: SignatureScene): Generator<Message> {
  const ms = Number(timestamp);
  const text = body === undefined ? '' : textOfBytes(body);
  for (const later of [5, 10, 30, 60, 120, 300, 600, 3600]) {
    for (const at of [Math.floor(ms / 1000) + later, ms + later * 1000]) {
      for (const parts of [
        [method, path, at, text],
        [at, method, path, text],
      ]) {
        yield say('signed-concatenation', 'the method, the path and an expiry', parts.join(''));
      }
    }
  }
}

/** Two small steps: another end or another width, and then a hash or base64. */
function* twice({ hashing, payload, data }: SignatureScene): Generator<Message> {
  const text = textOfBytes(payload);
  for (const [how, bytes] of [
    ['the payload with a line feed', joined(payload, utf8Bytes('\n'))],
    ['the payload with CRLF', joined(payload, utf8Bytes('\r\n'))],
    ['the text of SVC-DATA with a line feed', utf8Bytes(`${data}\n`)],
    ['the payload in UTF-16', utf16(text, true)],
  ] as const) {
    for (const [spelled, one] of [...spelledOut(hashing.sha256(bytes))].slice(0, 4)) {
      yield say('signed-respelled', `SHA-256 of ${how} ${spelled}`.trimEnd(), one);
    }
  }
  for (const littleEndian of [true, false])
    yield say('signed-utf-16', 'the text of SVC-DATA', utf16(data, littleEndian));
}
