import { expect, test } from 'vitest';
import { nodeHashing } from '../../signing/node-hashing.js';
import { utf8Bytes } from '../capture/capture.js';
import { searchBodyHash } from './search-body-hash.js';
import { pathCause } from './search-path.js';
import { PLACE } from './sent-place.test.aid.js';
import { twoPathCauses } from './two-path-causes.js';

const ORDER = { type: 'limit', side: 'buy', volume: '0.10', price: '1.08450', note: 'Zoë <1>' };
const SENT = JSON.stringify(ORDER);

function said(hashed: string, sent = SENT): { readonly cause: string; readonly how?: string } {
  const { cause, how } = searchBodyHash(nodeHashing, nodeHashing.bodyHash(utf8Bytes(hashed)), utf8Bytes(sent), PLACE);
  return { cause, ...(how === undefined ? {} : { how }) };
}

const only = (...names: (keyof typeof ORDER)[]): object => Object.fromEntries(names.map((name) => [name, ORDER[name]]));
const sorted = JSON.stringify(only('note', 'price', 'side', 'type', 'volume'));

test.each([
  [sorted.replace(/"(\d\.\d+)"/g, '$1'), 'body-hash-sorted', 'sorted members and decimals as numbers'],
  [`${SENT.replace('ë', '\\u00eb')}\n`, 'body-hash-escaped', 'a line break at its end'],
  [JSON.stringify(only('volume', 'note', 'type', 'price', 'side')), 'body-hash-sorted', 'another order'],
  [SENT.replaceAll(/(\d)\.(\d)/g, '$1,$2'), 'body-hash-number-spelling', 'decimal comma'],
  [SENT.replace('0.10', '0.1e0').replace('1.08450', '0.10845e1'), 'body-hash-number-spelling', 'BigDecimal'],
  [SENT.replace('0.10', '0.100000').replace('1.08450', '1.084500'), 'body-hash-number-spelling', '6 digits'],
  [JSON.stringify({ ...ORDER, take_profit_price: null }), 'body-hash-null-members', 'take_profit_price'],
  [JSON.stringify({ ...only('type'), position_id: null, ...ORDER }), 'body-hash-null-members', 'position_id'],
  [SENT.replace('ë', '&#235;'), 'body-hash-of-other-bytes', 'references to characters'],
  [SENT.replaceAll('"', '\\"'), 'body-hash-of-other-bytes', 'backslash'],
  [`\0${String.fromCharCode(utf8Bytes(SENT).length)}${SENT}`, 'body-hash-of-other-bytes', 'length'],
  [JSON.stringify(SENT).replace('ë', '\\u00eb'), 'body-hash-text-of-text', 'in ASCII'],
  [
    SENT.replace('ë', '\\u00eb').replaceAll(/":/g, '": ').replaceAll('",', '", '),
    'body-hash-escaped',
    'a blank behind',
  ],
])('all that differs is told of %s', (hashed, cause, how) => {
  const found = said(hashed);
  expect(found.cause).toBe(cause);
  expect(found.how).toContain(how);
});

test('a part of a form is told, and another body is not', () => {
  const form = `--b\r\nContent-Disposition: form-data; name="order"\r\n\r\n${SENT}\r\n--b--\r\n`;
  expect(said(SENT, form).how).toContain('one part of the form');
  expect(said(JSON.stringify({ ...ORDER, volume: '0.20' })).cause).toBe('body-hash-mismatch');
});

const PATH = '/v1/trading/accounts/1000042/orders';
test.each([
  ['', PATH, 'path-blank'],
  ['/v1/trading/accounts/1,000,042/orders', PATH, 'path-number-spelling'],
  ['/v1/trading/accounts/1000042.0/orders', PATH, 'path-number-spelling'],
  ['/v1/trading/accounts/1.000042e+06/orders', PATH, 'path-number-spelling'],
  [`${PATH}?limit=50.0`, `${PATH}?limit=50`, 'path-number-spelling'],
  ['/v1/trading/accounts/orders', PATH, 'path-segment-missing'],
  [`${PATH}\u200b`, PATH, 'path-control'],
  ['[object Object]', PATH, 'path-printed'],
  ['0xc000014070', PATH, 'path-printed'],
  [`SplitResult(scheme='https', path='${PATH}', query='')`, PATH, 'path-printed'],
  [`${PATH}?null`, PATH, 'path-template'],
  [`${PATH}%!(EXTRA string=x)`, PATH, 'path-template'],
  ['/V1/TRADİNG/ACCOUNTS/1000042/ORDERS', PATH, 'path-letter-case'],
  [`${PATH}?q=a%7Eb*c`, `${PATH}?q=a~b%2Ac`, 'path-respelled'],
  [`${PATH}?q=%u20AC`, `${PATH}?q=%E2%82%AC`, 'path-respelled'],
  ['/v1/x/US+500/y', '/v1/x/US%20500/y', 'path-plus-for-space'],
  [`${PATH}?next=http:/x`, `${PATH}?next=http://x`, 'path-double-slash'],
  // Numbers of different size, and others than these, are told as before.
  [PATH.replace('42', '43'), PATH, 'path-other-account'],
  [`${PATH}?limit=51`, `${PATH}?limit=50`, 'path-query-other-value'],
  ['/v1/trading/accounts/01000042/orders', PATH, 'path-number-spelling'],
])('%s for %s is %s', (signed, sent, cause) => {
  expect(pathCause(signed, sent, 'GET')).toBe(cause);
});

test('two mistakes in one path are told together', () => {
  const sent = `${PATH}?limit=5&cursor=a`;
  expect(twoPathCauses(PATH.slice(3), sent, 'GET')).toEqual({
    cause: 'path-prefix-missing',
    also: 'path-query-missing',
  });
  expect(twoPathCauses(`h.example${sent}`.toUpperCase().toLowerCase(), sent.replace('a', 'A'), 'GET')).toMatchObject({
    also: 'path-letter-case',
  });
  expect(twoPathCauses('/other', sent, 'GET')).toBeUndefined();
});
