import { describe, expect, test } from 'vitest';
import { nodeHashing } from '../../signing/node-hashing.js';
import { utf8Bytes } from '../capture/capture.js';
import { withExponent } from './exponents.js';
import { hasOtherLayout } from './other-layout.js';
import { pathHow } from './path-how.js';
import { searchBodyHash } from './search-body-hash.js';
import { pathCause } from './search-path.js';
import { PLACE } from './sent-place.test.aid.js';
import { memberDifference } from './told-members.js';

const ORDER = { side: 'buy', instrument: 'EUR/USD', volume: '0.10', price: '0.0000001' };
const JSON_TEXT = JSON.stringify(ORDER);

function said(hashed: string, sent: string): readonly [cause: string, how?: string] {
  const { cause, how } = searchBodyHash(nodeHashing, nodeHashing.bodyHash(utf8Bytes(hashed)), utf8Bytes(sent), PLACE);
  return how === undefined ? [cause] : [cause, how];
}

describe('what was changed in one value is told with its member', () => {
  test.each([
    [{ instrument: 'EUR/USD ' }, 'instrument with a blank behind it'],
    [{ instrument: 'EURUSD' }, 'instrument without the marks in it'],
    [{ side: 'BUY' }, 'side in capitals'],
    [{ side: 'Buy' }, 'side with a capital first'],
    [{ price: '1E-7' }, 'price written with an exponent'],
  ])('%j', (changed, how) => {
    expect(said(JSON.stringify({ ...ORDER, ...changed }), JSON_TEXT)[1]).toContain(how);
  });

  test('and another value is not guessed', () => {
    expect(said(JSON.stringify({ ...ORDER, volume: '0.20' }), JSON_TEXT)).toEqual(['body-hash-mismatch']);
  });
});

test.each([
  ["{'side': 'buy', 'instrument': 'EUR/USD', 'volume': '0.10', 'price': '0.0000001'}", 'body-placeholder'],
  ["{ side: 'buy', instrument: 'EUR/USD', volume: '0.10', price: '0.0000001' }", 'body-placeholder'],
  ['{side:buy,instrument:EUR/USD,volume:0.10,price:0.0000001}', 'body-hash-of-other-bytes'],
  [encodeURIComponent(JSON_TEXT), 'body-hash-of-text'],
  [JSON.stringify({ ...ORDER, stop_loss_price: null }), 'body-hash-null-members'],
])('the JSON behind what was sent is found: %s', (sent, cause) => {
  expect(said(JSON_TEXT, sent)[0]).toBe(cause);
});

test('the command to subscribe is no body of the handshake', () => {
  const handshake = { ...PLACE, method: 'GET', path: '/v1/server-events/accounts/42/ws/events' };
  const hash = nodeHashing.bodyHash(utf8Bytes('{"event": "transactions"}'));
  expect(searchBodyHash(nodeHashing, hash, new Uint8Array(), handshake).how).toBe('hashes the command to subscribe');
});

test('white space that differs beside something else is told', () => {
  expect(hasOtherLayout('{"a": 1.50, "b": []}', '{"a":1.5,"b":{}}')).toBe(true);
  expect(hasOtherLayout('{"a":1.50,"b":"x, y"}', '{"a":1.5,"b":"x,y"}')).toBe(false);
  expect(hasOtherLayout('{"a":1, "b":2}', '{"a":1}')).toBe(false);
});

test.each(['{"a": "1", "b": "x y"}', '{"a":"1","b":"x y"}', '[["a","1"],["b","x y"]]'])(
  'the parameters of a query may be hashed for a body: %s',
  (hashed) => {
    const place = { ...PLACE, method: 'GET', path: '/v1/x?a=1&b=x%20y' };
    const { cause } = searchBodyHash(nodeHashing, nodeHashing.bodyHash(utf8Bytes(hashed)), new Uint8Array(), place);
    expect(cause).toBe('body-hash-of-query');
  },
);

test('a fragment that was sent is told, and parameters printed behind the path', () => {
  expect(pathCause('/v1/x?a=1', '/v1/x?a=1#top', 'GET')).toBe('path-fragment');
  expect(pathHow('/v1/x{"a": "1"}', '/v1/x?a=1')).toBe('its parameters are written as JSON');
});

test.each([
  ['?a=1&b=2', '?c=3', 'path-query-unsent'],
  ['?a=1', '?a=2', 'path-query-other-value'],
])('a query in the place of another is told: %s for %s', (signed, sent, cause) => {
  expect(pathCause(`/v1/x${signed}`, `/v1/x${sent}`, 'GET')).toBe(cause);
});

test.each([
  ['/v1/x', '//v1/x', 'path-double-slash'],
  ['//v1/x', '/v1/x', 'path-double-slash'],
  ['v1/x', '/v1/x', 'path-leading-slash'],
])('a slash that is missing is told from one too many: %s for %s', (signed, sent, cause) => {
  expect(pathCause(signed, sent, 'GET')).toBe(cause);
});

test('letters without their accents are told', () => {
  const text = JSON.stringify({ ...ORDER, comment: 'Größe, naïve' });
  expect(said(text.normalize('NFD').replace(/\p{M}/gu, ''), text)[1]).toContain('without the accents');
});

test('what was sent encoded once more is told', () => {
  expect(pathHow('/v1/x?a=%2D', '/v1/x?a=%252D')).toContain('once more');
});

test.each([
  ['0.0000001', ['1E-7', '1e-07', '1.0E-7']],
  ['1200', ['1.2E+3', '1.2e3']],
  ['-0.00125', ['-1.25E-3']],
])('%s is written with an exponent', (text, spellings) => {
  expect(withExponent(text)).toEqual(expect.arrayContaining(spellings));
});

test.each([
  [{ a: 1 }, 'the payload without b'],
  [{ a: 1, b: '2', c: 3 }, 'the payload with c besides'],
  [{ a: 1, b: 2 }, 'the payload with b 2, which is "2" in SVC-DATA'],
  [{ a: 1, d: '2' }, undefined],
])('a payload that was built twice is told by its member: %j', (signed, told) => {
  expect(memberDifference('{"a":1,"b":"2"}', JSON.stringify(signed))).toBe(told);
});
