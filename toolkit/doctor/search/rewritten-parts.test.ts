import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { nodeHashing } from '../../signing/node-hashing.js';
import { type BodyHashFinding, searchBodyHash } from './search-body-hash.js';

const path = '/v1/trading/accounts/4711-A/orders';
const place = { path, method: 'POST', apiKey: 'key-1', idempotencyKey: 'order-1', timestamp: '1' };
const hash = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');
const find = (hashed: string | Uint8Array, sent: string | Uint8Array): BodyHashFinding =>
  searchBodyHash(nodeHashing, hash(hashed), Buffer.from(sent), place);
const body = '{"type":"limit","volume":"1.50","until":"2026-11-27T16:00:00Z","note":"a </b>"}';

test.each<readonly [how: string, hashed: string | Uint8Array, sent: string | Uint8Array]>([
  ['its dates as a class', body.replace(':00Z', ':00.000Z'), body],
  ['a member account_id', body.replace('{', '{"account_id":"4711-A",'), body],
  ['a member accountId', body.replace('"}', '","accountId":"4711-A"}'), body],
  ['blanks within its braces', '{ "a": "1", "b": "2" }', '{"a":"1","b":"2"}'],
  ['a blank behind its colons alone', '{"a": "1","b": "2"}', '{"a":"1","b":"2"}'],
  ['a blank behind its commas alone', '{"a":"1", "b":"2"}', '{"a":"1","b":"2"}'],
  ['once that was sent twice', body, body + body],
  ['in UTF-8 that was sent in Latin-1', '{"a":"Zoë"}', Buffer.from('{"a":"Zoë"}', 'latin1')],
  ['the text <nil>', '<nil>', ''],
])('a hashed body is told: %s', (how, hashed, sent) => {
  expect(find(hashed, sent).how).toContain(how);
});

test('slashes are told that org.json escapes', () => {
  expect(find(body.replace('</', '<\\/'), body).cause).toBe('body-hash-slashes');
});

test('eight members are told in any order, numbers as a parser leaves them', () => {
  const sent = '{"a":"1","b":"2","c":"3","d":"4","e":"5","f":"6","g":"7","h":1.50}';
  const hashed = '{"d":"4","a":"1","h":1.5,"b":"2","c":"3","g":"7","e":"5","f":"6"}';
  expect(find(hashed, sent)).toMatchObject({ cause: 'body-hash-sorted' });
  expect(find('{"other":1}', sent).cause).toBe('body-hash-mismatch');
});
