// What libraries make of a target or of a body when they read it and write it again (interface 5.3 rule 4, 5.2): each does several things
// at once, so that one library looks like many mistakes until it is recognised as a whole.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { JsonValue } from '../../payload/json.js';
import { HEADER } from '../../signing/headers.js';
import type { SigningStages, StageInput } from '../../signing/signing-stages.js';
import { type Named, namedRows } from '../../signing/slips/named.js';
import type { SlipId } from '../../signing/slips/slips.js';

export interface Rewriter {
  readonly id: string;
  readonly sentence: string;
  readonly cause: SlipId;
  readonly change: Partial<SigningStages>;
}

const onQuery =
  (write: (query: string) => string) =>
  (path: string): string => {
    const at = path.indexOf('?');
    return at < 0 ? path : `${path.slice(0, at)}?${write(path.slice(at + 1))}`;
  };

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Escapes that are no UTF-8 become replacement characters, as unquote of Python and lenient decoders have it. */
const unquoted = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => Buffer.from(escaped.replaceAll('%', ''), 'hex').toString('utf8'));

type Pair = readonly [name: string, value: string];

/** By the rules of HTML forms, as most languages parse a query. */
const parsed = (query: string): readonly Pair[] => [...new URLSearchParams(query)];
const UNRESERVED = /[^A-Za-z0-9._~-]/gu;
const percent = (text: string, kept: RegExp = UNRESERVED): string =>
  text.replace(kept, (one) =>
    [...Buffer.from(one)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
const joined = (pairs: readonly Pair[], write: (text: string) => string): string =>
  pairs.map(([name, value]) => `${write(name)}=${write(value)}`).join('&');
const withPlus = (text: string): string => percent(text).replaceAll('%20', '+');
const byName = (pairs: readonly Pair[]): readonly Pair[] => pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
const once = (pairs: readonly Pair[]): readonly Pair[] => [...new Map(pairs)];

function normalised(path: string): string {
  try {
    const url = new URL(path.startsWith('//') ? `http://h/.${path}` : path, 'http://h');
    return url.pathname + url.search;
  } catch {
    return path;
  }
}

const PATHS: Readonly<Record<Named, (path: string) => string>> = {
  'rewrites-query: parses the query and writes it again, as URLSearchParams does': onQuery((query) =>
    new URLSearchParams(query).toString(),
  ),
  'rewrites-query-sorted: parses the query and writes it again sorted by name, as url.Values of Go does': onQuery(
    (query) => joined(byName(parsed(query)), withPlus),
  ),
  'rewrites-query-with-plus: parses the query and writes it again with "+" for blanks, as urlencode of Python and PHP does':
    onQuery((query) => joined(parsed(query), withPlus)),
  'rewrites-query-without-blanks: parses the query, which drops parameters without a value, and writes it again, as parse_qsl and urlencode of Python do':
    onQuery((query) =>
      joined(
        parsed(query).filter(([, value]) => value !== ''),
        withPlus,
      ),
    ),
  'rewrites-query-strictly: parses the query and writes it again by RFC 3986': onQuery((query) =>
    joined(parsed(query), percent),
  ),
  'rewrites-query-strictly-sorted: parses the query and writes it again sorted, by RFC 3986': onQuery((query) =>
    joined(byName(parsed(query)), percent),
  ),
  'rewrites-query-by-component: parses the query and writes it again by encodeURIComponent': onQuery((query) =>
    joined(parsed(query), encodeURIComponent),
  ),
  'rewrites-query-as-map: parses the query into a map and writes it again': onQuery((query) =>
    joined(once(parsed(query)), encodeURIComponent),
  ),
  'rewrites-query-plain: parses the query and writes names and values without encoding': onQuery((query) =>
    joined(parsed(query), (text) => text),
  ),
  'normalises-target: passes the target through a URL parser': normalised,
  'normalises-target-sorted: passes the target through a URL parser and sorts the query': (path) => {
    try {
      const url = new URL(path, 'http://h');
      url.searchParams.sort();
      return url.pathname + url.search;
    } catch {
      return path;
    }
  },
  'resolves-target: resolves dots and doubled slashes and drops the slash at the end, as normpath does': (path) => {
    const [plain = '', ...rest] = path.split('?');
    const parts: string[] = [];
    for (const part of plain.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '' && part !== '.') parts.push(part);
    }
    return [`/${parts.join('/')}`, ...rest].join('?');
  },
  'lower-cases-target: writes path and query in small letters': (path) => path.toLowerCase(),
  'escapes-target-for-html: escapes the target for HTML': (path) => path.replaceAll('&', '&amp;'),
  'drops-letters: drops what is not ASCII from the target': (path) => path.replace(/[^\0-\x7f]/g, ''),
  'trims-target: drops "?" and "&" at the end of the target': (path) => path.replace(/[?&]+$/, ''),
  'adds-format: puts .json behind the path, as routes with a format do': (path) => path.replace(/^[^?]*/, '$&.json'),
  'keeps-first-parameter: signs the query up to its first "&"': (path) => path.split('&')[0] ?? path,
  'signs-path-alone: signs the path without its query and its question mark': (path) => path.split('?')[0] ?? path,
  'decodes-target: decodes the target, byte by byte where it is no UTF-8': (path) => unquoted(path),
  'decodes-target-as-form: decodes the target and takes "+" for a blank': (path) => unquoted(path.replaceAll('+', ' ')),
  'encodes-target: passes the target through encodeURI': (path) => encodeURI(path),
  'encodes-target-again: decodes the target and encodes it again': (path) => encodeURI(decode(path)),
  'quotes-target: passes the target through quote of Python': (path) => percent(path, /[^A-Za-z0-9._~/-]/gu),
  'quotes-path: passes the path, without its query, through quote of Python': (path) => {
    const [plain = '', ...rest] = path.split('?');
    return [percent(plain, /[^A-Za-z0-9._~/-]/gu), ...rest].join('?');
  },
  'quotes-target-again: decodes the target and passes it through quote of Python': (path) =>
    percent(decode(path), /[^A-Za-z0-9._~/?&=-]/gu),
};

const isObject = (value: JsonValue): value is Readonly<Record<string, JsonValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asciiOnly = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const forHtml = (text: string): string =>
  text.replace(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

interface Writing {
  readonly comma: string;
  readonly colon: string;
  readonly sorted?: boolean;
  readonly text?: (text: string) => string;
}

function write(value: JsonValue, writing: Writing): string {
  const { comma, colon, sorted = false, text = (plain): string => plain } = writing;
  if (Array.isArray(value)) return `[${value.map((item) => write(item, writing)).join(comma)}]`;
  if (!isObject(value)) return text(JSON.stringify(value));
  const names = sorted ? Object.keys(value).toSorted() : Object.keys(value);
  return `{${names.map((name) => `${text(JSON.stringify(name))}${colon}${write(value[name] ?? null, writing)}`).join(comma)}}`;
}

const compact = { comma: ',', colon: ':' } as const;
const BODIES: Readonly<Record<Named, Writing>> = {
  'rewrites-body: parses the body and writes it again': compact,
  'rewrites-body-as-python: parses the body and writes it again, as json.dumps of Python does': {
    comma: ', ',
    colon: ': ',
    text: asciiOnly,
  },
  'rewrites-body-as-python-sorted: parses the body and writes it again sorted, as json.dumps of Python does with sort_keys':
    {
      comma: ', ',
      colon: ': ',
      sorted: true,
      text: asciiOnly,
    },
  'rewrites-body-in-ascii: parses the body and writes it again without blanks, in ASCII': {
    ...compact,
    text: asciiOnly,
  },
  'rewrites-body-sorted-in-ascii: parses the body and writes it again sorted, without blanks, in ASCII': {
    ...compact,
    sorted: true,
    text: asciiOnly,
  },
  'rewrites-body-sorted: parses the body and writes it again with sorted members at every level': {
    ...compact,
    sorted: true,
  },
  'rewrites-body-as-go: parses the body and writes it again, as json.Marshal of Go does with a map': {
    ...compact,
    sorted: true,
    text: forHtml,
  },
  'rewrites-body-for-html: parses the body and writes it again with escapes for HTML': { ...compact, text: forHtml },
  'rewrites-body-as-php: parses the body and writes it again, as json_encode of PHP does': {
    ...compact,
    text: (text) => asciiOnly(text).replaceAll('/', '\\/'),
  },
};

const TEXTS: Readonly<Record<Named, (text: string) => string>> = {
  'trims-body-text: drops white space at both ends of the body': (text) => text.trim(),
  'unifies-line-ends: hashes every line end as a line feed, as text mode reads it': (text) =>
    text.replace(/\r\n?/g, '\n'),
  'writes-windows-line-ends: hashes every line end as carriage return and line feed': (text) =>
    text.replace(/\r?\n/g, '\r\n'),
  'composes-body: hashes the body in the Unicode form NFC': (text) => text.normalize('NFC'),
  'decomposes-body: hashes the body in the Unicode form NFD': (text) => text.normalize('NFD'),
  'drops-blanks-of-body: hashes the body without its blanks and line ends': (text) => text.replace(/\s+/g, ''),
  'joins-lines-of-body: hashes the body without its line ends': (text) => text.replace(/[\r\n]+/g, ''),
  'lower-cases-body: hashes the body in small letters': (text) => text.toLowerCase(),
};

const BYTES: Readonly<Record<Named, (body: Buffer) => Uint8Array>> = {
  'drops-bad-bytes: decodes the body to text without what is no UTF-8, and hashes that': (body) =>
    Buffer.from(body.toString('utf8').replaceAll('\ufffd', '')),
  'ends-body-at-zero: hashes the body as far as its first zero byte': (body) =>
    body.includes(0) ? body.subarray(0, body.indexOf(0)) : body,
  'hashes-64-bytes: hashes the first 64 bytes of the body': (body) => body.subarray(0, 64),
  'hashes-4-kilobytes: hashes the first 4,096 bytes of the body: one read of a stream': (body) =>
    body.subarray(0, 4096),
  'masks-body: hashes each byte of the body without its highest bit': (body) => body.map((byte) => byte & 0x7f),
};

const rewrittenBody =
  (writing: Writing): SigningStages['hashedBytes'] =>
  (body) => {
    const text = Buffer.from(body).toString('utf8');
    if (!Buffer.from(text).equals(body)) return body;
    try {
      return Buffer.from(write(JSON.parse(text) as JsonValue, writing)); // JSON.parse gives JSON values
    } catch {
      return body;
    }
  };

const plainBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The clock read in units that lose something, in both places. */
const CLOCKS: Readonly<Record<Named, (ms: number) => number>> = {
  'cuts-milliseconds: cuts the milliseconds off the timestamp': (ms) => ms - (ms % 1000),
  'rounds-to-seconds: rounds the timestamp to whole seconds': (ms) => Math.round(ms / 1000) * 1000,
};

const underClock = (clock: (ms: number) => number): Partial<SigningStages> => ({
  payload: (fields, { timestampMs }) => ({ ...fields, timestamp: clock(timestampMs) }),
  headers: (headers, { timestampMs }) =>
    headers.map(([name, value]) => [name, name === HEADER.timestamp ? String(clock(timestampMs)) : value] as const),
});

/** What is written in place of the hash of the body. */
const HASHES: Readonly<Record<Named, (hash: Buffer, body: Buffer) => string>> = {
  'cuts-sha-512: hashes the body with SHA-512 and cuts it to 32 bytes': (_hash, body) =>
    createHash('sha512').update(body).digest().subarray(0, 32).toString('base64url'),
  'reverses-hash: writes the bytes of the hash in reverse order': (hash) =>
    Buffer.from(hash).reverse().toString('base64url'),
  'exchanges-marks-of-hash: writes body_hash with "-" and "_" in each other’s places': (hash) =>
    hash.toString('base64url').replace(/[-_]/g, (mark) => (mark === '-' ? '_' : '-')),
  'drops-marks-of-hash: drops "+", "/" and "=" from body_hash': (hash) => hash.toString('base64').replace(/[+/=]/g, ''),
  'drops-url-marks-of-hash: drops "-" and "_" from body_hash': (hash) =>
    hash.toString('base64url').replace(/[-_]/g, ''),
  'replaces-first-mark-of-hash: replaces only the first "+", "/" and "=" of body_hash': (hash) =>
    hash.toString('base64').replace('+', '-').replace('/', '_').replace('=', ''),
  'replaces-first-marks-of-hash: replaces only the first "+" and "/" of body_hash': (hash) =>
    hash.toString('base64').replace('+', '-').replace('/', '_').replace(/=+$/, ''),
  'ends-hash-with-line: leaves the line break that an encoder puts behind body_hash': (hash) =>
    `${hash.toString('base64')}\n`,
  'ends-url-hash-with-line: leaves a line break behind body_hash': (hash) => `${hash.toString('base64url')}\n`,
  'escapes-hash: percent-encodes the plain base64 of body_hash': (hash) => encodeURIComponent(hash.toString('base64')),
  'writes-unsigned-payload: writes UNSIGNED-PAYLOAD for body_hash, as AWS has it': () => 'UNSIGNED-PAYLOAD',
  'hashes-by-crc-32: writes the CRC-32 of the body': (_hash, body) => String(crc32(body)),
  'hashes-by-crc-32-in-hex: writes the CRC-32 of the body in hexadecimal': (_hash, body) =>
    crc32(body).toString(16).padStart(8, '0'),
  'prints-hash: encodes the printed text of the hash’s bytes': (hash) =>
    Buffer.from(pythonBytes(hash)).toString('base64url'),
  'prints-hash-as-ruby: encodes what inspect of Ruby prints of the hash’s bytes': (hash) =>
    Buffer.from(rubyBytes(hash)).toString('base64url'),
  'encodes-array-buffer: encodes the text [object ArrayBuffer] in place of the hash': () =>
    Buffer.from('[object ArrayBuffer]').toString('base64url'),
};

const hexByte = (byte: number): string => byte.toString(16).padStart(2, '0');
const NAMED_BYTES: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' };

/** `b'…'`, as Python prints bytes. */
function pythonBytes(bytes: Uint8Array): string {
  const quote = bytes.includes(0x27) && !bytes.includes(0x22) ? '"' : "'";
  const inner = Array.from(bytes, (byte) => {
    const one = String.fromCharCode(byte);
    if (one === quote) return `\\${one}`;
    return NAMED_BYTES[byte] ?? (byte >= 0x20 && byte < 0x7f ? one : `\\x${hexByte(byte)}`);
  });
  return `b${quote}${inner.join('')}${quote}`;
}

function rubyBytes(bytes: Uint8Array): string {
  const named: Readonly<Record<number, string>> = {
    ...NAMED_BYTES,
    7: '\\a',
    8: '\\b',
    11: '\\v',
    12: '\\f',
    27: '\\e',
    34: '\\"',
  };
  const inner = Array.from(bytes, (byte) => {
    const one = named[byte];
    return one ?? (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${hexByte(byte).toUpperCase()}`);
  });
  return `"${inner.join('')}"`;
}

/** What is hashed with other parts of the request, or in place of an empty body. */
const INPUTS: Readonly<Record<Named, SigningStages['hashedBytes']>> = {
  'hashes-printed-bytes: hashes the text b’…’ that Python prints of the body': (body) => Buffer.from(pythonBytes(body)),
  'hashes-without-last-byte: hashes the body without its last byte': (body) => body.subarray(0, -1),
  'hashes-without-last-character: hashes the body without its last character, as chop of Ruby leaves it': (body) => {
    const text = Buffer.from(body).toString('utf8');
    return Buffer.from(text).equals(body) ? Buffer.from(text.replace(/\r\n$|[\s\S]$/u, '')) : body.subarray(0, -1);
  },
  'hashes-without-first-byte: hashes the body without its first byte': (body) => body.subarray(1),
  'hashes-blank-for-nothing: hashes a blank where there is no body': (body) =>
    body.length === 0 ? Buffer.from(' ') : body,
  'hashes-timestamp-too: hashes the timestamp and the body': (body, { timestampMs }) =>
    Buffer.concat([Buffer.from(String(timestampMs)), body]),
  'hashes-body-and-timestamp: hashes the body and the timestamp': (body, { timestampMs }) =>
    Buffer.concat([body, Buffer.from(String(timestampMs))]),
  'hashes-request-too: hashes method, path and body': (body, { method, path }) =>
    Buffer.concat([Buffer.from(method + path), body]),
  'hashes-path-too: hashes the path and the body': (body, { path }) => Buffer.concat([Buffer.from(path), body]),
  'hashes-key-too: hashes the API key and the body': (body, { apiKey }) => Buffer.concat([Buffer.from(apiKey), body]),
};

export const REWRITERS: readonly Rewriter[] = [
  ...namedRows(CLOCKS).map(([id, sentence, clock]) => ({
    id,
    sentence,
    cause: 'timestamp-whole-seconds' as const,
    change: underClock(clock),
  })),
  ...namedRows(HASHES).map(([id, sentence, write]) => ({
    id,
    sentence,
    cause: 'body-hash-mismatch' as const,
    change: {
      bodyHash: (bytes: Uint8Array, { hashing }: StageInput): string =>
        write(Buffer.from(hashing.sha256(bytes)), Buffer.from(bytes)),
    },
  })),
  ...namedRows(INPUTS).map(([id, sentence, hashedBytes]) => ({
    id,
    sentence,
    cause: 'body-hash-mismatch' as const,
    change: { hashedBytes },
  })),
  {
    id: 'pads-data-with-dots',
    sentence: 'writes dots for the padding of SVC-DATA',
    cause: 'data-not-base64url',
    change: {
      encodeData: (payload) => Buffer.from(payload).toString('base64url') + '.'.repeat((3 - (payload.length % 3)) % 3),
    },
  },
  {
    id: 'writes-data-in-plain-base64',
    sentence: 'encodes SVC-DATA in plain base64: the standard alphabet, with padding',
    cause: 'data-padded',
    change: { encodeData: plainBase64 },
  },
  {
    id: 'writes-signature-in-plain-base64',
    sentence: 'encodes SVC-SIGN in plain base64: the standard alphabet, with padding',
    cause: 'sign-padded',
    change: { encodeSignature: plainBase64 },
  },
  {
    id: 'writes-hash-in-plain-base64',
    sentence: 'encodes body_hash in plain base64: the standard alphabet, with padding',
    cause: 'body-hash-padded',
    change: { bodyHash: (bytes, { hashing }) => plainBase64(hashing.sha256(bytes)) },
  },
  ...namedRows(PATHS).map(([id, sentence, path]) => ({
    id,
    sentence,
    cause: 'path-mismatch' as const,
    change: { path },
  })),
  ...namedRows(BODIES).map(([id, sentence, writing]) => ({
    id,
    sentence,
    cause: 'body-hash-mismatch' as const,
    change: { hashedBytes: rewrittenBody(writing) },
  })),
  ...namedRows(TEXTS).map(([id, sentence, change]) => ({
    id,
    sentence,
    cause: 'body-hash-mismatch' as const,
    change: {
      hashedBytes: (body: Uint8Array): Uint8Array => {
        const text = Buffer.from(body).toString('utf8');
        return Buffer.from(text).equals(body) ? Buffer.from(change(text)) : body;
      },
    },
  })),
  ...namedRows(BYTES).map(([id, sentence, change]) => ({
    id,
    sentence,
    cause: 'body-hash-mismatch' as const,
    change: { hashedBytes: (body: Uint8Array): Uint8Array => change(Buffer.from(body)) },
  })),
];
