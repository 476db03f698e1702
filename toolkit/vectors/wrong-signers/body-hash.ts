// Signers that hash the wrong bytes, by the wrong algorithm, or write the hash wrongly (interface 5.2, 5.3 rule 3).
import { createHash } from 'node:crypto';
import type { JsonValue } from '../../payload/json.js';
import type { StageInput } from '../../signing/signing-stages.js';
import type { WrongSigner } from '../wrong-implementation.js';

const digest = (algorithm: string, bytes: Uint8Array): Buffer => createHash(algorithm).update(bytes).digest();
const sha256 = (bytes: Uint8Array): Buffer => digest('sha256', bytes);
const otherHash =
  (algorithm: string) =>
  (bytes: Uint8Array): string =>
    digest(algorithm, bytes).toString('base64url');

/** Works on the body as text; a body that is no UTF-8 stays as it is. */
const onText =
  (change: (text: string) => string | Uint8Array) =>
  (input: StageInput): Uint8Array => {
    const text = Buffer.from(input.body).toString('utf8');
    return Buffer.from(text, 'utf8').equals(input.body) ? Buffer.from(change(text)) : input.body;
  };

/** Works on the body as JSON; a body that is none stays as it is. */
const onJson = (change: (value: JsonValue) => string) =>
  onText((text) => {
    try {
      return change(JSON.parse(text) as JsonValue); // JSON.parse gives JSON values
    } catch {
      return text;
    }
  });

