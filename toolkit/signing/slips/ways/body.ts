// Slips between the body that is hashed and the body that is sent (interface 5.2, 5.3 rule 3): changed after signing, or hashed in another
// form than it travels.
import { unzipSync } from 'node:zlib';
import type { JsonValue } from '../../../payload/json.js';
import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { Deviation } from '../deviation.js';
import type { Named } from '../named.js';
import type { SlipId } from '../slips.js';
import { sortedMembers, textOf } from './changes.js';
import { at, clients, damage, type Way } from './way.js';

const BYTES: RequirementId = 'auth.body-bytes-protected';
const HASH: RequirementId = 'auth.body-hash-matches';

/** A body of a mutating request that is another one when it is sent. */
function sent(slip: SlipId, named: Named, requirement: RequirementId, change: (body: Buffer) => Uint8Array): Way {
  return damage(slip, { wire: (request) => ({ ...request, body: change(Buffer.from(request.body)) }) }, [
    `${named} after signing`,
    requirement,
    { on: ['mutating'] },
  ]);
}

/** The first digit becomes another one; a body without digits gets its first letter changed. */
function otherByte(body: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(body);
  const at = Math.max(
    0,
    changed.findIndex((byte) => byte >= 0x31 && byte <= 0x38),
  );
  changed[at] = (changed[at] ?? 0) + 1;
  return changed;
}

const SENT: readonly Way[] = [
  sent('body-hash-compact', 'body-space-added: a blank added to the body', BYTES, (body) =>
    Buffer.concat([body, Buffer.from(' ')]),
  ),
  sent('body-hash-final-newline', 'body-newline-added: a newline added to the body', BYTES, (body) =>
    Buffer.concat([body, Buffer.from('\n')]),
  ),
  sent('body-hash-compact', 'body-reformatted: the body formatted again', BYTES, (body) =>
    Buffer.from(body.toString().replace('{', '{ ')),
  ),
  sent('body-hash-byte-order-mark', 'body-mark-added: a byte order mark before the body', BYTES, (body) =>
    Buffer.concat([Buffer.from('\ufeff'), body]),
  ),
  sent('body-hash-mismatch', 'body-byte-changed: one byte of the body changed', HASH, otherByte),
  sent('body-lost', 'body-dropped: the body left out', HASH, () => new Uint8Array()),
  damage('body-hash-of-nothing', { wire: (request) => ({ ...request, body: Buffer.from('{}') }) }, [
    'body-added-to-read: an unsigned body on a read',
    HASH,
    { level: 'should', on: ['read'] },
  ]),
];

const hashed = (hashedBytes: NonNullable<Deviation['hashedBytes']>): Deviation => ({ hashedBytes });

/** Works on the body as text; a body that is no UTF-8 stays as it is. */
const hashedText = (change: (text: string) => string | Uint8Array): Deviation =>
  hashed((body) => {
    const text = textOf(body);
    return Buffer.from(text).equals(body) ? Buffer.from(change(text)) : body;
  });

/** Works on the body as JSON; a body that is none stays as it is. */
const hashedJson = (change: (value: JsonValue) => string): Deviation =>
  hashedText((text) => {
    try {
      return change(JSON.parse(text) as JsonValue); // JSON.parse gives JSON values
    } catch {
      return text;
    }
  });

/** What gzip or zlib holds; the bytes themselves where they are neither. */
const decompressed = (body: Uint8Array): Uint8Array => {
  try {
    return unzipSync(body);
  } catch {
    return body;
  }
};

/** What stands for a body that is not there. */
const forNone = (text: (path: string) => string): Deviation =>
  hashed((body, { path }) => (body.length === 0 ? Buffer.from(text(path)) : body));

/** What is written for the hash of no body. */
const writtenForNone = (hash: JsonValue): Deviation => ({
  bodyHash: (bytes, { body, hashing }) => (body.length === 0 ? hash : hashing.bodyHash(bytes)),
});

