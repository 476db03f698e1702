import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nodeHashing } from '../../signing/node-hashing.js';
import { namedRows } from '../../signing/slips/named.js';
import { type BodyPlace, HASH_FORMS, HASHED_FORMS } from './hash-forms.js';
import { searchBodyHash } from './search-body-hash.js';

const body = Buffer.from(' {"note":"Zoë <1> & 2",\n "volume":"1.5"} \n');
const place: BodyPlace = {
  path: '/v1/trading/accounts/42/orders',
  method: 'POST',
  apiKey: 'key-1',
  idempotencyKey: 'order-0001',
  timestamp: '1767225600123',
};
const hash = nodeHashing.sha256(body);
const found = (signed: string): ReturnType<typeof searchBodyHash> => searchBodyHash(nodeHashing, signed, body, place);

describe('what stands for the hash of a body is recognised', () => {
  const rows = namedRows(HASH_FORMS).filter(([id]) => id !== 'writes-nothing-as-zeros');
  test.each(rows)('%s', (_id, _sentence, form) => {
    expect(found(form(hash, body)).cause).not.toBe('body-hash-mismatch');
  });

  test('and where it is of nothing alone', () => {
    const zeros = HASH_FORMS['writes-nothing-as-zeros: writes zeros for body_hash where there is no body'];
    const text = zeros?.(nodeHashing.sha256(new Uint8Array()), new Uint8Array()) ?? '';
    expect(searchBodyHash(nodeHashing, text, new Uint8Array(), place).cause).toBe('body-hash-other-form');
  });
});

describe('what is hashed in place of a body is recognised', () => {
  const rows = namedRows(HASHED_FORMS).filter(([, , form]) => Buffer.compare(form(body, place), body) !== 0);
  test.each(rows)('%s', (_id, _sentence, form) => {
    expect(found(nodeHashing.bodyHash(form(body, place))).cause).not.toBe('body-hash-mismatch');
  });

  test.each([
    ['Go appends the hash of nothing', Buffer.concat([body, createHash('sha256').digest()]).toString('base64url')],
    ['Java drops the zeros of a number', BigInt(`0x${Buffer.from(hash).toString('hex')}`).toString(16)],
    ['the CRC-32 of the bytes', String(0x7fffffff)],
  ])('%s', (name, text) => {
    expect(found(text).cause === 'body-hash-no-hash').toBe(name.includes('CRC'));
  });
});

test('two mistakes at once are both told', () => {
  const trimmed = Buffer.from(body.toString().trim());
  const digest = createHash('sha512').update(trimmed).digest('base64url');
  expect(found(digest)).toMatchObject({ also: 'body-hash-sha-512' });
  expect(found(createHash('sha256').update(trimmed).digest('hex'))).toMatchObject({ also: 'body-hash-hex' });
});