/** Python's default: a blank after each comma and colon. */
function spaced(value: JsonValue): string {
  if (Array.isArray(value)) {
    return `[${value.map(spaced).join(', ')}]`;
  }
  return typeof value === 'object' && value !== null
    ? `{${Object.entries(value)
        .map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`)
        .join(', ')}}`
    : JSON.stringify(value);
}

function sorted(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function unquoted(value: JsonValue): JsonValue {
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) {
    return Number(value);
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unquoted(member)]))
    : value;
}

const escaped = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const WITHOUT_BODY = (input: StageInput): boolean => input.body.length === 0;

const hashing = (
  id: string,
  cause: WrongSigner['cause'],
  sentence: string,
  hashedBytes: (input: StageInput) => Uint8Array,
): WrongSigner => ({ id, cause, sentence, change: { hashedBytes: (_, input) => hashedBytes(input) } });

const writing = (
  id: string,
  cause: WrongSigner['cause'],
  sentence: string,
  bodyHash: (bytes: Uint8Array, input: StageInput) => JsonValue,
): WrongSigner => ({ id, cause, sentence, change: { bodyHash } });

export const BODY_HASH_SIGNERS: readonly WrongSigner[] = [
  writing('hashes-in-hex', 'body-hash-hex', 'writes body_hash in hexadecimal', (b) => sha256(b).toString('hex')),
  writing(
    'pads-hash',
    'body-hash-padded',
    'leaves the padding on body_hash',
    (b) => `${sha256(b).toString('base64url')}=`,
  ),
  writing(
    'hashes-in-standard-base64',
    'body-hash-standard-alphabet',
    'uses the standard base64 alphabet for body_hash',
    (b) => sha256(b).toString('base64').slice(0, 43),
  ),
  writing(
    'encodes-hex-of-hash',
    'body-hash-base64-of-hex',
    'takes the hexadecimal text of the hash for its bytes',
    (b) => Buffer.from(sha256(b).toString('hex')).toString('base64url'),
  ),
  writing(
    'prefixes-hash',
    'body-hash-prefixed',
    'writes the algorithm before body_hash, as a Digest header does',
    (b) => `sha-256=${sha256(b).toString('base64url')}`,
  ),
  writing('hashes-with-md5', 'body-hash-md5', 'hashes the body with MD5', otherHash('md5')),
  writing('hashes-with-sha-1', 'body-hash-sha-1', 'hashes the body with SHA-1', otherHash('sha1')),
  writing('hashes-with-sha-384', 'body-hash-sha-384', 'hashes the body with SHA-384', otherHash('sha384')),
  writing('hashes-with-sha-512', 'body-hash-sha-512', 'hashes the body with SHA-512', otherHash('sha512')),
  writing('hashes-with-sha3', 'body-hash-sha3-256', 'hashes the body with SHA3-256', otherHash('sha3-256')),
  writing('hashes-twice', 'body-hash-twice', 'hashes the hash of the body', (b) =>
    sha256(sha256(b)).toString('base64url'),
  ),
  writing('cuts-hash', 'body-hash-truncated', 'keeps 32 characters of body_hash', (b) =>
    sha256(b).toString('base64url').slice(0, 32),
  ),
  writing('sends-body-as-hash', 'body-hash-is-body', 'puts the body itself into body_hash', (b, input) =>
    WITHOUT_BODY(input) ? sha256(b).toString('base64url') : Buffer.from(b).toString(),
  ),
  writing('leaves-hash-blank', 'body-hash-blank', 'leaves body_hash empty when there is no body', (b, input) =>
    WITHOUT_BODY(input) ? '' : sha256(b).toString('base64url'),
  ),
  writing('writes-null-hash', 'body-hash-blank', 'writes null for body_hash when there is no body', (b, input) =>
    WITHOUT_BODY(input) ? null : sha256(b).toString('base64url'),
  ),
  hashing(
    'hashes-nothing',
    'body-hash-of-nothing',
    'hashes a stream that was already consumed: nothing',
    () => new Uint8Array(),
  ),
  hashing('hashes-empty-object', 'body-hash-of-braces', 'hashes "{}" when there is no body', (input) =>
    WITHOUT_BODY(input) ? Buffer.from('{}') : input.body,
  ),
  hashing('hashes-null', 'body-hash-of-null', 'hashes the text "null" when there is no body', (input) =>
    WITHOUT_BODY(input) ? Buffer.from('null') : input.body,
  ),
  hashing('hashes-undefined', 'body-hash-of-null', 'hashes the text "undefined" when there is no body', (input) =>
    WITHOUT_BODY(input) ? Buffer.from('undefined') : input.body,
  ),
  hashing('hashes-query', 'body-hash-of-query', 'hashes the query of a request without a body', (input) =>
    WITHOUT_BODY(input) ? Buffer.from(input.path.split('?')[1] ?? '') : input.body,
  ),
  hashing(
    'adds-final-newline',
    'body-hash-final-newline',
    'hashes the body with a line break at its end, as a shell writes it',
    onText((text) => (text === '' ? text : `${text}\n`)),
  ),
  hashing(
    'trims-body',
    'body-hash-final-newline',
    'hashes the body without the white space at its end',
    onText((text) => text.trimEnd()),
  ),
  hashing(
    'converts-line-endings',
    'body-hash-line-endings',
    'opens the body in text mode and hashes it with single line feeds',
    onText((text) => text.replaceAll('\r\n', '\n')),
  ),
  hashing(
    'strips-byte-order-mark',
    'body-hash-byte-order-mark',
    'decodes the body, losing its byte order mark, and hashes the rest',
    onText((text) => text.replace(/^\ufeff/, '')),
  ),
  hashing(
    'adds-byte-order-mark',
    'body-hash-byte-order-mark',
    'writes the body with a byte order mark before it hashes',
    onText((text) => (text === '' || text.startsWith('\ufeff') ? text : `\ufeff${text}`)),
  ),
  hashing(
    'hashes-latin-1',
    'body-hash-latin-1',
    'hashes the body in Latin-1',
    onText((text) => (/^[\0-\xff]*$/.test(text) ? Buffer.from(text, 'latin1') : text)),
  ),
  hashing(
    'hashes-utf-16',
    'body-hash-utf-16',
    'hashes the body as the language holds it: UTF-16',
    onText((text) => Buffer.from(text, 'utf16le')),
  ),
  hashing(
    'pretty-prints-body',
    'body-hash-pretty',
    'hashes the body with indentation',
    onJson((value) => JSON.stringify(value, undefined, 2)),
  ),
  hashing(
    'compacts-body',
    'body-hash-compact',
    'serialises the parsed body again, without white space, and hashes that',
    onJson((value) => JSON.stringify(value)),
  ),
  hashing('spaces-body', 'body-hash-spaced', 'hashes the body with a blank after each comma and colon', onJson(spaced)),
  hashing(
    'sorts-body',
    'body-hash-sorted',
    'hashes the body with its members sorted',
    onJson((value) => JSON.stringify(sorted(value))),
  ),
  hashing(
    'escapes-body',
    'body-hash-escaped',
    'hashes the body with \\u escapes for non-ASCII characters',
    onText(escaped),
  ),
  hashing(
    'escapes-slashes-of-body',
    'body-hash-slashes',
    'hashes the body with \\/ for slashes, as PHP writes it',
    onJson((value) => JSON.stringify(value).replaceAll('/', '\\/')),
  ),
  hashing(
    'unquotes-numbers-of-body',
    'body-hash-numbers',
    'hashes the body with its decimal strings turned into numbers',
    onJson((value) => JSON.stringify(unquoted(value))),
  ),
  hashing(
    'hashes-form',
    'body-hash-form',
    'hashes the body in form encoding',
    onText((text) => formOf(text)),
  ),
  hashing(
    'serialises-body-twice',
    'body-hash-text-of-text',
    'serialises the JSON text of the body once more and hashes that',
    onText((text) => (text === '' ? text : JSON.stringify(text))),
  ),
  hashing(
    'hashes-first-kilobyte',
    'body-hash-mismatch',
    'hashes the first 1,024 bytes of the body: one read of a stream',
    (input) => input.body.subarray(0, 1024),
  ),
  hashing(
    'repairs-body-text',
    'body-hash-mismatch',
    'decodes a binary body to text and hashes it with replacement characters',
    (input) => Buffer.from(Buffer.from(input.body).toString('utf8')),
  ),
];

function formOf(text: string): string {
  try {
    const value = JSON.parse(text) as JsonValue; // JSON.parse gives JSON values
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return new URLSearchParams(members.map(([name, member]): [string, string] => [name, String(member)])).toString();
  } catch {
    return text;
  }
}
