// Bodies to body_hash (interface 5.2, 5.3 rule 3). Expected hashes follow from SHA-256 alone; the constant of rule 3 is checked by a test.
import { COMPRESSED } from '../compressed.js';
import { type Draft, drafts, type FileDraft, type Table } from '../draft.js';
import type { Flag } from '../notes.js';
import { ORDER_BODY, toHex } from '../requests/requests.js';
import { seededBytes } from '../seeded.js';

type Body = string | Uint8Array;

const bodies = (flags: readonly Flag[], table: Table<Body>): readonly Draft<'hash-body'>[] =>
  drafts(flags, table, (body) => ({ body: toHex(body) }));

const all = Uint8Array.from({ length: 256 }, (_, i) => i);

export const BODY_HASH: FileDraft = {
  name: 'body-hash',
  algorithm: 'SHA-256',
  header: ['Hash the exact body bytes with SHA-256. The answer is exact: 43 characters of base64url without padding.'],
  groups: [
    {
      type: 'hash-body',
      comment: 'bodies of every kind',
      context: {},
      tests: [
        ...bodies(['Plain'], { 'order: an order': ORDER_BODY }),
        ...bodies(['EmptyBody'], { 'empty: no body: the constant of interface 5.3, rule 3': '' }),
        ...bodies(['ExactBody'], { 'one-byte: one byte': 'a' }),
        ...bodies(['BinaryBody'], { 'zero-byte: one zero byte': Uint8Array.of(0) }),
        ...bodies(['ExactBody'], {
          'blank: one blank': ' ',
          'line-feed: one line feed': '\n',
          'carriage-return: carriage return and line feed': '\r\n',
          'empty-object: "{}"': '{}',
          'null: "null"': 'null',
          'quotes: an empty JSON text': '""',
          'pretty: indented JSON': JSON.stringify(JSON.parse(ORDER_BODY), undefined, 2),
          'spaced: blanks after commas and colons': ORDER_BODY.replaceAll('":', '": ').replaceAll(',"', ', "'),
          'final-line-feed: a line feed at the end': `${ORDER_BODY}\n`,
          'final-carriage-return: carriage return and line feed at the end': `${ORDER_BODY}\r\n`,
          'inner-line-endings: carriage returns and line feeds inside': 'a\r\nb\r\nc',
          'lone-carriage-returns: carriage returns alone': 'a\rb\rc',
          'byte-order-mark: a byte order mark before JSON': `\ufeff${ORDER_BODY}`,
          'only-byte-order-mark: a byte order mark alone': '\ufeff',
          'latin: characters that Latin-1 has too': 'Zürich',
          'japanese: characters of three bytes': '指値注文',
          'emoji: characters of four bytes': '🚀🌕',
          'composed: a composed letter': '\u00fc',
          'decomposed: the same letter decomposed: other bytes': 'u\u0308',
          'escapes: \\u escapes are six characters each': '\\u00fc',
        }),
        ...bodies(['BinaryBody'], {
          'latin-1-bytes: Latin-1 bytes, which are no UTF-8': Buffer.from('Zürich', 'latin1'),
          'utf-16-bytes: UTF-16 bytes': Buffer.from('{"a":1}', 'utf16le'),
        }),
        ...bodies(['BinaryBody'], {
          'surrogate-bytes: a surrogate encoded on its own, which is no UTF-8': Uint8Array.of(0xed, 0xa0, 0x80),
        }),
        ...bodies(['BinaryBody'], {
          'overlong-bytes: an overlong encoding, which is no UTF-8': Uint8Array.of(0xc0, 0xaf),
          'all-bytes: each byte once': all,
          'random-bytes: random bytes': seededBytes('hash', 100),
        }),
        ...bodies(['CompressedBody'], {
          'gzip: bytes compressed by gzip': COMPRESSED.gzip,
          'zlib: bytes compressed by zlib': COMPRESSED.zlib,
        }),
        ...bodies(['BinaryBody'], {
          'block-55: 55 bytes: the most that one block of SHA-256 holds': seededBytes('block', 55),
        }),
        ...bodies(['BinaryBody'], {
          'block-56: 56 bytes: one more': seededBytes('block', 56),
          'block-64: 64 bytes: a whole block': seededBytes('block', 64),
          'block-65: 65 bytes: one more': seededBytes('block', 65),
        }),
        ...bodies(['BinaryBody'], {
          'kilobyte-and-one: 1,025 bytes: more than one small read': seededBytes('kilobyte', 1025),
        }),
        ...bodies(['BinaryBody'], {
          'buffer-and-one: 16,385 bytes: more than one usual read': seededBytes('buffer', 16_385),
        }),
        ...bodies(['HashEncoding'], {
          'hash-with-plus: a hash that the standard alphabet writes with "+"': 'tsi-4',
          'hash-with-slash: a hash that the standard alphabet writes with "/"': 'tsi-7',
        }),
        ...bodies(['ExactBody'], {
          'numbers: numbers with zeros that serialising drops': '{"a":1.10,"b":1e2,"c":9007199254740993}',
          'slashes: slashes inside': '{"a":"b/c"}',
        }),
      ],
    },
  ],
};
