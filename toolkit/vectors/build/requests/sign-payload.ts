// Payload bytes to signature: one right answer is the deterministic one (RFC 8032, 5.1.6); a randomised one that verifies is right too.
import { unhex } from '../../../signing/keys/der.js';
import { PrivateKey } from '../../../signing/keys/private-key.js';
import { createSigner, signRequest } from '../../../signing/sign.js';
import type { VectorKey } from '../../model.js';
import { type Draft, drafts, type FileDraft, type GroupDraft, type Table } from '../draft.js';
import { DIGITS_KEY, MAIN_KEY, SECOND_KEY } from '../keys.js';
import type { Flag } from '../notes.js';
import { seededBytes } from '../seeded.js';
import { CONFIGURATION, getRequest, postRequest, toHex } from './requests.js';

const ordinary = (key: VectorKey): string => {
  const request = { ...getRequest(`${CONFIGURATION}/limits`), apiKey: key.apiKey };
  return signRequest(createSigner(new PrivateKey(unhex(key.seed))), { ...request, body: new Uint8Array() }).payloadText;
};

type SignDraft = Draft<'sign-payload'>;

const texts = (flags: readonly Flag[], table: Table<string>): readonly SignDraft[] =>
  drafts(flags, table, (payload) => ({ payload: toHex(payload) }));

const bytes = (table: Table<Uint8Array>): readonly SignDraft[] =>
  drafts(['SignedMessage'], table, (payload) => ({ payload: toHex(payload) }));

const post = { ...postRequest(), body: unhex(postRequest().body) };
const { fields, payloadText: plain } = signRequest(createSigner(new PrivateKey(unhex(MAIN_KEY.seed))), post);

const main: GroupDraft<'sign-payload'> = {
  type: 'sign-payload',
  comment: 'payload bytes to signature, by the main key',
  context: { key: MAIN_KEY },
  tests: [
    ...texts(['Plain'], {
      'plain: the payload of an ordinary read': ordinary(MAIN_KEY),
      'order: the payload of an ordinary order': plain,
    }),
    ...texts(['FreeForm'], {
      'pretty: the same members with indentation: other bytes, other signature': JSON.stringify(fields, undefined, 2),
      'spaced: a blank after each comma and colon': plain.replaceAll('":', '": ').replaceAll(',"', ', "'),
      'sorted: the members sorted by name': JSON.stringify(
        Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      ),
      'reversed: the members in reverse order': JSON.stringify(Object.fromEntries(Object.entries(fields).toReversed())),
      'escaped-slashes: slashes written as \\/': plain.replaceAll('/', '\\/'),
      'escaped-letters: a letter written as \\u0050': plain.replace('POST', '\\u0050OST'),
      'extra-member: an additional member, which is signed like the others': plain.replace(/\}$/, ',"note":"extra"}'),
      'non-ascii: characters of two, three and four bytes': plain.replace(/\}$/, ',"note":"é €😀"}'),
      'final-newline: a line break at the end belongs to the message': `${plain}\n`,
      'two-final-newlines: so do two': `${plain}\n\n`,
      'carriage-return: a carriage return and line feed at the end': `${plain}\r\n`,
      'leading-blank: a blank at the start': ` ${plain}`,
      'byte-order-mark: a byte order mark at the start': `\ufeff${plain}`,
      'final-zero: a zero byte at the end': `${plain}\0`,
    }),
    ...bytes({
      'empty: no bytes at all': new Uint8Array(),
      'one-byte: one byte': Uint8Array.of(0x72),
      'zero-byte: one zero byte, which ends a text in some languages': Uint8Array.of(0),
      'inner-zero: a zero byte in the middle': Uint8Array.of(1, 2, 0, 3, 4),
      'not-utf-8: bytes that are no UTF-8': Uint8Array.of(0xff, 0xfe, 0xfd, 0x80),
      'carriage-returns: bytes that text mode changes': Uint8Array.of(13, 10, 13, 26, 10),
      'hash-sized-32: 32 bytes, as long as a SHA-256 hash': seededBytes('hash-32', 32),
      'hash-sized-64: 64 bytes, as long as a SHA-512 hash': seededBytes('hash-64', 64),
      'block-111: 111 bytes: the last that fit one block of SHA-512 with the prefix before them': seededBytes(
        'block',
        111,
      ),
      'block-128: 128 bytes: a whole block': seededBytes('block', 128),
      'kilobyte: 1,024 bytes, as the longest message of RFC 8032': seededBytes('kilobyte', 1024),
      'large: 8,193 bytes: one more than a usual buffer': seededBytes('large', 8193),
    }),
    ...texts(['FreeForm'], {
      'hex-text: hexadecimal text is signed as text, not decoded': 'deadbeef',
      'base64-text: base64url text is signed as text, not decoded': 'eyJhIjoxfQ',
    }),
  ],
};

const others = [SECOND_KEY, DIGITS_KEY].map(
  (key, i): GroupDraft<'sign-payload'> => ({
    type: 'sign-payload',
    comment: `payload bytes to signature, by ${i === 0 ? 'the second key' : 'a key whose identifier is digits'}`,
    context: { key },
    tests: [
      ...texts(['KeyChoice'], { [`key-${i + 2}-plain: the payload of an ordinary read`]: ordinary(key) }),
      ...bytes({
        [`key-${i + 2}-empty: no bytes at all`]: new Uint8Array(),
        [`key-${i + 2}-random: random bytes`]: seededBytes(`key-${i}`, 77),
      }),
    ],
  }),
);

export const SIGN_PAYLOAD: FileDraft = {
  name: 'sign-payload',
  algorithm: 'SVC-SIGN',
  header: [
    'Sign the payload bytes with Ed25519: base64url text without padding, verified over the payload. "expected" is the deterministic one.',
  ],
  groups: [main, ...others],
};
