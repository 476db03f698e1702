// The payload within what other standards put around a message before it is signed (interface 5.3, rule 1 has the bare payload signed): the
// signing formats of SSH, COSE, JOSE, DSSE, PASETO and wallets, and lengths before the message as sockets and serialisers write them.
import { blake2b } from '@noble/hashes/blake2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import { joined, utf8Bytes } from '../capture/capture.js';
import type { Message, SignatureScene } from './message.js';

type Part = string | Uint8Array;
const bytesOf = (part: Part): Uint8Array => (typeof part === 'string' ? utf8Bytes(part) : part);
const all = (...parts: readonly Part[]): Uint8Array => joined(...parts.map(bytesOf));

/** A number in so many bytes. */
function number(value: number, size: 1 | 2 | 4 | 8, littleEndian = false): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0, left = value; at < size; at += 1, left = Math.floor(left / 256)) {
    bytes[littleEndian ? at : size - 1 - at] = left % 256;
  }
  return bytes;
}

/** A string of SSH: its length in four bytes before it. */
const sshString = (part: Part): Uint8Array => all(number(bytesOf(part).length, 4), part);

const NAMESPACES = ['file', 'git', '', 'svc', 'tsi', 'api', 'payload', 'data', 'signature', 'request', 'trading'];

function* ssh({ payload, data, apiKey, hashing }: SignatureScene): Generator<Uint8Array> {
  for (const namespace of [...NAMESPACES, apiKey]) {
    for (const message of [payload, utf8Bytes(data)]) {
      for (const [name, hash] of [
        ['sha512', sha512(message)],
        ['sha256', hashing.sha256(message)],
      ] as const) {
        yield all('SSHSIG', sshString(namespace), sshString(''), sshString(name), sshString(hash));
      }
    }
  }
}

/** A byte string, or a text, of CBOR. */
function cbor(part: Part): Uint8Array {
  const bytes = bytesOf(part);
  const kind = typeof part === 'string' ? 0x60 : 0x40;
  if (bytes.length < 24) return all(number(kind + bytes.length, 1), bytes);
  const size = bytes.length < 256 ? 1 : bytes.length < 65_536 ? 2 : 4;
  return all(number(kind + 23 + (size === 4 ? 3 : size), 1), number(bytes.length, size), bytes);
}

function* cose({ payload, data, apiKey }: SignatureScene): Generator<Uint8Array> {
  const algorithm = Uint8Array.from([0xa1, 0x01, 0x27]);
  const named = all(Uint8Array.from([0xa2, 0x01, 0x27, 0x04]), cbor(bytesOf(apiKey)));
  for (const head of [algorithm, named, new Uint8Array()]) {
    for (const message of [payload, utf8Bytes(data)]) {
      const before = all(number(0x84, 1), cbor('Signature1'), cbor(head), cbor(new Uint8Array()));
      yield all(before, cbor(message));
      // By hand the length is often written in two bytes, or in four, whatever it is.
      for (const size of [2, 4] as const) {
        yield all(before, number(size === 2 ? 0x59 : 0x5a, 1), number(message.length, size), message);
      }
    }
  }
}

const TYPES = ['application/json', 'application/vnd.in-toto+json', 'text/plain', 'json', 'payload', ''];

function* dsse({ payload }: SignatureScene): Generator<Uint8Array> {
  for (const type of TYPES) yield all(`DSSEv1 ${type.length} ${type} ${payload.length} `, payload);
}

function* paseto({ payload, apiKey }: SignatureScene): Generator<Uint8Array> {
  const parts = (list: readonly Part[]): Uint8Array =>
    all(number(list.length, 8, true), ...list.map((part) => all(number(bytesOf(part).length, 8, true), part)));
  for (const footer of ['', apiKey]) {
    yield parts(['v4.public.', payload, footer, '']);
    yield parts(['v2.public.', payload, footer]);
  }
}

