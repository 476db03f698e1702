// What a signature that does not verify is a signature of: the known wrong messages are tried with the key of the request, then the
// right message with every other key and with the bytes of the signature rearranged (interface 5.3, rule 1). By search, never by
// guess: when nothing verifies, the answer is "unknown".
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import type { Verifier } from '../../signing/ed25519/ed25519.js';
import type { Hashing } from '../../signing/hashing.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { textOfBytes, utf8Bytes } from '../capture/capture.js';
import { joined, utf16 } from './body-variants.js';
import { verifyEd25519ph } from './ed25519ph.js';
import type { SpellingWord } from './respell.js';
import { respell } from './respell.js';

export interface SignatureScene {
  readonly hashing: Hashing;
  readonly signature: Uint8Array;
  readonly payload: Uint8Array;
  /** SVC-DATA as it was sent. */
  readonly data: string;
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array | undefined;
  /** `timestamp` and the like, as the headers carry them. */
  readonly timestamp: string;
  readonly apiKey: string;
  readonly idempotencyKey: string;
  readonly bodyHash: string;
}

export interface SignatureFinding {
  readonly cause: SlipId;
  /** The message that verified, where another than the payload did. */
  readonly signed?: Uint8Array;
  /** The place, among the other keys, of the one that verified. */
  readonly otherKey?: number;
  readonly verifications: number;
}

interface Message {
  readonly cause: SlipId;
  readonly bytes: Uint8Array;
}

/** A bound that the tables below never reach; it keeps a change to them honest. */
const MAX_VERIFICATIONS = 160;

export function searchSignature(
  scene: SignatureScene,
  key: Verifier | undefined,
  others: readonly Verifier[],
): SignatureFinding {
  let verifications = 0;
  const verifies = (verifier: Verifier, signature: Uint8Array, message: Uint8Array): boolean => {
    verifications += 1;
    return verifications <= MAX_VERIFICATIONS && verifier.verify(signature, message);
  };
  const otherKey = others.findIndex((other) => verifies(other, scene.signature, scene.payload));
  if (otherKey !== -1) return { cause: 'signed-other-key', otherKey, verifications };
  if (key === undefined) return { cause: 'signature-unexplained', verifications };
  for (const [cause, signature] of rearranged(scene.signature)) {
    if (verifies(key, signature, scene.payload)) return { cause, verifications };
  }
  const tried = new Set<string>();
  for (const { cause, bytes } of messages(scene)) {
    const seen = encodeBase64url(scene.hashing.sha256(bytes));
    if (!tried.has(seen)) {
      tried.add(seen);
      if (verifies(key, scene.signature, bytes)) return { cause, signed: bytes, verifications };
    }
  }
  const prehashed = verifyEd25519ph(scene.signature, scene.payload, key.publicKey);
  return { cause: prehashed ? 'signed-ed25519ph' : 'signature-unexplained', verifications: verifications + 1 };
}

function rearranged(signature: Uint8Array): readonly (readonly [SlipId, Uint8Array])[] {
  const [r, s] = [signature.slice(0, 32), signature.slice(32)];
  return [
    ['signature-reversed', signature.slice().reverse()],
    ['signature-reversed', joined(r.slice().reverse(), s.slice().reverse())],
    ['signature-reversed', joined(r, s.slice().reverse())],
    ['signature-halves-swapped', joined(s, r)],
  ];
}

const BY_SPELLING: Readonly<Record<SpellingWord, SlipId>> = {
  compact: 'signed-other-spacing',
  spaced: 'signed-other-spacing',
  pretty: 'signed-other-spacing',
  sorted: 'signed-other-order',
  escaped: 'signed-escaped',
  slashes: 'signed-escaped',
  numbers: 'signed-escaped',
};

const message = (cause: SlipId, text: string): Message => ({ cause, bytes: utf8Bytes(text) });

function* messages(scene: SignatureScene): Generator<Message> {
  const { payload } = scene;
  const text = textOfBytes(payload);
  yield* encodings(scene);
  yield* hashes(scene);
  yield { cause: 'signed-nothing', bytes: new Uint8Array() };
  yield* framed(payload, text);
  yield* requestParts(scene);
  for (const spelling of respell(text)) {
    yield message(BY_SPELLING[spelling.word], spelling.text);
  }
  yield* reordered(text);
  yield message('signed-json-twice', JSON.stringify(text));
  yield* concatenations(scene);
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
    yield { cause: 'signed-sha-256', bytes: hash };
    yield message('signed-sha-256-hex', bytesToHex(hash));
    yield message('signed-sha-256-hex', bytesToHex(hash).toUpperCase());
    for (const one of [url, standard, `${url}=`, `${standard}=`]) {
      yield message('signed-sha-256-base64', one);
    }
  }
  const long = sha512(payload);
  yield { cause: 'signed-sha-512', bytes: long };
  yield message('signed-sha-512', bytesToHex(long));
}

/** The payload with something before, after or between its bytes. */
function* framed(payload: Uint8Array, text: string): Generator<Message> {
  for (const ending of ['\n', '\r\n']) {
    yield { cause: 'signed-final-newline', bytes: joined(payload, utf8Bytes(ending)) };
    if (text.endsWith(ending)) yield message('signed-final-newline', text.slice(0, -ending.length));
  }
  yield { cause: 'signed-final-zero', bytes: joined(payload, new Uint8Array(1)) };
  yield { cause: 'signed-byte-order-mark', bytes: joined(Uint8Array.from([0xef, 0xbb, 0xbf]), payload) };
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

const ORDERS: readonly (readonly string[])[] = [
  ['body_hash', 'path', 'method', 'sign_version', 'timestamp', 'idempotency_key', 'api_key'],
  ['method', 'path', 'timestamp', 'body_hash', 'api_key', 'idempotency_key', 'sign_version'],
  ['api_key', 'timestamp', 'idempotency_key', 'sign_version', 'method', 'path', 'body_hash'],
  ['api_key', 'idempotency_key', 'timestamp', 'sign_version', 'method', 'path', 'body_hash'],
];

/** The payload's members in the orders that hand-written signers use. */
function* reordered(text: string): Generator<Message> {
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
    yield message('signed-other-order', JSON.stringify(Object.fromEntries(members)));
  }
}

/** What other exchanges have their clients sign: timestamp, method, path and body in one text. */
function* concatenations(scene: SignatureScene): Generator<Message> {
  const { timestamp, method, path, apiKey, idempotencyKey, bodyHash } = scene;
  const body = scene.body === undefined ? '' : textOfBytes(scene.body);
  const lists: readonly (readonly string[])[] = [
    [timestamp, method, path, body],
    [timestamp, method, path, bodyHash],
    [method, path, timestamp, body],
    [method, path, timestamp, bodyHash],
    [method, path, body, timestamp],
    [method, path, bodyHash, timestamp],
    [timestamp, apiKey, body],
    [timestamp, apiKey, path, body],
    [timestamp, apiKey, method, path, bodyHash],
    [apiKey, timestamp, method, path, bodyHash],
    [apiKey, timestamp, method, path, body],
    [apiKey, idempotencyKey, timestamp, '1', method, path, bodyHash],
    [method, path, body],
    [method, path, bodyHash],
    [timestamp, body],
  ];
  for (const by of ['', '\n', '|']) {
    for (const parts of lists) {
      yield message('signed-concatenation', parts.join(by));
    }
  }
}
