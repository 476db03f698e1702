// Requests with bodies of every kind: what a serialiser, a text mode or an encoding would change must be hashed as it is sent.
import { createHash } from 'node:crypto';
import type { SignRequestInput } from '../../operations.js';
import { COMPRESSED } from '../compressed.js';
import { type Draft, drafts, type Table } from '../draft.js';
import type { Flag } from '../notes.js';
import { search, seededBytes } from '../seeded.js';
import { ORDER_BODY, postRequest, TRADING } from './requests.js';

export type SignDraft = Draft<'sign-request'>;

export const tests = (flags: readonly Flag[], table: Table<SignRequestInput>): readonly SignDraft[] =>
  drafts(flags, table, (input) => input);

const posts = (flags: readonly Flag[], table: Table<string | Uint8Array>): readonly SignDraft[] =>
  drafts(flags, table, (body) => postRequest(body));

const standardHash = (body: string): string => createHash('sha256').update(body).digest('base64');

export const SIGN_BODIES: readonly SignDraft[] = [
  ...posts(['Plain', 'ExactBody'], { 'post-order: an order in compact JSON': ORDER_BODY }),
  ...tests(['Plain'], {
    'post-position: a market execution': postRequest('{"instrument":"EURUSD","side":"sell","volume":"1.00"}', {
      path: `${TRADING}/positions`,
    }),
  }),
  ...posts(['ExactBody'], {
    'body-pretty: an indented body': JSON.stringify(JSON.parse(ORDER_BODY), undefined, 2),
    'body-tabs: a body indented with tabs': JSON.stringify(JSON.parse(ORDER_BODY), undefined, '\t'),
    'body-spaced: blanks after commas and colons': ORDER_BODY.replaceAll('":', '": ').replaceAll(',"', ', "'),
    'body-sorted: a body whose members are sorted already':
      '{"instrument":"EURUSD","price":"1.07250","side":"buy","type":"limit","volume":"0.10"}',
    'body-nested: nested objects and lists, not sorted at any level':
      '{"type":"limit","legs":[{"b":"2","a":"1"},{"d":"4","c":"3"}],"meta":{"z":"0","y":"9"}}',
    'body-line-feed: a line feed at the end': `${ORDER_BODY}\n`,
    'body-carriage-return: carriage return and line feed between members': ORDER_BODY.replaceAll(',', ',\r\n'),
    'body-surrounded: white space before and after': `  ${ORDER_BODY} \t`,
    'body-byte-order-mark: a byte order mark, which is part of the bytes': `\ufeff${ORDER_BODY}`,
    'body-latin: characters that Latin-1 has too': '{"comment":"Zürich, crème brûlée, £5","volume":"0.10"}',
    'body-japanese: characters of three bytes': '{"comment":"指値注文","volume":"0.10"}',
    'body-emoji: a character of four bytes, two units in UTF-16': '{"comment":"🚀 to the 🌕","volume":"0.10"}',
    'body-decomposed: a letter and a combining mark: not to be composed': '{"comment":"Zu\u0308rich","volume":"0.10"}',
    'body-escaped: \\u escapes stay as they are sent': '{"comment":"Z\\u00fcrich \\u20ac","volume":"0.10"}',
    'body-slashes: plain slashes': '{"comment":"EUR/USD and/or https://example.test/","volume":"0.10"}',
    'body-escaped-slashes: escaped slashes stay as they are sent': '{"comment":"EUR\\/USD","volume":"0.10"}',
    'body-numbers: numbers as JSON numbers, with zeros that serialising drops':
      '{"volume":0.10,"price":1.07250,"count":1e2}',
    'body-long-number: a number that no double holds': '{"volume":"0.10","ref":9007199254740993}',
    'body-duplicate-member: a member that stands twice: the bytes count': '{"volume":"0.10","volume":"0.20"}',
    'body-html: characters that some serialisers escape': '{"comment":"<b>&amp;</b> \'x\'","volume":"0.10"}',
    'body-separators: line separators U+2028 and U+2029, plain': '{"comment":"a\u2028b\u2029c","volume":"0.10"}',
    'body-empty-object: "{}" is a body of two bytes': '{}',
    'body-null: "null" is a body of four bytes': 'null',
    'body-array: a list': '[{"volume":"0.10"},{"volume":"0.20"}]',
    'body-text: no JSON at all': 'volume=0.10&price=1.07250',
  }),
  ...posts(['CompressedBody', 'BinaryBody'], {
    'body-gzip: a body that is sent compressed by gzip: the hash covers the compressed bytes': COMPRESSED.gzip,
    'body-zlib: a body that is sent compressed by zlib (deflate)': COMPRESSED.zlib,
  }),
  ...posts(['ExactBody'], {
    'body-escaped-unicode: escapes of surrogates stay as they are sent': '{"comment":"\\ud83d\\ude80","volume":"0.10"}',
    'body-duplicate-inside: a member that stands twice in a nested object':
      '{"meta":{"a":"1","a":"2"},"volume":"0.10"}',
  }),
  ...posts(['BinaryBody'], {
    'body-binary: bytes that are no text': seededBytes('body', 64),
    'body-zero-byte: a zero byte inside': Uint8Array.of(0x61, 0, 0x62),
  }),
  ...posts(['ExactBody'], { 'body-large: 5,000 bytes of JSON': `{"comment":"${'x'.repeat(4986)}"}` }),
  ...posts(['HashEncoding'], {
    'body-hash-with-plus: a hash that the standard alphabet writes with "+"': search(
      '{"volume":"0.10","n":"*"}',
      (body) => /^[^/]*\+[^/]*$/.test(standardHash(body)),
    ),
    'body-hash-with-slash: a hash that the standard alphabet writes with "/"': search(
      '{"volume":"0.10","n":"*"}',
      (body) => /^[^+]*\/[^+]*$/.test(standardHash(body)),
    ),
    'body-hash-plain: a hash that both alphabets write alike': search('{"volume":"0.10","n":"*"}', (body) =>
      /^[A-Za-z0-9]+=$/.test(standardHash(body)),
    ),
  }),
  ...tests(['EmptyBody'], {
    'post-without-body: a mutating request without a body: the empty hash, and a key': postRequest(''),
  }),
];