function* jose({ data, apiKey, payload }: SignatureScene): Generator<Uint8Array> {
  const heads = [
    { alg: 'EdDSA', kid: apiKey },
    { kid: apiKey, alg: 'EdDSA' },
    { alg: 'EdDSA', kid: apiKey, typ: 'JWT' },
    { alg: 'EdDSA', typ: 'JWT', kid: apiKey },
    { typ: 'JWT', alg: 'EdDSA', kid: apiKey },
    { alg: 'Ed25519' },
    { alg: 'Ed25519', kid: apiKey },
    { alg: 'EdDSA', crv: 'Ed25519' },
    { alg: 'EdDSA', b64: false, crit: ['b64'] },
  ];
  for (const head of heads) {
    const first = encodeBase64url(utf8Bytes(JSON.stringify(head)));
    yield all(`${first}.`, 'b64' in head ? payload : data);
  }
}

/** Words before a message, that it be of no use elsewhere. */
function* prefixes({ payload }: SignatureScene): Generator<Uint8Array> {
  const { length } = payload;
  yield all(`\x19Ethereum Signed Message:\n${length}`, payload);
  const size = length < 253 ? number(length, 1) : all(number(253, 1), number(length, 2, true));
  yield all('\x18Bitcoin Signed Message:\n', size, payload);
  const solana = all(number(0xff, 1), 'solana offchain', number(0, 1));
  for (const format of [0, 1]) yield all(solana, number(format, 1), number(length, 2, true), payload);
  yield blake2b(all(Uint8Array.from([3, 0, 0]), payload), { dkLen: 32 });
  yield blake2b(all(Uint8Array.from([3, 0, 0]), leb128(length), payload), { dkLen: 32 });
  yield all('\x18Stellar Signed Message:\n', payload);
  yield all('Stellar Signed Message:\n', payload);
  for (const [open, close] of [
    ['<Bytes>', '</Bytes>'],
    ['MX', ''],
    ['TX', ''],
    [`${' '.repeat(64)}TLS 1.3, client CertificateVerify\0`, ''],
    ['-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n', ''],
  ] as const) {
    yield all(open, payload, close);
  }
}

/** A number in groups of seven bits, the lowest first. */
function leb128(value: number): Uint8Array {
  const groups: number[] = [];
  for (let left = value; left > 0 || groups.length === 0; left = Math.floor(left / 128)) {
    groups.push((left % 128) + (left >= 128 ? 128 : 0));
  }
  return Uint8Array.from(groups);
}

/** The length before the message, in bytes or as text. */
function* lengths({ payload, data }: SignatureScene): Generator<Uint8Array> {
  for (const message of [payload, utf8Bytes(data)]) {
    const { length } = message;
    for (const size of [4, 2, 8, 1] as const) {
      for (const littleEndian of [false, true]) yield all(number(length, size, littleEndian), message);
    }
    yield all(`${length}:`, message, ',');
    for (const mark of [':', '\n', '.', ' ', '|', '\r\n']) yield all(`${length}${mark}`, message);
    yield all(number(length, 4), bytesToHex(message));
  }
}

const ENVELOPES: readonly (readonly [how: string, of: (scene: SignatureScene) => Iterable<Uint8Array>])[] = [
  ['within the envelope of ssh-keygen -Y sign (SSHSIG)', ssh],
  ['with its length before it', lengths],
  ['within the signing input of a JWS', jose],
  ['within the Sig_structure of COSE', cose],
  ['in the pre-authentication encoding of DSSE', dsse],
  ['in the pre-authentication encoding of PASETO', paseto],
  ['behind the words that another standard puts before a message', prefixes],
];

export function* envelopes(scene: SignatureScene): Generator<Message> {
  for (const [how, of] of ENVELOPES) {
    for (const bytes of of(scene)) yield { cause: 'signed-enveloped', bytes, how: `the payload ${how}` };
  }
}
