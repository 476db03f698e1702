// Bodies to body_hash (interface 5.2, 5.3 rule 3). Expected hashes follow from SHA-256 alone; the constant of rule 3 is checked by a test.
import type { Draft, FileDraft } from '../draft.js';
import type { Flag } from '../notes.js';
import { ORDER_BODY, toHex } from '../requests/requests.js';
import { seededBytes } from '../seeded.js';

const test = (
  id: string,
  comment: string,
  body: string | Uint8Array,
  flags: readonly Flag[] = ['ExactBody'],
): Draft<'hash-body'> => ({
  id,
  comment,
  flags,
  input: { body: toHex(body) },
  valid: true,
});

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
        test('order', 'an order', ORDER_BODY, ['Plain']),
        test('empty', 'no body: the constant of interface 5.3, rule 3', '', ['EmptyBody']),
        test('one-byte', 'one byte', 'a'),
        test('zero-byte', 'one zero byte', Uint8Array.of(0), ['BinaryBody']),
        test('blank', 'one blank', ' '),
        test('line-feed', 'one line feed', '\n'),
        test('carriage-return', 'carriage return and line feed', '\r\n'),
        test('empty-object', '"{}"', '{}'),
        test('null', '"null"', 'null'),
        test('quotes', 'an empty JSON text', '""'),
        test('pretty', 'indented JSON', JSON.stringify(JSON.parse(ORDER_BODY), undefined, 2)),
        test('spaced', 'blanks after commas and colons', ORDER_BODY.replaceAll('":', '": ').replaceAll(',"', ', "')),
        test('final-line-feed', 'a line feed at the end', `${ORDER_BODY}\n`),
        test('final-carriage-return', 'carriage return and line feed at the end', `${ORDER_BODY}\r\n`),
        test('inner-line-endings', 'carriage returns and line feeds inside', 'a\r\nb\r\nc'),
        test('lone-carriage-returns', 'carriage returns alone', 'a\rb\rc'),
        test('byte-order-mark', 'a byte order mark before JSON', `\ufeff${ORDER_BODY}`),
        test('only-byte-order-mark', 'a byte order mark alone', '\ufeff'),
        test('latin', 'characters that Latin-1 has too', 'Zürich'),
        test('japanese', 'characters of three bytes', '指値注文'),
        test('emoji', 'characters of four bytes', '🚀🌕'),
        test('composed', 'a composed letter', '\u00fc'),
        test('decomposed', 'the same letter decomposed: other bytes', 'u\u0308'),
        test('escapes', '\\u escapes are six characters each', '\\u00fc'),
        test('latin-1-bytes', 'Latin-1 bytes, which are no UTF-8', Buffer.from('Zürich', 'latin1'), ['BinaryBody']),
        test('utf-16-bytes', 'UTF-16 bytes', Buffer.from('{"a":1}', 'utf16le'), ['BinaryBody']),
        test('surrogate-bytes', 'a surrogate encoded on its own, which is no UTF-8', Uint8Array.of(0xed, 0xa0, 0x80), [
          'BinaryBody',
        ]),
        test('overlong-bytes', 'an overlong encoding, which is no UTF-8', Uint8Array.of(0xc0, 0xaf), ['BinaryBody']),
        test('all-bytes', 'each byte once', all, ['BinaryBody']),
        test('random-bytes', 'random bytes', seededBytes('hash', 100), ['BinaryBody']),
        test('block-55', '55 bytes: the most that one block of SHA-256 holds', seededBytes('block', 55), [
          'BinaryBody',
        ]),
        test('block-56', '56 bytes: one more', seededBytes('block', 56), ['BinaryBody']),
        test('block-64', '64 bytes: a whole block', seededBytes('block', 64), ['BinaryBody']),
        test('block-65', '65 bytes: one more', seededBytes('block', 65), ['BinaryBody']),
        test('kilobyte-and-one', '1,025 bytes: more than one small read', seededBytes('kilobyte', 1025), [
          'BinaryBody',
        ]),
        test('buffer-and-one', '16,385 bytes: more than one usual read', seededBytes('buffer', 16_385), ['BinaryBody']),
        test('hash-with-plus', 'a hash that the standard alphabet writes with "+"', 'tsi-4', ['HashEncoding']),
        test('hash-with-slash', 'a hash that the standard alphabet writes with "/"', 'tsi-7', ['HashEncoding']),
        test('numbers', 'numbers with zeros that serialising drops', '{"a":1.10,"b":1e2,"c":9007199254740993}'),
        test('slashes', 'slashes inside', '{"a":"b/c"}'),
      ],
    },
  ],
};
