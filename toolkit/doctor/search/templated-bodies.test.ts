import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { nodeHashing } from '../../signing/node-hashing.js';
import { searchBodyHash } from './search-body-hash.js';
import { cesu8 } from './unicode-encodings.js';

const body = '{"type":"limit","volume":"1.00","price":"151.250","note":"go 🚀"}';
const place = { path: '/v1/x', method: 'POST', apiKey: 'key-1', idempotencyKey: 'order-1', timestamp: '1' };
const hash = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');

test.each<readonly [how: string, hashed: string | Uint8Array]>([
  ['a variable of its template', body.replace('1.00', '{{volume}}')],
  ['a variable of its template', body.replace('"1.00"', '$volume')],
  ['a member order', `{"order":${body}}`],
  ['CESU-8', cesu8(body)],
])('a hashed body is told: %s', (how, hashed) => {
  expect(searchBodyHash(nodeHashing, hash(hashed), Buffer.from(body), place).how).toContain(how);
});

test('quotation marks around a hash are told', () => {
  const found = searchBodyHash(nodeHashing, `"${hash(body)}"`, Buffer.from(body), place);
  expect(found).toMatchObject({ cause: 'body-hash-printed', how: 'puts quotation marks around it' });
});

test('decimals without the zeros at their ends are told', () => {
  const hashed = body.replace('1.00', '1').replace('151.250', '151.25');
  expect(searchBodyHash(nodeHashing, hash(hashed), Buffer.from(body), place).cause).toMatch(/^body-hash-number/);
});
