// Forms of body_hash, and of what is hashed for it, that people write by mistake (interface 5.2): the doctor searches through them, and the
// vectors sign as each of them does. Everything runs in a browser too.

import { sha384, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import { latin1Of } from '../../signing/latin1.js';
import type { Named } from '../../signing/slips/named.js';
import { joined, textOfBytes, utf8Bytes } from '../capture/capture.js';
import type { KeyedDigests } from './keyed-digests.js';
import { pythonBytes, rubyBytes } from './printed-bytes.js';

/** The hash of the body and the body, as a text that is no base64url of the hash. */
export type HashForm = (hash: Uint8Array, body: Uint8Array) => string;

const standard = (bytes: Uint8Array): string =>
  encodeBase64url(bytes).replaceAll('-', '+').replaceAll('_', '/') + '='.repeat((3 - (bytes.length % 3)) % 3);

/** Bytes taken for characters and written in UTF-8. */
const widened = (bytes: Uint8Array): Uint8Array => utf8Bytes(latin1Of(bytes));

export const HASH_FORMS: Readonly<Record<Named, HashForm>> = {
  'cuts-sha-512: hashes the body with SHA-512 and cuts it to 32 bytes': (_hash, body) =>
    encodeBase64url(sha512(body).slice(0, 32)),
  'cuts-sha-384: hashes the body with SHA-384 and cuts it to 32 bytes': (_hash, body) =>
    encodeBase64url(sha384(body).slice(0, 32)),
  'cuts-hash: cuts the hash to 16 bytes': (hash) => encodeBase64url(hash.slice(0, 16)),
  'cuts-hash-in-hex: cuts the hexadecimal hash to 32 digits': (hash) => bytesToHex(hash).slice(0, 32),
  'cuts-hash-to-20-bytes: cuts the hash to 20 bytes': (hash) => encodeBase64url(hash.slice(0, 20)),
  'reverses-hash: writes the bytes of the hash in reverse order': (hash) => encodeBase64url(hash.toReversed()),
  'exchanges-digits-of-hash: reads the hexadecimal digits of each byte of the hash the other way round, as h* of Perl and Ruby has it':
    (hash) => encodeBase64url(hash.map((one) => (one >> 4) | (one << 4))),
  'reverses-words-of-hash: writes the bytes of every word of four bytes of the hash in reverse order': (hash) =>
    encodeBase64url(hash.map((_one, at) => hash[at - (at % 4) + 3 - (at % 4)] ?? 0)),
  'exchanges-marks-of-hash: writes body_hash with the letters "-" and "_" of its alphabet swapped for each other': (
    hash,
  ) => encodeBase64url(hash).replace(/[-_]/g, (mark) => (mark === '-' ? '_' : '-')),
  'drops-marks-of-hash: drops "+", "/" and "=" from body_hash': (hash) => standard(hash).replace(/[+/=]/g, ''),
  'drops-url-marks-of-hash: drops "-" and "_" from body_hash': (hash) => encodeBase64url(hash).replace(/[-_]/g, ''),
  'replaces-first-mark-of-hash: replaces only the first "+", "/" and "=" of body_hash': (hash) =>
    standard(hash).replace('+', '-').replace('/', '_').replace('=', ''),
  'replaces-first-marks-of-hash: replaces only the first "+" and "/" of body_hash': (hash) =>
    standard(hash).replace('+', '-').replace('/', '_').replace(/=+$/, ''),
  'ends-hash-with-line: leaves the line break that an encoder puts behind body_hash': (hash) => `${standard(hash)}\n`,
  'ends-url-hash-with-line: leaves a line break behind body_hash': (hash) => `${encodeBase64url(hash)}\n`,
  'blanks-marks-of-hash: writes blanks for "+" in body_hash, as reading a form makes of it': (hash) =>
    standard(hash).replaceAll('+', ' '),
  'blanks-marks-of-bare-hash: writes blanks for "+" in a body_hash without padding, as reading a form makes of it': (
    hash,
  ) => standard(hash).replaceAll('+', ' ').replace(/=+$/, ''),
  'escapes-hash: percent-encodes the plain base64 of body_hash': (hash) => encodeURIComponent(standard(hash)),
  'writes-unsigned-payload: writes UNSIGNED-PAYLOAD, a constant of AWS, for body_hash': () => 'UNSIGNED-PAYLOAD',
  'hashes-by-crc-32: writes the CRC-32 of the body': (_hash, body) => String(crc32(body)),
  'hashes-by-crc-32-in-hex: writes the CRC-32 of the body in hexadecimal': (_hash, body) =>
    crc32(body).toString(16).padStart(8, '0'),
  'encodes-crc-32: writes the CRC-32 of the body in base64url': (_hash, body) =>
    encodeBase64url(bigEndian(crc32(body))),
  'writes-hash-in-small-letters: writes body_hash in small letters': (hash) => encodeBase64url(hash).toLowerCase(),
  'writes-hash-in-capitals: writes body_hash in capitals': (hash) => encodeBase64url(hash).toUpperCase(),
  'writes-hash-as-field: writes the hash between colons, as structured header fields have bytes': (hash) =>
    `:${standard(hash)}:`,
  'prints-hash: encodes the printed text of the hash’s bytes': (hash) => encodeBase64url(utf8Bytes(pythonBytes(hash))),
  'prints-hash-as-ruby: encodes what inspect of Ruby prints of the hash’s bytes': (hash) =>
    encodeBase64url(utf8Bytes(rubyBytes(hash))),
  'encodes-array-buffer: encodes the text [object ArrayBuffer] in place of the hash': () =>
    encodeBase64url(utf8Bytes('[object ArrayBuffer]')),
  'widens-hash: takes the bytes of the hash for Latin-1 characters and writes them in UTF-8 before it encodes them': (
    hash,
  ) => encodeBase64url(widened(hash)),
  'widens-hash-in-plain-base64: takes the bytes of the hash for Latin-1 characters and writes them in UTF-8 before it encodes them in plain base64':
    (hash) => standard(widened(hash)),
  'writes-raw-hash: writes the bytes of the hash as characters, not encoded at all': (hash) => latin1Of(hash),
  'repairs-hash: decodes the bytes of the hash as UTF-8 text, which loses most of them': (hash) =>
    encodeBase64url(utf8Bytes(new TextDecoder('utf-8', { ignoreBOM: true }).decode(hash))),
  'encodes-hash-twice: encodes body_hash in base64url twice': (hash) =>
    encodeBase64url(utf8Bytes(encodeBase64url(hash))),
  'encodes-base64-of-hash: encodes the plain base64 text of the hash once more': (hash) =>
    standard(utf8Bytes(standard(hash))),
  'writes-hex-of-text: writes the base64url text of body_hash in hexadecimal': (hash) =>
    bytesToHex(utf8Bytes(encodeBase64url(hash))),
  'writes-hex-of-base64: writes the base64 text of the hash in hexadecimal': (hash) =>
    bytesToHex(utf8Bytes(standard(hash))),
  'drops-zeros-of-hash: writes the hash as a hexadecimal number, without its leading zeros': (hash) =>
    BigInt(`0x${bytesToHex(hash)}`).toString(16),
  'drops-zero-of-each-byte: writes each byte of the hash in hexadecimal without its leading zero': (hash) =>
    Array.from(hash, (byte) => byte.toString(16)).join(''),
  'widens-each-byte: writes each byte of the hash as a signed number in hexadecimal, as Integer.toHexString of Java does':
    (hash) => Array.from(hash, (byte) => (((byte << 24) >> 24) >>> 0).toString(16)).join(''),
  'writes-signed-hash: writes the hash as a signed number in hexadecimal, as BigInteger of Java reads it': (hash) =>
    signedNumber(hash).toString(16),
  'writes-decimal-hash: writes the hash as a decimal number': (hash) => BigInt(`0x${bytesToHex(hash)}`).toString(),
  'writes-nothing-as-zeros: writes zeros for body_hash where there is no body': (hash, body) =>
    body.length === 0 ? '0'.repeat(64) : encodeBase64url(hash),
  'repairs-raw-hash: writes the bytes of the hash as UTF-8 text, not encoded at all, which loses most of them': (
    hash,
  ) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(hash),
  'puts-hash-behind-body: encodes the body with the hash of nothing behind it, as Sum of Go does': (_hash, body) =>
    encodeBase64url(joined(body, EMPTY_HASH)),
};

/** Forms that an encoder makes of other bytes too, by the words of the slips of SVC-DATA and SVC-SIGN. */
export const ENCODERS: Readonly<Record<string, string>> = {
  'exchanges-marks-of-hash': 'alphabet-swapped',
  'encodes-hash-twice': 'double-base64',
  'encodes-base64-of-hash': 'double-base64',
  'escapes-hash': 'percent-encoded',
  'writes-hash-in-small-letters': 'letter-case',
  'reverses-hash': 'reversed',
  'prints-hash': 'printed',
};

const signedNumber = (hash: Uint8Array): bigint => BigInt.asIntN(8 * hash.length, BigInt(`0x${bytesToHex(hash)}`));

const EMPTY_HASH = Uint8Array.from(
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'.match(/../g) ?? [],
  (pair) => Number.parseInt(pair, 16),
);

const bigEndian = (value: number): Uint8Array => Uint8Array.from([24, 16, 8, 0], (shift) => (value >>> shift) & 0xff);

const CRC: readonly number[] = Array.from({ length: 256 }, (_, at) => {
  let value = at;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = ((CRC[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)) >>> 0;
  return (value ^ 0xffffffff) >>> 0;
}

/** The request around the body. */
export interface BodyPlace {
  readonly path: string;
  readonly method: string;
  readonly apiKey: string;
  readonly idempotencyKey: string;
  readonly timestamp: string;
  /** Hashes that the private key goes into, where it is known. */
  readonly digests?: KeyedDigests;
}

/** The bytes that are hashed in place of the body's. */
export type HashedForm = (body: Uint8Array, place: BodyPlace) => Uint8Array;

const before =
  (part: (place: BodyPlace) => string): HashedForm =>
  (body, place) =>
    joined(utf8Bytes(part(place)), body);
const behind =
  (part: (place: BodyPlace) => string): HashedForm =>
  (body, place) =>
    joined(body, utf8Bytes(part(place)));

/** The body's text changed; bytes that are no UTF-8 become replacement characters, as decoders have it. */
const asText =
  (change: (text: string) => string): HashedForm =>
  (body) =>
    body.length === 0 ? body : utf8Bytes(change(textOfBytes(body)));

export const HASHED_FORMS: Readonly<Record<Named, HashedForm>> = {
  "hashes-printed-bytes: hashes what Python prints of the body’s bytes, b'…'": (body) => utf8Bytes(pythonBytes(body)),
  'hashes-without-last-byte: hashes the body without its last byte': (body) => body.subarray(0, -1),
  'hashes-without-last-character: hashes the body without its last character, as chop of Ruby leaves it': (body) => {
    const text = textOfBytes(body);
    const isText = sameBytes(utf8Bytes(text), body);
    return isText ? utf8Bytes(text.replace(/\r\n$|[\s\S]$/u, '')) : body.subarray(0, -1);
  },
  'hashes-without-first-byte: hashes the body without its first byte': (body) => body.subarray(1),
  'hashes-blank-for-nothing: hashes a blank where there is no body': (body) =>
    body.length === 0 ? utf8Bytes(' ') : body,
  'hashes-timestamp-too: hashes the timestamp before the body': before(({ timestamp }) => timestamp),
  'hashes-body-and-timestamp: hashes the timestamp behind the body': behind(({ timestamp }) => timestamp),
  'hashes-request-too: hashes method and path before the body': before(({ method, path }) => method + path),
  'hashes-lines-too: hashes method, path and body, each on a line of its own': before(
    ({ method, path }) => `${method}\n${path}\n`,
  ),
  'hashes-method-too: hashes the method before the body': before(({ method }) => method),
  'hashes-path-too: hashes the path before the body': before(({ path }) => path),
  'hashes-body-and-path: hashes the path behind the body': behind(({ path }) => path),
  'hashes-key-too: hashes the API key before the body': before(({ apiKey }) => apiKey),
  'hashes-body-and-key: hashes the API key behind the body': behind(({ apiKey }) => apiKey),
  'hashes-idempotency-key-too: hashes the idempotency key before the body': before(
    ({ idempotencyKey }) => idempotencyKey,
  ),
  'hashes-body-and-idempotency-key: hashes the idempotency key behind the body': behind(
    ({ idempotencyKey }) => idempotencyKey,
  ),
  'hashes-undefined-too: hashes the word undefined behind the body': behind(() => 'undefined'),
  'hashes-null-too: hashes the word null behind the body': behind(() => 'null'),
  'takes-body-for-latin-1: takes the bytes of the body for Latin-1 characters and hashes them in UTF-8': (body) =>
    utf8Bytes(Array.from(body, (byte) => String.fromCharCode(byte)).join('')),
  'hashes-code-units: hashes the low byte of every UTF-16 unit of the body': (body) =>
    Uint8Array.from(textOfBytes(body), (unit) => unit.charCodeAt(0) & 0xff),
  'asks-in-body-for-unknown-letters: hashes the body in Latin-1, with "?" for every letter beyond it': (body) =>
    Uint8Array.from(textOfBytes(body), (letter) => Math.min(letter.codePointAt(0) ?? 0, 0x100) % 0x100 || 0x3f),
  'writes-body-in-ascii: hashes the body in ASCII, with "?" for every other character': asText((text) =>
    text.replace(/[^\0-\x7f]/gu, '?'),
  ),
  'strips-accents-of-body: hashes the body without the accents of its letters': asText((text) =>
    text.normalize('NFD').replace(/\p{M}/gu, ''),
  ),
  'writes-body-in-ascii-units: hashes the body in ASCII, with "?" for every other UTF-16 unit': asText((text) =>
    text.replace(/[^\0-\x7f]/g, '?'),
  ),
  'loses-letters-beyond-16-bits: hashes the body with U+FFFD for every letter that takes two units of UTF-16': asText(
    (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
  ),
  'sets-plain-marks: hashes the body with plain marks for its typographic dashes, quotation marks and dots': asText(
    (text) =>
      text
        .replace(/[\u2010-\u2015\u2212]/g, '-')
        .replace(/[\u201c-\u201f]/g, '\\"')
        .replace(/[\u2018-\u201b]/g, "'")
        .replaceAll('\u2026', '...')
        .replace(/[\u00a0\u202f]/g, ' '),
  ),
  'sets-dashes: hashes the body with a dash of typography for every hyphen between blanks': asText((text) =>
    text.replaceAll(' - ', ' \u2013 '),
  ),
  'sets-long-dashes: hashes the body with a long dash of typography for every hyphen between blanks': asText((text) =>
    text.replaceAll(' - ', ' \u2014 '),
  ),
  'drops-letters-of-body: hashes the body without what is not ASCII': asText((text) =>
    text.replace(/[^\0-\x7f]/gu, ''),
  ),
  'writes-windows-line-ends-everywhere: hashes a carriage return and a line feed for every line end': asText((text) =>
    text.replace(/\r\n?|\n/g, '\r\n'),
  ),
  'doubles-line-ends: hashes every line feed with a carriage return before it, one that is there or not': asText(
    (text) => text.replaceAll('\n', '\r\n'),
  ),
  'escapes-body-for-url: hashes the body in percent-encoding, as encodeURIComponent writes it':
    asText(encodeURIComponent),
  'escapes-body-as-target: hashes the body in percent-encoding, as encodeURI writes it': asText(encodeURI),
  'escapes-body-for-html: hashes the body with escapes for HTML': asText((text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ),
  'reads-entities-of-body: hashes the body as it was before its marks were escaped for HTML': asText((text) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replace(/&#(?:39|x27);|&apos;/g, "'")
      .replace(/&quot;|&#34;/g, '\\"')
      .replaceAll('&amp;', '&'),
  ),
  'prints-buffer: hashes JSON.stringify of a Buffer, {"type":"Buffer",…}': (body) =>
    body.length === 0 ? body : utf8Bytes(JSON.stringify({ type: 'Buffer', data: [...body] })),
  'prints-buffer-even-empty: hashes JSON.stringify of a Buffer, of an empty one too': (body) =>
    utf8Bytes(JSON.stringify({ type: 'Buffer', data: [...body] })),
  'prints-byte-object: hashes JSON.stringify of a Uint8Array, {"0":123,…}': (body) =>
    utf8Bytes(JSON.stringify(Object.fromEntries(body.entries()))),
  'prints-byte-list: hashes the body as a list of numbers': (body) => utf8Bytes([...body].join(',')),
  'prints-byte-array: hashes the body as a list of numbers in brackets, as Python and Java print it': (body) =>
    utf8Bytes(`[${[...body].join(', ')}]`),
  'prints-byte-slice: hashes the body as a list of numbers in brackets, as Go prints it': (body) =>
    utf8Bytes(`[${[...body].join(' ')}]`),
  'prints-body-in-list: hashes a list with the text of the body in it': asText((text) => JSON.stringify([text])),
  'marshals-bytes-of-body: hashes the base64 text of the body in quotation marks, as Go writes bytes in JSON': (body) =>
    utf8Bytes(JSON.stringify(standard(body))),
  'prints-text-of-body: hashes the text of the body in single quotation marks, as repr of Python prints it': asText(
    (text) => `'${text}'`,
  ),
  'hashes-body-twice-over: hashes the body, and the body again behind it': (body) => joined(body, body),
  'starts-body-with-mark: hashes a byte order mark before the body': (body) =>
    body.length === 0 ? body : joined(Uint8Array.from([0xef, 0xbb, 0xbf]), body),
  'reverses-body: hashes the body in reverse order': (body) => body.toReversed(),
  'calls-body: hashes the body inside a call of callback, as JSONP has it': asText((text) => `callback(${text})`),
  'calls-body-as-statement: hashes the body inside a call of callback with a semicolon, as JSONP has it': asText(
    (text) => `callback(${text});`,
  ),
  'guards-body: hashes the body behind the prefix that keeps a browser from running it': asText(
    (text) => `)]}',\n${text}`,
  ),
  'hashes-chunks: hashes the body with the sizes of its chunks, as Transfer-Encoding: chunked sends it': (body) =>
    body.length === 0 ? body : joined(utf8Bytes(`${body.length.toString(16)}\r\n`), body, utf8Bytes('\r\n0\r\n\r\n')),
  'lower-cases-body: hashes the body in small letters': asText((text) => text.toLowerCase()),
  'drops-blanks-of-body: hashes the body without any white space': asText((text) => text.replace(/\s/g, '')),
  'upper-cases-body: hashes the body in capitals': asText((text) => text.toUpperCase()),
  'strips-body: hashes the body without white space at both ends, as strip of Python and Ruby does': (body) => {
    const [from, to] = [body.findIndex((byte) => !isBlank(byte)), body.findLastIndex((byte) => !isBlank(byte))];
    return from < 0 ? new Uint8Array() : body.subarray(from, to + 1);
  },
  'strips-end-of-body: hashes the body without white space at its end': (body) =>
    body.subarray(0, body.findLastIndex((byte) => !isBlank(byte)) + 1),
  'chomps-body: hashes the body without the line break at its end, as chomp of Ruby does': (body) => {
    const end = body.length - (body.at(-1) === 10 ? 1 : 0);
    const isCarriage = body.at(end - 1) === 13 && (end < body.length || body.at(-1) === 13);
    return body.subarray(0, isCarriage ? end - 1 : end);
  },
};

const isBlank = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);
const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
