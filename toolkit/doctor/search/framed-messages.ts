// The payload, or the text of SVC-DATA, with something around it (interface 5.3, rule 1 has the bare payload signed): words, blanks,
// lengths and type marks of serialisers, a member of an object, a hash beside it, the escapes of another place.
import { bytesToHex } from '@noble/hashes/utils.js';
import { joined, textOfBytes, utf8Bytes } from '../capture/capture.js';
import type { Message, SignatureScene } from './message.js';
import { plainJoins } from './plain-joins.js';

type Core = readonly [name: string, bytes: Uint8Array];
const say = (how: string, bytes: Uint8Array | string): Message => ({
  cause: 'signed-respelled',
  how,
  bytes: typeof bytes === 'string' ? utf8Bytes(bytes) : bytes,
});

const coresOf = ({ payload, data }: SignatureScene): readonly Core[] => [
  ['the payload', payload],
  ['the text of SVC-DATA', utf8Bytes(data)],
];

export function* framedMessages(scene: SignatureScene): Generator<Message> {
  yield* plainJoins(scene);
  for (const core of coresOf(scene)) {
    yield* blanked(core);
    yield* wrapped(core);
    yield* typed(core);
    yield* hashedBeside(core, scene);
  }
  yield* escaped(textOfBytes(scene.payload));
  for (const core of coresOf(scene)) yield* cut(core);
  for (const core of coresOf(scene)) yield* tagged(core, scene);
}

/** White space that a heredoc, a template or an editor adds. */
function* blanked([name, bytes]: Core): Generator<Message> {
  for (const blank of [' ', '  ', '    ', '\t', '\n', '\r\n', '\n\n']) {
    const mark = utf8Bytes(blank);
    yield say(`${name} behind white space`, joined(mark, bytes));
    yield say(`${name} between white space`, joined(mark, bytes, mark));
    yield say(`${name} before white space`, joined(bytes, mark));
  }
}

const FEW = [1, 2, 3, 4];
const BUFFERS = [16, 32, 64, 100, 127, 128, 200, 255, 256, 512, 1024];

/** Less than the whole: a length that is off by some bytes, or a buffer that was too small. */
function* cut([name, bytes]: Core): Generator<Message> {
  const words = (count: number): string => (count === 1 ? 'byte' : `${count} bytes`);
  for (const count of FEW) {
    yield say(`${name} without its last ${words(count)}`, bytes.subarray(0, -count));
    yield say(`${name} without its first ${words(count)}`, bytes.subarray(count));
  }
  for (const size of BUFFERS.filter((one) => one < bytes.length)) {
    yield say(`the first ${size} bytes of ${name}`, bytes.subarray(0, size));
  }
}

const MEMBERS = ['data', 'payload', 'message', 'request', 'body', 'params', 'content', 'svc_data', 'SVC-DATA'];

/** As the only member of an object: as JSON, and as a text. */
function* wrapped([name, bytes]: Core): Generator<Message> {
  const text = textOfBytes(bytes);
  const inner = name === 'the payload' ? [text, JSON.stringify(text)] : [JSON.stringify(text)];
  for (const member of MEMBERS) {
    for (const value of inner) {
      for (const colon of [':', ': ']) yield say(`${name} in a member ${member}`, `{"${member}"${colon}${value}}`);
    }
  }
}

const bigEndian = (value: number, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) % 256);
/** A number in groups of seven bits, the lowest first. */
function varint(value: number): Uint8Array {
  const groups: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) groups.push((left % 128) + 128);
  return Uint8Array.from([...groups, left]);
}
/** As gob of Go writes it: one byte, or how many follow. */
const gobNumber = (value: number): Uint8Array =>
  value < 128
    ? Uint8Array.of(value)
    : value < 256
      ? Uint8Array.of(0xff, value)
      : joined(Uint8Array.of(0xfe), bigEndian(value, 2));

/** A text or bytes as serialisers write them: Protocol Buffers, .NET, gob, MessagePack, CBOR, Java, ASN.1. */
function* typed([name, bytes]: Core): Generator<Message> {
  const { length } = bytes;
  if (length > 0xffff) return;
  const how = `${name} as a serialiser writes a text, with its type and its length before it`;
  const heads = [
    varint(length),
    ...[0x0a, 0x12, 0x1a].map((tag) => joined(Uint8Array.of(tag), varint(length))),
    ...[0xd9, 0xc4, 0x78, 0x58].map((tag) => joined(Uint8Array.of(tag), bigEndian(length, 1))),
    ...[0xda, 0xc5, 0x79, 0x59].map((tag) => joined(Uint8Array.of(tag), bigEndian(length, 2))),
    joined(Uint8Array.of(0xac, 0xed, 0, 5, 0x74), bigEndian(length, 2)),
    ...[0x04, 0x0c].map((tag) =>
      length < 128
        ? Uint8Array.of(tag, length)
        : length < 256
          ? Uint8Array.of(tag, 0x81, length)
          : joined(Uint8Array.of(tag, 0x82), bigEndian(length, 2)),
    ),
  ];
  for (const head of heads) yield say(how, joined(head, bytes));
  for (const type of [0x0c, 0x0a]) {
    const inner = joined(Uint8Array.of(type, 0), gobNumber(length), bytes);
    yield say(how, joined(gobNumber(inner.length), inner));
  }
}