const isObject = (value: JsonValue): value is Readonly<Record<string, JsonValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Python's default: a blank after each comma and colon. */
function spaced(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  return isObject(value)
    ? `{${Object.entries(value)
        .map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`)
        .join(', ')}}`
    : JSON.stringify(value);
}

function unquoted(value: JsonValue): JsonValue {
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unquoted(member)]))
    : value;
}

const escaped = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const form = (value: JsonValue): string => {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new URLSearchParams(members.map(([name, member]): [string, string] => [name, String(member)])).toString();
};

const HASHED: readonly Way[] = [
  ...at('bodyHash', {
    'body-hash-twice': {
      'hashes-twice: hashes the hash of the body': (bytes, { hashing }) => hashing.bodyHash(hashing.sha256(bytes)),
    },
    'body-hash-is-body': {
      'sends-body-as-hash: puts the body itself into body_hash': (bytes, { body, hashing }) =>
        body.length === 0 ? hashing.bodyHash(bytes) : textOf(bytes),
    },
  }),
  ...clients({
    'body-hash-blank': {
      'leaves-hash-blank: leaves body_hash empty when there is no body': writtenForNone(''),
      'writes-null-hash: writes null for body_hash when there is no body': writtenForNone(null),
    },
    'body-hash-of-braces': { 'hashes-empty-object: hashes "{}" when there is no body': forNone(() => '{}') },
    'body-hash-of-null': {
      'hashes-null: hashes the text "null" when there is no body': forNone(() => 'null'),
      'hashes-undefined: hashes the text "undefined" when there is no body': forNone(() => 'undefined'),
    },
    'body-hash-of-query': {
      'hashes-query: hashes the query of a request without a body': forNone((path) => path.split('?')[1] ?? ''),
    },
    'body-hash-final-newline': {
      'adds-final-newline: hashes the body with a line break at its end, as a shell writes it': hashedText((text) =>
        text === '' ? text : `${text}\n`,
      ),
      'trims-body: hashes the body without the white space at its end': hashedText((text) => text.trimEnd()),
    },
    'body-hash-line-endings': {
      'converts-line-endings: opens the body in text mode and hashes it with single line feeds': hashedText((text) =>
        text.replaceAll('\r\n', '\n'),
      ),
    },
    'body-hash-byte-order-mark': {
      'strips-byte-order-mark: decodes the body, losing its byte order mark, and hashes the rest': hashedText((text) =>
        text.replace(/^\ufeff/, ''),
      ),
      'adds-byte-order-mark: writes the body with a byte order mark before it hashes': hashedText((text) =>
        text === '' || text.startsWith('\ufeff') ? text : `\ufeff${text}`,
      ),
    },
    'body-hash-latin-1': {
      'hashes-latin-1: hashes the body in Latin-1': hashedText((text) =>
        /^[\0-\xff]*$/.test(text) ? Buffer.from(text, 'latin1') : text,
      ),
    },
    'body-hash-utf-16': {
      'hashes-utf-16: hashes the body as the language holds it: UTF-16': hashedText((text) =>
        Buffer.from(text, 'utf16le'),
      ),
    },
    'body-hash-pretty': {
      'pretty-prints-body: hashes the body with indentation': hashedJson((value) =>
        JSON.stringify(value, undefined, 2),
      ),
    },
    'body-hash-compact': {
      'compacts-body: serialises the parsed body again, without white space, and hashes that': hashedJson((value) =>
        JSON.stringify(value),
      ),
    },
    'body-hash-spaced': { 'spaces-body: hashes the body with a blank after each comma and colon': hashedJson(spaced) },
    'body-hash-sorted': {
      'sorts-body: hashes the body with its members sorted': hashedJson((value) =>
        JSON.stringify(isObject(value) ? sortedMembers(value) : value),
      ),
    },
    'body-hash-escaped': {
      'escapes-body: hashes the body with \\u escapes for non-ASCII characters': hashedText(escaped),
    },
    'body-hash-slashes': {
      'escapes-slashes-of-body: hashes the body with \\/ for slashes, as PHP writes it': hashedJson((value) =>
        JSON.stringify(value).replaceAll('/', '\\/'),
      ),
    },
    'body-hash-numbers': {
      'unquotes-numbers-of-body: hashes the body with its decimal strings turned into numbers': hashedJson((value) =>
        JSON.stringify(unquoted(value)),
      ),
    },
    'body-hash-form': { 'hashes-form: hashes the body in form encoding': hashedJson(form) },
    'body-hash-text-of-text': {
      'serialises-body-twice: serialises the JSON text of the body once more and hashes that': hashedText((text) =>
        text === '' ? text : JSON.stringify(text),
      ),
    },
  }),
  ...at('hashedBytes', {
    'body-hash-mismatch': {
      'hashes-first-kilobyte: hashes the first 1,024 bytes of the body: one read of a stream': (body) =>
        body.subarray(0, 1024),
      'decompresses-body: hashes the body before it is compressed': (body) => decompressed(body),
      'repairs-body-text: decodes a binary body to text and hashes it with replacement characters': (body) =>
        Buffer.from(Buffer.from(body).toString('utf8')),
    },
  }),
];

export const BODY_WAYS: readonly Way[] = [...SENT, ...HASHED];
