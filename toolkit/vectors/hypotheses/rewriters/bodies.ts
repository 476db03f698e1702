// Bodies that are not hashed as they were sent (interface 5.2, `body_hash`): parsed and written again, or changed as text or as bytes.

import { HASHED_FORMS } from '../../../doctor/search/hash-forms.js';
import type { JsonValue } from '../../../payload/json.js';
import type { SigningStages } from '../../../signing/signing-stages.js';
import { type Named, namedRows } from '../../../signing/slips/named.js';
import type { Rewriter } from './rewriter.js';

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

const onText =
  (change: (text: string) => string): SigningStages['hashedBytes'] =>
  (body) => {
    const text = Buffer.from(body).toString('utf8');
    return Buffer.from(text).equals(body) ? Buffer.from(change(text)) : body;
  };

const rewriterOf = ([id, sentence, hashedBytes]: readonly [
  string,
  string,
  SigningStages['hashedBytes'],
]): Rewriter => ({ id, sentence, cause: 'body-hash-mismatch', change: { hashedBytes } });

export const BODY_REWRITERS: readonly Rewriter[] = [
  ...namedRows(HASHED_FORMS).map(([id, sentence, form]) =>
    rewriterOf([id, sentence, (body, input) => form(body, { ...input, timestamp: String(input.timestampMs) })]),
  ),
  ...namedRows(BODIES).map(([id, sentence, writing]) => rewriterOf([id, sentence, rewrittenBody(writing)])),
  ...namedRows(TEXTS).map(([id, sentence, change]) => rewriterOf([id, sentence, onText(change)])),
  ...namedRows(BYTES).map(([id, sentence, change]) => rewriterOf([id, sentence, (body) => change(Buffer.from(body))])),
];