/** A hash beside what it is of, or the hash of nothing that Sum of Go appends. */
function* hashedBeside([name, bytes]: Core, { hashing }: SignatureScene): Generator<Message> {
  const own = hashing.sha256(bytes);
  const how = `${name} with a SHA-256 hash beside it`;
  yield say(
    `${name} with the hash of nothing behind it, as Sum of Go has it`,
    joined(bytes, hashing.sha256(new Uint8Array())),
  );
  for (const hash of [own, utf8Bytes(bytesToHex(own))]) {
    yield say(how, joined(bytes, hash));
    yield say(how, joined(hash, bytes));
    yield say(how, joined(bytes, utf8Bytes('.'), hash));
  }
}

function* escaped(text: string): Generator<Message> {
  const python = encodeURIComponent(text)
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/');
  const percented = (marks: RegExp, blank = '%20'): string =>
    encodeURIComponent(text)
      .replace(marks, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', blank);
  for (const [how, one] of [
    ['the payload with a backslash before each quotation mark', text.replaceAll('"', '\\"')],
    ['the payload with single quotation marks', text.replaceAll('"', "'")],
    ['the payload with its quotation marks doubled', text.replaceAll('"', '""')],
    ['the payload with &quot; for quotation marks', text.replaceAll('"', '&quot;')],
    ['the payload in percent-encoding, as quote of Python writes it', python],
    ['the payload in percent-encoding, as rawurlencode of PHP writes it', percented(/[!'()*]/g)],
    ['the payload in percent-encoding, as urlencode of PHP writes it', percented(/[!'()*~]/g, '+')],
    ['the payload in percent-encoding, as quote_plus of Python writes it', percented(/[!'()*]/g, '+')],
    ['the payload in percent-encoding, as URLEncoder of Java writes it', percented(/[!'()~]/g, '+')],
    ['the payload as JSON of a Buffer', JSON.stringify({ type: 'Buffer', data: [...utf8Bytes(text)] })],
    ['the payload as JSON of a list of bytes', JSON.stringify([...utf8Bytes(text)])],
    [
      'the payload as signed bytes of Java',
      `[${Array.from(utf8Bytes(text), (byte) => (byte > 127 ? byte - 256 : byte)).join(', ')}]`,
    ],
  ] as const) {
    yield say(how, one);
  }
  for (const littleEndian of [true, false]) {
    for (const mark of ['', '\ufeff']) yield say('the payload in UTF-32', utf32(mark + text, littleEndian));
  }
}

function utf32(text: string, littleEndian: boolean): Uint8Array {
  const letters = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const bytes = new Uint8Array(letters.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, letter] of letters.entries()) view.setUint32(at * 4, letter, littleEndian);
  return bytes;
}

const NAMES = ['SVC', 'svc', 'TSI', 'tsi', 'SVC-SIGN', 'sign', 'request', 'v1', '1'];
const VERSIONS = ['', '-v1', '-V1', '-1', '/1', ':v1', '_v1', ' v1'];
const MARKS = ['', '\n', ':', '\0'];
const MORE_NAMES = [
  ...['svc-sign', 'SVC-REQUEST', 'SVC-DATA', 'trading', 'V1', 'v1.0', 'SVC-AUTH', 'SVC-API', 'SVC-SIGNATURE'],
  ...['ed25519', 'Ed25519', 'payload', 'data'],
];
const MORE_VERSIONS = ['/v1', '.v1', 'v1', 'V1', '1'];
const MORE_MARKS = ['.', '|', ' ', ': '];

const isVersion = (word: string): boolean => /^v?1(?:\.0)?$/i.test(word);
function* tags(
  names: readonly string[],
  versions: readonly string[],
  marks: readonly string[],
): Generator<readonly [word: string, by: string]> {
  const words = names.flatMap((name) => (isVersion(name) ? [name] : versions.map((more) => name + more)));
  for (const word of words) for (const by of marks) yield [word, by];
}

/** A word that says what the message is for, as schemes with several kinds of messages have it. */
function* tagged([name, bytes]: Core, { host = '' }: SignatureScene): Generator<Message> {
  const names = host === '' ? NAMES : [...NAMES, host];
  for (const [word, by] of tags(names, VERSIONS, MARKS)) yield behind(name, word, by, bytes);
}

const behind = (name: string, word: string, by: string, bytes: Uint8Array): Message =>
  say(`${name} behind a word of its own, such as "${word}"`, joined(utf8Bytes(word + by), bytes));

/** Behind rarer words and marks: so many that they come last. */
export function* taggedMessages({ payload }: SignatureScene): Generator<Message> {
  for (const [word, by] of [
    ...tags(MORE_NAMES, [...VERSIONS, ...MORE_VERSIONS], [...MARKS, ...MORE_MARKS]),
    ...tags(NAMES, MORE_VERSIONS, [...MARKS, ...MORE_MARKS]),
    ...tags(NAMES, VERSIONS, MORE_MARKS),
  ]) {
    yield behind('the payload', word, by, payload);
  }
}
